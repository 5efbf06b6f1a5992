/* error: variable 'optind' is not defined in the program */
extern int optind;
int main(void) { return optind; }
