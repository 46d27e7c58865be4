/*
 * Files of papers/: all that are in the program are valid, and one more from a file is read with them. What is wrong in
 * one is refused with the file, the line and the nearest name; each row breaks one thing of a file that is taken.
 */
#include "check.h"
#include "report_rows.h"
#include "scratch.h"

#include "corpus_facts.h"
#include "papers.h"
#include "plan.h"
#include "published.h"
#include "published_guard.h"

#include <glob.h>

#define HEAD                   \
    "paper: Own et al. 2030\n" \
    "plan: thesis\n"           \
    "preset: zaidi2020\n"      \
    "tables: own\n"            \
    "items:\n"                 \
    "  X1-a: table 1\n"        \
    "  X1-b: section 2\n"
#define NUMBERS \
    "numbers:\n  - item: X1-a\n    source: table 1\n    scenario: noise\n    tolerance: 0.05\n    decimals: 1\n"
#define NUMBER(changed) HEAD NUMBERS "    each:\n      - {score: mig, point: alpha=0.6, value: 0.3" changed "}\n"
#define CLAIM(body) HEAD "claims:\n  - item: X1-b\n    score: mig\n    scenario: noise\n    statement: falls\n" body
#define CLAIM_TAIL                                                                                           \
    "claims:\n  - item: X1-b\n    scenario: noise\n    preset: default\n" OVER                               \
    "    each:\n      - rule: falls\n        bound: 0.001\n        statement: falls\n        each: [dci-rf " \
    "modularity]\n"
#define OVER "    over: alpha\n    from: 0\n    to: 0.8\n    points: 5\n"
#define GRID(body)                                                                                   \
    HEAD "grid:\n  scenario: guard\n  first-seed: 42\n  defect-seeds: 5\n  tested: 5\n  measures:\n" \
         "    - {name: MCC, score: mcc@default}\n  means:\n    - measures: [MCC]\n      cells:\n" body
#define CELL "        - [1, '', independent, scaled, '', 1000, 5, 0.5]\n"
#define VERDICTS(rows)                                                                                  \
    HEAD "verdicts:\n  item: X1-a\n  source: table 9\n  presets: [zaidi2020]\n  columns: [calibrated, " \
         "nonlinear]\n" rows

/* The others in the program have a table of verdicts and a grid already; a file that is called so takes their place. */
static assay_status load(const char *name, const char *text, assay_error *err)
{
    papers_unload();
    return papers_load(scratch_write(name, text, strlen(text)), err);
}

TEST(test_those_of_the_program_are_valid)
{
    assay_error err = { "" };
    glob_t files;
    papers_unload();
    if (papers_load(NULL, &err) != ASSAY_OK) fail_msg("%s", err.text);
    assert_int_equal(glob("papers/*.yaml", 0, NULL, &files), 0);
    assert_int_equal(papers_all()->papers.count, files.gl_pathc);
    globfree(&files);
    for (size_t k = 0; k < papers_all()->papers.count; k++) {
        const paper *one = *PAPER_AT(const paper *, papers_all()->papers, k);
        plan p;
        if (one->plan && plan_read(one->plan, NULL, &p, &err) != ASSAY_OK) fail_msg("%s: %s", one->file, err.text);
        if (one->plan) plan_free(&p);
    }
}

TEST(test_every_plan_scores_what_is_printed)
{
    assay_error err = { "" };
    for (size_t k = 0; published_at(k); k++) {
        const char *name = published_at(k)->plan;
        plan p;
        if (name && plan_read(name, NULL, &p, &err) != ASSAY_OK) fail_msg("%s: %s", name, err.text);
        if (name) plan_free(&p);
    }
}

TEST(test_every_count_is_counted)
{
    corpus_facts corpora;
    assert_int_equal(corpus_facts_count(&corpora, NULL), ASSAY_OK);
    for (size_t k = 0; published_at(k); k++) {
        const char *name = published_at(k)->count;
        size_t found = 0;
        if (published_at(k)->kind != PRINTS_COUNT) continue;
        for (size_t f = 0; f < corpora.count; f++) found += strcmp(corpora.at[f].name, name) == 0;
        if (found != 1) fail_msg("%s: %zu", name, found);
    }
}

static const struct {
    const char *text, *message;
} refused[] = {
    { "title: x\n", "1: 'paper' is missing: how it is cited" },
    { "- x\n", "1: 'paper' is missing: how it is cited" },
    { HEAD "numbrs: []\n", "8: no key 'numbrs'; did you mean 'numbers'?" },
    { HEAD "claims: {}\n", "8: 'claims' is a list: - KEY: VALUE" },
    { "paper: Boilard 2022\n", "1: papers/boilard2022.yaml says 'Boilard 2022', too" },
    { "paper: X 1\ntables: thesis\n", "2: papers/boilard2022.yaml says 'thesis', too" },
    { "paper: X 1\nitems: {S2-a: again}\n", "2: the item S2-a is another paper's, 'Boilard 2022: figure 3.2, noise'" },
    { "paper: X 1\nitems: [a]\n", "2: 'items' is written ID: TITLE, line by line" },
    { NUMBER(", valeu: 1"), "15: no key 'valeu'; did you mean 'value'?" },
    { NUMBER(", remark: []"), "15: 'remark' is no text" },
    { NUMBER(", runs: 1.5"), "15: '1.5' counts nothing: a whole number is wanted" },
    { NUMBER(", runs: -1"), "15: '-1' counts nothing" },
    { NUMBER(", item: X1-c"), "15: no item 'X1-c'; did you mean 'X1-a'?" },
    { NUMBER(", scenario: nosie"), "15: no scenario 'nosie'; did you mean 'noise'?" },
    { HEAD NUMBERS "    each: [{score: mgi, point: alpha=0.6, value: 1}]\n",
      "14: no metric 'mgi'; did you mean 'mig'?" },
    { HEAD NUMBERS "    each: [{score: mig@zaidi, point: alpha=0.6, value: 1}]\n", "14: mig has no preset 'zaidi'" },
    { HEAD NUMBERS "    each: [{score: 'mig@default:bin=5', point: alpha=0.6, value: 1}]\n", "14: mig: " },
    { HEAD NUMBERS "    each: [{score: dci-rf modulrity, point: alpha=0.6, value: 1}]\n",
      "14: dci-rf has no output 'modulrity'; did you mean 'modularity'? (`assay describe" },
    { HEAD NUMBERS "    each: [{score: dci-rf, point: alpha=0.6, value: 1}]\n",
      "14: dci-rf has several outputs: write METRIC OUTPUT" },
    { HEAD NUMBERS "    each: [{score: mig, point: alpa=0.6, value: 1}]\n", "14: no option 'alpa'; there are: alpha" },
    { HEAD NUMBERS "    each: [{score: mig, point: alpha=7, value: 1}]\n", "14: alpha=7: out of range, 0 to 1" },
    { HEAD NUMBERS "    each: [{score: mig, point: alpha=0.60, value: 1}]\n",
      "14: a store calls this point of noise 'alpha=0.6'" },
    { HEAD NUMBERS "    each: [{score: mig, point: alpha=0.6, value: half}]\n", "14: 'half' is no number" },
    { HEAD NUMBERS "    each: [{score: mig, point: alpha=0.6, value: inf}]\n", "14: 'inf' is no number" },
    { HEAD NUMBERS "    each: [{score: mig, point: alpha=0.6}]\n", "14: 'value' is missing" },
    { HEAD NUMBERS "    columns: [{point: alpha=0}, {point: alpha=1}]\n    each: [{score: mig, values: [1]}]\n",
      "15: 1 values, and there are 2 columns" },
    { HEAD NUMBERS "    columns: [{pont: alpha=0}]\n    each: [{score: mig, values: [1]}]\n",
      "14: no key 'pont'; did you mean 'point'?" },
    { HEAD NUMBERS "    columns: [{point: alpha=0}]\n    each:\n      - {score: mig,\n         values: [x]}\n",
      "17: 'x' is no number" },
    { CLAIM(OVER "    rule: fals\n"), "17: 'fals' is none of least, most, near," },
    { CLAIM("    rule: falls\n    bound: 0\n    points: 5\n"), "9: 'over' is missing, which the rule 'falls' needs" },
    { CLAIM(OVER "    rule: falls\n"), "9: 'bound' is missing, which the rule 'falls' needs" },
    { CLAIM(OVER "    rule: near\n    bound: 1\n"), "9: 'tolerance' is missing, which the rule 'near' needs" },
    { CLAIM(OVER "    rule: above\n    bound: 1\n"), "9: the rule 'above' compares two" },
    { CLAIM("    rule: measures\n"), "9: 'measures' is missing, which the rule 'measures' needs" },
    { CLAIM("    rule: measures\n    measures: [modular]\n"), "14: 'modular' is none of modularity, compactness, " },
    { CLAIM("    over: alhpa\n    from: 0\n    to: 1\n    points: 5\n    rule: falls\n    bound: 0\n"), "13: " },
    { CLAIM("    over: alpha\n    from: 1\n    to: 0\n    points: 5\n    rule: falls\n    bound: 0\n"),
      "14: 'from' is larger than 'to'" },
    { HEAD "stated: [{item: X1-a, status: tested, statement: s, reason: r}]\n",
      "8: 'tested' is none of checked by tests" },
    { HEAD "stated: [{item: X1-a, status: differs, statement: s}]\n", "8: 'reason' is missing" },
    { VERDICTS(""), "9: papers/boilard2022.yaml has a table of verdicts, and there can be one" },
    { GRID(CELL), "9: papers/joshi2026.yaml has a grid, and there can be one" },
    { HEAD "defects: []\n", "" }, /* taken: those of the grid in the program */
};

/* Where the plans are known; one that is a file is whoever's. */
TEST(test_a_plan_is_one_of_those_there_are)
{
    static const char *const names[] = { "thesis", "quick", "dependent", "text", "guard", "features", NULL };
    assay_error err = { "" };
    papers_plans(names);
    assert_int_equal(load("own.yaml", "paper: X 1\nplan: thesiss\n", &err), ASSAY_EINPUT);
    assert_non_null(strstr(err.text, "own.yaml:2: no plan 'thesiss'; did you mean 'thesis'?"));
    assert_int_equal(load("own.yaml", "paper: X 1\nplan: mine.yaml\n", &err), ASSAY_OK);
    papers_plans(NULL);
    papers_unload();
}

TEST(test_what_is_wrong_is_refused_with_its_line)
{
    for (size_t k = 0; k < sizeof refused / sizeof *refused; k++) {
        assay_error err = { "" };
        const assay_status status = load("own.yaml", refused[k].text, &err);
        if (!*refused[k].message && status == ASSAY_OK) continue;
        const char *at = strstr(err.text, "/own.yaml:");
        if (status != ASSAY_EINPUT || !at || strncmp(at + 10, refused[k].message, strlen(refused[k].message)) != 0)
            fail_msg("%s\n status %d, '%s', wanted '%s'", refused[k].text, status, err.text, refused[k].message);
    }
    assert_true(papers_all()->papers.count > 3); /* read anew, without the file */
}

/* In the place of those of the program that have these sections. */
static const struct {
    const char *file, *text, *message;
} instead[] = {
    { "boilard2022.yaml", VERDICTS("  rows: {mgi: [yes, no]}\n"), "13: no metric 'mgi'; did you mean 'mig'?" },
    { "boilard2022.yaml", VERDICTS("  rows: {mig: [yes]}\n"), "13: mig has 1 verdicts, and there are 2 columns" },
    { "boilard2022.yaml", VERDICTS("  rows: {mig: [yes, perhaps]}\n"), "13: 'perhaps' is none of yes, no, no*" },
    { "boilard2022.yaml", VERDICTS("  rows: [yes]\n"), "13: 'rows' is written METRIC: [VERDICTS], line by line" },
    { "boilard2022.yaml", VERDICTS("  rows: {hoyer: [yes, no]}\n"),
      "11: no metric of the table has a preset 'zaidi2020'" },
    { "boilard2022.yaml",
      VERDICTS("  rows: {mig: [yes, no]}\n  doubts: [{metric: mig, property: calibratd, text: t}]\n"),
      "14: no property 'calibratd'; did you mean 'calibrated'?" },
    { "boilard2022.yaml",
      VERDICTS("  rows: {mig: [yes, no]}\n  reasons: [{property: nonlinear, verdict: bad, text: t}]\n"),
      "14: 'bad' is none of pass, fail" },
    { "boilard2022.yaml",
      VERDICTS("  rows: {mig: [yes, no]}\n  reasons: [{property: nonlinear, holds: so, text: t}]\n"),
      "14: 'so' is none of decided, copies-alike" },
    { "joshi2026.yaml", GRID("        - [1, '', independent, scaled, '', 1000, 5]\n"), "18: a cell is a list of 8: " },
    { "joshi2026.yaml", GRID("        - [x, '', independent, scaled, '', 1000, 5, 1]\n"), "18: 'x' is no number" },
    { "joshi2026.yaml", GRID("        - [1, '', independent, scald, '', 1000, 5, 1]\n"), "18: " },
    { "joshi2026.yaml", GRID("        - [1, '', independent, scaled, factors=5.0, 1000, 5, 1]\n"),
      "18: a store calls" },
    { "joshi2026.yaml", GRID(CELL "defects: [{number: 1, statement: s, each: [{what: w, take: ours-apart}]}]\n"),
      "19: 'measure' is missing, which 'take: ours-apart' needs" },
    { "joshi2026.yaml", GRID(CELL "defects: [{number: 1, statement: s}]\n"), "19: 'each' is missing: the numbers" },
    { "joshi2026.yaml",
      GRID(CELL "defects: [{number: 1, statement: s, each: [{what: w, take: ours-apart, measure: MC}]}]\n"),
      "19: 'MC' is none of MCC; did you mean 'MCC'?" },
};

TEST(test_verdicts_and_grids_are_refused_with_their_line)
{
    for (size_t k = 0; k < sizeof instead / sizeof *instead; k++) {
        assay_error err = { "" };
        const assay_status status = load(instead[k].file, instead[k].text, &err);
        const char *at = strstr(err.text, ".yaml:");
        if (status != ASSAY_EINPUT || !at || strncmp(at + 6, instead[k].message, strlen(instead[k].message)) != 0)
            fail_msg("%s\n status %d, '%s', wanted '%s'", instead[k].text, status, err.text, instead[k].message);
    }
}

static const reproduction_row *find(const reproduction *all, const char *id, const char *output)
{
    for (size_t k = 0; k < all->count; k++)
        if (strcmp(all->at[k].id, id) == 0 && strcmp(all->at[k].output, output) == 0) return &all->at[k];
    fail_msg("%s is not there", id);
    return NULL;
}

/* .3 of four seeds is reproduced, and the order of keys and of inheriting is the file's. */
TEST(test_a_paper_from_a_file_is_on_the_checklist)
{
    static const char text[] = NUMBER("") CLAIM_TAIL;
    assay_error err = { "" };
    if (load("own.yaml", text, &err) != ASSAY_OK) fail_msg("%s", err.text);
    FREED(made_rows_free) made_rows rows = { 0 };
    FREED(reproduction_free) reproduction all = { 0 };
    evidence_entry row = row_of("noise", "alpha", "alpha=0.6", 0.6, "mig", "information", 0.31);
    row.preset = "zaidi2020";
    add_row(&rows, row);
    assert_int_equal(reproduction_of(listed(&rows), NULL, NULL, &all, &err), ASSAY_OK);
    const reproduction_row *number = find(&all, "X1-a", "mig"), *claimed = find(&all, "X1-b", "modularity");
    assert_int_equal(number->status, REPRODUCTION_DONE);
    assert_string_equal(number->source, "Own et al. 2030, table 1");
    assert_true(number->published == 0.3);
    assert_string_equal(claimed->preset, "default");
    assert_string_equal(claimed->statement, "falls (every step of the means falls by at least 0.001)");
    assert_int_equal(claimed->status, REPRODUCTION_MISSING);
    size_t documents = 0;
    while (reproduction_document(documents)) documents++;
    assert_string_equal(reproduction_document(documents - 2), "Own et al. 2030"); /* X1: S4, saebench-audit */
    assert_true(reproduction_in(number, documents - 2));
    assert_string_equal(paper_of_source(number->source)->tables, "own");
}

/* The bits of what is written, whatever its length. */
TEST(test_numbers_keep_their_bits)
{
    papers_unload();
    size_t seen = 0;
    for (size_t k = 0; published_at(k); k++) {
        const paper_result *p = published_at(k);
        if (p->kind != PRINTS_NUMBER) continue;
        if (strcmp(p->id, "S4-a") == 0 && strcmp(p->of.metric, "mig") == 0)
            seen += p->value == 0.8105 || p->value == 0.0573;
        if (strcmp(p->id, "S0-b") == 0) assert_true(p->tolerance == 0.0000005);
    }
    assert_int_equal(seen, 2);
    const study_cell *last = PAPER_AT(study_cell, papers_all()->grid.cells, papers_all()->grid.cells.count - 1);
    assert_true(last->mean[0] == 0.5039477 && isnan(last->mean[2]));
    assert_int_equal(guard_experiments(), 15);
}

static const study_cell *cell_at(size_t k)
{
    const paper_list *cells = &papers_all()->grid.cells;
    return k < cells->count ? PAPER_AT(study_cell, *cells, k) : NULL;
}

static double shown(const char *what)
{
    const paper_list *numbers = &papers_all()->grid.numbers;
    for (size_t k = 0; k < numbers->count; k++)
        if (strcmp(PAPER_AT(study_number, *numbers, k)->what, what) == 0)
            return PAPER_AT(study_number, *numbers, k)->value;
    fail_msg("%s", what);
    return NAN;
}

static int same_data(const study_cell *a, const study_cell *b)
{
    return a->drawn == b->drawn && a->seeds == b->seeds && strcmp(a->settings, b->settings) == 0 &&
           strcmp(a->codes, b->codes) == 0 && strcmp(a->structure, b->structure) == 0;
}

/* Defects whose number is a value are those of the published means: missing ones, and the same data printed twice. */
TEST(test_the_published_means_show_their_defects)
{
    enum { MIG = 2, RDC = 6 };
    double missing[16] = { 0 }, apart = 0, panels = 0;
    papers_unload();
    for (size_t k = 0; cell_at(k); k++) {
        const study_cell *a = cell_at(k), *b;
        if (a->drawn == 100 && a->first == 0 && a->n > MIG) missing[a->experiment] += isnan(a->mean[MIG]) != 0;
        for (size_t l = 0; (b = cell_at(l)); l++) {
            if (l == k || !same_data(a, b) || a->first || b->first) continue;
            if (a->n > RDC && b->n > RDC) apart = fmax(apart, fabs(a->mean[RDC] - b->mean[RDC]));
            if (a->experiment == 2 && b->experiment == 2) panels = fmax(panels, fabs(a->mean[0] - b->mean[0]));
        }
    }
    assert_true(shown("missing in experiment 3") == missing[3] && shown("missing in experiment 4") == missing[4]);
    assert_true(shown("largest difference between its two panels, 26 points") == panels);
    check_near(shown("largest difference of two means of RDC"), apart, 1e-12, "RDC, drawn twice");
}

TEST(test_a_file_takes_the_place_of_one_called_so)
{
    assay_error err = { "" };
    if (load("boilard2022.yaml", "paper: Boilard 2022\nitems: {S2-a: other}\n", &err) != ASSAY_OK)
        fail_msg("%s", err.text);
    assert_null(papers_all()->verdicts.of);
    size_t found = 0;
    for (size_t k = 0; reproduction_item(k); k++) found += strncmp(reproduction_item(k), "S2", 2) == 0;
    assert_int_equal(found, 1);
    papers_unload();
    assert_int_equal(papers_load(scratch_path("none.yaml"), &err), ASSAY_EINPUT);
    assert_non_null(strstr(err.text, "none.yaml: No such file"));
    papers_unload();
}

TESTS_MAIN_IN(scratch_make, scratch_remove)
