/*
 * Factor profiles: the factors of published data sets, and scenarios on them. Numbers of classes are those that the
 * data sets' papers print.
 */
#include "profiles.h"
#include "scenario.h"

#include "check.h"

TEST(published_classes)
{
    static const struct {
        const char *id;
        size_t m;
        int32_t levels[8];
    } known[] = {
        { "dsprites", 5, { 3, 6, 40, 32, 32 } },   { "shapes3d", 6, { 10, 10, 10, 8, 4, 15 } },
        { "mpi3d", 7, { 6, 6, 2, 3, 3, 40, 40 } }, { "cars3d", 3, { 4, 24, 183 } },
        { "smallnorb", 5, { 5, 10, 9, 18, 6 } },   { "letters", 4, { 20, 20, 20, 20 } },
        { "ynoc", 4, { 10, 40, 20, 30 } },         { "pos", 8, { 140, 25, 25, 85, 25, 5, 2, 2 } },
    };
    assert_int_equal(assay_profile_count(), sizeof known / sizeof *known);
    assert_null(assay_profile_at(assay_profile_count()));
    assert_null(assay_profile_find("own"));
    assert_null(assay_profile_find(NULL));
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        const assay_profile *p = assay_profile_find(known[k].id);
        assert_non_null(p);
        assert_int_equal(p->abi, ASSAY_ABI);
        assert_int_equal(p->n_factors, known[k].m);
        assert_memory_equal(p->levels, known[k].levels, known[k].m * sizeof(int32_t));
        assert_true(p->title && p->source && p->draws && p->names && p->draw && !p->rows);
        for (size_t i = 0; i < p->n_factors; i++) assert_true(p->names[i] && p->names[i][0]);
    }
}

static void check_data(const char *what, const assay_profile *p, const assay_data *data, size_t n)
{
    assert_int_equal(data->n, n);
    assert_true(data->n_factors >= 1 && data->n_factors <= p->n_factors);
    assert_memory_equal(data->levels, p->levels, data->n_factors * sizeof(int32_t));
    for (size_t k = 0; k < n * data->n_factors; k++) {
        const double x = data->factors[k];
        if (!isnan(x) && !(x >= 0 && x < p->levels[k / n] && x == floor(x))) fail_msg("%s: %g is no class", what, x);
    }
    for (size_t k = 0; k < n * data->n_codes; k++)
        if (!isfinite(data->codes[k])) fail_msg("%s: a code is not finite", what);
    for (size_t k = 0; k < 3; k++) assert_true(isnan(data->truth[k]) || (data->truth[k] >= 0 && data->truth[k] <= 1));
}

/* At each value of each parameter alone: the data are legal and the same again, or the refusal is a sentence. */
static void check_point(const assay_scenario *s, const double *at, const assay_profile *p, size_t *built)
{
    FREED(assay_data_free) assay_data data = { 0 }, again = { 0 };
    assay_error err = { "" };
    const char *refused = assay_scenario_refusal(s, at, p);
    const assay_status status = assay_scenario_build_on(s, at, p, 60, 4, &data, &err);
    if (!refused != (status == ASSAY_OK)) fail_msg("%s on %s: %s", s->id, p->id, err.text);
    if (!refused) {
        check_data(s->id, p, &data, 60);
        assert_int_equal(assay_scenario_build_on(s, at, p, 60, 4, &again, NULL), ASSAY_OK);
        assert_memory_equal(data.codes, again.codes, 60 * data.n_codes * sizeof(double));
        ++*built;
    } else if (status != ASSAY_EUSAGE || !strstr(err.text, refused) || !strstr(err.text, p->id)) {
        fail_msg("%s on %s: %s", s->id, p->id, err.text);
    }
}

TEST(every_scenario_on_every_profile)
{
    for (size_t k = 0; assay_scenario_at(k); k++) {
        const assay_scenario *s = assay_scenario_at(k);
        size_t built = 0;
        assert_true(!s->codes == (s->own_factors != NULL)); /* it applies, or says why not */
        for (size_t p = 0; assay_profile_at(p); p++) {
            double at[16];
            assay_options_standard(s->parameters, s->n_parameters, at);
            check_point(s, at, assay_profile_at(p), &built);
            for (size_t i = 0; i < s->n_parameters; i++) {
                const double standard = at[i];
                for (size_t v = 0; v < s->sweeps[i].n_at; v++) {
                    at[i] = s->sweeps[i].at[v];
                    check_point(s, at, assay_profile_at(p), &built);
                }
                at[i] = standard;
            }
        }
        if (!s->codes != !built) fail_msg("%s: %zu points", s->id, built);
    }
}

static assay_status never_drawn(const assay_profile *self, size_t n, assay_stream *stream, double *factors)
{
    (void)self;
    (void)n;
    (void)stream;
    (void)factors;
    return ASSAY_EINTERNAL;
}

TEST(truths)
{
    static const int32_t few[] = { 3, 2, 3 }, many[] = { 3, 2, 4 }, even[] = { 5, 5, 5, 5 }, mixed[] = { 3, 0 };
    const assay_profile on_few = { .n_factors = 3, .levels = few, .separable = 1, .draw = never_drawn },
                        on_many = { .n_factors = 3, .levels = many, .separable = 1, .draw = never_drawn },
                        on_even = { .n_factors = 4, .levels = even, .separable = 1, .draw = never_drawn },
                        tied = { .n_factors = 3, .levels = few, .separable = 0, .draw = never_drawn },
                        continuous = { .n_factors = 2, .levels = mixed, .separable = 1, .draw = never_drawn };
    static const struct {
        const char *why, *id;
        double at;
        int on, property;
        int32_t kind;
        double value;
    } known[] = {
        /* of three classes noise of width .2 lies between steps of .4; of four classes steps are .27, at .3 .23 */
        { "noise too weak to hide a class", "noise", 0.2, 0, EXPLICITNESS, ASSAY_IS, 1 },
        { "noise that hides a class of four", "noise", 0.3, 1, EXPLICITNESS, ASSAY_ORDER, 0.7 },
        { "noise that hides none of three", "noise", 0.3, 0, EXPLICITNESS, ASSAY_IS, 1 },
        { "noise hides a number", "noise", 0.01, 4, EXPLICITNESS, ASSAY_ORDER, 0.99 },
        { "noise alone", "noise", 1, 0, EXPLICITNESS, ASSAY_IS, 0 },
        { "an odd cycle of full rank", "mixing", 0.5, 0, EXPLICITNESS, ASSAY_IS, 1 },
        { "an even cycle of less", "mixing", 0.5, 2, EXPLICITNESS, ASSAY_UNKNOWN, 0 },
        { "two factors in a code", "mixing", 0.2, 0, MODULARITY, ASSAY_ORDER, 0.8 },
        { "which may be one", "mixing", 0.2, 3, MODULARITY, ASSAY_UNKNOWN, 0 },
        { "unmixed", "mixing", 0, 3, MODULARITY, ASSAY_IS, 1 },
        { "two codes of six", "duplicate", 2, 0, COMPACTNESS, ASSAY_ORDER, 0 },
        { "one of three without a code", "kim-mnih", 0, 0, EXPLICITNESS, ASSAY_ORDER, 2.0 / 3.0 },
    };
    const assay_profile *on[] = { &on_few, &on_many, &on_even, &tied, &continuous };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        const assay_scenario *s = assay_scenario_find(known[k].id);
        double at[16];
        assay_truth truth[3];
        assay_options_standard(s->parameters, s->n_parameters, at);
        at[0] = known[k].at;
        assay_scenario_truth_on(s, at, on[known[k].on], truth);
        const double want = strcmp(known[k].id, "duplicate") == 0 ? 1.0 - log(2) / log(6) : known[k].value;
        if (truth[known[k].property].kind != known[k].kind) fail_msg("%s", known[k].why);
        if (known[k].kind != ASSAY_UNKNOWN) check_near(truth[known[k].property].value, want, 1e-15, known[k].why);
    }
    assert_non_null(assay_scenario_refusal(assay_scenario_find("nuisance"), (const double[]){ 0.4 }, &continuous));
    assert_null(assay_scenario_refusal(assay_scenario_find("nuisance"), (const double[]){ 0.4 }, &on_few));
    assert_non_null(assay_scenario_refusal(assay_scenario_find("partial"), (const double[]){ 4 }, &on_few));
    assert_null(assay_scenario_refusal(assay_scenario_find("partial"), (const double[]){ 3 }, &on_few));
}

TEST(parsing)
{
    static const struct {
        const char *id, *text;
        assay_status status;
        const char *says;
    } known[] = {
        { "noise", "factors=dsprite", ASSAY_EUSAGE,
          "scenario noise: no profile 'dsprite': " DID_YOU_MEAN " 'dsprites'? (assay list profiles)" },
        { "noise", "alpha=2:factors=dsprites", ASSAY_EUSAGE, "scenario noise: alpha=2: out of range" },
        { "dependent", "factors=dsprites", ASSAY_EUSAGE,
          "scenario dependent is not applicable on the factors dsprites: how" },
        { "duplicate", "copies=2:factors=17", ASSAY_EUSAGE, "scenario duplicate: factors=17: out of range" },
        { "noise", "factors=4", ASSAY_EUSAGE, "scenario noise: no option 'factors'" },
        { "noise", "alpha=0.2:factors=own", ASSAY_OK, "" },
        { "duplicate", "copies=3:factors=shapes3d", ASSAY_OK, "" },
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        FREED(assay_data_free) assay_data data = { 0 };
        assay_error err = { "" };
        assert_int_equal(assay_generate(known[k].id, known[k].text, 20, 1, &data, &err), known[k].status);
        if (strncmp(err.text, known[k].says, strlen(known[k].says)) != 0) fail_msg("%s", err.text);
        if (k == 5) assert_int_equal(data.levels[0], 0);
        if (k == 6) assert_int_equal(data.n_codes, 18);
    }
}

/* A scenario's own number of factors and a profile's name are both `factors`: a number or a word, never both. */
TEST(no_word_called_factors)
{
    for (size_t k = 0; assay_scenario_at(k); k++)
        for (size_t p = 0; p < assay_scenario_at(k)->n_parameters; p++)
            assert_true(strcmp(assay_scenario_at(k)->parameters[p].id, "factors") != 0 ||
                        !assay_scenario_at(k)->parameters[p].words);
}

TESTS_MAIN
