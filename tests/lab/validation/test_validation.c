/*
 * Validation: metrics with one mistake each must be caught and named, right ones must pass, and the parts (changes,
 * intervals) give what was worked out by hand.
 */
#include "validation_inside.h"

#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#define TOL 1e-12 /* a few roundings of numbers of order 1; any mistake is far above */
#define NEAR(got, want)                                                                 \
    do {                                                                                \
        if (!(fabs((got) - (want)) <= TOL))                                             \
            fail_msg("%s: got %.17g, want %.17g", #got, (double)(got), (double)(want)); \
    } while (0)

/* What the overall value is: the mean of the gaps; then what becomes of it. */
static enum made {
    RIGHT,
    SUM,
    LEAST,
    PERCENT,
    OTHER,
    BITS,
    ROOT,
    ONE_LESS,
    ALMOST,
    ROUNDED_2,
    ROUNDED_3,
    ODD,
    DEAD,
    DEAD_PERCENT,
    HALF,
    DRIFTS,
    FLOAT,
    FLOAT_BITS,
    OFF_FLOAT
} does;
static int divided;  /* the gaps, by the factor's entropy */
static double calls; /* what a candidate remembers from call to call, which it must not */

static double overall_of(const double *gap, const assay_relation *r, const assay_rep *rep)
{
    double sum = 0.0, least = INFINITY, defined = 0.0, dead = 1.0;
    for (size_t i = 0; i < rep->n_factors; i++) {
        if (isnan(gap[i])) continue;
        sum += gap[i], defined++;
        least = fmin(least, gap[i]);
    }
    for (size_t j = 0; j < rep->n_codes; j++)
        if (r->code_total[j] == 0.0) dead = NAN;
    const double mean = defined > 0.0 ? sum / defined : NAN, n = (double)rep->n;
    switch (does) {
    case SUM: return defined > 0.0 ? sum : NAN;
    case LEAST: return isfinite(least) ? least : NAN;
    case PERCENT: return 100 * mean;
    case OTHER: return 1 - mean;
    case BITS: return mean / log(2.0);
    case ROOT: return sqrt(mean);
    case ONE_LESS: return mean * n / (n - 1);
    case ALMOST: return mean * (1 + 1e-7 * sin(1e3 * mean));
    case ROUNDED_2: return rint(100 * mean) / 100;
    case ROUNDED_3: return rint(1000 * mean) / 1000;
    case ODD: return pow(mean, 1.37);
    case DEAD: return mean * dead;
    case DEAD_PERCENT: return 100 * mean * dead;
    case HALF: return isnan(mean) ? NAN : 0.5;
    case DRIFTS: return mean + 1e-3 * sin(++calls);
    case FLOAT: return (double)(float)mean;
    case FLOAT_BITS: return (double)(float)(mean / log(2.0));
    case OFF_FLOAT: return (double)(float)(1.00001 * mean);
    default: return mean;
    }
}

/* The gaps of mig, divided or not, and of them what is to be made. */
static assay_status gaps(const assay_rep *rep, assay_call *call)
{
    const assay_relation *r;
    const assay_status status = call->relation(call, "mi", &r);
    if (status != ASSAY_OK) return status;
    double *gap = call->alloc(call, rep->n_factors, sizeof *gap);
    if (!gap) return ASSAY_ENOMEM;
    for (size_t i = 0; i < rep->n_factors; i++) {
        double first = -1, second = -1;
        for (size_t j = 0; j < rep->n_codes; j++) {
            const double x = r->value[i * rep->n_codes + j];
            if (x > first) second = first, first = x;
            else if (x > second) second = x;
        }
        const double total = r->factor_total[i];
        gap[i] = rep->n_codes < 2 || total == 0 ? NAN : (first - second) / (divided ? total : 1.0);
    }
    call->series[0].value = overall_of(gap, r, rep);
    if (isnan(call->series[0].value)) call->series[0].value = call->undefined(call, "one-code", "nothing");
    return ASSAY_OK;
}

static assay_status right(const assay_rep *rep, assay_call *call)
{
    does = RIGHT, divided = 1;
    return gaps(rep, call);
}

static assay_status noisy(const assay_rep *rep, assay_call *call)
{
    const assay_status status = right(rep, call);
    call->series[0].value += 0.02 * (call->uniform(call) - 0.5);
    return status;
}
static assay_status biased(const assay_rep *rep, assay_call *call)
{
    const assay_status status = right(rep, call);
    call->series[0].value += 0.02 * call->uniform(call);
    return status;
}
static assay_status wild(const assay_rep *rep, assay_call *call)
{
    const assay_status status = right(rep, call);
    call->series[0].value += 4 * (call->uniform(call) - 0.5);
    return status;
}
static assay_status failing(const assay_rep *rep, assay_call *call)
{
    if (rep->n_codes != rep->n_factors) return (call->fail)(call, ASSAY_EINTERNAL, "shapes do not match");
    return right(rep, call);
}
static assay_status picky(const assay_rep *rep, assay_call *call)
{
    if (!rep->levels[0]) return right(rep, call);
    call->series[0].value = call->undefined(call, "not-applicable", "labels");
    return ASSAY_OK;
}

#define SOME "noise,nonlinear,trig,dead-code,sepliarskaia,on-edges,constant-factor"

static validation result;
static uint32_t declared; /* further flags of the metric under test */
static uint64_t rows;     /* of a data set; 0: about 1000 */
static uint64_t spoilt_rows = 300;
static double resolution = 0.05;

static void validate(assay_status (*score)(const assay_rep *, assay_call *), const char *candidate, const char *against,
                     const char *scenarios)
{
    static const assay_output output = { "mine", ASSAY_OVERALL, 0, 0, 1 };
    const assay_metric metric = FIELDS(.abi = ASSAY_ABI, .id = "mine", .family = "candidate", .outputs = &output,
                                       .n_outputs = 1, .flags = ASSAY_ABSENT | declared, .score = score);
    variant mine = { .metric = &metric, .id.text = (char[]){ "0" } };
    selection list = { 0 }, other = { 0 };
    assay_error err = { "" };
    const validation_options options = {
        .scenarios = scenarios, .samples = rows, .level = 0.95, .resolution = resolution
    };
    assert_int_equal(selection_add(&list, against, &err), ASSAY_OK);
    if (candidate) assert_int_equal(selection_add(&other, candidate, &err), ASSAY_OK);
    validation_free(&result);
    if (validation_make(candidate ? other.at : &mine, list.at, &options, &result, &err) != ASSAY_OK)
        fail_msg("%s", err.text);
    selection_free(&list);
    selection_free(&other);
}

static int line_has(const char *text)
{
    for (size_t k = 0; k < result.n_lines; k++)
        if (strstr(result.line[k], text)) return 1;
    return 0;
}

static void expect(const char *why, int verdict, const char *text)
{
    if (result.verdict == verdict && (!text || line_has(text))) return;
    for (size_t k = 0; k < result.n_lines; k++) print_error("%s\n", result.line[k]);
    fail_msg("%s: %s, '%s' wanted with %s", why, validation_verdict(result.verdict), text ? text : "",
             validation_verdict(verdict));
}

static const validation_row *row_of(const char *scenario)
{
    for (size_t k = 0; k < result.n_rows; k++)
        if (strcmp(result.row[k].scenario, scenario) == 0) return &result.row[k];
    fail_msg("no row for %s", scenario);
    return NULL;
}

/* A metric that does this. */
static void validate_made(enum made what, int is_divided, const char *scenarios)
{
    does = what, divided = is_divided;
    validate(gaps, NULL, "mig", scenarios);
}

static const struct made_wrong {
    const char *why;
    enum made does;
    int divided;
    const char *says;
} made_wrong[] = {
    { "sum of the items", SUM, 1, "the sum of the items" },
    { "smallest item", LEAST, 1, "the smallest item" },
    { "percent", PERCENT, 1, "multiplied by 100" },
    { "1 - score", OTHER, 1, "1 - score" },
    { "bits over nats", BITS, 1, "multiplied by 1/ln 2" },
    { "square root", ROOT, 1, "square root" },
    { "N - 1", ONE_LESS, 1, "multiplied by N/(N-1)" },
    { "never divided", RIGHT, 0, "normaliser=none" },
    { "two steps otherwise", BITS, 0, "mig with normaliser=none, multiplied by 1/ln 2 (bits" },
    { "two decimals", ROUNDED_2, 1, "rounded to 2 decimals" },
    { "three decimals", ROUNDED_3, 1, "rounded to 3 decimals" },
    { "what nobody thought of", ODD, 1, "None of the known mistakes" },
    { "undefined with a constant code", DEAD, 1, "undefined where the reference is not: wherever a code is constant" },
    { "two things at once", DEAD_PERCENT, 1, "multiplied by 100 (percent); this holds where both are defined" },
    { "state between calls", DRIFTS, 1, "not repeatable" },
    { "one number", HALF, 1, "Your values are all 0.5, on each of the data sets" },
};

TEST(mistakes_are_named)
{
    rows = 250;
    for (size_t k = 0; k < sizeof made_wrong / sizeof *made_wrong; k++) {
        validate_made(made_wrong[k].does, made_wrong[k].divided, SOME);
        expect(made_wrong[k].why, VALIDATION_DIFFERS, made_wrong[k].says);
    }
    rows = 0;
}

static const assay_metric *built_in;
static void (*spoil)(assay_series *series, const assay_rep *rep);

/* The built-in one's overall values and items, of which `spoil` makes the overall values that are given. */
static assay_status score_spoilt(const assay_rep *rep, assay_call *call)
{
    assay_series own[OUTPUTS_MOST] = { 0 };
    assay_call inner = *call;
    inner.series = own;
    for (size_t o = 0; o < built_in->n_outputs; o++) {
        const int32_t axis = built_in->outputs[o].axis;
        own[o].value = NAN;
        own[o].n_items = axis == ASSAY_PER_FACTOR ? rep->n_factors : axis == ASSAY_PER_CODE ? rep->n_codes : 0;
        own[o].items = call->alloc(call, own[o].n_items + 1, sizeof(double));
        if (!own[o].items) return ASSAY_ENOMEM;
        for (size_t k = 0; k < own[o].n_items; k++) own[o].items[k] = NAN;
    }
    const assay_status status = built_in->score(rep, &inner);
    if (status != ASSAY_OK) return status;
    for (size_t o = 0; o < built_in->n_outputs; o++) {
        double sum = 0.0;
        size_t n = 0;
        for (size_t k = 0; k < own[o].n_items; k++)
            if (!isnan(own[o].items[k])) sum += own[o].items[k], n++;
        if (isnan(own[o].value) && n) own[o].value = sum / (double)n;
    }
    spoil(own, rep);
    for (size_t o = 0; o < built_in->n_outputs; o++) {
        call->series[o].value = own[o].value;
        if (isnan(own[o].value)) call->series[o].value = call->undefined(call, "candidate-undefined", "as it is");
    }
    return ASSAY_OK;
}

static void validate_spoilt(const char *id, void (*by)(assay_series *, const assay_rep *), const char *scenarios)
{
    assay_output outputs[OUTPUTS_MOST];
    selection list = { 0 };
    assay_error err = { "" };
    assert_int_equal(selection_add(&list, id, &err), ASSAY_OK);
    assay_metric metric = *list.at[0].metric;
    built_in = list.at[0].metric;
    spoil = by;
    for (size_t o = 0; o < metric.n_outputs; o++) outputs[o] = metric.outputs[o], outputs[o].axis = ASSAY_OVERALL;
    metric.outputs = outputs;
    metric.score = score_spoilt;
    metric.flags &= ~(uint32_t)ASSAY_VARYING; /* as a candidate, it is shown every column */
    const validation_options options = {
        .scenarios = scenarios, .seeds = "0:2", .samples = spoilt_rows, .level = 0.95, .resolution = 0.05
    };
    variant mine = list.at[0];
    mine.metric = &metric;
    validation_free(&result);
    if (validation_make(&mine, list.at, &options, &result, &err) != ASSAY_OK) fail_msg("%s", err.text);
    selection_free(&list);
}

static void constants_as_zero(assay_series *s, const assay_rep *rep)
{
    double sum = 0.0;
    size_t codes = 0; /* that vary */
    for (size_t j = 0; j < rep->n_codes; j++) {
        size_t same = 1;
        while (same < rep->n && rep->codes[j * rep->n + same] == rep->codes[j * rep->n]) same++;
        codes += same < rep->n;
    }
    for (size_t i = 0; i < rep->n_factors; i++) sum += isnan(s->items[i]) ? 0.0 : s->items[i];
    s->value = sum / (double)(rep->n_factors < codes ? rep->n_factors : codes);
}

/* mcc is symmetric but for constant columns: with the arrays exchanged it gives these values on all data of the set. */
TEST(constant_factors_are_no_exchange)
{
    spoilt_rows = 239;
    validate_spoilt("mcc", constants_as_zero,
                    "noise,mixing,dead-code,irrelevant-code,constant-factor,sorted-rows,drawn-constants,drawn-dead");
    spoilt_rows = 300;
    expect("a constant factor counts as 0", VALIDATION_DIFFERS, "constant factors count as 0 in the mean");
    assert_false(line_has("exchanged"));
}

static void over_factors(assay_series *s, const assay_rep *rep)
{
    double sum = 0.0;
    for (size_t i = 0; i < rep->n_factors; i++) sum += isnan(s->items[i]) ? 0.0 : s->items[i];
    s->value = sum / (double)rep->n_factors;
}

TEST(a_mean_over_factors_is_caught_where_codes_are_fewer)
{
    validate_spoilt("mcc", over_factors, "noise,sorted-rows,drawn");
    expect("divided by M", VALIDATION_DIFFERS, "undefined items count as 0 in the mean");
}

static void exchange_outputs(assay_series *s, const assay_rep *rep)
{
    (void)rep;
    const double first = s[0].value;
    s[0].value = s[1].value;
    s[1].value = first;
}
static void plain_mean(assay_series *s, const assay_rep *rep)
{
    double sum = 0.0;
    size_t n = 0;
    for (size_t j = 0; j < rep->n_codes; j++)
        if (!isnan(s->items[j])) sum += s->items[j], n++;
    s->value = sum / (double)n;
}
static void in_nats(assay_series *s, const assay_rep *rep)
{
    s[0].value = 1.0 - (1.0 - s[0].value) * log((double)rep->n_factors);
    s[1].value = 1.0 - (1.0 - s[1].value) * log((double)rep->n_codes);
}
static void by_half_the_tolerance(assay_series *s, const assay_rep *rep) { (void)rep, s->value *= 1.0 - 5e-5; }
static void by_thrice_the_tolerance(assay_series *s, const assay_rep *rep) { (void)rep, s->value *= 1.0 - 3e-4; }

TEST(outputs_are_explained_by_themselves)
{
    static const char data[] = "noise,rows";
    spoilt_rows = 150;
    validate_spoilt("dci-lasso:order=table", exchange_outputs, data);
    expect("exchanged", VALIDATION_DIFFERS,
           "modularity values are those of another output, the reference's "
           "compactness");
    assert_true(line_has("compactness values are those of another output, the reference's modularity"));
    validate_spoilt("dci-lasso:order=table", plain_mean, data);
    expect("plain for weighted", VALIDATION_DIFFERS, "the plain mean of the items");
    validate_spoilt("dci-lasso:order=table", in_nats, data);
    expect("nats", VALIDATION_DIFFERS, "in nats, not to the base of d codes");
    spoilt_rows = 300;
}

TEST(a_solved_reference_has_a_tolerance_of_its_own)
{
    validate_spoilt("dci-lasso:order=table", by_half_the_tolerance, "noise");
    expect("another solver", VALIDATION_AGREES, "right solvers may differ so far. Up to 1.0e-04 counts");
    validate_spoilt("dci-lasso:order=table", by_thrice_the_tolerance, "noise");
    expect("a hair more", VALIDATION_DIFFERS, "--tolerance 2.9e-04 counts them as equal");
    assert_false(line_has("float32"));
}

static const char *flaw_of(const char *text)
{
    static const char *const flaws[] = { "  ", ": .", ": ;", " ,", " ;", "()", ": ,", ",,", "then .", "where ." };
    const size_t length = strlen(text);
    int open = 0;
    for (size_t k = 0; k < sizeof flaws / sizeof *flaws; k++)
        if (strstr(text, flaws[k])) return flaws[k];
    for (const char *at = text; *at; at++) {
        open += (*at == '(' || *at == '[') - (*at == ')' || *at == ']'); /* "(a, b]" is one pair */
        if (at[0] == ' ' && at[1] == '.' && !(at[2] >= '0' && at[2] <= '9')) return "a blank before the end";
    }
    if (length < 24 || strncmp(text, "Your ", 5) != 0) return "no sentence";
    const int ends = text[length - 1] == '.' || strcmp(text + length - 2, ".)") == 0; /* a remark in brackets */
    return !ends ? "no end" : open ? "( )" : NULL;
}

static void check_texts(const char *reference)
{
    selection list = { 0 };
    assay_error err = { "" };
    causes s;
    assert_int_equal(selection_add(&list, reference, &err), ASSAY_OK);
    compared_output output[OUTPUTS_MOST] = { 0 };
    const validation_options options = { .level = 0.95 };
    comparison c = { .candidate = list.at,
                     .reference = list.at,
                     .options = &options,
                     .output = output,
                     .n_outputs = list.at->metric->n_outputs };
    causes_begin(&c, &s);
    for (size_t k = 0; k < s.count * (2 * mistake_count + 1); k++) {
        char text[4096];
        cause one = s.at[k % s.count];
        const mistake *by = k < s.count ? NULL : &mistakes[(k / s.count - 1) % mistake_count];
        if (!by && !one.changes) continue;
        if (by && by->stage > AT_RELATION) one.then = by;
        else one.by = by;
        one.odd = k % 2, one.missed = k % 3 == 0;
        one.of_items = k / s.count > mistake_count;
        if (one.by && !mistake_text(one.by, holds_squares(one.metric, one.option))) continue;
        cause_sentence(&c, &one, k % 2 ? 0 : ALL_OUTPUTS, text, sizeof text);
        if (flaw_of(text)) fail_msg("%s: '%s' in: %s", reference, flaw_of(text), text);
    }
    causes_free(&s);
    arena_free(&c.memory);
    selection_free(&list);
}

TEST(every_explanation_is_a_sentence)
{
    static const char *const references[] = { "mig", "mcc", "irs@zaidi2020", "dci-lasso", "z-diff" };
    for (size_t k = 0; k < sizeof references / sizeof *references; k++) check_texts(references[k]);
    assert_non_null(flaw_of("Your values are a function of the reference's, and their mean: ."));
}

static assay_status mig_late(const assay_rep *rep, assay_call *call)
{
    const struct timespec late = { .tv_nsec = 10000000 };
    nanosleep(&late, NULL);
    return assay_metric_find("mig")->score(rep, call);
}

/* A machine on which the reference takes 10 ms instead of 1 tries the same hypotheses, and says the same. */
TEST(a_slow_machine_changes_nothing)
{
    assay_metric quick = *assay_metric_find("mig"), late = quick;
    late.score = mig_late;
    selection mig = { 0 }, other = { 0 };
    assay_error err = { "" };
    assert_int_equal(selection_add(&mig, "mig", &err), ASSAY_OK);
    assert_int_equal(selection_add(&other, "mig:bins=11", &err), ASSAY_OK);
    const validation_options options = {
        .scenarios = "noise,trig", .seeds = "0:1", .samples = 250, .level = 0.95, .resolution = 0.05
    };
    validation said[2];
    for (int slow = 0; slow < 2; slow++) {
        variant reference = mig.at[0];
        reference.metric = slow ? &late : &quick;
        assert_int_equal(validation_make(other.at, &reference, &options, &said[slow], &err), ASSAY_OK);
    }
    assert_int_equal(said[0].n_lines, said[1].n_lines);
    assert_true(said[0].n_lines > 0);
    for (size_t k = 0; k < said[0].n_lines; k++) assert_string_equal(said[0].line[k], said[1].line[k]);
    for (int slow = 0; slow < 2; slow++) validation_free(&said[slow]);
    selection_free(&mig);
    selection_free(&other);
}

TEST(presets_are_named)
{
    rows = 250;
    validate(NULL, "mig@zaidi2020", "mig", SOME);
    expect("a preset", VALIDATION_DIFFERS, "equal mig@zaidi2020 (Zaidi et al. 2020, published code)");
    assert_true(line_has("normaliser=code, constants=keep"));
    assert_false(line_has("undefined where")); /* the preset explains that too */
    validate(NULL, "mig:bins=20", "mig", SOME);
    expect("an option", VALIDATION_DIFFERS, "mig with bins=20");
    validate(NULL, "mig:bins=20:factor-bins=20", "mig", SOME);
    expect("two options that go together", VALIDATION_DIFFERS, "bins=20:factor-bins=20");
    validate(NULL, "mig@locatello2019:rows=all:bins=15", "mig@locatello2019", SOME);
    expect("all rows, other bins", VALIDATION_DIFFERS,
           "mig@locatello2019 with bins=15:rows=all. --against mig@locatello2019:bins=15:rows=all agrees");
    validate(NULL, "mig@locatello2019:rows=all:bins=25:factor-bins=25", "mig@locatello2019", SOME);
    expect("all rows, other bins of both", VALIDATION_DIFFERS,
           "mig@locatello2019 with bins=25:factor-bins=25:rows=all");
    validate(NULL, "mig:bins=30:factor-bins=30:constants=zero", "mig", SOME);
    expect("of both, and constants", VALIDATION_DIFFERS, "--against mig:bins=30:factor-bins=30:constants=zero agrees.");
    validate(NULL, "sap:nominal=number", "sap", "noise,sepliarskaia,ynoc");
    expect("where the reference draws", VALIDATION_DIFFERS, "--against sap:nominal=number agrees.");
    validate(NULL, "minimality", "modularity", SOME);
    expect("another metric of the family", VALIDATION_DIFFERS, "minimality@default");
    rows = 0;
}

TEST(right_ones_agree)
{
    validate(right, NULL, "mig", SOME);
    expect("the same by other means", VALIDATION_AGREES, NULL);
    assert_int_equal(result.n_lines, 0);
    validate(NULL, "mig@thesis", "mig", NULL);
    expect("everywhere", VALIDATION_AGREES, NULL);
    assert_int_equal(row_of("dead-code")->cells, 2);
    NEAR(row_of("noise")->largest, 0.0);
    NEAR(row_of("noise")->tolerance * 1e9, 1.0);
    assert_null(row_of("noise")->where);
    validate(NULL, "dci-lasso", "dci-lasso", "noise,trig");
    expect("several outputs", VALIDATION_AGREES, NULL);
    /* 2 points x (overall and 8 codes, overall and 8 factors, overall and 8 factors) */
    assert_int_equal(row_of("noise")->values, 2 * (9 + 9 + 9));
}

/* 2^-24 of rounding is agreement, 1e-5 is none; a mistake in single precision is named all the same. */
TEST(single_precision_agrees)
{
    validate_made(FLOAT, 1, SOME);
    expect("rounded at the end", VALIDATION_AGREES, "single precision (float32), at the end or in between");
    validate_made(ALMOST, 1, SOME);
    expect("rounded on the way", VALIDATION_AGREES, "single precision (float32), at the end or in between");
    validate_made(OFF_FLOAT, 1, SOME);
    assert_int_equal(result.verdict, VALIDATION_DIFFERS);
    validate_made(FLOAT_BITS, 1, SOME);
    expect("bits over nats", VALIDATION_DIFFERS, "multiplied by 1/ln 2");
}

/* Two rows of one factor and one code more than the smallest would tell no less: there are few. */
TEST(the_smallest_data_are_shown)
{
    validate_made(RIGHT, 0, "noise,trig");
    expect("never divided", VALIDATION_DIFFERS, "The smallest data found that show it, ");
    const validation_example *e = &result.example;
    assert_true(e->data.n >= 2 && e->data.n <= 6);
    assert_true(e->data.n_factors == 1 && e->data.n_codes <= 3);
    for (size_t k = 0; k < e->data.n * e->data.n_codes; k++) NEAR(100 * e->data.codes[k], rint(100 * e->data.codes[k]));
    assay_rep rep = assay_data_view(&e->data);
    assay_scores scores;
    assay_error err = { "" };
    assert_int_equal(assay_score_all(&rep, "mig", e->seed, "", "", 1, &scores, &err), ASSAY_OK);
    NEAR(scores.at[0].overall.value, e->want);
    assert_true(fabs(e->got - e->want) > 1e-6);
    assay_scores_free(&scores);
    validate(right, NULL, "mig", "noise,trig");
    assert_int_equal(result.example.data.n, 0);
    validate(NULL, "linearity:nominal=number", "r2-heldout", "ynoc"); /* of labels: fewer rows are another reason */
    expect("undefined for its reason", VALIDATION_DIFFERS, " (v1: classes), codes [[");
    assert_int_equal(result.example.data.n, 6);
}

/* What a right metric need not take is told, and is no mistake. */
static assay_status bytes_alone(const assay_rep *rep, assay_call *call)
{
    if (rep->n_codes > 255) return (call->fail)(call, ASSAY_EINTERNAL, "an index does not fit");
    return right(rep, call);
}
TEST(limits_are_no_mistakes)
{
    validate(bytes_alone, NULL, "mig", "noise,limit-many-codes,limit-offset");
    expect("256 codes", VALIDATION_AGREES, "A limit of the candidate: on (limit-many-codes) (More codes than a byte");
    assert_int_equal(row_of("(limit-many-codes)")->verdict, VALIDATION_INAPPLICABLE);
    assert_int_equal(row_of("(limit-offset)")->verdict, VALIDATION_AGREES);
    validate_made(RIGHT, 0, "noise,limit-many-codes");
    assert_false(line_has("A limit")); /* a mistake is none */
}

TEST(where_they_differ)
{
    validate_made(DEAD, 1, "noise,dead-code");
    assert_int_equal(row_of("noise")->verdict, VALIDATION_AGREES);
    assert_int_equal(row_of("dead-code")->verdict, VALIDATION_DIFFERS);
    assert_int_equal(row_of("dead-code")->undefined, 2);
    assert_non_null(strstr(row_of("dead-code")->why, "undefined in the candidate alone (count=1;place=first"));
    validate(NULL, "mig:bins=20", "mig", "noise");
    const validation_row *row = row_of("noise");
    assert_true(row->largest > 1e-3 && row->largest < 0.2);
    assert_non_null(strstr(row->where, "1000 samples, seed "));
    assert_non_null(strstr(row->where, ", factor v"));
}

TEST(failures_and_refusals)
{
    validate(failing, NULL, "mig", "noise,trig");
    expect("fails where M != d", VALIDATION_FAILED, "fails wherever there are not as many codes as factors");
    assert_true(line_has("shapes do not match"));
    assert_int_equal(row_of("trig")->verdict, VALIDATION_FAILED);
    assert_int_equal(row_of("trig")->failed, 1);
    assert_int_equal(row_of("noise")->verdict, VALIDATION_AGREES);
    validate(picky, NULL, "mig", "noise,sepliarskaia");
    expect("does not apply to labels", VALIDATION_AGREES, NULL);
    assert_int_equal(row_of("sepliarskaia")->verdict, VALIDATION_INAPPLICABLE);
    validate(picky, NULL, "mig", "sepliarskaia");
    expect("applies nowhere", VALIDATION_UNDECIDED, NULL);
}

TEST(random_ones)
{
    rows = 250;
    validate(noisy, NULL, "mig", "noise,mixing");
    expect("one that draws and does not say so", VALIDATION_DIFFERS, "not repeatable");
    declared = ASSAY_RANDOM;
    validate(noisy, NULL, "mig", "noise,mixing");
    expect("noise around the truth", VALIDATION_AGREES, NULL);
    assert_true(row_of("noise")->statistical);
    assert_int_equal(row_of("noise")->cells, 22); /* ten seeds, and the one that chose the point */
    assert_true(row_of("noise")->tolerance > 1e-3 && row_of("noise")->tolerance < 0.05);
    rows = 0; /* a bias is parted from a mistake by many rows */
    validate(biased, NULL, "mig", "noise,mixing");
    expect("noise next to the truth", VALIDATION_DIFFERS, "None of the known mistakes");
    assert_int_equal(result.explained, 0);
    rows = 250;
    validate(wild, NULL, "mig", "noise");
    expect("noise that hides everything", VALIDATION_UNDECIDED,
           "seeds do not resolve 0.05 of the range; about --seeds 0:");
    assert_int_equal(row_of("noise")->cells, 62); /* thirty seeds at each of two points, and that */
    declared = 0;
    rows = 0;
}

TEST(unknown_names)
{
    static const struct {
        const char *candidate, *against, *output, *scenarios, *says;
    } refused[] = {
        { "mig", "dci-lasso", NULL, NULL, "modularity, compactness, explicitness" },
        { "mig", "dci-lasso", "gap", NULL, "no output 'gap'" },
        { "mig", "mig", NULL, "nosuch", "no scenario 'nosuch'" },
    };
    for (size_t k = 0; k < sizeof refused / sizeof *refused; k++) {
        selection list = { 0 }, against = { 0 };
        assay_error err = { "" };
        validation v;
        assert_int_equal(selection_add(&list, refused[k].candidate, &err), ASSAY_OK);
        assert_int_equal(selection_add(&against, refused[k].against, &err), ASSAY_OK);
        const validation_options options = {
            .scenarios = refused[k].scenarios, .output = refused[k].output, .level = 0.95, .resolution = 0.05
        };
        assert_int_not_equal(validation_make(list.at, against.at, &options, &v, &err), ASSAY_OK);
        if (!strstr(err.text, refused[k].says)) fail_msg("'%s' does not say '%s'", err.text, refused[k].says);
        selection_free(&list);
        selection_free(&against);
    }
}

/* Factors 1 2; 4 8 with totals 2, 8 and codes' totals 4, 8. */
static const struct {
    const char *text;
    int squares;
    double value[4];
} changed[] = {
    { "the matrix is squared", 0, { 1, 4, 16, 64 } },
    { "correlations are absolute", 1, { 1, 1.4142135623730951, 2, 2.8284271247461903 } },
    { "of each factor the values are scaled to sum 1", 0, { 1 / 3.0, 2 / 3.0, 1 / 3.0, 2 / 3.0 } },
    { "of each code the values are divided by the largest", 0, { 0.25, 0.25, 1, 1 } },
    { "of each factor the others' mean is taken off", 1, { 1, 2, 4, 8 } },
    { "divided by the code's total (entropy) of the first code", 0, { 0.125, 0.25, 0.5, 1 } },
    { "by the joint entropy beforehand", 0, { 1 / 5.0, 2 / 8.0, 4 / 8.0, 8 / 8.0 } },
    { "by the mean of the two totals beforehand", 0, { 1 / 3.0, 2 / 5.0, 4 / 6.0, 8 / 8.0 } },
    { "transposed", 0, { 1, 4, 2, 8 } },
    { "of each factor the largest value counts alone", 0, { 0, 2, 0, 8 } },
    { "of each code the largest value counts alone", 1, { 0, 0, 4, 8 } },
    { "factor i is compared with code i alone", 0, { 1, 0, 0, 8 } },
};

TEST(relations_by_hand)
{
    for (size_t k = 0; k < sizeof changed / sizeof *changed; k++) {
        int met = 0;
        for (size_t f = 0; f < mistake_count; f++) {
            double x[] = { 1, 2, 4, 8 }, v[] = { 2, 8 }, z[] = { 4, 8 };
            const changing_relation r = { 2, 2, x, v, z, NULL };
            relation_change change = { .by = &mistakes[f], .bins = 10 };
            const char *text = changed[k].squares ? mistakes[f].of_squares : mistakes[f].text;
            if (mistakes[f].stage != AT_RELATION || !text || !strstr(text, changed[k].text)) continue;
            relation_change_make(&r, &change);
            assert_true(change.applies);
            for (size_t l = 0; l < 4; l++) NEAR(x[l], changed[k].value[l]);
            met++;
        }
        if (met != 1) fail_msg("%d changes are called '%s'", met, changed[k].text);
    }
}

/* Totals 2 and 8: ln 10 for each, the largest, the largest of the matrix; a total of 0 stays, of a constant factor. */
TEST(totals_by_hand)
{
    static const struct {
        const char *text;
        double total;
    } by[] = { { "logarithm of the number of bins of codes", 2.302585092994046 },
               { "logarithm of the number of bins (of factors)", 1.6094379124341003 },
               { "divided by the binary logarithm of the number of codes", 1 },
               { "largest of all factors'", 8 },
               { "largest value of the whole matrix, and by no total", 5 },
               { "nothing is divided by a total", 1 } };
    for (size_t k = 0; k < sizeof by / sizeof *by; k++) {
        for (size_t f = 0; f < mistake_count; f++) {
            double x[] = { 1, 5, 2, 3, 1, 0 }, v[] = { 2, 8, 0 }, z[] = { 4, 8 };
            const changing_relation r = { 3, 2, x, v, z, NULL };
            relation_change change = { .by = &mistakes[f], .bins = 10, .factor_bins = 5 };
            if (mistakes[f].stage != AT_RELATION || !strstr(mistakes[f].text, by[k].text)) continue;
            relation_change_make(&r, &change);
            NEAR(v[0], by[k].total);
            NEAR(v[1], by[k].total);
            NEAR(v[2], 0.0);
        }
    }
}

/* Differences 1, 2, 3: mean 2, sd 1; t(.975; 2) = 4.302652729911275, half = t/sqrt(3) = 2.484. */
TEST(intervals_by_hand)
{
    const comparison c = { .level = 0.95 };
    moments m = { 0 };
    double half;
    for (int k = 1; k <= 3; k++) moments_add(&m, k);
    assert_false(mean_differs(&c, &m, &half));
    NEAR(m.mean, 2.0);
    if (!(fabs(half - 4.302652729911275 / sqrt(3.0)) <= 1e-9)) fail_msg("half %.17g", half);
    moments_add(&m, 2); /* sd sqrt(2/3), t(.975; 3) = 3.182: half 1.299 */
    assert_true(mean_differs(&c, &m, &half));
    m = (moments){ 0 };
    moments_add(&m, 1);
    assert_false(mean_differs(&c, &m, &half)); /* nothing is known of one */
    assert_true(isinf(half));
}

static int forget(void **state)
{
    (void)state;
    validation_free(&result);
    return 0;
}

TESTS_MAIN_IN(NULL, forget)
