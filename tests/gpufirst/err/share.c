/* options: --allocator=balanced[4,4,100] */
/* error: at most 8192 chunks and P from 1 to 99 */
int main(void) { return 0; }
