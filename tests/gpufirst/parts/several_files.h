void fill(double *v, int n);
double total(const double *v, int n);
int twice_hidden(void);
int get_count(void);
extern const char *part_name;
