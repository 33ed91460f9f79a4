// The time is CLOCK_AT, in seconds: for programs of others that show the codes of the present only. Preloaded.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

static time_t instant(void) {
    const char *text = getenv("CLOCK_AT");
    return text ? atoll(text) : 0;
}

time_t time(time_t *out) {
    if (out) *out = instant();
    return instant();
}

int gettimeofday(struct timeval *restrict out, void *restrict zone) {
    (void)zone;
    *out = (struct timeval){.tv_sec = instant()};
    return 0;
}

// Other clocks measure how long something takes.
int clock_gettime(clockid_t clock, struct timespec *out) {
    if (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE) {
        int (*real)(clockid_t, struct timespec *) = dlsym(RTLD_NEXT, "clock_gettime");
        return real(clock, out);
    }
    *out = (struct timespec){.tv_sec = instant()};
    return 0;
}
