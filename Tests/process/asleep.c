/*
 * Lets a program believe that the computer slept: the clock that counts sleep is ahead by the number of
 * seconds in the file of the variable ASLEEP. Loaded with LD_PRELOAD; test_web.py uses it.
 */

#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *time) {
    int result = (int)syscall(SYS_clock_gettime, clock, time);
    const char *path = getenv("ASLEEP");
    if (result != 0 || clock != CLOCK_BOOTTIME || !path) return result;
    char text[16] = {0};
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return result;
    if (read(file, text, sizeof text - 1) > 0) time->tv_sec += atoi(text);
    close(file);
    return result;
}
