/* Says when a library cleans up at the end of the process: threads that still use it would then crash. */

#include <unistd.h>

__attribute__((destructor)) static void clean_up(void) {
    ssize_t ignored = write(STDERR_FILENO, "cleaned up\n", 11);
    (void)ignored;
}
