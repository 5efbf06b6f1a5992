/* error: linking failed: functions that the program does not define */
int draw_window(int x);
int main(void) { return draw_window(3); }
