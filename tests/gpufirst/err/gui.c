/* error: gui.c:10:2: error: 'glutDisplayFunc' runs on the host and cannot call 'draw' */
void glutInit(int *argc, char **argv);
void glutDisplayFunc(void (*f)(void));
void glutMainLoop(void);
static int frames;
static void draw(void) { frames++; }
int main(int argc, char **argv)
{
	glutInit(&argc, argv);
	glutDisplayFunc(draw);
	glutMainLoop();
	return frames;
}
