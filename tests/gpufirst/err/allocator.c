/* options: --allocator=balanced[0,3] */
/* error: must be generic, balanced or balanced[N,M] */
int main(void) { return 0; }
