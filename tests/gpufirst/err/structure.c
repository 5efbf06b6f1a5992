/* error: 'give_it' runs on the host and passes a structure by value */
struct two { long a, b; };
struct two give_it(int x);
int main(void) { return (int)give_it(1).b; }
