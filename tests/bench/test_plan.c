/*
 * Plans: what a good one lays out, and that a wrong one is refused with the file, the line and what is wrong, never
 * with a crash and never with a run of something else.
 */
#include "testing.h"
#include "plan.h"
#include "scratch.h"
#include "counted.h"

#include <glob.h>

#include <math.h>

static plan read_plan(const char *text, const plan_changes *changes)
{
    plan p;
    assay_error err = { "" };
    const char *path = scratch_write("good.yaml", text, strlen(text));
    if (plan_read(path, changes, &p, &err) != ASSAY_OK) fail_msg("%s", err.text);
    assert_string_equal(p.text, text);
    return p;
}

TEST(one_part)
{
    plan p = read_plan("name: mine\ntitle: one line\nsamples: [1000, 20000]\nseeds: 3:10\n"
                       "scenarios: [noise, {mixing: {alpha: [0, 0.25, 0.5]}}]\nmetrics: [mig, dcimig@zaidi2020]\n",
                       NULL);
    assert_string_equal(p.name, "mine");
    assert_string_equal(p.title, "one line");
    assert_int_equal(p.n_parts, 1);
    const plan_part *part = &p.part[0];
    assert_int_equal(part->n_samples, 2);
    assert_true(part->samples[0] == 1000 && part->samples[1] == 20000);
    assert_true(part->seed_first == 3 && part->seed_end == 10);
    assert_int_equal(part->metrics.count, 2);
    assert_string_equal(part->metrics.at[1].metric->id, "dcimig");
    assert_string_equal(part->metrics.at[1].id.text, "zaidi2020");

    const assay_scenario *noise = assay_scenario_find("noise");
    const size_t swept = noise->sweeps[0].n_at;
    assert_int_equal(part->n_points, swept + 3);
    for (size_t k = 0; k < swept; k++) { /* a scenario's own sweep, in its order */
        assert_ptr_equal(part->point[k].scenario, noise);
        assert_true(part->point[k].parameter[0] == noise->sweeps[0].at[k] &&
                    point_swept(&part->point[k].at) == noise->sweeps[0].at[k]);
        assert_int_equal(part->point[k].place, k);
    }
    const plan_point *own = &part->point[swept + 1]; /* the plan's own values, one of them off the sweep */
    assert_string_equal(own->scenario->id, "mixing");
    assert_string_equal(own->at.set.text, "alpha=0.25");
    assert_true(point_swept(&own->at) == 0.25);
    plan_free(&p);
    plan_free(&p); /* again is harmless */
}

TEST(scalars_stand_for_lists)
{
    plan p = read_plan("samples: 50\nseeds: 7:8\nscenarios: noise\nmetrics: 'mig,mig@zaidi2020:bins=15'\n", NULL);
    assert_non_null(strstr(p.name, "good.yaml")); /* without a name, the file's */
    assert_string_equal(p.title, "");
    assert_true(p.part[0].seed_first == 7 && p.part[0].seed_end == 8);
    assert_int_equal(p.part[0].metrics.count, 2);
    assert_string_equal(p.part[0].metrics.at[1].id.text, "zaidi2020:bins=15");
    plan_free(&p);
}

/* What is said twice counts once: a cell is computed once. */
TEST(repetitions)
{
    FREED(plan_free)
    plan p = read_plan("samples: [50, 50, 60]\nseeds: 0:2\nmetrics: [mig, mig, mig@default]\n"
                       "scenarios: [noise, noise, {noise: {alpha: [0.2, 0.2, 0.3, 3e-1]}}]\n",
                       NULL);
    assert_int_equal(p.part[0].n_samples, 2);
    assert_int_equal(p.part[0].metrics.count, 1);
    assert_int_equal(p.part[0].n_points, assay_scenario_find("noise")->sweeps[0].n_at + 1);
}

/* Two parameters: all combinations, the last fastest; words by name; numbers as they would be typed. */
TEST(combinations)
{
    plan p = read_plan("samples: 50\nseeds: 0:2\nmetrics: mig\n"
                       "scenarios:\n  - duplicate: {copies: [4, 2]}\n  - trig: {order: [peer, interleaved]}\n",
                       NULL);
    const assay_scenario *duplicate = assay_scenario_find("duplicate");
    assert_string_equal(duplicate->parameters[0].id, "copies");
    assert_int_equal(strncmp(p.part[0].point[0].at.set.text, "copies=4;", 9), 0);
    size_t first = 0;
    while (first < p.part[0].n_points && p.part[0].point[first].scenario == duplicate) first++;
    assert_int_equal(first % 2, 0);
    assert_int_equal(strncmp(p.part[0].point[first / 2].at.set.text, "copies=2;", 9), 0);
    assert_non_null(strstr(p.part[0].point[first].at.set.text, "order=peer"));
    assert_non_null(strstr(p.part[0].point[first + 1].at.set.text, "order=interleaved"));
    assert_true(isnan(point_swept(&p.part[0].point[first].at))); /* a word has no place on an axis */
    plan_free(&p);

    static const char *const names[] = { "delta=0.25;alpha=1", "delta=0.25;alpha=0.5", "delta=0.25;alpha=0.75",
                                         "delta=1;alpha=1",    "delta=1;alpha=0.5",    "delta=1;alpha=0.75" };
    p = read_plan("samples: 50\nseeds: 0:2\nmetrics: mig\n"
                  "scenarios: [{dependent: {alpha: [1, 0.5, 0.75], delta: [0.25, 1]}}]\n",
                  NULL);
    assert_int_equal(p.part[0].n_points, ASSAY_COUNT(names));
    for (size_t k = 0; k < ASSAY_COUNT(names); k++) assert_string_equal(p.part[0].point[k].at.set.text, names[k]);
    plan_free(&p);
}

TEST(parts_inherit)
{
    plan p = read_plan("samples: 100\nseeds: 0:5\nscenarios: noise\nmetrics: mig\nparts:\n  - {}\n"
                       "  - {seeds: 5:9}\n  - {samples: 200, scenarios: [trig], metrics: [sap, mig]}\n",
                       NULL);
    assert_int_equal(p.n_parts, 3);
    assert_true(p.part[0].seed_end == 5 && p.part[0].samples[0] == 100);
    assert_true(p.part[1].seed_first == 5 && p.part[1].samples[0] == 100);
    assert_string_equal(p.part[1].point[0].scenario->id, "noise");
    assert_true(p.part[2].seed_first == 0 && p.part[2].samples[0] == 200);
    assert_string_equal(p.part[2].point[0].scenario->id, "trig");
    assert_int_equal(p.part[2].metrics.count, 2);
    plan_free(&p);
    /* nothing to inherit */
    p = read_plan("parts: [{samples: 100, seeds: 0:5, scenarios: noise, metrics: mig}]\n", NULL);
    assert_int_equal(p.n_parts, 1);
    plan_free(&p);
}

static const char two_parts[] =
    "name: two\nsamples: [100, 200]\nseeds: 0:5\nscenarios: [noise, mixing]\nmetrics: [mig]\n"
    "parts: [{}, {scenarios: trig, seeds: 0:50}]\n";

TEST(changes)
{
    plan p = read_plan(two_parts, &(plan_changes){ .scenarios = "mixing" });
    assert_true(p.part[0].n_points > 0 && p.part[1].n_points == 0);
    for (size_t k = 0; k < p.part[0].n_points; k++) assert_string_equal(p.part[0].point[k].scenario->id, "mixing");
    plan_free(&p);
    p = read_plan(two_parts,
                  &(plan_changes){ .scenarios = "trig,noise", .metrics = "sap@*", .seeds = "3:4", .samples = 7 });
    assert_true(p.part[0].n_points > 0 && p.part[1].n_points > 0);
    for (size_t k = 0; k < 2; k++) {
        assert_true(p.part[k].seed_first == 3 && p.part[k].seed_end == 4);
        assert_true(p.part[k].n_samples == 1 && p.part[k].samples[0] == 7);
        assert_int_equal(p.part[k].metrics.count, assay_metric_find("sap")->n_presets);
    }
    plan_free(&p);

    static const struct {
        plan_changes changes;
        const char *says;
    } bad[] = {
        { { .scenarios = "nois" }, "no scenario 'nois'" },
        { { .scenarios = "nuisance" }, "none of the scenarios" },
        { { .metrics = "nosuch" }, "no metric 'nosuch'" },
        { { .seeds = "3:1" }, "seeds '3:1'" },
        { { .seeds = "3" }, "0:3 is the seeds from 0 up to but not including 3, 3:4 is seed 3 alone" },
        { { .samples = UINT64_MAX }, "samples" },
    };
    for (size_t k = 0; k < ASSAY_COUNT(bad); k++) {
        assay_error err = { "" };
        assert_int_equal(plan_read(scratch_path("good.yaml"), &bad[k].changes, &p, &err), ASSAY_EUSAGE);
        if (!strstr(err.text, bad[k].says)) fail_msg("%zu says '%s'", k, err.text);
    }
}

TEST(built_in)
{
    static const char *const must[] = { "quick", "thesis", "dependent", "all" };
    for (size_t k = 0; plan_builtin_text(k); k++) {
        char name[64];
        FREED(plan_free) plan p;
        assay_error err = { "" };
        assert_int_equal(sscanf(plan_builtin_text(k), "name: %63s", name), 1);
        if (plan_read(name, NULL, &p, &err) != ASSAY_OK) fail_msg("%s", err.text);
        assert_string_equal(p.name, name);
        assert_true(strlen(p.title) > 10);
        for (size_t i = 0; i < p.n_parts; i++)
            assert_true(p.part[i].n_points && p.part[i].metrics.count && p.part[i].n_samples);
    }
    for (size_t k = 0; k < ASSAY_COUNT(must); k++) {
        FREED(plan_free) plan p;
        assay_error err = { "" };
        assert_int_equal(plan_read(must[k], NULL, &p, &err), ASSAY_OK);
    }
    assert_null(plan_builtin_text(plan_builtin_count()));
    glob_t files; /* no file without its word in the list */
    assert_int_equal(glob("bench/plans/*.yaml", 0, NULL, &files), 0);
    assert_int_equal(files.gl_pathc, plan_builtin_count());
    globfree(&files);
}

#define REST "seeds: 0:3\nscenarios: noise\nmetrics: mig\n"

static const struct {
    const char *text, *says; /* says begins with what follows the file's name */
} bad[] = {
    { "samples: 10\nsedes: 0:3\n" REST, ":2: no key 'sedes'" },
    { "samples: 10\nseeds: 0:3\nscenarios: noise\n\n# a comment\nmetrics: [mig,\n  nosuch]\n",
      ":7: no metric 'nosuch'" },
    { "samples: 10\nseeds: 0:3\nscenarios: [noise, nose]\nmetrics: mig\n", ":3: no scenario 'nose'" },
    { "samples: 10\nseeds: 0:3\nscenarios:\n - noise\n - mixing: {alfa: 3}\nmetrics: mig\n",
      ":5: no parameter 'alfa' of mixing" },
    { "samples: 10\nseeds: 0:3\nscenarios:\n - mixing: {alpha: [0.5, 1.5]}\nmetrics: mig\n",
      ":4: alpha=1.5: out of range" },
    { "samples: 10\nseeds: 0:3\nscenarios:\n - mixing: {alpha: half}\nmetrics: mig\n", ":4: alpha=half: not a number" },
    { "samples: 10\nseeds: 0:3\nscenarios:\n - mixing: {alpha: [[1]]}\nmetrics: mig\n", ":4: alpha=: not a number" },
    { "samples: 10\nseeds: 0:3\nscenarios:\n - mixing: {alpha: []}\nmetrics: mig\n", ":4: 'alpha' is an empty list" },
    { "samples: 10\nseeds: 0:3\nscenarios:\n - trig: {order: sideways}\nmetrics: mig\n",
      ":4: no choice 'sideways' of order" },
    { "samples: 10\nseeds: 0:3\nscenarios:\n - mixing: [0.5]\nmetrics: mig\n", ":4: a scenario with its own values" },
    { "samples: 10\nseeds: 0:3\nscenarios: {noise: 1, mixing: 2}\nmetrics: mig\n",
      ":3: a scenario with its own values" },
    { "samples: 10\nseeds: 0:3\nscenarios: []\nmetrics: mig\n", ":3: 'scenarios' is an empty list" },
    { "samples: 10\nseeds: 0:3\nscenarios: noise\nmetrics: []\n", ":4: 'metrics' is an empty list" },
    { "samples: 10\nseeds: 0:3\nscenarios: noise\nmetrics: {mig: 3}\n", ":4: metrics: a list of names" },
    { "samples: []\n" REST, ":1: 'samples' is an empty list" },
    { "samples: 0\n" REST, ":1: samples: '0' is not a count" },
    { "samples: -5\n" REST, ":1: samples: '-5' is not a count" },
    { "samples: [10, many]\n" REST, ":1: samples: 'many' is not a count" },
    { "samples: 1e3\n" REST, ":1: samples: '1e3' is not a count" },
    { "samples: 99999999999999999999\n" REST, ":1: samples: '99999999999999999999' is not a count" },
    { "samples: {a: 3}\n" REST, ":1: samples: 'a list or mapping'" },
    { "samples:\n" REST, "samples: '' is not a count" },
    { "samples: 10\nseeds: 3\nscenarios: noise\nmetrics: mig\n", ":2: seeds '3' can be read in two ways: 0:3 " },
    { "samples: 10\nseeds: [0, 1]\nscenarios: noise\nmetrics: mig\n", ":2: seeds: written A:B" },
    { "seeds: 0:3\nscenarios: noise\nmetrics: mig\n", ": 'samples' is missing" },
    { "samples: 10\nseeds: 0:3\nscenarios: noise\n", ": 'metrics' is missing" },
    { "samples: 10\nseeds: 0:3\nscenarios: noise\nmetrics: [mig, -mig]\n", ":4: metrics: none is left" },
    { "samples: 10\nseeds: 0:3\nscenarios: noise\nmetrics: [-mig]\n", ":4: -mig: leaves no metric" },
    { "samples: 10\nparts: {a: 1}\n" REST, ":2: parts: a list is wanted" },
    { "samples: 10\nparts: []\n" REST, ":2: 'parts' is an empty list" },
    { "samples: 10\nparts: [5]\n" REST, ":2: a part is a mapping" },
    { "samples: 10\nparts:\n  - {}\n  - {name: x}\n" REST, ":4: no key 'name'" },
    { "samples: 10\nparts:\n  - {}\n  - {seeds: 9:1}\n" REST, ":4: seeds '9:1'" },
    { "- samples\n- seeds\n", ":1: not a YAML mapping" },
    { "just a word", ":1: not a YAML mapping" },
    { "", ": holds nothing" },
    { "samples: 10\nseeds: 0:3\nscenarios: [noise\nmetrics: mig\n", ":4: while parsing a flow sequence" },
};

static void refused(const char *path, const char *says)
{
    plan p;
    assay_error err = { "" };
    const assay_status status = plan_read(path, NULL, &p, &err);
    if (status != ASSAY_EINPUT) fail_msg("%s: status %d, %s", says, status, err.text);
    if (strncmp(err.text, path, strlen(path)) != 0 || !strstr(err.text, says))
        fail_msg("'%s' instead of '%s'", err.text, says);
    assert_true(!p.part && !p.name && !p.title && !p.text);
}

/* What a library prints by itself would spoil the output of whoever calls it. */
TEST(refuses_and_keeps_quiet)
{
    fflush(stderr);
    const int before = dup(STDERR_FILENO);
    FILE *caught = tmpfile();
    assert_true(before >= 0 && caught);
    dup2(fileno(caught), STDERR_FILENO);
    static assay_error said[ASSAY_COUNT(bad)];
    assay_status status[ASSAY_COUNT(bad)];
    for (size_t k = 0; k < ASSAY_COUNT(bad); k++) {
        plan p;
        status[k] = plan_read(scratch_write("bad.yaml", bad[k].text, strlen(bad[k].text)), NULL, &p, &said[k]);
        if (status[k] == ASSAY_OK) plan_free(&p);
    }
    fflush(stderr);
    dup2(before, STDERR_FILENO);
    close(before);
    fseek(caught, 0, SEEK_END);
    const long printed = ftell(caught);
    fclose(caught);
    for (size_t k = 0; k < ASSAY_COUNT(bad); k++) {
        char says[256];
        snprintf(says, sizeof says, "%s%s", bad[k].says[0] == ':' ? "bad.yaml" : "", bad[k].says);
        if (status[k] != ASSAY_EINPUT || !strstr(said[k].text, says))
            fail_msg("status %d, '%s' instead of '%s'", status[k], said[k].text, says);
    }
    assert_int_equal(printed, 0);
}

static void not_there(const char *name, const char *says)
{
    plan p;
    assay_error err = { "" };
    assert_int_equal(plan_read(name, NULL, &p, &err), ASSAY_EINPUT);
    if (strncmp(err.text, "no plan '", 9) != 0 || !strstr(err.text, name) || !strstr(err.text, says))
        fail_msg("'%s' instead of '%s'", err.text, says);
}

TEST(files_that_are_no_plans)
{
    not_there(scratch_path("none.yaml"), "No such file");
    not_there(scratch_folder, "Is a directory");
    not_there("qick", DID_YOU_MEAN " 'quick'?");
    char *large = malloc(2 << 20);
    memset(large, '#', 2 << 20);
    refused(scratch_write("large.yaml", large, 2 << 20), "limit plan-bytes");
    memset(large, '[', 50000);
    refused(scratch_write("deep.yaml", large, 50000), ":1: 17 levels is more than the limit plan-depth, 16");
    free(large);
    static const char zero[] = "samples: 10\n" REST "\0junk";
    refused(scratch_write("zero.yaml", zero, sizeof zero), "zero byte");
}

TEST(too_many_points)
{
    char text[40000];
    size_t used = (size_t)snprintf(text, sizeof text,
                                   "samples: 10\nseeds: 0:3\nmetrics: mig\nscenarios:\n - dependent: {alpha: [1");
    for (int k = 1; k < 200; k++) used += (size_t)snprintf(text + used, sizeof text - used, ", %g", 1 - k / 400.0);
    used += (size_t)snprintf(text + used, sizeof text - used, "], delta: [1");
    for (int k = 1; k < 200; k++) used += (size_t)snprintf(text + used, sizeof text - used, ", %g", 1 - k / 400.0);
    snprintf(text + used, sizeof text - used, "]}\n");
    refused(scratch_write("many.yaml", text, strlen(text)), "40000 points is more than the limit plan-points, 10000");
    /* what each part is allowed, all together are not */
    used = (size_t)snprintf(text, sizeof text,
                            "samples: 10\nseeds: 0:3\nmetrics: mig\nscenarios: [mixing, noise]\nparts:\n");
    for (int k = 0; k < 1000; k++)
        used += (size_t)snprintf(text + used, sizeof text - used, "  - {seeds: 0:%d}\n", k + 1);
    refused(scratch_write("many.yaml", text, strlen(text)), "more than the limit plan-points, 10000");
    snprintf(text + used, sizeof text - used, "  - {}\n");
    refused(scratch_write("many.yaml", text, strlen(text)), "1001 parts is more than the limit plan-parts, 1000");
}

/* A number alone is a count to one reader and a seed to another. */
TEST(one_number_is_refused)
{
    static const struct {
        const char *text, *count, *seed;
    } known[] = {
        { "5", "0:5 ", "5:6 " },
        { "1", "0:1 ", "1:2 " },
        { "0", "0:1 ", "seed 0 alone" },
        { "007", "0:7 ", "7:8 " },
    };
    for (size_t k = 0; k < ASSAY_COUNT(known); k++) {
        uint64_t first = 77, end = 77;
        assay_error err = { "" };
        assert_int_equal(plan_seeds(known[k].text, &first, &end, &err), ASSAY_EUSAGE);
        if (!strstr(err.text, known[k].count) || !strstr(err.text, known[k].seed)) fail_msg("%s", err.text);
        assert_true(first == 77 && end == 77);
    }
    refused(scratch_write("count.yaml", "samples: 10\nseeds: 5\n", 21), "");
}

TEST(seeds)
{
    static const struct {
        const char *text;
        uint64_t first, end; /* 0, 0: refused */
    } known[] = {
        { "0:10", 0, 10 },
        { "7:8", 7, 8 },
        { "0:1", 0, 1 },
        { "5:6", 5, 6 },
        { "007:9", 7, 9 },
        { "4294967296:4294967297", 4294967296, 4294967297 },
        { "9223372036854775805:9223372036854775806", 9223372036854775805, 9223372036854775806 },
        { "", 0, 0 },
        { ":", 0, 0 },
        { "3:1", 0, 0 },
        { "3:3", 0, 0 },
        { "a:b", 0, 0 },
        { "1:", 0, 0 },
        { ":5", 0, 0 },
        { "-1:5", 0, 0 },
        { "0:-5", 0, 0 },
        { "0:5x", 0, 0 },
        { "0:5:6", 0, 0 },
        { " 0:5", 0, 0 },
        { "0: 5", 0, 0 },
        { "+1:5", 0, 0 },
        { "1.5:3", 0, 0 },
        { "0x1:3", 0, 0 },
        { "18446744073709551615", 0, 0 },
        { "18446744073709551616:18446744073709551617", 0, 0 },
        { "0:9223372036854775808", 0, 0 },
        { "0:18446744073709551616", 0, 0 },
        { "9223372036854775807", 0, 0 },
    };
    for (size_t k = 0; k < ASSAY_COUNT(known); k++) {
        uint64_t first = 77, end = 77;
        assay_error err = { "" };
        const assay_status status = plan_seeds(known[k].text, &first, &end, &err);
        if (!known[k].end) {
            if (status != ASSAY_EUSAGE) fail_msg("'%s' is taken", known[k].text);
            assert_true(strstr(err.text, known[k].text) && strstr(err.text, "A:B") && first == 77 && end == 77);
        } else if (status != ASSAY_OK || first != known[k].first || end != known[k].end) {
            fail_msg("'%s': %s", known[k].text, err.text);
        }
    }
}

TESTS_MAIN_IN(scratch_make, scratch_remove)
