/*
 * Lets other processes of the user read a program's memory although the program forbids it. Loaded with LD_PRELOAD;
 * test_memory.py uses it.
 */

#define _GNU_SOURCE
#include <stdarg.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int prctl(int option, ...) {
    unsigned long values[4];
    va_list arguments;
    if (option == PR_SET_DUMPABLE) return 0;
    va_start(arguments, option);
    for (int index = 0; index < 4; index++) values[index] = va_arg(arguments, unsigned long);
    va_end(arguments);
    return (int)syscall(SYS_prctl, option, values[0], values[1], values[2], values[3]);
}
