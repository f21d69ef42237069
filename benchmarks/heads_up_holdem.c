/* The yardstick of benchmarks/lab.py: the sums of 677a in plain C, on one core.

   Every board up to a change of suits; its 1,081 pairs of hole cards ranked once; for each pair what Ante with Odds and what a Raise
   of one Ante win against each of the 990 dealers; the sums of both, and of the better of them and the fold, for each flop.

   heads_up_holdem each|sorted STEP < pays
     each: pair against pair. sorted: the pairs sorted by qsort, dealers counted below, level and above with card removal.
     STEP: only every so manieth board.
   pays: the fold, then 2 x 10 x 10 x 3 whole numbers, as the settlement tables give them: of Ante with Odds and of the Raise, by
   category of player, category of dealer, and whether the player is lower, level or higher.
   Prints the boards, a check sum over all sums, and the seconds of processor time. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PAIRS = 1326, LIVE = 1081, DEALERS = 990, FLOPS = 22100, CLASSES = 1755 };

static int64_t pays[2][10][10][3], folded;
static int first[PAIRS], second[PAIRS];
static int flop_class[FLOPS], flop_change[FLOPS], changes[24][4], moved_pair[24][PAIRS];
static int64_t on_flop[3][CLASSES][PAIRS];

static int pair_number(int a, int b) { return a < b ? b * (b - 1) / 2 + a : a * (a - 1) / 2 + b; }
static int three_number(int a, int b, int c) { return c * (c - 1) * (c - 2) / 6 + b * (b - 1) / 2 + a; }

static int straight(int ranks) {
    int row = ranks << 1 | (ranks >> 12 & 1);
    int tops = row & row << 1 & row << 2 & row << 3 & row << 4;
    return tops ? 31 - __builtin_clz(tops) : 0;
}

static int highest(int ranks) { return ranks ? 1 << (31 - __builtin_clz(ranks)) : 0; }

static int keep(int ranks, int most) {
    while (__builtin_popcount(ranks) > most) ranks &= ranks - 1;
    return ranks;
}

/* The category above 26 bits of ranks. */
static uint32_t rank7(const int suit[4]) {
    int c = suit[0], d = suit[1], h = suit[2], s = suit[3], top;
    int once = c | d | h | s, twice = (c & d) | (h & s) | ((c | d) & (h | s));
    int thrice = (c & d & (h | s)) | (h & s & (c | d)), four = c & d & h & s;
    for (int i = 0; i < 4; i++)
        if (__builtin_popcount(suit[i]) >= 5) {
            top = straight(suit[i]);
            if (top) return (top == 13 ? 9u : 8u) << 26 | top;
            return 5u << 26 | keep(suit[i], 5);
        }
    if (four) return 7u << 26 | four << 13 | highest(once ^ four);
    if (thrice) {
        int three = highest(thrice), pair = highest(twice ^ three);
        if (pair) return 6u << 26 | three << 13 | pair;
    }
    top = straight(once);
    if (top) return 4u << 26 | top;
    if (thrice) return 3u << 26 | thrice << 13 | keep(once ^ thrice, 2);
    if (twice & (twice - 1)) {
        int pairs = keep(twice, 2);
        return 2u << 26 | pairs << 13 | highest(once ^ pairs);
    }
    if (twice) return 1u << 26 | twice << 13 | keep(once ^ twice, 3);
    return keep(once, 5);
}

static void suits_of(const int *cards, int many, int suit[4]) {
    memset(suit, 0, 4 * sizeof(int));
    for (int i = 0; i < many; i++) suit[cards[i] & 3] |= 1 << (cards[i] >> 2);
}

static int canonical(const int suit[4]) { return suit[0] >= suit[1] && suit[1] >= suit[2] && suit[2] >= suit[3]; }

static int images(const int suit[4]) {
    int many = 24, run = 1;
    for (int i = 1; i < 4; i++) {
        run = suit[i] == suit[i - 1] ? run + 1 : 1;
        many /= run;
    }
    return many;
}

static void prepare(void) {
    int at = 0, found = 0, suit[4];
    for (int b = 1; b < 52; b++)
        for (int a = 0; a < b; a++, at++) first[at] = a, second[at] = b;
    at = 0;
    for (int a = 0; a < 4; a++)
        for (int b = 0; b < 4; b++)
            for (int c = 0; c < 4; c++)
                if (a != b && a != c && b != c) {
                    int to[4] = {a, b, c, 6 - a - b - c};
                    memcpy(changes[at], to, sizeof to);
                    for (int i = 0; i < PAIRS; i++)
                        moved_pair[at][i] =
                            pair_number((first[i] & ~3) | to[first[i] & 3], (second[i] & ~3) | to[second[i] & 3]);
                    at++;
                }
    for (int pass = 0; pass < 2; pass++)
        for (int a = 0; a < 50; a++)
            for (int b = a + 1; b < 51; b++)
                for (int c = b + 1; c < 52; c++) {
                    int cards[3] = {a, b, c}, moved[3], of[4];
                    suits_of(cards, 3, suit);
                    if (pass == 0) {
                        if (canonical(suit)) flop_class[three_number(a, b, c)] = found++;
                        continue;
                    }
                    for (int k = 0; k < 24; k++) {
                        for (int i = 0; i < 4; i++) of[changes[k][i]] = suit[i];
                        if (!canonical(of)) continue;
                        for (int i = 0; i < 3; i++) moved[i] = (cards[i] & ~3) | changes[k][cards[i] & 3];
                        for (int i = 0; i < 2; i++)
                            for (int j = 0; j < 2 - i; j++)
                                if (moved[j] > moved[j + 1]) {
                                    int t = moved[j];
                                    moved[j] = moved[j + 1], moved[j + 1] = t;
                                }
                        flop_class[three_number(a, b, c)] = flop_class[three_number(moved[0], moved[1], moved[2])];
                        flop_change[three_number(a, b, c)] = k;
                        break;
                    }
                }
}

static uint32_t keys[LIVE];
static int pairs[LIVE];
static int64_t won[2][PAIRS];

static void each_against_each(void) {
    for (int i = 0; i < LIVE; i++) {
        int mine = keys[i] >> 26, a = first[pairs[i]], b = second[pairs[i]];
        int64_t sums[2] = {0, 0};
        for (int j = 0; j < LIVE; j++) {
            int c = first[pairs[j]], d = second[pairs[j]];
            if (c == a || c == b || d == a || d == b) continue;
            int compared = keys[i] < keys[j] ? 0 : keys[i] == keys[j] ? 1 : 2;
            sums[0] += pays[0][mine][keys[j] >> 26][compared];
            sums[1] += pays[1][mine][keys[j] >> 26][compared];
        }
        won[0][pairs[i]] = sums[0], won[1][pairs[i]] = sums[1];
    }
}

static int by_key(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static void sorted(void) {
    static uint64_t list[LIVE];
    static int total[10], with_card[10][52], below_all[10], below[10][52], level[52];
    memset(total, 0, sizeof total), memset(with_card, 0, sizeof with_card);
    memset(below_all, 0, sizeof below_all), memset(below, 0, sizeof below);
    for (int i = 0; i < LIVE; i++) {
        int c = keys[i] >> 26;
        list[i] = (uint64_t)keys[i] << 16 | pairs[i];
        total[c]++, with_card[c][first[pairs[i]]]++, with_card[c][second[pairs[i]]]++;
    }
    qsort(list, LIVE, sizeof *list, by_key);
    for (int start = 0, stop; start < LIVE; start = stop) {
        uint64_t key = list[start] >> 16;
        int mine = key >> 26;
        memset(level, 0, sizeof level);
        for (stop = start; stop < LIVE && list[stop] >> 16 == key; stop++)
            level[first[list[stop] & 0xFFFF]]++, level[second[list[stop] & 0xFFFF]]++;
        for (int i = start; i < stop; i++) {
            int pair = list[i] & 0xFFFF, a = first[pair], b = second[pair];
            for (int k = 0; k < 2; k++) {
                int64_t sum = 0;
                for (int c = 0; c < 10; c++) {
                    int own = c == mine, all = total[c] - with_card[c][a] - with_card[c][b] + own;
                    int lower = below_all[c] - below[c][a] - below[c][b];
                    int even = own ? stop - start - level[a] - level[b] + 1 : 0;
                    sum += pays[k][mine][c][2] * lower + pays[k][mine][c][1] * even;
                    sum += pays[k][mine][c][0] * (all - lower - even);
                }
                won[k][pair] = sum;
            }
        }
        for (int i = start; i < stop; i++) {
            int pair = list[i] & 0xFFFF;
            below_all[mine]++, below[mine][first[pair]]++, below[mine][second[pair]]++;
        }
    }
}

int main(int argc, char **argv) {
    if (argc != 3) return 1;
    int step = atoi(argv[2]), each = !strcmp(argv[1], "each"), seen = 0, done = 0, suit[4];
    long long number;
    if (step < 1 || scanf("%lld", &number) != 1) return 1;
    folded = number;
    for (int64_t *at = &pays[0][0][0][0]; at < &pays[0][0][0][0] + 600; at++) {
        if (scanf("%lld", &number) != 1) return 1;
        *at = number;
    }
    prepare();
    clock_t began = clock();
    int x[5];
    for (x[0] = 0; x[0] < 48; x[0]++)
        for (x[1] = x[0] + 1; x[1] < 49; x[1]++)
            for (x[2] = x[1] + 1; x[2] < 50; x[2]++)
                for (x[3] = x[2] + 1; x[3] < 51; x[3]++)
                    for (x[4] = x[3] + 1; x[4] < 52; x[4]++) {
                        suits_of(x, 5, suit);
                        if (!canonical(suit) || seen++ % step) continue;
                        int weight = images(suit), live = 0;
                        uint64_t dead = 0;
                        for (int i = 0; i < 5; i++) dead |= 1ull << x[i];
                        for (int i = 0; i < PAIRS; i++)
                            if (!(dead >> first[i] & 1) && !(dead >> second[i] & 1)) {
                                int seven[4] = {suit[0], suit[1], suit[2], suit[3]};
                                seven[first[i] & 3] |= 1 << (first[i] >> 2);
                                seven[second[i] & 3] |= 1 << (second[i] >> 2);
                                keys[live] = rank7(seven), pairs[live++] = i;
                            }
                        if (each) each_against_each();
                        else sorted();
                        for (int a = 0; a < 3; a++)
                            for (int b = a + 1; b < 4; b++)
                                for (int c = b + 1; c < 5; c++) {
                                    int at = three_number(x[a], x[b], x[c]), row = flop_class[at];
                                    const int *moved = moved_pair[flop_change[at]];
                                    for (int i = 0; i < LIVE; i++) {
                                        int64_t p = won[0][pairs[i]], q = won[1][pairs[i]];
                                        int to = moved[pairs[i]];
                                        on_flop[0][row][to] += weight * p;
                                        on_flop[1][row][to] += weight * q;
                                        on_flop[2][row][to] += weight * (p + q > folded ? p + q : folded);
                                    }
                                }
                        done++;
                    }
    double seconds = (double)(clock() - began) / CLOCKS_PER_SEC;
    uint64_t check = 0;
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < CLASSES; i++)
            for (int j = 0; j < PAIRS; j++) check = check * 1099511628211ull + (uint64_t)on_flop[k][i][j];
    printf("%d %llu %.6f\n", done, (unsigned long long)check, seconds);
    return 0;
}
