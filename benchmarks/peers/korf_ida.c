/* Plain IDA* with Manhattan distance on the 15-puzzle: the practical limit of one core.
 *
 *    0  1  2  3      cell numbers; the goal has the blank in cell 0 and
 *    4  5  6  7      tile t in cell t
 *    8  9 10 11
 *   12 13 14 15
 *
 * One board, changed in place and changed back; a table of differences keeps the heuristic up to date.
 * Counting, after Korf (1985):
 *   generated   1 for the start, once overall, plus every child made, in every iteration, cut or not
 *   expanded    every node whose children are made, the start once an iteration; never the goal
 * Children come in the order blank up, left, right, down; the move that undoes the last one is not
 * made, and no other repetition is looked for: on most instances some path returns to one of its
 * own states (after 12 moves at the earliest), and dropping those children would change the counts.
 * The search stops when the goal is made, so that siblings after it, here and above, are not counted.
 *
 * Usage: korf_ida 14 13 15 7 ...     one instance as 16 arguments
 *        korf_ida < instances        one instance of 16 numbers a line
 * Prints a line an instance: length generated expanded cpu_seconds
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { SIDE = 4, CELLS = SIDE * SIDE, UP = 0, LEFT = 1, RIGHT = 2, DOWN = 3, NO_MOVE = 4 };

/* The moves open to a blank that came by a given last move, with the cell each leads to. */
typedef struct {
    int count;
    signed char move[4];
    signed char to[4];
} Moves;

static Moves moves_after[CELLS][NO_MOVE + 1];
static signed char delta[CELLS][CELLS][CELLS]; /* change of h: tile, from cell, to cell */

static signed char board[CELLS]; /* the blank's own cell is never read */
static int threshold, next_threshold;
static unsigned long long generated, expanded;

static int distance(int tile, int cell) {
    return abs(tile / SIDE - cell / SIDE) + abs(tile % SIDE - cell % SIDE);
}

static int is_open(int cell, int move) {
    switch (move) {
    case UP: return cell >= SIDE;
    case LEFT: return cell % SIDE > 0;
    case RIGHT: return cell % SIDE < SIDE - 1;
    default: return cell < CELLS - SIDE;
    }
}

static void build_tables(void) {
    static const int step[4] = {-SIDE, -1, 1, SIDE};
    for (int cell = 0; cell < CELLS; cell++)
        for (int last = UP; last <= NO_MOVE; last++) {
            Moves *moves = &moves_after[cell][last];
            for (int move = UP; move <= DOWN; move++)
                if (is_open(cell, move) && (last == NO_MOVE || move != 3 - last)) {
                    moves->move[moves->count] = (signed char)move;
                    moves->to[moves->count++] = (signed char)(cell + step[move]);
                }
        }
    for (int tile = 1; tile < CELLS; tile++)
        for (int from = 0; from < CELLS; from++)
            for (int to = 0; to < CELLS; to++)
                delta[tile][from][to] = (signed char)(distance(tile, to) - distance(tile, from));
}

/* The depth of a goal below this node with f at most threshold, or -1; leaves the board as it was.
 * Precondition: g + h <= threshold and h > 0. */
static int search(int blank, int last, int g, int h) {
    const Moves *moves = &moves_after[blank][last];
    expanded++;
    for (int i = 0; i < moves->count; i++) {
        int to = moves->to[i];
        int tile = board[to];
        int child_h = h + delta[tile][to][blank];
        int f = g + 1 + child_h;
        generated++;
        if (f > threshold) {
            if (f < next_threshold) next_threshold = f;
            continue;
        }
        if (child_h == 0) return g + 1;
        board[blank] = (signed char)tile;
        int length = search(to, moves->move[i], g + 1, child_h);
        board[to] = (signed char)tile;
        if (length >= 0) return length;
    }
    return -1;
}

static int solve(int blank, int h) {
    generated = 1;
    expanded = 0;
    if (h == 0) return 0;
    for (threshold = h;; threshold = next_threshold) {
        next_threshold = 1 << 30;
        int length = search(blank, NO_MOVE, 0, h);
        if (length >= 0) return length;
    }
}

/* Half of all arrangements never reach the goal, and plain IDA* would look for ever: the parity of
 * the permutation must match the parity of the blank's distance from its goal cell. */
static int is_solvable(const int tiles[CELLS], int blank) {
    int inversions = 0;
    for (int i = 0; i < CELLS; i++)
        for (int j = i + 1; j < CELLS; j++) inversions += tiles[i] > tiles[j];
    return (inversions + distance(0, blank)) % 2 == 0;
}

static int run(const int tiles[CELLS]) {
    int blank = -1, h = 0, seen = 0;
    for (int cell = 0; cell < CELLS; cell++) {
        int tile = tiles[cell];
        if (tile < 0 || tile >= CELLS) break;
        seen |= 1 << tile;
        board[cell] = (signed char)tile;
        if (tile == 0) blank = cell;
        else h += distance(tile, cell);
    }
    if (seen != (1 << CELLS) - 1 || !is_solvable(tiles, blank)) {
        fprintf(stderr, "korf_ida: expected a solvable arrangement of the numbers 0 to 15\n");
        return 1;
    }
    clock_t begin = clock();
    int length = solve(blank, h);
    double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    printf("%d %llu %llu %.6f\n", length, generated, expanded, seconds);
    fflush(stdout);
    return 0;
}

static int run_lines(FILE *input) {
    int tiles[CELLS], count = 0, got;
    while ((got = fscanf(input, "%d", &tiles[count])) == 1)
        if (++count == CELLS) {
            if (run(tiles)) return 1;
            count = 0;
        }
    if (got != EOF || count != 0) {
        fprintf(stderr, "korf_ida: expected 16 numbers a line\n");
        return 1;
    }
    return 0;
}

int main(int argc, char **argv) {
    int tiles[CELLS];
    build_tables();
    if (argc == 1) return run_lines(stdin);
    if (argc != CELLS + 1) {
        fprintf(stderr, "usage: korf_ida [16 tiles, 0 the blank]\n");
        return 2;
    }
    for (int i = 0; i < CELLS; i++) tiles[i] = atoi(argv[i + 1]);
    return run(tiles);
}
