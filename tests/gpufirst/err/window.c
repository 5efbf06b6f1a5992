/* error: window.c:7:15: error: 'XOpenDisplay' is defined neither in the program nor in a library */
typedef struct _XDisplay Display;
Display *XOpenDisplay(const char *name);
int XCloseDisplay(Display *d);
int main(void)
{
	Display *d = XOpenDisplay(0);
	return d ? XCloseDisplay(d) : 1;
}
