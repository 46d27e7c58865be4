/*
 * Shards: every cell in one of them, by its own name alone; equally dear cells in turn; what batch systems say read as
 * they say it; cores as control groups grant them.
 */
#define _GNU_SOURCE /* setenv */
#include "plan_text.h"
#include "cores.h"
#include "shard.h"

/* What a cell is called, and the shard it is in. */
typedef struct placed {
    char name[160];
    uint64_t shard;
} placed;

static int by_name(const void *a, const void *b)
{
    return strcmp(((const placed *)a)->name, ((const placed *)b)->name);
}

/* Sorted by name; free it. */
static placed *place_all(const char *text, uint64_t count, size_t *n)
{
    FREED(plan_free) plan p = read_plan(text);
    FREED(cells_free) cells all;
    FREED(shard_map_free) shard_map map = { 0 };
    assay_error err = { "" };
    assert_int_equal(cells_make(&p, &all, &err), ASSAY_OK);
    assert_int_equal(shard_map_make(&all, &(shard){ 1, count }, &map, &err), ASSAY_OK);
    placed *to = calloc(all.count, sizeof *to);
    OWNED size_t *wanted = calloc(all.n_variants, sizeof *wanted);
    cells_cursor at = { 0 };
    cell_batch batch;
    *n = 0;
    while (cells_next(&all, &at, &batch)) {
        for (size_t k = cells_wanted(&all, &batch, wanted); k-- > 0;) {
            const variant *v = all.variant[wanted[k]];
            placed *one = &to[(*n)++];
            one->shard = shard_map_number(&map, &batch, wanted[k]);
            snprintf(one->name, sizeof one->name, "%s %s %d %d %s@%s", batch.group->point->scenario->id,
                     batch.group->point->at.set.text, (int)batch.group->samples, (int)batch.seed, v->id.metric,
                     v->id.text);
        }
    }
    assert_int_equal(*n, all.count);
    qsort(to, *n, sizeof *to, by_name);
    return to;
}

#define DEAR "[dci-rf, dci-gbt, mig, sap]"
static const char plain[] =
    "name: a\nsamples: [500, 20000]\nseeds: 0:30\nmetrics: " DEAR "\nscenarios: [noise, mixing]\n";

/* The same cells asked for otherwise, and others with them: each stays in its shard. */
TEST(own_name_decides)
{
    static const char larger[] = "name: b\nsamples: 20000\nseeds: 5:40\nmetrics: [mcc, sap, dci-rf]\n"
                                 "scenarios: [duplicate, mixing]\nparts:\n  - {}\n  - seeds: 0:50\n"
                                 "    samples: [500, 1000]\n    scenarios: [trig, noise]\n";
    size_t n, m, both = 0;
    OWNED placed *one = place_all(plain, 7, &n), *other = place_all(larger, 7, &m);
    for (size_t k = 0; k < n; k++) {
        const placed *same = bsearch(&one[k], other, m, sizeof *other, by_name);
        both += same != NULL;
        if (same && same->shard != one[k].shard)
            fail_msg("%s: shard %d and %d", one[k].name, (int)one[k].shard, (int)same->shard);
    }
    assert_true(both > 500);
}

/* The number of dear cells of one metric and size in each shard: the mean, and at most `most` beside it. */
static void check_even(const char *text, uint64_t count, const char *part, double most)
{
    size_t n, total = 0;
    OWNED placed *all = place_all(text, count, &n);
    OWNED size_t *in = calloc(count + 1, sizeof *in);
    for (size_t k = 0; k < n; k++) {
        assert_in_range(all[k].shard, 1, count);
        if (strstr(all[k].name, part)) in[all[k].shard]++, total++;
    }
    for (uint64_t s = 1; s <= count; s++)
        if (!(fabs((double)in[s] - (double)total / (double)count) <= most))
            fail_msg("%s: %zu in shard %d of %d, %zu in all", part, in[s], (int)s, (int)count, total);
}

/* 6 or 11 points x 30 or 400 seeds of one metric. A hash of the whole key would put the mean and four times its root
 * into the fullest of so many shards: 22 and 19 more than the mean in the last two rows. */
TEST(dear_cells_go_in_turn)
{
    static const char wide[] = "name: w\nsamples: 20000\nseeds: 0:400\nmetrics: [dci-rf]\nscenarios: [noise]\n";
    static const char own[] = "name: o\nsamples: 20000\nseeds: 0:400\nmetrics: [dci-rf]\n"
                              "scenarios: [{noise: {alpha: [0.11, 0.22, 0.33, 0.44, 0.55, 0.66]}}]\n";
    check_even(wide, 16, "dci-rf", 5);
    check_even(wide, 80, "dci-rf", 5);
    check_even(wide, 300, "dci-rf", 5);
    check_even(own, 80, "dci-rf", 6);
    check_even(own, 16, "dci-rf", 6);
}

/* R1: cheap scores of a data set are in one shard; a dear one is elsewhere in all shards but one. */
TEST(cheap_cells_stay_together)
{
    static const char text[] = "name: c\nsamples: 20000\nseeds: 0:200\nmetrics: [mig, sap, modularity, "
                               "dci-rf]\nscenarios: [{noise: {alpha: [0.2]}}]\n";
    size_t n, apart = 0;
    OWNED placed *all = place_all(text, 50, &n);
    assert_int_equal(n, 800);
    for (size_t k = 0; k < n; k += 4) { /* dci-rf, mig, modularity, sap of one seed: names sort so */
        assert_non_null(strstr(all[k].name, "dci-rf"));
        assert_true(all[k + 1].shard == all[k + 2].shard && all[k + 2].shard == all[k + 3].shard);
        apart += all[k].shard != all[k + 1].shard;
    }
    assert_int_equal(apart,
                     200); /* the distance between the two is the same for every seed, and not less than a shard */
}

static const struct {
    const char *text;
    uint64_t number, count;
} readings[] = {
    { "3/16", 3, 16 },
    { "1/1", 1, 1 },
    { "0/16", 16, 16 }, /* tasks 0 to 15 are all there */
    { "17/16", 0, 0 },
    { "3", 0, 0 },
    { "3/", 0, 0 },
    { "3/16x", 0, 0 },
    { "-1/16", 0, 0 },
    { "0/0", 0, 0 },
    { "1/99999999999999999999", 0, 0 },
    { "", 0, 0 },
};

TEST(readings_of_numbers)
{
    for (size_t k = 0; k < sizeof readings / sizeof *readings; k++) {
        shard got;
        assay_error err = { "" };
        const assay_status status = shard_read(readings[k].text, &got, &err);
        if (status != (readings[k].count ? ASSAY_OK : ASSAY_EUSAGE) || (status != ASSAY_OK && !err.text[0]) ||
            (status == ASSAY_OK && (got.number != readings[k].number || got.count != readings[k].count)))
            fail_msg("row %zu, %s: status %d, %d of %d", k, readings[k].text, status, (int)got.number, (int)got.count);
    }
}

static void put(const char *name, const char *text) { scratch_write(name, text, strlen(text)); }

TEST(groups_grant_cores)
{
    static const char *const folders[] = {
        "v2", "v2/job", "v2/job/step", "v1", "v1/cpu,cpuacct", "v1/cpu,cpuacct/slurm"
    };
    for (size_t k = 0; k < sizeof folders / sizeof *folders; k++) mkdir(scratch_path(folders[k]), 0777);
    char root[1024];
    snprintf(root, sizeof root, "%s", scratch_path("v2"));
    put("groups2", "0::/job/step\n");
    put("v2/job/step/cpu.max", "max 100000\n");
    assert_int_equal(cores_of_groups(scratch_path("groups2"), root), 0);
    put("v2/job/cpu.max", "250000 100000\n"); /* the group above: two and a half */
    assert_int_equal(cores_of_groups(scratch_path("groups2"), root), 3);
    put("v2/job/step/cpu.max", "50000 100000\n");
    assert_int_equal(cores_of_groups(scratch_path("groups2"), root), 1);
    snprintf(root, sizeof root, "%s", scratch_path("v1"));
    put("groups1", "5:memory:/x\n4:cpuset:/slurm\n3:cpu,cpuacct:/slurm\n");
    put("v1/cpu,cpuacct/slurm/cpu.cfs_period_us", "100000\n");
    put("v1/cpu,cpuacct/slurm/cpu.cfs_quota_us", "-1\n");
    assert_int_equal(cores_of_groups(scratch_path("groups1"), root), 0);
    put("v1/cpu,cpuacct/slurm/cpu.cfs_quota_us", "400000\n");
    assert_int_equal(cores_of_groups(scratch_path("groups1"), root), 4);
    assert_int_equal(cores_of_groups(scratch_path("no such file"), root), 0);
    unsetenv("SLURM_CPUS_PER_TASK");
    setenv("OMPI_COMM_WORLD_LOCAL_SIZE", "100000", 1);
    assert_int_equal(cores_available(), 1);
    unsetenv("OMPI_COMM_WORLD_LOCAL_SIZE");
    const unsigned all = cores_available();
    setenv("SLURM_CPUS_PER_TASK", "1", 1);
    assert_int_equal(cores_available(), 1);
    static const char *const no_grants[] = { "1000000", "many", "-3" }; /* more than there are is not believed */
    for (size_t k = 0; k < sizeof no_grants / sizeof *no_grants; k++) {
        setenv("SLURM_CPUS_PER_TASK", no_grants[k], 1);
        assert_int_equal(cores_available(), all);
    }
    unsetenv("SLURM_CPUS_PER_TASK");
}

TESTS_MAIN_IN(scratch_make, scratch_remove)
