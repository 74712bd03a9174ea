/* A strategy folded into one automaton, played by hand in C: the limit that `make bench` sets beside the compiled Python.
 * One thread, xoshiro256** (D. Blackman and S. Vigna), five throws of two dice from 32 bits by multiplying, exactly uniform,
 * and one look-up per throw. It counts net and staked money per session, and the squares of the net for an error. Banca also
 * counts luck against the exact mean and the longest losing run, looks at the money 32 times along a session, and draws by
 * Philox, so that a session is the same wherever it is played.
 *
 * Arguments: sessions, rounds of a session (a multiple of 5; at times 5 more are played), seed. Reads from standard input, as
 * 32-bit integers: how many cells there are and what is staked before the first round; then for every cell where the next
 * state's cells begin; then for every cell the net and what is staked for the next round. A state has 36 cells. Prints
 * seconds of processor time, throws, net, staked and the sum of squares. With -DTWO two sessions are played at once, as each
 * look-up has to wait for the one before it; with -DONE one after the other. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { PAIRS = 36, BATCH = 5, TOO_LOW = 1868800 }; /* 2^32 mod 36^5 */
struct money { int32_t net, staked; };
struct table { const uint32_t *next; const struct money *money; };
struct chance { uint64_t a, b, c, d; };
struct seat { uint64_t state; int64_t net, staked; };
struct sums { int64_t thrown, net, staked; double squares; };

static inline uint64_t rotated(uint64_t word, int by) { return word << by | word >> (64 - by); }

static inline uint64_t next_word(struct chance *x) {
    uint64_t word = rotated(x->b * 5, 7) * 9, shifted = x->b << 17;
    x->c ^= x->a;
    x->d ^= x->b;
    x->b ^= x->c;
    x->a ^= x->d;
    x->c ^= shifted;
    x->d = rotated(x->d, 45);
    return word;
}

static inline int throws(uint64_t half, uint8_t *pair) {
    for (int k = 0; k < BATCH; k++) {
        half *= PAIRS;
        pair[k] = half >> 32;
        half = (uint32_t)half;
    }
    return half >= TOO_LOW;
}

static inline void meet(struct seat *seat, struct table table, uint8_t pair) {
    uint64_t cell = seat->state + pair;
    seat->state = table.next[cell];
    seat->net += table.money[cell].net;
    seat->staked += table.money[cell].staked;
}

static inline void add(struct sums *sums, struct seat seat, int64_t thrown) {
    sums->thrown += thrown;
    sums->net += seat.net;
    sums->staked += seat.staked;
    sums->squares += (double)seat.net * seat.net;
}

#ifdef TWO
static struct sums play(struct table table, int32_t first, int64_t sessions, int64_t rounds, struct chance chance) {
    struct sums sums = {0, 0, 0, 0};
    for (int64_t session = 0; session < sessions; session += 2) {
        struct seat one = {0, 0, first}, two = {0, 0, first};
        int64_t done = 0;
        while (done < rounds) {
            uint64_t word = next_word(&chance);
            uint8_t mine[BATCH], yours[BATCH];
            if (!throws((uint32_t)word, mine) | !throws(word >> 32, yours)) continue;
            for (int k = 0; k < BATCH; k++) {
                meet(&one, table, mine[k]);
                meet(&two, table, yours[k]);
            }
            done += BATCH;
        }
        add(&sums, one, done);
        add(&sums, two, done);
    }
    return sums;
}
#else
static struct sums play(struct table table, int32_t first, int64_t sessions, int64_t rounds, struct chance chance) {
    struct sums sums = {0, 0, 0, 0};
    for (int64_t session = 0; session < sessions; session++) {
        struct seat seat = {0, 0, first};
        int64_t done = 0;
        while (done < rounds) {
            uint64_t word = next_word(&chance);
            for (int half = 0; half < 2; half++) {
                uint8_t pair[BATCH];
                if (!throws(half ? word >> 32 : (uint32_t)word, pair)) continue;
                for (int k = 0; k < BATCH; k++) meet(&seat, table, pair[k]);
                done += BATCH;
            }
        }
        add(&sums, seat, done);
    }
    return sums;
}
#endif

int main(int count, char **argument) {
    int32_t cells, first;
    if (count != 4 || fread(&cells, 4, 1, stdin) != 1 || fread(&first, 4, 1, stdin) != 1) return 1;
    uint32_t *next = malloc(sizeof *next * cells);
    struct money *money = malloc(sizeof *money * cells);
    if (fread(next, sizeof *next, cells, stdin) != (size_t)cells) return 1;
    if (fread(money, sizeof *money, cells, stdin) != (size_t)cells) return 1;
    int64_t sessions = atoll(argument[1]), rounds = atoll(argument[2]);
    struct chance chance = {strtoull(argument[3], NULL, 10), 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB};
    for (int k = 0; k < 100; k++) next_word(&chance);
    struct timespec start, end;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
    struct sums sums = play((struct table){next, money}, first, sessions, rounds, chance);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    printf("%.6f %lld %lld %lld %.17g\n", (end.tv_sec - start.tv_sec) + 1e-9 * (end.tv_nsec - start.tv_nsec),
           (long long)sums.thrown, (long long)sums.net, (long long)sums.staked, sums.squares);
    return 0;
}
