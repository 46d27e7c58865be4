/*
 * Exams: what moves and what stays, that data keep their truth under the maps, that all of it follows from the seed.
 */
#include "check.h"

#include "exam.h"
#include "point.h"

enum { SEEDS = 12, ROWS = 400 };

static plan made(const char *name, uint64_t seed, uint32_t maps)
{
    plan p;
    assay_error err = { "" };
    const plan_changes changes = { .metrics = "mig" };
    if (plan_read(name, &changes, &p, &err) != ASSAY_OK) fail_msg("%s", err.text);
    if (maps != UINT32_MAX && exam_make(&p, seed, maps, &err) != ASSAY_OK) fail_msg("%s", err.text);
    return p;
}

static plan plain(const char *name) { return made(name, 0, UINT32_MAX); }

/* ---- values ---- */

/* Inside the sweep strictly between the value and the next one; at the ends, and words, the value itself. */
static void check_value(const assay_scenario *scenario, size_t p, double before, double after)
{
    const assay_sweep *sweep = &scenario->sweeps[p];
    size_t k = 0;
    while (k < sweep->n_at && sweep->at[k] != before) k++;
    const int inside = k > 0 && k + 1 < sweep->n_at && !scenario->parameters[p].words;
    if (!inside) {
        check_near(after, before, 0.0, scenario->id);
        return;
    }
    const double share = (after - before) / (sweep->at[k + 1] - before);
    if (scenario->parameters[p].flags & ASSAY_WHOLE) {
        check_near(after, round(after), 0.0, "a whole number stays one");
        assert_true(share >= 0.0 && share < 1.0);
        if (fabs(sweep->at[k + 1] - before) >= 2.0) assert_true(share > 0.0);
    } else if (!(share > 0.09 && share < 0.31)) {
        fail_msg("%s: %g moved to %g", scenario->id, before, after);
    }
}

static void test_values(void **state)
{
    (void)state;
    size_t others = 0;
    plan before = plain("all"), one = made("all", 7, EXAM_ORDER), other = made("all", 8, EXAM_ORDER);
    assert_int_equal(before.part[0].n_points, one.part[0].n_points);
    for (size_t k = 0; k < before.part[0].n_points; k++) {
        const plan_point *a = &before.part[0].point[k], *b = &one.part[0].point[k];
        assert_ptr_equal(a->scenario, b->scenario);
        assert_int_equal(a->place, b->place);
        for (size_t p = 0; p < a->scenario->n_parameters; p++) {
            check_value(a->scenario, p, a->parameter[p], b->parameter[p]);
            others += b->parameter[p] != other.part[0].point[k].parameter[p];
        }
    }
    assert_true(others > 50);
    plan_free(&before);
    plan_free(&one);
    plan_free(&other);
}

/* Points that agree in a parameter agree in it afterwards, those that do not do not. */
static void test_values_alike(void **state)
{
    (void)state;
    plan before = plain("all"), after = made("all", 3, 0);
    const plan_part *a = &before.part[0], *b = &after.part[0];
    for (size_t i = 0; i < a->n_points; i++)
        for (size_t k = 0; k < i; k++)
            for (size_t p = 0; a->point[i].scenario == a->point[k].scenario && p < a->point[i].scenario->n_parameters;
                 p++)
                assert_int_equal(a->point[i].parameter[p] == a->point[k].parameter[p],
                                 b->point[i].parameter[p] == b->point[k].parameter[p]);
    plan_free(&before);
    plan_free(&after);
}

static void test_sizes_and_seeds(void **state)
{
    (void)state;
    plan before = plain("audit"), after = made("audit", 21, EXAM_SIGN);
    for (size_t k = 0; k < before.n_parts; k++) {
        const plan_part *a = &before.part[k], *b = &after.part[k];
        assert_int_equal(a->seed_end - a->seed_first, b->seed_end - b->seed_first);
        assert_true(b->seed_first >= 1000000 && b->seed_end < 1100000000);
        for (size_t n = 0; n < a->n_samples; n++) {
            assert_true(b->samples[n] > a->samples[n] && b->samples[n] <= a->samples[n] + a->samples[n] / 10 + 1);
            if (a->samples[n] == before.part[0].samples[0]) assert_int_equal(b->samples[n], after.part[0].samples[0]);
        }
    }
    plan_free(&before);
    plan_free(&after);
}

/* A point of an exam is named by what its data are made of, and that name is read again. */
static void test_names(void **state)
{
    (void)state;
    plan p = made("audit", 4294967295u, EXAM_ORDER | EXAM_CLASSES);
    const plan_point *point = &p.part[0].point[1];
    scenario_point read;
    assert_int_equal(point_read(point->scenario->id, point->at.set.text, &read), ASSAY_OK);
    assert_true(point_equal(&read, &point->at));
    assert_true(point_number(&read, "exam") == 4294967295.0);
    assert_string_equal(point_word(&read, "maps"), "order-classes");
    assert_true(point_number(&read, "alpha") == point->parameter[0]);
    point_free(&read);
    assay_error err;
    assert_int_equal(exam_make(&p, EXAM_SEED_MOST + 1, 0, &err), ASSAY_EUSAGE);
    plan_free(&p);
}

/* ---- maps ---- */

static void build(const char *scenario, const char *parameters, uint64_t exam, uint32_t maps, uint64_t seed,
                  assay_data *to)
{
    assay_error err;
    plan_point point;
    double parameter[8];
    const assay_scenario *of = assay_scenario_find(scenario);
    scenario_point at;
    assert_int_equal(point_read(scenario, parameters, &at), ASSAY_OK);
    assert_true(point_parameters(&at, of, parameter));
    point_free(&at);
    assert_int_equal(plan_point_make(of, parameter, &point), ASSAY_OK);
    point.exam = exam;
    point.maps = maps;
    assert_int_equal(assay_scenario_build(of, parameter, ROWS, seed, to, &err), ASSAY_OK);
    assert_int_equal(exam_disguise(&point, seed, to), ASSAY_OK);
    plan_point_free(&point);
}

/* 1: b rises with a, -1: it falls, 0: neither. */
static int direction(const double *a, const double *b, size_t n)
{
    int up = 1, down = 1;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < i; k++) {
            const double x = a[i] - a[k], y = b[i] - b[k];
            up &= (x > 0) == (y > 0) && (x < 0) == (y < 0);
            down &= (x > 0) == (y < 0) && (x < 0) == (y > 0);
        }
    return up ? 1 : down ? -1 : 0;
}

/* Each code is an increasing or falling function of exactly one code of before, each of these taken once. */
static void check_codes(const assay_data *before, const assay_data *after, int order, int sign)
{
    unsigned taken = 0;
    size_t falling = 0, elsewhere = 0;
    for (size_t j = 0; j < after->n_codes; j++) {
        size_t from = 0;
        int found = 0;
        for (; from < before->n_codes; from++)
            if ((found = direction(before->codes + from * ROWS, after->codes + j * ROWS, ROWS)) != 0) break;
        assert_true(found != 0);
        assert_false(taken >> from & 1);
        taken |= 1u << from;
        falling += found < 0;
        elsewhere += from != j;
    }
    assert_int_equal(falling > 0, sign);
    assert_int_equal(elsewhere > 0, order);
}

static void test_maps_of_codes(void **state)
{
    static const uint32_t masks[] = { 0,
                                      EXAM_ORDER,
                                      EXAM_SIGN,
                                      EXAM_UNIT,
                                      EXAM_CURVE,
                                      EXAM_UNIT | EXAM_CURVE,
                                      EXAM_ORDER | EXAM_SIGN | EXAM_UNIT | EXAM_CURVE | EXAM_CLASSES };
    (void)state;
    for (size_t k = 0; k < sizeof masks / sizeof *masks; k++) {
        assay_data before = { 0 }, after = { 0 }, again = { 0 };
        build("mixing", "alpha=0.3", 0, 0, 5, &before);
        build("mixing", "alpha=0.3", 9, masks[k], 5, &after);
        build("mixing", "alpha=0.3", 9, masks[k], 5, &again);
        check_codes(&before, &after, (masks[k] & EXAM_ORDER) != 0, (masks[k] & EXAM_SIGN) != 0);
        assert_memory_equal(before.factors, after.factors, ROWS * 8 * sizeof(double));
        assert_memory_equal(again.codes, after.codes, ROWS * 8 * sizeof(double));
        assert_int_equal(masks[k] == 0, memcmp(before.codes, after.codes, ROWS * 8 * sizeof(double)) == 0);
        for (int p = 0; p < 3; p++) check_near(after.truth[p], before.truth[p], 0.0, "truth");
        assay_data_free(&before);
        assay_data_free(&after);
        assay_data_free(&again);
    }
}

/* The curve goes with signs: codes of either sign, bent, are each other's negatives; rules compare such points. */
static void test_curve_is_shared(void **state)
{
    (void)state;
    assay_data one = { 0 }, other = { 0 };
    build("flip-permute", "permute=no;flip=no", 2, EXAM_CURVE, 6, &one);
    build("flip-permute", "permute=no;flip=yes", 2, EXAM_CURVE, 6, &other);
    for (size_t k = 0; k < ROWS * 8; k++) check_near(fabs(other.codes[k]), fabs(one.codes[k]), 1e-12, "bent alike");
    assay_data_free(&one);
    assay_data_free(&other);
}

static void test_constant_codes(void **state)
{
    (void)state;
    assay_data data = { 0 };
    size_t constant = 0;
    build("dead-code", "count=4;place=middle", 5, EXAM_ORDER | EXAM_SIGN | EXAM_UNIT | EXAM_CURVE, 1, &data);
    for (size_t j = 0; j < data.n_codes; j++) {
        size_t same = 0;
        for (size_t s = 0; s < ROWS; s++) {
            assert_true(isfinite(data.codes[j * ROWS + s]));
            same += data.codes[j * ROWS + s] == data.codes[j * ROWS];
        }
        constant += same == ROWS;
    }
    assert_int_equal(constant, 4);
    assay_data_free(&data);
}

/* Classes are numbered anew, one to one; absent values stay absent. */
static void test_classes(void **state)
{
    static const struct {
        const char *scenario, *point;
    } cases[] = { { "cardinality", "" }, { "pos", "alpha=0.5" } };
    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        assay_data before = { 0 }, after = { 0 };
        size_t moved = 0;
        build(cases[c].scenario, cases[c].point, 0, 0, 3, &before);
        build(cases[c].scenario, cases[c].point, 1, EXAM_CLASSES, 3, &after);
        for (size_t i = 0; i < before.n_factors; i++) {
            double name[256];
            unsigned char used[256] = { 0 };
            for (size_t l = 0; l < 256; l++) name[l] = NAN;
            for (size_t s = 0; before.levels[i] && s < ROWS; s++) {
                const double was = before.factors[i * ROWS + s], is = after.factors[i * ROWS + s];
                assert_int_equal(isnan(was), isnan(is));
                if (isnan(was)) continue;
                assert_true(is >= 0 && is < before.levels[i] && is == floor(is));
                if (isnan(name[(size_t)was])) {
                    assert_false(used[(size_t)is]);
                    used[(size_t)is] = 1;
                    name[(size_t)was] = is;
                }
                assert_true(name[(size_t)was] == is);
                moved += was != is;
            }
        }
        assert_true(moved > 0);
        assert_memory_equal(before.codes, after.codes, ROWS * before.n_codes * sizeof(double));
        assay_data_free(&before);
        assay_data_free(&after);
    }
}

/* What counts classes does not read their numbers as quantities; a correlation with them does. */
static void test_order_of_classes(void **state)
{
    static const struct {
        const char *metric;
        int reads;
    } known[] = { { "mig", 0 }, { "dcimig", 0 }, { "mcc:nominal=number", 1 }, { "control-constant", 0 } };
    (void)state;
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        selection chosen = { 0 };
        assay_error err = { "" };
        int reads = -1;
        if (selection_add(&chosen, known[k].metric, &err) != ASSAY_OK) fail_msg("%s", err.text);
        assert_int_equal(exam_reads_order_of_classes(&chosen.at[0], 4, 0.05, &reads, &err), ASSAY_OK);
        if (reads != known[k].reads) fail_msg("%s: %d", known[k].metric, reads);
        selection_free(&chosen);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),           cmocka_unit_test(test_values_alike),
        cmocka_unit_test(test_sizes_and_seeds),  cmocka_unit_test(test_names),
        cmocka_unit_test(test_maps_of_codes),    cmocka_unit_test(test_curve_is_shared),
        cmocka_unit_test(test_constant_codes),   cmocka_unit_test(test_classes),
        cmocka_unit_test(test_order_of_classes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
