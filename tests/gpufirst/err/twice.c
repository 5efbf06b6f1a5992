/* with: twice_2.c */
/* error: symbol multiply defined */
int f(void) { return 1; }
int main(void) { return f(); }
