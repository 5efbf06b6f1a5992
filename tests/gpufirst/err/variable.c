/* error: variable 'no_such_variable' is not defined in the program */
extern int no_such_variable;
int main(void) { return no_such_variable; }
