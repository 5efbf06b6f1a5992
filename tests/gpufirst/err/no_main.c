/* error: no main() in the program */
int f(void) { return 1; }
