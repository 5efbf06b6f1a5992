/* options: --arch=sm_60 */
/* error: --arch=sm_60: must be sm_70 or newer */
int main(void) { return 0; }
