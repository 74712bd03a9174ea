/* The system's date a year on, for the program it is loaded before: make next-year. Only what tells the date is changed; what
 * measures how long something takes is not, and nobody sleeps longer. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <sys/time.h>
#include <time.h>

#define A_YEAR (365L * 24 * 60 * 60)

int clock_gettime(clockid_t clock, struct timespec *told) {
    int (*ask)(clockid_t, struct timespec *) = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int fault = ask(clock, told);
    if (!fault && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) told->tv_sec += A_YEAR;
    return fault;
}

int gettimeofday(struct timeval *restrict told, void *restrict zone) {
    int (*ask)(struct timeval *, void *) = (int (*)(struct timeval *, void *))dlsym(RTLD_NEXT, "gettimeofday");
    int fault = ask(told, zone);
    if (!fault && told) told->tv_sec += A_YEAR;
    return fault;
}

time_t time(time_t *told) {
    time_t (*ask)(time_t *) = (time_t (*)(time_t *))dlsym(RTLD_NEXT, "time");
    time_t now = ask(0) + A_YEAR;
    if (told) *told = now;
    return now;
}
