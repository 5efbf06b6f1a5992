/* error: expected ';' after return statement */
int main(void) { return 0 }
