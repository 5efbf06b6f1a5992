#include "omp.h"
int hd_cmd_tune(int argc, char **argv) {(void)argc;(void)argv;return 1;}
