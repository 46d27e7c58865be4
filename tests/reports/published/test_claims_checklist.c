/*
 * The checklist as a whole: every item is there whatever the store holds, nothing is said without its reason, and the
 * tables print in every format.
 */
#include "report_rows.h"

#include "corpus_facts.h"
#include "published_tables.h"

#include <stdlib.h>

static const char *const items[] = { "S0-a", "S0-b", "S1-a", "S1-b", "S1-c", "S1-d", "S1-e",          "S2-a",
                                     "S2-b", "S2-c", "S2-d", "S2-e", "S2-f", "S2-g", "S2-h",          "S3-a",
                                     "S4-a", "S4-b", "S4-c", "S4-d", "S4-e", "S4-f", "saebench-audit" };
enum { ITEMS = sizeof items / sizeof *items };

static void read_rows(made_rows *rows, const reproduction_part *part, const reproduction_facts *facts, reproduction *to)
{
    *to = (reproduction){ 0 };
    reproduction_of(listed(rows), NULL, part, facts, to);
}

/* An empty store: nothing is reproduced, nothing is silent. */
TEST(test_empty)
{
    FREED(made_rows_free) made_rows none = { 0 };
    reproduction all;
    size_t marks = 0, sum = 0;
    read_rows(&none, NULL, NULL, &all);
    for (size_t k = 0, at = 0; k < ITEMS; k++, at++) {
        size_t found = 0;
        while (paper_item_at(at)->of->apart) at++;
        assert_string_equal(paper_item_at(at)->id, items[k]);
        for (size_t r = 0; r < all.count; r++) found += strcmp(all.at[r].of->id, items[k]) == 0;
        if (!found) fail_msg("%s is not there", items[k]);
    }
    for (int k = 0; k < REPRODUCTION_STATUSES; k++) sum += all.by_status[k];
    assert_int_equal(sum, all.count);
    assert_int_equal(all.by_status[REPRODUCTION_DONE] + all.by_status[REPRODUCTION_UNDECIDED], 0);
    for (size_t r = 0; r < all.count; r++) {
        const reproduction_row *row = &all.at[r];
        const paper_entry *e = row->of;
        marks += e->kind == PRINTS_MARK;
        assert_false(e->in->apart);
        if (!row->reason) fail_msg("%s %s %s: no reason", e->id, e->of.metric, e->statement);
        if (row->status == REPRODUCTION_MISSING && strncmp(row->reason, "`assay run ", 11) != 0)
            fail_msg("%s", row->reason);
        if (row->status == REPRODUCTION_MISSING && !strstr(row->reason, e->of.metric))
            fail_msg("%s: %s", e->of.metric, row->reason);
        assert_true(isnan(row->ours) && row->seeds == 0);
    }
    assert_int_equal(marks, 130); /* table 3.2 */
}

/* What is apart is there where it is asked for by its word or an item, with the seeds of its study. */
TEST(test_part)
{
    static const struct {
        const char *typed;
        size_t count;
    } parts[] = { { "guard", 7356 }, { "Guard-13", 121 }, { "s2-F", 130 }, { "text", 64 } };
    FREED(made_rows_free) made_rows none = { 0 };
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
        reproduction all;
        reproduction_part part = { 0 };
        assert_true(reproduction_find(parts[k].typed, &part));
        read_rows(&none, &part, NULL, &all);
        if (all.count != parts[k].count) fail_msg("%s: %zu", parts[k].typed, all.count);
        if (k == 1) assert_non_null(strstr(all.at[0].reason, "--seeds 42:52 --db FILE`"));
        assert_int_equal(reproduction_counts(&part), k == 3);
    }
    assert_false(reproduction_find("S9-z", &(reproduction_part){ 0 }));
}

/* Scores of fewer samples than the scenario's study has say so. */
TEST(test_size)
{
    evidence_entry row = row_of("trig", "", "order=interleaved", NAN, "irs", "intervention", 0.8);
    row.preset = "zaidi2020";
    row.sd = 0.01;
    for (int k = 0; k < 2; k++) {
        FREED(made_rows_free) made_rows rows = { 0 };
        reproduction all;
        if (k) row.samples = 20000;
        add_row(&rows, row);
        read_rows(&rows, NULL, NULL, &all);
        size_t seen = 0;
        for (size_t r = 0; r < all.count; r++) {
            if (all.at[r].status != REPRODUCTION_DONE || strcmp(all.at[r].of->of.metric, "irs") != 0) continue;
            seen++;
            if (k) assert_null(all.at[r].reason);
            else assert_string_equal(all.at[r].reason, "scored with 100 samples, the study has 20000");
        }
        assert_int_equal(seen, 1);
    }
}

/* The corpora, counted: all of them come out as printed. One wrong count differs. */
TEST(test_corpora)
{
    FREED(made_rows_free) made_rows none = { 0 };
    corpus_facts corpora;
    reproduction all;
    assert_int_equal(corpus_facts_count(&corpora, NULL), ASSAY_OK);
    reproduction_facts facts = { corpora.at, corpora.count };
    read_rows(&none, NULL, &facts, &all);
    assert_int_equal(corpora.count, 25);
    assert_int_equal(all.by_status[REPRODUCTION_DONE], 25);
    corpora.at[3].value += 1;
    read_rows(&none, NULL, &facts, &all);
    assert_int_equal(all.by_status[REPRODUCTION_DONE], 24);
    for (size_t r = 0; r < all.count; r++)
        if (strcmp(all.at[r].of->statement, "sentences n. adv. v. adj. n. end-punc.") == 0)
            assert_int_equal(all.at[r].status, REPRODUCTION_DIFFERS);
}

static char *print(grid *const *list, size_t count, int format)
{
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    assert_non_null(to);
    assert_int_equal(grid_print_all(list, count, format, 120, 0, to, NULL), ASSAY_OK);
    fclose(to);
    return text;
}

/* z-diff on mixing is 1 and one number differs: both are in every format, with the words of a reason. */
TEST(test_tables)
{
    FREED(made_rows_free) made_rows rows = { 0 };
    reproduction all;
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
    read_rows(&rows, NULL, NULL, &all);
    assert_int_equal(all.by_status[REPRODUCTION_DONE], 2); /* and that z-diff claims modularity */
    for (int format = GRID_TABLE; format <= GRID_LATEX; format++)
        for (int in_full = 0; in_full < 2; in_full++) {
            grid **list;
            size_t count;
            const int for_people = format != GRID_CSV && format != GRID_JSON;
            reproduction_part part = { 0 };
            reproduction shown;
            if (in_full) reproduction_find("S2-d", &part);
            read_rows(&rows, &part, NULL, &shown);
            count = reproduction_tables(&shown, &part, for_people, &list);
            assert_int_equal(count, for_people && !in_full ? 7 : 1);
            char *text = print(list, count, format);
            if (!strstr(text, "differs") || !strstr(text, "0.53")) fail_msg("format %d", format);
            if (!in_full && !strstr(text, "is 1 whatever alpha")) fail_msg("format %d", format);
            if (in_full && strstr(text, "whatever alpha")) fail_msg("format %d: more than the item", format);
            if (!strstr(text, "2 reproduced")) assert_true(format == GRID_CSV || in_full);
            free(text);
            for (size_t k = 0; k < count; k++) grid_free(list[k]);
        }
}

TESTS_MAIN
