/*
 * Files of papers/: all that are in the program are valid, and one more from a file is read with them. What is wrong in
 * one is refused with the file, the line and the nearest name; each row breaks one thing of a file that is taken.
 */
#include "check.h"
#include "report_rows.h"
#include "scratch.h"

#include "corpus_facts.h"
#include "plan.h"
#include "reproduction.h"

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
#define MARKS(body) HEAD "marks:\n  - item: X1-a\n    source: table 9\n    score: mig\n" body

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

TEST(test_every_plan_and_count_is_there)
{
    assay_error err = { "" };
    const paper_entry *e;
    const char *read = "";
    corpus_facts corpora;
    assert_int_equal(corpus_facts_count(&corpora, NULL), ASSAY_OK);
    for (size_t k = 0; (e = published_at(k)); k++) {
        size_t found = e->kind != PRINTS_COUNT;
        plan p;
        for (size_t f = 0; f < corpora.count && e->count; f++) found += strcmp(corpora.at[f].name, e->count) == 0;
        if (found != 1) fail_msg("%s: %zu", e->count, found);
        if (!*e->plan || strcmp(e->plan, read) == 0) continue;
        if (plan_read(e->plan, NULL, &p, &err) != ASSAY_OK) fail_msg("%s: %s", e->plan, err.text);
        plan_free(&p);
        read = e->plan;
    }
}

static const struct {
    const char *text, *message;
} refused[] = {
    { "title: x\n", "1: 'paper' is missing: how it is cited" },
    { "- x\n", "1: 'paper' is missing: how it is cited" },
    { HEAD "numbrs: []\n", "8: no key 'numbrs': " DID_YOU_MEAN " 'numbers'?" },
    { HEAD "claims: {}\n", "8: 'claims' is a list: - KEY: VALUE" },
    { "paper: Boilard 2022\n", "1: papers/boilard2022.yaml says 'Boilard 2022', too" },
    { "paper: X 1\ntables: thesis\n", "2: papers/boilard2022.yaml says 'thesis', too" },
    { "paper: X 1\nitems: {S2-a: again}\n", "2: the item S2-a is another paper's, 'Boilard 2022: figure 3.2, noise'" },
    { "paper: X 1\nitems: [a]\n", "2: 'items' is written ID: TITLE, line by line" },
    { NUMBER(", valeu: 1"), "15: no key 'valeu': " DID_YOU_MEAN " 'value'?" },
    { NUMBER(", remark: []"), "15: 'remark' is no text" },
    { NUMBER(", runs: 1.5"), "15: '1.5' counts nothing: a whole number is wanted" },
    { NUMBER(", runs: -1"), "15: '-1' counts nothing" },
    { NUMBER(", item: X1-c"), "15: no item 'X1-c': " DID_YOU_MEAN " 'X1-a'?" },
    { NUMBER(", scenario: nosie"), "15: no scenario 'nosie': " DID_YOU_MEAN " 'noise'?" },
    { HEAD NUMBERS "    each: [{score: mgi, point: alpha=0.6, value: 1}]\n",
      "14: no metric 'mgi': " DID_YOU_MEAN " 'mig'?" },
    { HEAD NUMBERS "    each: [{score: mig@zaidi, point: alpha=0.6, value: 1}]\n", "14: no preset 'zaidi' of mig" },
    { HEAD NUMBERS "    each: [{score: 'mig@default:bin=5', point: alpha=0.6, value: 1}]\n", "14: mig: " },
    { HEAD NUMBERS "    each: [{score: dci-rf modulrity, point: alpha=0.6, value: 1}]\n",
      "14: no output 'modulrity' of dci-rf: " DID_YOU_MEAN " 'modularity'? (modularity" },
    { HEAD NUMBERS "    each: [{score: dci-rf, point: alpha=0.6, value: 1}]\n",
      "14: dci-rf has several outputs: write METRIC OUTPUT" },
    { HEAD NUMBERS "    each: [{score: mig, point: alpa=0.6, value: 1}]\n",
      "14: no option 'alpa': " DID_YOU_MEAN " 'alpha'? (alpha" },
    { HEAD NUMBERS "    each: [{score: mig, point: alpha=7, value: 1}]\n", "14: alpha=7: out of range, 0 to 1" },
    { HEAD NUMBERS "    each: [{score: mig, point: alpha=0.60, value: 1}]\n",
      "14: a store calls this point of noise 'alpha=0.6'" },
    { HEAD NUMBERS "    each: [{score: mig, point: alpha=0.6, value: half}]\n", "14: 'half' is no number" },
    { HEAD NUMBERS "    each: [{score: mig, point: alpha=0.6, value: inf}]\n", "14: 'inf' is no number" },
    { HEAD NUMBERS "    each: [{score: mig, point: alpha=0.6}]\n", "14: 'value' is missing" },
    { HEAD NUMBERS "    columns: [{point: alpha=0}, {point: alpha=1}]\n    each: [{score: mig, values: [1]}]\n",
      "15: 1 values, and there are 2 columns" },
    { HEAD NUMBERS "    columns: [{pont: alpha=0}]\n    each: [{score: mig, values: [1]}]\n",
      "14: no key 'pont': " DID_YOU_MEAN " 'point'?" },
    { HEAD NUMBERS "    columns: [{point: alpha=0}]\n    each:\n      - {score: mig,\n         values: [x]}\n",
      "17: 'x' is no number" },
    { CLAIM(OVER "    rule: fals\n"), "17: no choice 'fals' of rule: " DID_YOU_MEAN " 'falls'? (least, most, near," },
    { CLAIM("    rule: falls\n    bound: 0\n    points: 5\n"), "9: 'over' is missing, which the rule 'falls' needs" },
    { CLAIM(OVER "    rule: falls\n"), "9: 'bound' is missing, which the rule 'falls' needs" },
    { CLAIM(OVER "    rule: near\n    bound: 1\n"), "9: 'tolerance' is missing, which the rule 'near' needs" },
    { CLAIM(OVER "    rule: above\n    bound: 1\n"), "9: the rule 'above' compares two" },
    { CLAIM("    rule: measures\n"), "9: 'measures' is missing, which the rule 'measures' needs" },
    { CLAIM("    rule: measures\n    measures: [modular]\n"),
      "14: no choice 'modular': " DID_YOU_MEAN " 'modularity'? (modularity, compactness, " },
    { CLAIM("    over: alhpa\n    from: 0\n    to: 1\n    points: 5\n    rule: falls\n    bound: 0\n"), "13: " },
    { CLAIM("    over: alpha\n    from: 1\n    to: 0\n    points: 5\n    rule: falls\n    bound: 0\n"),
      "14: 'from' is larger than 'to'" },
    { HEAD "stated: [{item: X1-a, status: tested, statement: s, reason: r}]\n",
      "8: no choice 'tested' of status (checked by tests" },
    { HEAD "stated: [{item: X1-a, status: differs, statement: s}]\n", "8: 'reason' is missing" },
    { HEAD "stated: [{item: X1-a, status: differs, statement: s, reason: r, value: 1}]\n", "8: no key 'value'" },
    { HEAD "apart: maybe\n", "8: no choice 'maybe' of apart (no, yes" },
    { NUMBER(", seeds: 5:5"), "15: seeds are written FIRST:END, 0:10" },
    { NUMBER(", seeds: 0-5"), "15: seeds are written FIRST:END, 0:10" },
    { NUMBER(", status: tested"), "15: no choice 'tested' of status (checked by tests" },
    { MARKS("    property: calibratd\n    value: yes\n"),
      "12: no property 'calibratd': " DID_YOU_MEAN " 'calibrated'?" },
    { MARKS("    property: calibrated\n    value: perhaps\n"), "13: no choice 'perhaps' of value (yes, no, no*" },
    { MARKS("    property: calibrated\n    value: yes\n    verdict: bad\n"),
      "14: no choice 'bad' of verdict (pass, fail" },
    { MARKS("    columns: [{property: nonlinear}]\n    values: [yes, no]\n"), "13: 2 values, and there are 1 columns" },
    { MARKS("    columns: [{property: nonlinear}]\n    values:\n      - {value: yes, resaon: r}\n"),
      "14: no key 'resaon': " DID_YOU_MEAN " 'reason'?" },
    { MARKS("    value: yes\n"), "9: 'property' is missing" },
};

/* Where the plans are known; one that is a file is whoever's. */
TEST(test_a_plan_is_one_of_those_there_are)
{
    static const char *const names[] = { "thesis", "quick", "dependent", "text", "guard", "features", NULL };
    assay_error err = { "" };
    papers_plans(names);
    assert_int_equal(load("own.yaml", "paper: X 1\nplan: thesiss\n", &err), ASSAY_EINPUT);
    assert_non_null(strstr(err.text, "own.yaml:2: no plan 'thesiss': " DID_YOU_MEAN " 'thesis'?"));
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

static const reproduction_row *find(const reproduction *all, const char *id, const char *output)
{
    for (size_t k = 0; k < all->count; k++)
        if (strcmp(all->at[k].of->id, id) == 0 && strcmp(all->at[k].of->of.output, output) == 0) return &all->at[k];
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
    reproduction all = { 0 };
    evidence_entry row = row_of("noise", "alpha", "alpha=0.6", 0.6, "mig", "information", 0.31);
    row.preset = "zaidi2020";
    row.sd = 0.01;
    add_row(&rows, row);
    reproduction_of(listed(&rows), NULL, NULL, NULL, &all);
    const reproduction_row *number = find(&all, "X1-a", "mig"), *claimed = find(&all, "X1-b", "modularity");
    assert_int_equal(number->status, REPRODUCTION_DONE);
    assert_string_equal(number->of->source, "Own et al. 2030, table 1");
    assert_true(number->of->value == 0.3);
    assert_string_equal(claimed->of->of.preset, "default");
    assert_string_equal(claimed->of->statement, "falls (every step of the means falls by at least 0.001)");
    assert_string_equal(claimed->of->place, "alpha=0 to 0.8");
    assert_int_equal(claimed->status, REPRODUCTION_MISSING);
    const paper_list *documents = &papers_all()->documents;
    const paper *behind =
        *PAPER_AT(const paper *, *documents, documents->count - 3); /* X1: S4, then guard and saebench */
    assert_string_equal(behind->name, "Own et al. 2030");
    assert_string_equal(behind->tables, "own");
    assert_ptr_equal(number->of->in, behind);
}

/* The bits of what is written, whatever its length; a value of a table has its row, its column, and its own keys. */
TEST(test_values_are_those_of_the_files)
{
    static const struct {
        const char *id, *metric, *place;
        size_t samples;
        double value;
        int status;
    } some[] = {
        { "S4-a", "mig", "dims=1;rows=published;book=published", 0, 0.8105, -1 },
        { "S4-a", "mig", "dims=2;rows=published;book=reread", 0, 0.0573, -1 },
        { "guard-01", "infom", "structure=redundant;codes=scaled;rows=test", 200, 0.7418429, -1 },
        { "guard-03", "r2-heldout", "structure=correlated;codes=scaled;factors=2;rho=-0.99;rows=split", 100, 1, -1 },
        { "guard-10", "mcc", "structure=two-parents;codes=curved;rows=test", 1000, 0.667072,
          REPRODUCTION_OUT_OF_REACH },
    };
    enum { SOME = sizeof some / sizeof *some };
    size_t seen[SOME] = { 0 }, numbers = 0, marks = 0;
    const paper_entry *e;
    papers_unload();
    for (size_t k = 0; (e = published_at(k)); k++) {
        if (e->kind == PRINTS_MARK && strcmp(e->property, "stable-options") == 0) marks += e->reason != NULL;
        if (e->kind != PRINTS_NUMBER) continue;
        numbers += e->in->apart != 0;
        if (strcmp(e->id, "S0-b") == 0) assert_true(e->tolerance == 0.0000005);
        for (size_t s = 0; s < SOME; s++)
            seen[s] += strcmp(e->id, some[s].id) == 0 && strcmp(e->of.metric, some[s].metric) == 0 &&
                       strcmp(e->place, some[s].place) == 0 && e->samples == some[s].samples &&
                       e->value == some[s].value && e->status == some[s].status;
    }
    for (size_t s = 0; s < SOME; s++)
        if (seen[s] != 1) fail_msg("%zu: %zu", s, seen[s]);
    assert_int_equal(numbers, 7327 + 1);
    assert_int_equal(marks, 13);
}

TEST(test_a_file_takes_the_place_of_one_called_so)
{
    assay_error err = { "" };
    if (load("boilard2022.yaml", "paper: Boilard 2022\nitems: {S2-a: other}\n", &err) != ASSAY_OK)
        fail_msg("%s", err.text);
    size_t found = 0;
    for (size_t k = 0; paper_item_at(k); k++) found += strncmp(paper_item_at(k)->id, "S2", 2) == 0;
    assert_int_equal(found, 1);
    assert_null(published_mark(&(evidence_series){ .metric = "z-diff" }, "calibrated"));
    papers_unload();
    assert_int_equal(papers_load(scratch_path("none.yaml"), &err), ASSAY_EINPUT);
    assert_non_null(strstr(err.text, "none.yaml: No such file"));
    papers_unload();
}

TESTS_MAIN_IN(scratch_make, scratch_remove)
