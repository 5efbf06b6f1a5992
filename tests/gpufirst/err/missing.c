/* error: missing.c:3:25: error: 'draw_window' is defined neither in the program nor in a library */
int draw_window(int x);
int main(void) { return draw_window(3); }
