/*
 * The options of every metric and relation, as their tables say: what a relation owns its metrics have, no preset sets
 * what is not read, and which numbers tune an estimate. Known answers by hand, the rest over all descriptors.
 */
#include "check.h"
#include "option_list.h"

static void check_table(const char *who, const assay_option *options, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        const assay_option *o = &options[k];
        if (option_called(options, n, o->id) != k) fail_msg("%s has two options '%s'", who, o->id);
        if (!(o->low <= o->standard && o->standard <= o->high)) fail_msg("%s: %s is out of its range", who, o->id);
        size_t words = 0;
        while (o->words && o->words[words]) words++;
        if (o->words && (!(o->flags & ASSAY_WHOLE) || o->low != 0 || o->high != (double)words - 1))
            fail_msg("%s: %s has %zu words and goes from %g to %g", who, o->id, words, o->low, o->high);
        if (o->flags & ASSAY_CHOOSES && !o->words) fail_msg("%s: %s chooses without words", who, o->id);
    }
}

TEST(every_table_is_sound)
{
    for (size_t m = 0; m < assay_metric_count(); m++)
        check_table(assay_metric_at(m)->id, assay_metric_at(m)->options, assay_metric_at(m)->n_options);
    for (size_t r = 0; r < relation_count(); r++)
        check_table(relation_at(r)->id, relation_at(r)->options, relation_at(r)->n_options);
}

/* The same option, but for its standard value. */
static void check_inherited(const assay_metric *metric, const relation_kind *kind, const assay_option *theirs)
{
    const size_t k = option_called(metric->options, metric->n_options, theirs->id);
    if (k == metric->n_options) fail_msg("%s offers %s, but has no %s", metric->id, kind->id, theirs->id);
    const assay_option *ours = &metric->options[k];
    if (strcmp(ours->text, theirs->text) != 0 || ours->low != theirs->low || ours->high != theirs->high ||
        ours->flags != theirs->flags || !ours->words != !theirs->words)
        fail_msg("%s: %s is not that of %s", metric->id, theirs->id, kind->id);
    for (size_t w = 0; ours->words && ours->words[w]; w++) assert_string_equal(ours->words[w], theirs->words[w]);
}

TEST(metrics_have_the_options_of_relations_they_offer)
{
    size_t checked = 0;
    for (size_t m = 0; m < assay_metric_count(); m++) {
        const assay_metric *metric = assay_metric_at(m);
        for (size_t k = 0; k < metric->n_options; k++) {
            const assay_option *choice = &metric->options[k];
            if (!(choice->flags & ASSAY_CHOOSES)) continue;
            for (size_t w = 0; choice->words[w]; w++) {
                const relation_kind *kind = relation_find(choice->words[w]);
                if (!kind && !(choice->flags & ASSAY_OF_CLASSES))
                    fail_msg("%s: there is no relation '%s'", metric->id, choice->words[w]);
                for (size_t o = 0; kind && o < kind->n_options; o++, checked++)
                    check_inherited(metric, kind, &kind->options[o]);
            }
        }
    }
    assert_true(checked > 150);
}

/* What a preset sets is read with the relation that it chooses: given once more as a change, it is taken. */
TEST(presets_set_what_is_read)
{
    double settled[64];
    assay_error err = { "" };
    for (size_t m = 0; m < assay_metric_count(); m++) {
        const assay_metric *metric = assay_metric_at(m);
        assert_true(metric->n_options <= 64);
        for (size_t p = 0; p < metric->n_presets; p++) {
            const assay_preset *preset = &metric->presets[p];
            if (assay_options_settle(metric, preset, preset->options, settled, &err) != ASSAY_OK)
                fail_msg("%s@%s: %s", metric->id, preset->id, err.text);
        }
    }
}

TEST(what_is_read)
{
    static const struct {
        const char *metric, *changes, *option;
        int32_t read;
    } known[] = {
        { "mig", "", "bins", ASSAY_READ },
        { "mig", "", "neighbours", ASSAY_UNREAD },
        { "mig", "", "normaliser", ASSAY_READ },
        { "mig", "", "relation", ASSAY_READ },
        { "mig", "relation=r2", "bins", ASSAY_UNREAD },
        { "mig", "relation=r2", "rows", ASSAY_READ }, /* of mi, and of r2 */
        { "mig", "relation=mi-knn", "rows", ASSAY_UNREAD },
        { "mig", "relation=mi-knn", "entropy", ASSAY_READ },
        { "infom", "", "bins", ASSAY_UNREAD },
        { "infom", "", "least-range", ASSAY_READ },
        { "infom", "relation=mi", "neighbours", ASSAY_UNREAD },
        { "sap", "", "factor-bins", ASSAY_UNREAD },
        { "sap", "categorical=tree-accuracy", "factor-bins", ASSAY_READ_OF_CLASSES },
        { "sap", "categorical=tree-accuracy", "deepest", ASSAY_READ_OF_CLASSES },
        { "sap", "categorical=tree-accuracy", "strength", ASSAY_UNREAD },
        { "sap", "relation=tree-accuracy", "deepest", ASSAY_READ },
        { "sap", "relation=tree-accuracy:categorical=tree-accuracy", "deepest", ASSAY_READ },
        { "sap", "relation=svm-accuracy:categorical=tree-accuracy", "split", ASSAY_READ },
        { "dci-rf", "", "depth", ASSAY_READ }, /* no relation to choose */
        { "explicitness", "", "strength", ASSAY_READ },
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        const assay_metric *metric = assay_metric_find(known[k].metric);
        double settled[64];
        assay_error err = { "" };
        if (assay_options_settle(metric, &metric->presets[0], known[k].changes, settled, &err) != ASSAY_OK)
            fail_msg("%s", err.text);
        const size_t place = option_called(metric->options, metric->n_options, known[k].option);
        assert_true(place < metric->n_options);
        if (assay_option_read(metric, settled, place) != known[k].read)
            fail_msg("%s:%s: %s is read %d", known[k].metric, known[k].changes, known[k].option,
                     (int)assay_option_read(metric, settled, place));
    }
}

TEST(settling)
{
    const assay_metric *mig = assay_metric_find("mig");
    const assay_preset *locatello = &mig->presets[mig->n_presets - 1];
    double settled[64];
    assay_error err = { "" };
    assert_string_equal(locatello->id, "locatello2019"); /* rule=range:bins=20:rows=train:constants=keep */
    assert_int_equal(assay_options_settle(mig, locatello, "bins=30", settled, &err), ASSAY_OK);
    assert_true(settled[option_called(mig->options, mig->n_options, "bins")] == 30);
    assert_true(settled[option_called(mig->options, mig->n_options, "rows")] == 1);
    assert_true(settled[option_called(mig->options, mig->n_options, "factor-bins")] == 10);
    assert_int_equal(assay_options_settle(mig, locatello, "bins=30:bins=40", settled, &err), ASSAY_OK);
    assert_true(settled[option_called(mig->options, mig->n_options, "bins")] == 40); /* the last one counts */
    assert_int_equal(assay_options_settle(mig, locatello, NULL, settled, &err), ASSAY_OK);
    assert_true(settled[option_called(mig->options, mig->n_options, "bins")] == 20);
    assert_int_equal(assay_options_settle(mig, locatello, "relation=r2", settled, &err), ASSAY_OK); /* no bins */
    assert_int_equal(assay_options_settle(mig, locatello, "relation=r2:bins=20", settled, &err), ASSAY_EUSAGE);
    assert_string_equal(err.text, "no option 'bins' with relation=r2, which has rows, nominal, least-variance");
    const assay_metric *sap = assay_metric_find("sap");
    assert_int_equal(assay_options_settle(sap, &sap->presets[0], "deepest=5", settled, &err), ASSAY_EUSAGE);
    assert_string_equal(err.text, "no option 'deepest' with relation=r2, which has rows, nominal, least-variance, and "
                                  "categorical=defined");
}

TEST(which_numbers_tune)
{
    static const struct {
        const char *metric, *option;
        int32_t tunes;
    } known[] = {
        { "mig", "bins", 1 },
        { "mig", "neighbours", 1 },
        { "mig", "relation", 0 },
        { "mig", "rows", 0 },
        { "sap", "least-variance", 0 },
        { "modularity", "least-information", 0 },
        { "dci-rf", "trees", 1 },
        { "dci-rf", "least", 0 },
        { "dci-rf", "added", 0 },
        { "explicitness", "scaled", 0 },
        { "explicitness", "strength", 1 },
        { "z-min-var", "std", 0 },
        { "z-min-var", "batch", 1 },
        { "sap", "deepest", 1 },
        { "smoothness", "clamp", 0 },
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        const assay_metric *metric = assay_metric_find(known[k].metric);
        const size_t place = option_called(metric->options, metric->n_options, known[k].option);
        assert_true(place < metric->n_options);
        if (assay_option_tunes(&metric->options[place]) != known[k].tunes)
            fail_msg("%s of %s tunes: %d", known[k].option, known[k].metric, 1 - known[k].tunes);
    }
}

TESTS_MAIN
