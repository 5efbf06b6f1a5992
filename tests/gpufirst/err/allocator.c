/* options: --allocator=balanced[0,3] */
/* error: must be generic, balanced, balanced[N,M] or balanced[N,M,P] */
int main(void) { return 0; }
