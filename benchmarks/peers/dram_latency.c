/* The latency of one dependent random read from main memory.
 *
 * A buffer far larger than the last cache holds one random cycle through all its cache lines; each
 * read gives the address of the next, so the processor can neither guess ahead nor overlap two.
 * Measured twice: on ordinary pages, where most reads also miss the cache of address translations,
 * and on huge pages (MADV_HUGEPAGE), where they rarely do.
 *
 * Usage: dram_latency [MiB, 1024 unless given]
 * Prints two lines, "small_pages" and "huge_pages", each: ns_per_read huge_page_MiB
 * The second number is how much of the buffer the kernel really put on huge pages.
 */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

enum { LINE = 64, READS = 4000000, WARM_UP = 400000, REPEATS = 3, HUGE_PAGE = 2 << 20 };

typedef struct Node {
    struct Node *next;
    char padding[LINE - sizeof(struct Node *)];
} Node;

static uint64_t random_state = 0x9e3779b97f4a7c15u;

static uint64_t random_below(uint64_t bound) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state % bound;
}

/* Sattolo's shuffle: exchanging only with an earlier place gives one cycle through all nodes. */
static void link_one_cycle(Node *nodes, size_t count) {
    for (size_t i = 0; i < count; i++) nodes[i].next = &nodes[i];
    for (size_t i = count - 1; i > 0; i--) {
        size_t j = random_below(i);
        Node *swapped = nodes[i].next;
        nodes[i].next = nodes[j].next;
        nodes[j].next = swapped;
    }
}

static Node *chase(Node *node, long reads) {
    while (reads-- > 0) node = node->next;
    return node;
}

static double cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* The least of a few runs: neighbours on a shared machine only ever add time. The last address goes
 * to a volatile variable, without which the compiler drops the reads. */
static double measure(Node *nodes) {
    double best = 1e30;
    Node *volatile last;
    Node *node = chase(nodes, WARM_UP);
    for (int i = 0; i < REPEATS; i++) {
        double begin = cpu_seconds();
        node = chase(node, READS);
        double elapsed = cpu_seconds() - begin;
        if (elapsed < best) best = elapsed;
    }
    last = node;
    (void)last;
    return best / READS * 1e9;
}

/* Memory of this process that lies on huge pages, in MiB; -1 where the kernel does not say. */
static long huge_mib(void) {
    char line[256];
    long kib = -1;
    FILE *maps = fopen("/proc/self/smaps_rollup", "r");
    if (maps == NULL) return -1;
    while (fgets(line, sizeof line, maps))
        if (sscanf(line, "AnonHugePages: %ld kB", &kib) == 1) break;
    fclose(maps);
    return kib < 0 ? -1 : kib / 1024;
}

static int run(const char *label, size_t bytes, int advice) {
    size_t reserved = bytes + HUGE_PAGE;
    char *memory = mmap(NULL, reserved, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        perror("dram_latency: mmap");
        return 1;
    }
    /* A kernel without huge pages refuses the advice; the printed MiB then shows it. */
    (void)madvise(memory, reserved, advice);
    Node *nodes = (Node *)(((uintptr_t)memory + HUGE_PAGE - 1) & ~(uintptr_t)(HUGE_PAGE - 1));
    link_one_cycle(nodes, bytes / sizeof(Node));
    printf("%s %.2f %ld\n", label, measure(nodes), huge_mib());
    fflush(stdout);
    munmap(memory, reserved);
    return 0;
}

int main(int argc, char **argv) {
    long mib = argc > 1 ? atol(argv[1]) : 1024;
    if (mib < 1) {
        fprintf(stderr, "usage: dram_latency [MiB]\n");
        return 2;
    }
    size_t bytes = (size_t)mib << 20;
    return run("small_pages", bytes, MADV_NOHUGEPAGE) || run("huge_pages", bytes, MADV_HUGEPAGE);
}
