/*
 * The set of a plan's cells: each once, however often parts name it, against a list of everything that the parts name,
 * sorted and thinned out.
 */
#include "plan_text.h"

#include "run.h"
#include "store_check.h"
#include "counted.h"

static cells cells_of(const plan *p)
{
    cells c;
    assay_error err = { "" };
    if (cells_make(p, &c, &err) != ASSAY_OK) fail_msg("%s", err.text);
    return c;
}

typedef struct cell_list {
    char (*at)[160];
    size_t n, room;
} cell_list;

static void list_add(cell_list *to, const plan_point *point, uint64_t samples, uint64_t seed, const variant *v)
{
    if (to->n == to->room) {
        to->room = to->room ? 2 * to->room : 256;
        to->at = realloc(to->at, to->room * sizeof *to->at);
        assert_non_null(to->at);
    }
    snprintf(to->at[to->n++], sizeof *to->at, "%06" PRIu64 " %s %s %" PRIu64 " %s@%s", seed, point->scenario->id,
             point->at.set.text, samples, v->id.metric, v->id.text);
}

static int compare(const void *a, const void *b) { return strcmp(a, b); }

/* Sorted; cells that stand twice are left once. Returns how many were too many. */
static size_t list_thin(cell_list *list)
{
    size_t kept = 0;
    const size_t before = list->n;
    if (before) qsort(list->at, before, sizeof *list->at, compare);
    for (size_t k = 0; k < before; k++)
        if (k == 0 || strcmp(list->at[k], list->at[kept - 1]) != 0)
            memmove(list->at[kept++], list->at[k], sizeof *list->at);
    list->n = kept;
    return before - kept;
}

/* What the parts name, one by one. */
static cell_list named_by(const plan *p)
{
    cell_list all = { 0 };
    for (size_t i = 0; i < p->n_parts; i++) {
        const plan_part *part = &p->part[i];
        for (size_t k = 0; k < part->n_points; k++)
            for (size_t n = 0; n < part->n_samples; n++)
                for (uint64_t seed = part->seed_first; seed < part->seed_end; seed++)
                    for (size_t v = 0; v < part->metrics.count; v++)
                        list_add(&all, &part->point[k], part->samples[n], seed, &part->metrics.at[v]);
    }
    return all;
}

/* What is enumerated; seeds rise, a batch comes once, and its variants rise. */
static cell_list enumerated(cells *c)
{
    cell_list all = { 0 };
    cells_cursor at = { 0 };
    cell_batch batch, before = { 0 };
    OWNED size_t *wanted = calloc(c->n_variants + 1, sizeof *wanted);
    OWNED char *came = calloc(c->n_groups + 1, 1);
    assert_true(wanted && came);
    while (cells_next(c, &at, &batch)) {
        assert_ptr_equal(batch.group, &c->group[batch.group_index]);
        if (before.group && batch.seed != before.seed) memset(came, 0, c->n_groups);
        assert_true(!before.group || batch.seed >= before.seed);
        assert_false(came[batch.group_index]++);
        const size_t n = cells_wanted(c, &batch, wanted);
        assert_true(n > 0);
        for (size_t k = 0; k < n; k++) {
            assert_true(wanted[k] < c->n_variants && (k == 0 || wanted[k - 1] < wanted[k]));
            list_add(&all, batch.group->point, batch.group->samples, batch.seed, c->variant[wanted[k]]);
        }
        before = batch;
    }
    assert_false(cells_next(c, &at, &batch)); /* the end stays the end */
    return all;
}

/* What the intervals of seeds say; they rise and do not touch. */
static cell_list by_intervals(const cells *c)
{
    cell_list all = { 0 };
    OWNED cell_interval *at = calloc(c->of->n_parts + 1, sizeof *at);
    assert_non_null(at);
    for (size_t g = 0; g < c->n_groups; g++) {
        for (size_t v = 0; v < c->n_variants; v++) {
            const size_t n = cells_intervals(c, &c->group[g], v, at);
            assert_true(n <= c->of->n_parts);
            for (size_t k = 0; k < n; k++) {
                assert_true(at[k].first < at[k].end && (k == 0 || at[k - 1].end < at[k].first));
                for (uint64_t seed = at[k].first; seed < at[k].end; seed++)
                    list_add(&all, c->group[g].point, c->group[g].samples, seed, c->variant[v]);
            }
        }
    }
    return all;
}

static void check_same(const cell_list *want, const cell_list *got, const char *text)
{
    for (size_t k = 0; k < want->n && k < got->n; k++)
        if (strcmp(want->at[k], got->at[k]) != 0)
            fail_msg("'%s' instead of '%s' in\n%s", got->at[k], want->at[k], text);
    if (want->n != got->n) fail_msg("%zu instead of %zu in\n%s", got->n, want->n, text);
}

/* Returns how many of those that the parts name stand there again. */
static size_t check_plan(const char *text, uint64_t *count)
{
    FREED(plan_free) plan p = read_plan(text);
    FREED(cells_free) cells c = cells_of(&p);
    cell_list want = named_by(&p), got = enumerated(&c), intervals = by_intervals(&c);
    const size_t twice = list_thin(&want);
    *count = c.count;
    assert_int_equal(c.count, want.n);
    if (list_thin(&got)) fail_msg("a cell comes twice of\n%s", text);
    if (list_thin(&intervals)) fail_msg("intervals hold a cell twice of\n%s", text);
    check_same(&want, &got, text);
    check_same(&want, &intervals, text);
    free(want.at);
    free(got.at);
    free(intervals.at);
    return twice;
}

#define NOISE "scenarios: {noise: {alpha: [0, 1]}}\n"
#define PAIR \
    "samples: 60\nseeds: 0:2\nscenarios: [{noise: {alpha: 1}}, {bank: {kinds: mixed, noise: none, pair: 0:1}}]\n"
static const struct {
    const char *text;
    uint64_t cells;
    size_t twice;
} known[] = {
    { "samples: 60\nseeds: 0:3\nmetrics: [mig, sap]\n" NOISE, 12, 0 },
    /* seeds that overlap, that hold one another, that touch, with a gap */
    { "samples: 60\nmetrics: mig\n" NOISE "parts: [{seeds: 0:4}, {seeds: 2:6}]\n", 12, 4 },
    { "samples: 60\nmetrics: mig\n" NOISE "parts: [{seeds: 0:9}, {seeds: 2:6}]\n", 18, 8 },
    { "samples: 60\nmetrics: mig\n" NOISE "parts: [{seeds: 4:6}, {seeds: 2:4}]\n", 8, 0 },
    { "samples: 60\nmetrics: mig\n" NOISE "parts: [{seeds: 8:9}, {seeds: 2:4}]\n", 6, 0 },
    { "samples: 60\nmetrics: mig\n" NOISE "parts: [{seeds: 1:3}, {seeds: 5:7}, {seeds: 9:11}, {seeds: 2:10}]\n", 20,
      8 },
    { "samples: 60\nmetrics: mig\n" NOISE "parts: [{seeds: 1:3}, {seeds: 5:7}, {seeds: 3:5}]\n", 12, 0 },
    /* points, sizes and variants of which some are the same */
    { "samples: 60\nseeds: 0:2\nmetrics: mig\nparts: [{scenarios: {noise: {alpha: [0, 1]}}},"
      " {scenarios: {noise: {alpha: [1, 0.5]}}}, {scenarios: {mixing: {alpha: 1}}}]\n",
      8, 2 },
    { "seeds: 0:2\nmetrics: mig\n" NOISE "parts: [{samples: [60, 70]}, {samples: [70, 80]}]\n", 12, 4 },
    { "samples: 60\nseeds: 0:2\n" NOISE "parts: [{metrics: [mig, sap]}, {metrics: [sap, dcimig]}]\n", 12, 4 },
    { "samples: 60\nseeds: 0:2\n" NOISE "parts: [{metrics: mig}, {metrics: 'mig@default'}, {metrics: 'mig:bins=20'}]\n",
      8, 4 },
    { "samples: 60\nseeds: 0:2\n" NOISE "parts: [{metrics: 'mig:bins=5'}, {metrics: 'mig:bins=6'}]\n", 8, 0 },
    /* the same seeds of another variant are other cells */
    { "samples: 60\n" NOISE "parts: [{metrics: mig, seeds: 0:4}, {metrics: sap, seeds: 2:6},"
      " {metrics: [mig, sap], seeds: 3:5}]\n",
      18, 6 },
    { "samples: 60\nseeds: 0:2\nmetrics: mig\n" NOISE "parts: [{}, {}, {}]\n", 4, 8 },
    /* a pair has five controls, whatever the list says; what is no pair has not */
    { PAIR "metrics: mig\n", 26, 0 },
    { PAIR "metrics: 'mig,family:control,-family:control'\n", 26, 0 },
    { PAIR "metrics: [mig, 'family:control']\n", 36, 20 },
};

TEST(each_once)
{
    for (size_t k = 0; k < ASSAY_COUNT(known); k++) {
        uint64_t count;
        const size_t twice = check_plan(known[k].text, &count);
        if (count != known[k].cells || twice != known[k].twice)
            fail_msg("%s: %" PRIu64 " cells, %zu named again", known[k].text, count, twice);
    }
}

/* Of pairs, place by place, as many A sides as B sides on even places; seeds have orders of their own, drawn anew. */
TEST(order_tells_nothing)
{
    enum { PAIRS = 200, SEEDS = 20 };
    FREED(plan_free) plan p = read_plan("samples: 60\nseeds: 0:20\nmetrics: mig\nscenarios: [{bank: {pair: 0:200}}]\n");
    FREED(cells_free) cells c = cells_of(&p), again = cells_of(&p);
    cells_cursor at = { 0 }, other = { 0 };
    cell_batch batch, same;
    size_t even = 0, stays = 0, follows = 0, last = 0;
    for (size_t k = 0; k < 2 * PAIRS * SEEDS; k++) {
        assert_true(cells_next(&c, &at, &batch) && cells_next(&again, &other, &same));
        assert_true(same.group_index == batch.group_index && batch.seed == k / (2 * PAIRS));
        even += (batch.group_index + k) % 2;
        stays += batch.group_index == k % (2 * PAIRS);
        follows += batch.group_index == last + 1 || batch.group_index + 1 == last;
        last = batch.group_index;
    }
    /* 4000 +- 45, 20 +- 4.5, 40 +- 6.3 */
    assert_true(even > 3750 && even < 4250 && stays < 50 && follows < 80);
}

/* What reads directions has no cells where a scenario has none, however it is named. */
TEST(without_directions)
{
    static const char *const metrics[] = { "[mig, mcc-directions]", "[mig, 'family:dictionary']",
                                           "[mig, 'family:dictionary', absorption-gap]" };
    static const size_t count[] = { 4, 4, 8 }; /* by name it has cells */
    for (size_t k = 0; k < ASSAY_COUNT(metrics); k++) {
        char text[256];
        snprintf(text, sizeof text, "samples: 60\nseeds: 0:2\n" NOISE "metrics: %s\n", metrics[k]);
        FREED(plan_free) plan p = read_plan(text);
        FREED(cells_free) cells c = cells_of(&p);
        cell_list got = enumerated(&c), intervals = by_intervals(&c);
        assert_true(c.n_variants > 1);
        assert_int_equal(c.count, count[k]);
        assert_int_equal(got.n, count[k]);
        assert_int_equal(intervals.n, count[k]);
        free(got.at);
        free(intervals.at);
    }
}

/* One of the lists, and a flow list of some of it. */
static void some_of(const char *const *of, size_t n, assay_stream *stream, char *to, size_t size)
{
    size_t used = 0, first = (size_t)assay_stream_below(stream, n);
    for (size_t k = 0; k < n; k++)
        if (k == first || assay_stream_below(stream, 2))
            used += (size_t)snprintf(to + used, size - used, "%s%s", used ? ", " : "", of[k]);
}

TEST(any_plan)
{
    static const char *const scenarios[] = { "{noise: {alpha: [0, 0.5]}}", "{noise: {alpha: [0.5, 1]}}",
                                             "{mixing: {alpha: 0}}",
                                             "{dependent: {alpha: [0.25, 1], delta: [1, 0.25]}}" };
    static const char *const metrics[] = { "mig", "mig@zaidi2020", "sap", "'mig:bins=5'", "'dcimig@*'" };
    static const char *const samples[] = { "60", "70", "80" };
    assay_stream stream;
    size_t again = 0;
    assay_stream_seed(&stream, 11);
    for (unsigned round = 0; round < check_repeats(120); round++) {
        char text[4000];
        size_t used = (size_t)snprintf(text, sizeof text, "name: any\nparts:\n");
        for (uint64_t parts = 1 + assay_stream_below(&stream, 6); parts > 0; parts--) {
            char s[400], m[200], n[40];
            const uint64_t first = assay_stream_below(&stream, 12), length = 1 + assay_stream_below(&stream, 6);
            some_of(scenarios, ASSAY_COUNT(scenarios), &stream, s, sizeof s);
            some_of(metrics, ASSAY_COUNT(metrics), &stream, m, sizeof m);
            some_of(samples, ASSAY_COUNT(samples), &stream, n, sizeof n);
            used += (size_t)snprintf(text + used, sizeof text - used,
                                     "  - {scenarios: [%s], metrics: [%s], samples: [%s], seeds: %" PRIu64 ":%" PRIu64
                                     "}\n",
                                     s, m, n, first, first + length);
        }
        uint64_t count;
        again += check_plan(text, &count);
    }
    assert_true(again > 1000);
}

/* Seeds as large as there are: neither the cursor nor an interval goes beyond. */
TEST(the_largest_seeds)
{
    uint64_t count;
    check_plan("samples: 60\nmetrics: mig\n" NOISE
               "parts: [{seeds: 9223372036854775803:9223372036854775806}, {seeds: 0:1}, {seeds: 9223372036854775804:"
               "9223372036854775805}]\n",
               &count);
    assert_int_equal(count, 8);
}

TEST(too_many)
{
    static const char *const texts[] = {
        /* the second is more than a number holds */
        "samples: 10\nmetrics: mig\n" NOISE "parts: [{seeds: 0:400000000}, {seeds: 300000000:600000000}]\n",
        "samples: 10\nmetrics: mig\n" NOISE "parts: [{seeds: 0:9223372036854775806}, {seeds: 1:9223372036854775806}]\n",
    };
    for (size_t k = 0; k < ASSAY_COUNT(texts); k++) {
        FREED(plan_free) plan p = read_plan(texts[k]);
        cells c;
        assay_error err = { "" };
        assert_int_equal(cells_make(&p, &c, &err), ASSAY_EUSAGE);
        assert_non_null(strstr(err.text, "more than a billion"));
        assert_true(!c.group && !c.variant && !c.variant_of_part);
    }
    /* what is named again is not counted again: a billion, and not more */
    plan p = read_plan("samples: 10\nmetrics: mig\n" NOISE "parts: [{seeds: 0:500000000}, {seeds: 0:500000000}]\n");
    FREED(cells_free) cells c = cells_of(&p);
    assert_int_equal(c.count, 1000000000);
    plan_free(&p);
}

static const char overlapping[] =
    "name: overlap\nmetrics: [mig, 'mig:bins=5', control-noise]\nparts:\n"
    "  - {samples: 60, seeds: 0:4, scenarios: {noise: {alpha: [0, 1]}}}\n"
    "  - {samples: [60, 70], seeds: 2:6, scenarios: {noise: {alpha: [1, 0.5]}}, metrics: [sap, mig]}\n"
    "  - {samples: 60, seeds: 8:9, scenarios: [{noise: {alpha: 1}}, {trig: {order: peer}}], metrics: mig}\n";
static const char *const separate[] = {
    "samples: 60\nseeds: 0:4\nscenarios: {noise: {alpha: [0, 1]}}\nmetrics: [mig, 'mig:bins=5', control-noise]\n",
    "samples: 60\nseeds: 8:9\nscenarios: [{noise: {alpha: 1}}, {trig: {order: peer}}]\nmetrics: mig\n",
    "samples: [60, 70]\nseeds: 2:6\nscenarios: {noise: {alpha: [1, 0.5]}}\nmetrics: [sap, mig]\n",
};

static run_progress run_text(const char *text, const char *name)
{
    FREED(plan_free) plan p = read_plan(text);
    FREED(store_closed) store *s = open_store(scratch_path(name), STORE_WRITE);
    run_progress last = { 0 };
    assay_error err = { "" };
    good(run_plan(&p, s, &(run_options){ .jobs = 2 }, &last, &err), &err);
    return last;
}

static void check_status(const char *name, uint64_t want)
{
    uint64_t sum[2] = { 0 };
    assay_error err = { "" };
    FREED(store_closed) store *s = open_store(scratch_path(name), STORE_READ);
    good(store_status(s, add_counts, sum, &err), &err);
    assert_true(sum[0] == want && sum[1] == want);
}

TEST(counted_alike)
{
    uint64_t count;
    assert_true(check_plan(overlapping, &count) > 0);
    const run_progress first = run_text(overlapping, "overlap.db"), again = run_text(overlapping, "overlap.db");
    assert_true(first.cells == count && first.computed == count && first.before == 0);
    assert_true(again.cells == count && again.computed == 0 && again.before == count);
    check_status("overlap.db", count);
    uint64_t computed = 0;
    for (size_t k = 0; k < ASSAY_COUNT(separate); k++) computed += run_text(separate[k], "separate.db").computed;
    assert_int_equal(computed, count);
    check_same_rows(scratch_path("separate.db"), scratch_path("overlap.db"));
}

TESTS_MAIN_IN(scratch_make, scratch_remove)
