/* Reads nothing, says nothing, and ends. */
int main(void) { return 0; }
