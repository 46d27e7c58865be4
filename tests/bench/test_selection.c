/* selection: the LIST of --metrics, what it selects and what it refuses. */
#include "check.h"
#include "selection.h"

/* "mig@default mig@zaidi2020 ..." of what was selected */
static void check_list(const char *list, const char *expected)
{
    selection s = { 0 };
    assay_error err = { "" };
    char got[4096] = "";
    size_t used = 0;
    if (selection_add(&s, list, &err) != ASSAY_OK) fail_msg("%s: %s", list, err.text);
    for (size_t k = 0; k < s.count; k++)
        used += (size_t)snprintf(got + used, sizeof got - used, "%s%s@%s", k ? " " : "", s.at[k].metric->id,
                                 s.at[k].id.text);
    assert_string_equal(got, expected);
    selection_free(&s);
    assert_int_equal(s.count, 0);
}

static void check_refused(const char *list, const char *part)
{
    FREED(selection_free) selection s = { 0 };
    assay_error err = { "" };
    assert_int_equal(selection_add(&s, "mig", &err), ASSAY_OK);
    assert_int_equal(selection_add(&s, list, &err), ASSAY_EUSAGE);
    if (!strstr(err.text, part)) fail_msg("'%s' is refused with '%s', which does not say '%s'", list, err.text, part);
    assert_int_equal(s.count, 1); /* keeps what it held */
}

static void check_leaves_none(const char *list)
{
    FREED(selection_free) selection s = { 0 };
    assay_error err = { "" };
    assert_int_equal(selection_add(&s, list, &err), ASSAY_EUSAGE);
    assert_non_null(strstr(err.text, "leaves no metric"));
    assert_int_equal(s.count, 0);
}

TEST(test_lists)
{
    check_list("mig", "mig@default");
    check_list("mig@zaidi2020", "mig@zaidi2020");
    check_list("jemmig@*", "jemmig@default jemmig@thesis jemmig@zaidi2020");
    check_list("mig-sup,irs@thesis", "mig-sup@default irs@thesis");
    check_list("mig@zaidi2020:bins=15", "mig@zaidi2020:bins=15");
    check_list("mig:rule=quantile:bins=15", "mig@default:rule=quantile:bins=15");
    check_list("mig:bins=15:rule=quantile", "mig@default:rule=quantile:bins=15");
    check_list("mig:bins=10", "mig@default");
    check_list("mig@locatello2019:bins=20", "mig@locatello2019");
    check_list("mig,mig@default,mig:bins=10", "mig@default");
    check_list("family:control", "control-constant@default control-noise@default control-blind@default "
                                 "control-signal@default control-oracle@default");
    /* what is left out may stand anywhere */
    check_list("-mig@zaidi2020,jemmig@*,-jemmig@thesis,mig", "jemmig@default jemmig@zaidi2020 mig@default");
    check_list("jemmig@*,mig,-jemmig", "mig@default");
    check_list("family:control,mig,-family:control", "mig@default");
    check_list("rmig@*:bins=7", "rmig@default:bins=7 rmig@zaidi2020:bins=7");
    check_list("mig@locatello2019:relation=r2", "mig@locatello2019:relation=r2"); /* the preset's bins are not read */
    check_list("sap@zaidi2020:deepest=5", "sap@zaidi2020:deepest=5");             /* for categorical factors */
}

/* all takes every metric but the controls; with a preset, those that have it. */
TEST(test_groups)
{
    selection s = { 0 };
    assay_error err = { "" };
    size_t metrics = 0, presets = 0, zaidi = 0;
    for (size_t m = 0; m < assay_metric_count(); m++) {
        const assay_metric *metric = assay_metric_at(m);
        if (metric->flags & ASSAY_CONTROL) continue;
        metrics++;
        presets += metric->n_presets;
        for (size_t p = 0; p < metric->n_presets; p++) zaidi += strcmp(metric->presets[p].id, "zaidi2020") == 0;
    }
    assert_int_equal(selection_add(&s, "all", &err), ASSAY_OK);
    assert_int_equal(s.count, metrics);
    selection_free(&s);
    assert_int_equal(selection_add(&s, "all@*", &err), ASSAY_OK);
    assert_int_equal(s.count, presets);
    selection_free(&s);
    assert_int_equal(selection_add(&s, "all@zaidi2020", &err), ASSAY_OK);
    assert_int_equal(s.count, zaidi);
    selection_free(&s);
    assert_int_equal(selection_add(&s, "family:information@almudevar2025", &err), ASSAY_OK);
    assert_int_equal(s.count, 4); /* mig, modularity, minimality, sufficiency */
    selection_free(&s);
}

static int holds(const selection *s, const char *metric, const char *name)
{
    for (size_t k = 0; k < s->count; k++)
        if (strcmp(s->at[k].metric->id, metric) == 0) return strcmp(s->at[k].id.text, name) == 0;
    return 0;
}

/* Either cheap or dear, the slowest here and the quickest there; an option's readers take it. */
TEST(test_groups_by_descriptors)
{
    selection cheap = { 0 }, dear = { 0 }, all = { 0 };
    assay_error err = { "" };
    assert_int_equal(selection_add(&cheap, "cost:cheap", &err), ASSAY_OK);
    assert_int_equal(selection_add(&dear, "cost:expensive", &err), ASSAY_OK);
    assert_int_equal(selection_add(&all, "all", &err), ASSAY_OK);
    assert_int_equal(cheap.count + dear.count, all.count);
    assert_true(holds(&cheap, "mig", "default") && !holds(&dear, "mig", "default"));
    assert_true(holds(&dear, "dci-rf", "default") && !holds(&cheap, "dci-rf", "default"));
    selection_free(&cheap);
    selection_free(&dear);
    selection_free(&all);
    check_list("reads:batch:batch=50", "z-diff@default:batch=50 z-min-var@default:batch=50 z-max-var@default:batch=50");
    check_list("reads:batch,-cost:expensive", "z-min-var@default z-max-var@default");
    check_list("reads:bins@thesis:bins=5,-family:intervention,-mig", "mig-sup@thesis:bins=5 jemmig@thesis:bins=5 "
                                                                     "dcimig@thesis:bins=5 modularity@thesis:bins=5");
    check_leaves_none("cost:2e4,-family:unsupervised,-family:dictionary");
    check_leaves_none("-mig");
    /* 1000 (2.5 16 + 0.25 64) + 64 */
    check_list("cost:56180,-family:unsupervised,-family:dictionary,-family:interpolation,-family:dictionary",
               "sap@default mcc@default linearity@default");
    check_refused("cost:middling", "no cost 'middling' (cheap, expensive, or units of work)");
    check_refused("cost:0", "no cost '0' (");
    check_refused("cost:", "empty");
    check_refused("reads:nothing", "no option 'nothing' of any metric");
}

/* An option of a group goes to the metrics that read it with their relation; somebody must. */
TEST(test_options_of_groups)
{
    selection s = { 0 };
    assay_error err = { "" };
    assert_int_equal(selection_add(&s, "all:bins=7", &err), ASSAY_OK);
    assert_true(holds(&s, "mig", "default:bins=7"));
    assert_true(holds(&s, "z-diff", "default:bins=7"));
    assert_true(holds(&s, "infom", "default"));
    assert_true(holds(&s, "sap", "default"));
    assert_true(holds(&s, "hoyer", "default"));
    selection_free(&s);
    assert_int_equal(selection_add(&s, "all:relation=mi:bins=7", &err), ASSAY_OK);
    assert_true(holds(&s, "infom", "default:relation=mi:bins=7"));
    assert_true(holds(&s, "sap", "default:relation=mi:bins=7"));
    assert_true(holds(&s, "mig", "default:bins=7"));
    selection_free(&s);
    check_refused("family:information:relation=r2", "dmig@default: no choice 'r2' of relation");
    check_refused("family:information:bogus=1", "information: none of its metrics has an option 'bogus'");
    check_refused("bundle:dependency-aware-mi@default:neighbours=5", "has an option 'neighbours' with its relation");
}

/* A bundle's options go to the members that have them; a preset of one's own replaces the bundle's. */
TEST(test_bundles)
{
    check_list("bundle:dependency-aware-mi",
               "mig@latte2021:pairing=identity dmig@latte2021 xmig@latte2021 dlig@latte2021");
    check_list("bundle:dependency-aware-mi:neighbours=5",
               "mig@latte2021:neighbours=5:pairing=identity dmig@latte2021:neighbours=5 xmig@latte2021:neighbours=5 "
               "dlig@latte2021:neighbours=5");
    check_list("bundle:dependency-aware-mi:normaliser=none:pairing=best",
               "mig@latte2021:normaliser=none dmig@latte2021:pairing=best xmig@latte2021:pairing=best "
               "dlig@latte2021:pairing=best");
    check_list("irs,bundle:dependency-aware-mi@default:bins=5",
               "irs@default mig@default:bins=5:pairing=identity dmig@default:bins=5 xmig@default:bins=5 "
               "dlig@default:bins=5");
    check_refused("bundle:dependency-aware-mi:bogus=1", "has an option 'bogus'");
    check_refused("bundle:dependency-aware-mi:neighbours=none", "neighbours");
    check_refused("bundle:dependency-aware-mi@zhang2021", "no preset 'zhang2021' of dmig");
    check_refused("bundle:mig", "no bundle 'mig'");
    check_refused("bundle:", "empty");
    if (!assay_metric_find("smoothness") || !assay_metric_find("monotonicity")) return;
    FREED(selection_free) selection s = { 0 };
    assay_error err = { "" };
    assert_int_equal(selection_add(&s, "bundle:liad", &err), ASSAY_OK);
    assert_int_equal(s.count, 2);
    assert_string_equal(s.at[0].metric->id, "smoothness");
    assert_string_equal(s.at[1].metric->id, "monotonicity");
}

TEST(test_refusals)
{
    check_refused("irs,-nope", "no metric 'nope'");
    check_refused("-mig,-irs@nope", "no preset 'nope' of irs");
    check_refused("", "empty");
    check_refused("mig-sup,", "empty");
    check_refused(",mig", "empty");
    check_refused("mgi", DID_YOU_MEAN " 'mig'");
    check_refused("nothing-like-it", "no metric 'nothing-like-it'");
    check_refused("mig@zaidi", "(default, thesis, zaidi2020");
    check_refused("mig@", "preset is missing");
    check_refused("mig:", "NAME=VALUE");
    check_refused("mig:bins", "NAME=VALUE");
    check_refused("mig:bins=ten", "not a number");
    check_refused("mig:bins=10.5", "whole number");
    check_refused("mig:bins=1", "out of range");
    check_refused("mig:rule=equal", "(scaled, range, linspace, closed, quantile");
    check_refused("mig:buckets=10", "no option 'buckets'");
    check_refused("mig:relation=mi-knn:bins=20",
                  "mig@default: no option 'bins' with relation=mi-knn, which has neighbours, entropy, label-scale");
    check_refused("mig:bins=20:relation=mi-knn", "no option 'bins' with relation=mi-knn");
    check_refused("mig:bins=10:relation=r2", "no option 'bins' with relation=r2"); /* even what it would be */
    check_refused("jemmig:nominal=number", "no option 'nominal' (rule");
    check_refused("family:informatics", "no family 'informatics'");
    check_refused("family:control@zaidi2020", "preset 'zaidi2020'");
    check_refused("irs,mig-sup,modularity@nobody", "nobody");
}

TESTS_MAIN
