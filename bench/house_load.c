/* A load of bets over 128 connections: each player sends the next command when the one before is answered.
 *
 *     house_load PORT SECONDS TOKENS [BATCH]
 *
 * TOKENS has one bearer token a line. With BATCH, 16 players send so many bets in one request, of their own table. The rate is
 * of bets, the times are of requests. Prints one JSON object: rate, p50 and p99 in seconds, failed answers.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { CONNECTIONS = 128, WITH_BATCHES = 16, TABLES = 16, MOST = 4000000, ROOM = 262144, LONGEST = 65536 };

static const char *BETS[] = {"red", "black", "straight:17", "dozen:1", "even"};

struct player {
    int socket, number, filled;
    double sent;
    char token[200];
    char answer[ROOM];
};

static struct player players[CONNECTIONS];
static double took[MOST];
static long answered, failed;
static char failure[400];
static unsigned run;
static int batch, connections = CONNECTIONS;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec / 1e9;
}

/* One bet, or as many as a batch has. */
static int write_body(struct player *p, int place, char *body) {
    int length = batch ? sprintf(body, "{\"commands\":[") : 0;
    for (int i = 0; i < (batch ? batch : 1); i++) {
        p->number++;
        length += sprintf(body + length, "%s{", i ? "," : "");
        if (batch) length += sprintf(body + length, "\"table\":\"t%d\",", place % TABLES);
        length += sprintf(body + length, "\"id\":\"%x-%d\",\"command\":{\"do\":\"place_bet\",\"bet\":\"%s\",\"stake\":100}}", run,
                          p->number, BETS[p->number % 5]);
    }
    return length + (batch ? sprintf(body + length, "]}") : 0);
}

static void send_bet(struct player *p) {
    static char body[LONGEST], request[LONGEST + 1024];
    char path[64] = "/api/v1/commands";
    int place = (int)(p - players), length = write_body(p, place, body);
    if (!batch) sprintf(path, "/api/v1/tables/t%d/commands", place % TABLES);
    length = snprintf(request, sizeof request,
                      "POST %s HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer %s\r\n"
                      "Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
                      path, p->token, length, body);
    p->sent = now();
    p->filled = 0;
    if (send(p->socket, request, length, 0) != length) {
        perror("send");
        exit(1);
    }
}

/* Whether a whole answer has come. */
static int is_whole(struct player *p) {
    char *end, *header;
    p->answer[p->filled] = 0;
    end = strstr(p->answer, "\r\n\r\n");
    header = strcasestr(p->answer, "content-length:");
    return end && header && p->filled >= end + 4 - p->answer + atoi(header + 15);
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv) {
    double until;
    int poll = epoll_create1(0), on = 1;
    FILE *tokens = argc >= 4 ? fopen(argv[3], "r") : NULL;
    batch = argc > 4 ? atoi(argv[4]) : 0;
    if (batch) connections = WITH_BATCHES;
    if (!tokens || batch < 0 || batch > 512) {
        fprintf(stderr, "house_load PORT SECONDS TOKENS [BATCH]\n");
        return 2;
    }
    run = (unsigned)time(NULL) ^ (unsigned)getpid() << 16;
    for (int i = 0; i < connections; i++) {
        struct player *p = &players[i];
        struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(atoi(argv[1]))};
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = p};
        if (fscanf(tokens, "%199s", p->token) != 1) return 2;
        inet_pton(AF_INET, "127.0.0.1", &to.sin_addr);
        p->socket = socket(AF_INET, SOCK_STREAM, 0);
        if (connect(p->socket, (struct sockaddr *)&to, sizeof to)) {
            perror("connect");
            return 1;
        }
        setsockopt(p->socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        epoll_ctl(poll, EPOLL_CTL_ADD, p->socket, &event);
    }
    until = now() + atof(argv[2]);
    for (int i = 0; i < connections; i++) send_bet(&players[i]);
    for (int going = connections; going;) {
        struct epoll_event events[CONNECTIONS];
        int ready = epoll_wait(poll, events, CONNECTIONS, 10000);
        if (ready == 0) {
            fprintf(stderr, "no answer for ten seconds\n");
            return 1;
        }
        for (int i = 0; i < ready; i++) {
            struct player *p = events[i].data.ptr;
            ssize_t got = recv(p->socket, p->answer + p->filled, ROOM - 1 - p->filled, 0);
            if (got <= 0) {
                fprintf(stderr, "the server hung up\n");
                return 1;
            }
            p->filled += got;
            if (!is_whole(p)) continue;
            if (strncmp(p->answer + 9, batch ? "200" : "201", 3) || strstr(p->answer, "\"problem\"")) {
                failed++;
                snprintf(failure, sizeof failure, "%.200s", p->answer);
            }
            if (answered < MOST) took[answered++] = now() - p->sent;
            if (now() < until)
                send_bet(p);
            else
                going--;
        }
    }
    qsort(took, answered, sizeof *took, compare);
    for (char *c = failure; *c; c++)
        if (*c == '"' || *c == '\\' || *c < ' ') *c = ' ';
    printf("{\"rate\": %.1f, \"p50\": %.6f, \"p99\": %.6f, \"failed\": %ld, \"said\": \"%s\"}\n", answered * (batch ? batch : 1) / atof(argv[2]),
           took[answered / 2], took[(long)(answered * 0.99)], failed, failure);
    return 0;
}
