/* Every metric shows what comes before its score, so that the first step that differs can be found; or has a reason. */
#include "scoring.h"
#include "selection.h"

#include "check.h"

#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* Metrics without a step between the data and each item. */
static const struct {
    const char *id, *reason;
} without[] = {
    { "smoothness", "a sum over each traverse" },
    { "monotonicity", "a sum over each traverse" },
    { "sparse-probe", "each factor's value is that of one probe, on rows of its own" },
};

static void note(const changing_relation *r, void *context) { *(int *)context += r->value != NULL; }

static const char *reason_of(const char *id)
{
    for (size_t k = 0; k < sizeof without / sizeof *without; k++)
        if (strcmp(without[k].id, id) == 0) return without[k].reason;
    return NULL;
}

/* How many steps a metric shows on this scenario. */
static int steps_of(const char *id, const char *scenario, const char *point)
{
    assay_data data = { 0 };
    selection list = { 0 };
    assay_error err = { "" };
    const assay_score *score;
    int shown = 0;
    scoring *s = scoring_new();
    assert_int_equal(assay_generate(scenario, point, 400, 1, &data, &err), ASSAY_OK);
    assert_int_equal(selection_add(&list, id, &err), ASSAY_OK);
    const assay_rep rep = assay_data_view(&data);
    assert_int_equal(scoring_begin(s, &rep, 1, scenario, point), ASSAY_OK);
    scoring_change_relations(s, note, &shown);
    assert_int_equal(scoring_run(s, list.at, &score), ASSAY_OK);
    scoring_free(s);
    selection_free(&list);
    assay_data_free(&data);
    return shown;
}

TEST(every_metric_shows_its_steps)
{
    int bad = 0;
    for (size_t k = 0; k < assay_metric_count(); k++) {
        const assay_metric *metric = assay_metric_at(k);
        if (metric->flags & (ASSAY_CONTROL | ASSAY_DIRECTIONS)) continue; /* a validation has no directions */
        const int shown = steps_of(metric->id, "noise", "") + steps_of(metric->id, "sepliarskaia", "") +
                          steps_of(metric->id, "cardinality", "");
        const char *reason = reason_of(metric->id);
        if (!shown == !reason)
            print_error("%s shows %d steps, and its reason is %s\n", metric->id, shown, reason ? reason : "none"),
                bad++;
    }
    assert_int_equal(bad, 0);
}

TESTS_MAIN
