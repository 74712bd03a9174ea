/* All deals of Pai Kao by kind under one policy, by hand: the limit that `make bench` sets beside the compiled Python.
 * Reads from standard input: the number of hands n, then per hand its four look-up places, its ways, its front and rear class,
 * and four kinds; all as 32-bit integers. Prints seconds, then deals won, tied and lost by the player. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { KINDS = 17, ZERO = 5 };
struct hand { int32_t part[4], ways, front, rear, kind[4]; };

int main(void) {
    int32_t n;
    int32_t copies[KINDS];
    if (fread(&n, 4, 1, stdin) != 1 || fread(copies, 4, KINDS, stdin) != KINDS) return 1;
    struct hand *hand = malloc(sizeof *hand * n);
    if (fread(hand, sizeof *hand, n, stdin) != (size_t)n) return 1;
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    int64_t won = 0, lost = 0, all = 0;
    for (int i = 0; i < n; i++) {
        uint8_t ways[3 * KINDS];
        int32_t left[KINDS];
        for (int k = 0; k < KINDS; k++) left[k] = copies[k];
        for (int t = 0; t < 4; t++) left[hand[i].kind[t]]--;
        for (int k = 0; k < KINDS; k++) {
            ways[3 * k] = 1;
            ways[3 * k + 1] = left[k];
            ways[3 * k + 2] = left[k] == 2;
        }
        int32_t front = hand[i].front < ZERO ? -1 : hand[i].front, rear = hand[i].rear;
        int64_t w = 0, l = 0, a = 0;
        for (int j = 0; j < n; j++) {
            const struct hand *other = &hand[j];
            int32_t weight = ways[other->part[0]] * ways[other->part[1]] * ways[other->part[2]] * ways[other->part[3]];
            int higher_front = front > other->front, higher_rear = rear > other->rear;
            a += weight;
            w += weight * (higher_front & higher_rear);
            l += weight * (!higher_front & !higher_rear);
        }
        won += w * hand[i].ways;
        lost += l * hand[i].ways;
        all += a * hand[i].ways;
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%.6f %lld %lld %lld\n", (end.tv_sec - start.tv_sec) + 1e-9 * (end.tv_nsec - start.tv_nsec),
           (long long)won, (long long)(all - won - lost), (long long)lost);
    return 0;
}
