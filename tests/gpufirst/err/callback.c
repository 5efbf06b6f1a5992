/* error: 'ftw' runs on the host and cannot call 'visit', which is on the GPU */
int ftw(const char *dir, int (*fn)(const char *), int n);
static int visit(const char *name) { return name[0]; }
int main(void) { return ftw(".", visit, 1); }
