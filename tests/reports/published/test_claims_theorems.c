/*
 * Theorems 1 and 2 of Almudevar and Ortega 2025, by complete tables: x = (y1, y2, n) takes each of its values once,
 * codes are random functions of x, so every information is a sum over rows.
 *
 *   1   I(z;x|y1) = 0, minimal, implies I(z;y2|y1) = 0 and I(z;n|y1) = 0, as the theorem says. It says that these two
 * suffice, too: they do not. Where y2 and n tell something of z only together, z = y2 xor n, z is invariant to each and
 * not minimal (the proof takes p(n|z,y) for p(n|y), which does not follow). Invariance to the pair, I(z;y2,n|y1) = 0,
 * does suffice. 2   I(y;x|z1) = 0, sufficient   if and only if   I(y;z2|z1) = 0 and I(y;x|z1,z2) = 0.
 *
 * And the two metrics, whose items are these ratios, are 1 exactly there. TOL: sums of at most 48 terms of size 1.
 */
#include "check.h"

#define TOL 1e-12
enum { Y1 = 3, Y2 = 4, NUISANCE = 4, ROWS = Y1 * Y2 * NUISANCE, DRAWS = 400 };

typedef struct table {
    int y1[ROWS], y2[ROWS], n[ROWS], x[ROWS], z1[ROWS], z2[ROWS];
} table;

/* H(a, b, c) in bits; columns may be NULL. */
static double entropy(const int *a, const int *b, const int *c)
{
    double sum = 0;
    for (int r = 0; r < ROWS; r++) {
        int alike = 0;
        for (int s = 0; s < ROWS; s++) alike += (!a || a[s] == a[r]) && (!b || b[s] == b[r]) && (!c || c[s] == c[r]);
        sum -= log2((double)alike / ROWS) / ROWS;
    }
    return sum;
}

/* I(a; b | c) */
static double information(const int *a, const int *b, const int *c)
{
    return entropy(a, c, NULL) + entropy(b, c, NULL) - entropy(a, b, c) - (c ? entropy(c, NULL, NULL) : 0);
}

static void pair_of(const int *a, const int *b, int *to)
{
    for (int r = 0; r < ROWS; r++) to[r] = a[r] * 64 + b[r];
}

static int draw(assay_stream *stream, int below) { return (int)assay_stream_below(stream, (uint64_t)below); }

/* Codes of every kind: a function of one factor, of both, of a nuisance too, of the exclusive or of two, a constant. */
static void draw_code(assay_stream *stream, const table *t, int *code)
{
    int map[64];
    for (int k = 0; k < 64; k++) map[k] = draw(stream, 1 + draw(stream, 4));
    const int kind = draw(stream, 7);
    for (int r = 0; r < ROWS; r++) {
        const int all[7] = { map[t->y1[r]],
                             t->y1[r],
                             map[8 + t->y1[r] * 4 + t->y2[r]],
                             (t->y2[r] ^ t->n[r]) & 1,
                             map[t->n[r] * 4 + t->y2[r]],
                             map[t->x[r]],
                             4 * t->y1[r] + map[t->n[r]] };
        code[r] = all[kind];
    }
}

static void draw_table(assay_stream *stream, table *t)
{
    for (int r = 0; r < ROWS; r++) {
        t->x[r] = r;
        t->y1[r] = r % Y1;
        t->y2[r] = r / Y1 % Y2;
        t->n[r] = r / (Y1 * Y2);
    }
    draw_code(stream, t, t->z1);
    draw_code(stream, t, t->z2);
}

static int none(double bits) { return fabs(bits) <= TOL; }

TEST(test_minimality)
{
    assay_stream stream = stream_of(1);
    size_t minimal = 0, only_together = 0;
    for (int k = 0; k < DRAWS; k++) {
        table t;
        int others[ROWS];
        draw_table(&stream, &t);
        pair_of(t.y2, t.n, others);
        const int is_minimal = none(information(t.z1, t.x, t.y1));
        assert_int_equal(is_minimal, none(information(t.z1, others, t.y1)));
        const int each = none(information(t.z1, t.y2, t.y1)) && none(information(t.z1, t.n, t.y1));
        assert_true(each || !is_minimal);
        assert_int_equal(is_minimal,
                         none(information(t.z1, t.x, NULL) - information(t.z1, t.y1, NULL))); /* definition 1 */
        minimal += (size_t)is_minimal;
        only_together += (size_t)(each && !is_minimal);
    }
    assert_true(minimal > DRAWS / 10 && minimal < DRAWS);
    assert_true(only_together > 0);
}

TEST(test_sufficiency)
{
    assay_stream stream = stream_of(2);
    size_t sufficient = 0;
    for (int k = 0; k < DRAWS; k++) {
        table t;
        int both[ROWS];
        draw_table(&stream, &t);
        pair_of(t.z1, t.z2, both);
        const int is_sufficient = none(information(t.y1, t.x, t.z1));
        const int invariant = none(information(t.y1, t.z2, t.z1)), is_explicit = none(information(t.y1, t.x, both));
        assert_int_equal(is_sufficient, invariant && is_explicit);
        assert_int_equal(is_sufficient, none(information(t.y1, t.x, NULL) - information(t.y1, t.z1, NULL)));
        sufficient += (size_t)is_sufficient;
    }
    assert_true(sufficient > DRAWS / 10 && sufficient < DRAWS);
}

/* The counterexample by itself: y2 and n of four values, z the exclusive or of their last bits. */
TEST(test_counterexample)
{
    table t;
    for (int r = 0; r < ROWS; r++) {
        t.x[r] = r;
        t.y1[r] = r % Y1;
        t.y2[r] = r / Y1 % Y2;
        t.n[r] = r / (Y1 * Y2);
        t.z1[r] = (t.y2[r] ^ t.n[r]) & 1;
    }
    check_near(information(t.z1, t.y2, t.y1), 0, TOL, "factors-invariant");
    check_near(information(t.z1, t.n, t.y1), 0, TOL, "nuisances-invariant");
    check_near(information(t.z1, t.x, t.y1), 1, TOL, "and yet it holds a bit of x that y1 does not");
}

/* One factor and one code: the overall scores are the two ratios. */
TEST(test_metrics)
{
    assay_stream stream = stream_of(3);
    const int32_t levels[1] = { Y1 };
    for (int k = 0; k < 60; k++) {
        table t;
        double factor[ROWS], code[ROWS];
        draw_table(&stream, &t);
        if (entropy(t.z1, NULL, NULL) == 0) continue; /* a constant code has neither */
        for (int r = 0; r < ROWS; r++) {
            factor[r] = t.y1[r];
            code[r] = t.z1[r];
        }
        FREED(assay_data_free) assay_data data = { 0 };
        FREED(assay_scores_free) assay_scores scores;
        assay_error err = { "" };
        data_of(&data, ROWS, 1, 1, factor, code, levels);
        const assay_rep rep = assay_data_view(&data);
        if (assay_score_all(&rep, "minimality:bins=64,sufficiency:bins=64", 0, "", "", 1, &scores, &err) != ASSAY_OK)
            fail_msg("%s", err.text);
        const double shared = information(t.y1, t.z1, NULL);
        check_near(scores.at[0].overall.value, shared / entropy(t.z1, NULL, NULL), 1e-9, "minimality");
        check_near(scores.at[1].overall.value, shared / entropy(t.y1, NULL, NULL), 1e-9, "sufficiency");
    }
}

TESTS_MAIN
