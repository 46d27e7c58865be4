/*
 * The checklist as a whole: every item is there whatever the store holds, nothing is said without its reason, and the
 * tables print in every format.
 */
#include "report_rows.h"

#include "corpus_facts.h"
#include "published_tables.h"
#include "published.h"
#include "reproduction.h"

#include <stdlib.h>

static const char *const items[] = { "S0-a", "S0-b", "S1-a", "S1-b", "S1-c", "S1-d", "S1-e", "S2-a",
                                     "S2-b", "S2-c", "S2-d", "S2-e", "S2-f", "S2-g", "S2-h", "S3-a",
                                     "S4-a", "S4-b", "S4-c", "S4-d", "S4-e", "S4-f",
                                     "saebench-audit" };
enum { ITEMS = sizeof items / sizeof *items };

static void read_rows(made_rows *rows, const reproduction_facts *facts, reproduction *to)
{
    assay_error err = { "" };
    *to = (reproduction){ 0 };
    if (reproduction_of(listed(rows), NULL, facts, to, &err) != ASSAY_OK) fail_msg("%s", err.text);
}

/* What is known not to be reproduced by the published code itself; the numbers are in the reasons. */
static const struct {
    const char *id, *metric, *output, *statement; /* how the statement begins */
} known_to_differ[] = {
    { "S1-a", "minimality", "minimality", "increases as delta" },
    { "S1-b", "mig", "mig", "does not reach 1" },
    { "S1-b", "dci-lasso", "modularity", "remains largely invariant to delta (" },
    { "S1-b", "dci-lasso", "compactness", "remains largely invariant to delta (" },
    { "S1-c", "mig", "mig", "is not sensitive" },
    { "S1-c", "dci-lasso", "modularity", "is not sensitive" },
    { "S1-c", "dci-lasso", "compactness", "is not sensitive" },
    { "S2-a", "z-max-var", "z-max-var", "reads 1" },
    { "S2-a", "explicitness", "explicitness", "reads 0" },
    { "S2-a", "dci-rf", "explicitness", "reads 0" },
    { "S2-b", "z-max-var", "z-max-var", "finds the code" },
    { "S2-b", "jemmig", "jemmig", "takes two equal sources" },
    { "S2-b", "dci-lasso", "explicitness", "explicitness is not" },
    { "S2-b", "dci-rf", "explicitness", "explicitness is not" },
    { "S2-b", "explicitness", "explicitness", "explicitness is not" },
    { "S2-c", "mig", "mig", "falls the more" },
    { "S2-c", "mig-sup", "mig-sup", "falls the more" },
    { "S2-c", "jemmig", "jemmig", "falls the more" },
    { "S2-c", "modularity", "modularity", "falls the more" },
    { "S2-d", "dci-lasso", "modularity", "differs between" },
    { "S4-a", "z-min-var", "", "Kim and Mnih" },
    { "S4-a", "sap", "", "Kumar" },
    { "saebench-audit", "scr", "scr", "the oracle is above random codes of" },
    { "saebench-audit", "scr", "scr", "best-K is above random codes of" },
    { "saebench-audit", "scr", "scr", "a permuted decoder destroys" },
    { "saebench-audit", "sparse-probe", "accuracy", "the oracle is above best-K (" },
};

TEST(test_reasons)
{
    for (size_t k = 0; k < sizeof known_to_differ / sizeof *known_to_differ; k++) {
        size_t found = 0;
        for (size_t c = 0; published_at(c); c++) {
            const paper_result *of = published_at(c);
            char rule[128], text[512];
            if (of->kind != PRINTS_CLAIM) continue;
            claim_rule(of, rule, sizeof rule);
            snprintf(text, sizeof text, "%s (%s)", of->statement, rule);
            if (strcmp(of->id, known_to_differ[k].id) != 0 || strcmp(of->of.metric, known_to_differ[k].metric) != 0 ||
                strcmp(of->of.output, known_to_differ[k].output) != 0 ||
                strncmp(text, known_to_differ[k].statement, strlen(known_to_differ[k].statement)) != 0)
                continue;
            found++;
            if (!of->reason) fail_msg("%s, %s: %s: no reason", of->id, of->of.metric, of->statement);
        }
        if (found != 1)
            fail_msg("%s, %s: %s: %zu claims", known_to_differ[k].id, known_to_differ[k].metric,
                     known_to_differ[k].statement, found);
    }
}

/* An empty store: nothing is reproduced, nothing is silent. */
TEST(test_empty)
{
    FREED(made_rows_free) made_rows none = { 0 };
    FREED(reproduction_free) reproduction all;
    read_rows(&none, NULL, &all);
    for (size_t k = 0; k < ITEMS; k++) {
        size_t found = 0;
        assert_string_equal(reproduction_item(k), items[k]);
        assert_non_null(reproduction_item_title(k));
        for (size_t r = 0; r < all.count; r++) found += strcmp(all.at[r].id, items[k]) == 0;
        if (!found) fail_msg("%s is not there", items[k]);
    }
    assert_null(reproduction_item(ITEMS));
    size_t sum = 0;
    for (int k = 0; k < REPRODUCTION_STATUSES; k++) sum += all.by_status[k];
    assert_int_equal(sum, all.count);
    assert_int_equal(all.by_status[REPRODUCTION_DONE] + all.by_status[REPRODUCTION_WITHIN_ERROR], 0);
    for (size_t r = 0; r < all.count; r++) {
        const reproduction_row *row = &all.at[r];
        if (!row->reason) fail_msg("%s %s %s: no reason", row->id, row->metric, row->statement);
        if (row->status == REPRODUCTION_MISSING && strncmp(row->reason, "`assay run ", 11) != 0)
            fail_msg("%s", row->reason);
        if (row->status == REPRODUCTION_MISSING && !strstr(row->reason, row->metric))
            fail_msg("%s: %s", row->metric, row->reason);
        assert_true(isnan(row->ours) && row->seeds == 0);
    }
}

static verdict verdict_of(const evidence_series *series, const char *id, int outcome, comparison *deciding)
{
    verdict v = { .series = series, .outcome = outcome, .text = "the evidence", .n_comparisons = deciding != NULL,
                  .comparison = deciding };
    while (strcmp(property_at(v.property)->id, id) != 0) v.property++;
    return v;
}

/* Table 3.2: 130 marks, beside verdicts typed by hand. z-diff is said to be calibrated and robust, and not coherent. */
TEST(test_marks)
{
    FREED(made_rows_free) made_rows none = { 0 };
    const evidence_series theirs = { .metric = "z-diff", .preset = "zaidi2020", .output = "z-diff" };
    const evidence_series own = { .metric = "z-min-var", .preset = "default", .output = "z-min-var" };
    comparison deciding = { .value = 0.5, .low = 0.4, .high = 0.6, .seeds = 7 };
    verdict at[5] = {
        verdict_of(&theirs, "calibrated", VERDICT_PASS, &deciding),
        verdict_of(&theirs, "multi-code", VERDICT_FAIL, &deciding),
        verdict_of(&theirs, "modularity-coherent", VERDICT_UNDECIDED, &deciding),
        verdict_of(&theirs, "unmeasured-factors", VERDICT_UNDECIDED, NULL),
        verdict_of(&own, "calibrated", VERDICT_PASS, &deciding), /* not the published code */
    };
    static const int wanted[5] = { REPRODUCTION_DONE, REPRODUCTION_DIFFERS, REPRODUCTION_WITHIN_ERROR,
                                   REPRODUCTION_MISSING, REPRODUCTION_MISSING };
    const verdicts judged = { .at = at, .count = 5 };
    FREED(reproduction_free) reproduction all = { 0 };
    assert_int_equal(reproduction_of(listed(&none), &judged, NULL, &all, NULL), ASSAY_OK);
    size_t marks = 0, seen = 0;
    for (size_t r = 0; r < all.count; r++) {
        const reproduction_row *row = &all.at[r];
        if (strcmp(row->id, "S2-f") != 0) continue;
        marks++;
        for (size_t k = 0; k < 5; k++) {
            const char *title = property_at(at[k].property)->title;
            if (strcmp(row->metric, at[k].series->metric) != 0 || strncmp(row->statement, title, strlen(title)) != 0)
                continue;
            seen++;
            if (row->status != wanted[k])
                fail_msg("%s, %s: %s", row->metric, row->statement, reproduction_status_text(row->status));
            if (k < 3) check_near(row->low, 0.4, 0, "the deciding comparison");
            if (k == 1) assert_string_equal(row->reason, "the evidence");
            if (k == 3) assert_string_equal(row->reason, "no verdict: the evidence");
            if (k == 4) assert_non_null(strstr(row->reason, "--metrics z-min-var@zaidi2020"));
        }
    }
    assert_int_equal(marks, 130);
    assert_int_equal(seen, 5);
}

/* Scores of fewer samples than the scenario's study has say so. */
TEST(test_size)
{
    evidence_entry row = row_of("trig", "", "order=interleaved", NAN, "irs", "intervention", 0.8);
    row.preset = "zaidi2020";
    for (int k = 0; k < 2; k++) {
        FREED(made_rows_free) made_rows rows = { 0 };
        reproduction all;
        if (k) row.samples = 20000;
        add_row(&rows, row);
        read_rows(&rows, NULL, &all);
        size_t seen = 0;
        for (size_t r = 0; r < all.count; r++) {
            if (all.at[r].status != REPRODUCTION_DONE || strcmp(all.at[r].metric, "irs") != 0) continue;
            seen++;
            if (k) assert_null(all.at[r].reason);
            else assert_string_equal(all.at[r].reason, "scored with 100 samples, the study has 20000");
        }
        assert_int_equal(seen, 1);
        reproduction_free(&all);
    }
}

/* Every claim and number names what is there: scenario, metric, preset, output. */
static void check_name(const char *scenario, const char *metric, const char *preset, const char *output)
{
    const assay_metric *m = assay_metric_find(metric);
    if (!assay_scenario_find(scenario)) fail_msg("no scenario %s", scenario);
    if (!m) fail_msg("no metric %s", metric);
    const size_t named = strcspn(preset, ":"); /* options follow */
    size_t found = strncmp(preset, "default", named) == 0, outputs = !*output;
    for (size_t k = 0; k < m->n_presets; k++) found += strncmp(m->presets[k].id, preset, named) == 0;
    for (size_t k = 0; k < m->n_outputs; k++) outputs += strcmp(m->outputs[k].id, output) == 0;
    if (!found || !outputs) fail_msg("%s@%s %s: %zu, %zu", metric, preset, output, found, outputs);
}

TEST(test_names)
{
    for (size_t k = 0; published_at(k); k++) {
        const paper_result *p = published_at(k);
        if (p->kind != PRINTS_NUMBER && p->kind != PRINTS_CLAIM) continue;
        check_name(p->scenario, p->of.metric, p->of.preset, p->of.output);
        if (p->than.metric) check_name(p->scenario, p->than.metric, p->than.preset, p->than.output);
        if (p->kind == PRINTS_CLAIM) assert_true(p->points > 0 || p->rule == CLAIM_MEASURES);
    }
}

/* The corpora, counted: all of them come out as printed. One wrong count differs. */
TEST(test_corpora)
{
    FREED(made_rows_free) made_rows none = { 0 };
    corpus_facts corpora;
    FREED(reproduction_free) reproduction all;
    assert_int_equal(corpus_facts_count(&corpora, NULL), ASSAY_OK);
    reproduction_facts facts = { corpora.at, corpora.count };
    read_rows(&none, &facts, &all);
    assert_int_equal(corpora.count, 25);
    assert_int_equal(all.by_status[REPRODUCTION_DONE], 25);
    reproduction_free(&all);
    corpora.at[3].value += 1;
    read_rows(&none, &facts, &all);
    assert_int_equal(all.by_status[REPRODUCTION_DONE], 24);
    for (size_t r = 0; r < all.count; r++)
        if (strcmp(all.at[r].statement, "sentences n. adv. v. adj. n. end-punc.") == 0)
            assert_int_equal(all.at[r].status, REPRODUCTION_DIFFERS);
}

static char *print(grid *const *list, size_t count, int format)
{
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    assert_non_null(to);
    assert_int_equal(grid_print_all(list, count, format, 120, to, NULL), ASSAY_OK);
    fclose(to);
    return text;
}

/* z-diff on mixing is 1 and one number differs: both are in every format, with the words of a reason. */
TEST(test_tables)
{
    FREED(made_rows_free) made_rows rows = { 0 };
    FREED(reproduction_free) reproduction all;
    for (int k = 0; k <= 5; k++) {
        char point[32];
        snprintf(point, sizeof point, "alpha=%g", (double)k / 10);
        evidence_entry row = row_of("mixing", "alpha", point, (double)k / 10, "z-diff", "intervention", 1);
        row.preset = "zaidi2020";
        row.sd = 0;
        add_row(&rows, row);
    }
    evidence_entry row =
        with_output(row_of("duplicate", "", "copies=4;factors=2", NAN, "dci-rf", "predictor", 0.53), "compactness");
    row.preset = "zaidi2020";
    row.sd = 0.001;
    add_row(&rows, row);
    read_rows(&rows, NULL, &all);
    assert_int_equal(all.by_status[REPRODUCTION_DONE], 2); /* and that z-diff claims modularity */
    for (int format = GRID_TABLE; format <= GRID_LATEX; format++)
        for (int in_full = 0; in_full < 2; in_full++) {
            grid **list;
            size_t count;
            const int for_people = format != GRID_CSV && format != GRID_JSON;
            assert_int_equal(reproduction_tables(&all, in_full ? "S2-d" : NULL, for_people, &list, &count, NULL),
                             ASSAY_OK);
            assert_int_equal(count, for_people && !in_full ? 7 : 1);
            char *text = print(list, count, format);
            if (!strstr(text, "differs") || !strstr(text, "0.53")) fail_msg("format %d", format);
            if (!in_full && !strstr(text, "is 1 whatever alpha")) fail_msg("format %d", format);
            if (in_full && strstr(text, "whatever alpha")) fail_msg("format %d: more than the item", format);
            if (!strstr(text, "2 reproduced")) assert_true(format == GRID_CSV || in_full);
            free(text);
            for (size_t k = 0; k < count; k++) grid_free(list[k]);
            free(list);
        }
    grid **list;
    size_t count;
    assert_int_equal(reproduction_tables(&all, "S9-z", 1, &list, &count, NULL), ASSAY_EUSAGE);
}

TESTS_MAIN
