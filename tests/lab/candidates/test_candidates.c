/*
 * Candidates that misbehave: what went wrong is that cell's result, in words; nobody else's score changes; the run goes
 * on; no process and no file is left. And entries that cannot be read.
 */
#include "candidates_check.h"

#include "candidate.h"
#include "run.h"
#include "scratch.h"
#include "store_check.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <time.h>

static const char *entry_of(const char *mode, const char *options)
{
    static char text[512];
    snprintf(text, sizeof text, "exec:'sh tests/candidates/faulty.sh %s %s'%s%s", mode, scratch_folder,
             options[0] ? ":" : "", options);
    return text;
}

static void pause_ms(long milliseconds)
{
    const struct timespec moment = { 0, milliseconds * 1000000 };
    nanosleep(&moment, NULL);
}

#define TIGHT "timeout=0.4"
#define ROOMY "timeout=20"

static const struct fault {
    const char *mode, *options, *reason; /* the reason begins so */
} faults[] = {
    { "crash", ROOMY,
      "failed: candidate-crashed: killed by signal 11 (segmentation fault); on standard error: about to fall" },
    { "exit", ROOMY, "failed: candidate-crashed: exit status 3" },
    { "exit-well", ROOMY, "failed: candidate-crashed: exit status 0 without an answer" },
    { "hang", TIGHT, "failed: candidate-timeout: no answer within 0.4 s (timeout=SECONDS allows more)" },
    { "unreaped", "timeout=5", "failed: candidate-crashed: exit status 4" },
    { "family", TIGHT, "failed: candidate-timeout: " },
    { "garbage", ROOMY, "failed: candidate-garbage: the answer is not JSON: 0.5 points" },
    { "binary", ROOMY, "failed: candidate-garbage: an answer with a NUL byte" },
    { "twice", ROOMY, "failed: candidate-garbage: more than one line" },
    { "endless", "timeout=20", "failed: candidate-garbage: more than 16 MB" },
    { "deafened", TIGHT, "failed: candidate-timeout: " }, /* and no SIGPIPE ends this program */
    { "late", TIGHT, "failed: candidate-timeout: " },
    { "leak", "memory=64:timeout=20", "failed: candidate-memory: " },
    { "no-value", ROOMY, "failed: candidate-shape: faulty has no value" },
    { "escapes", ROOMY, "failed: candidate-error: no [31mred " },
    { "latin", ROOMY, "failed: candidate-garbage: the answer is not JSON: caf? \xc3\xa9" },
    { "nan", ROOMY, "candidate-nonfinite: it returned NaN" },
    { "undefined-factor", ROOMY, "constant-factor: factor v2 is constant, v2 times" },
};

/* Whether a process has the path among its arguments; a dead one has none. */
static int runs_with(const char *process, const char *path)
{
    char file_name[300], arguments[4096];
    snprintf(file_name, sizeof file_name, "/proc/%s/cmdline", process);
    FILE *file = fopen(file_name, "r");
    const size_t size = file ? fread(arguments, 1, sizeof arguments - 1, file) : 0;
    if (file) fclose(file);
    arguments[size] = '\0';
    for (const char *at = arguments; at < arguments + size; at += strlen(at) + 1)
        if (strcmp(at, path) == 0) return 1;
    return 0;
}

/* How many processes there are, seen from here, whatever number they know themselves by. */
static int running(const char *path)
{
    int count = 0;
    DIR *processes = opendir("/proc");
    assert_non_null(processes);
    for (const struct dirent *one; (one = readdir(processes)) != NULL;)
        if (one->d_name[0] >= '0' && one->d_name[0] <= '9') count += runs_with(one->d_name, path);
    closedir(processes);
    return count;
}

static int gone(const char *name)
{
    const char *path = scratch_path(name);
    if (access(path, F_OK) != 0) fail_msg("%s: nothing was started", name);
    for (int k = 0; k < 300 && running(path); k++) pause_ms(10);
    return !running(path);
}

TEST(each_fault_is_told)
{
    small_data();
    assay_scores alone = seeded_scores("mig,sap,control-noise", 4);
    for (size_t k = 0; k < sizeof faults / sizeof *faults; k++) {
        char list[700];
        snprintf(list, sizeof list, "mig,sap,%s,control-noise", entry_of(faults[k].mode, faults[k].options));
        FREED(assay_scores_free) assay_scores scores = seeded_scores(list, 4);
        const char *why = scores.at[2].overall.undefined ? scores.at[2].overall.undefined : "a value";
        if (strncmp(why, faults[k].reason, strlen(faults[k].reason)) != 0)
            fail_msg("%s: \"%s\", want \"%s\"", faults[k].mode, why, faults[k].reason);
        assert_true(isnan(scores.at[2].overall.value));
        assert_int_equal(scores.at[2].status == ASSAY_OK, strncmp(why, "failed: ", 8) != 0);
        for (size_t m = 0; m < 3; m++)
            assert_true(same_bits(alone.at[m].overall.value, scores.at[m < 2 ? m : scores.count - 1].overall.value));
    }
    assay_scores_free(&alone);
    assert_true(gone("child"));
}

/* Whatever a candidate does to be left over, or to those it runs under. */
TEST(what_it_starts_dies_with_it)
{
    static const struct {
        const char *mode, *reason;
    } known[] = {
        { "unreaped", "failed: candidate-crashed: exit status 4" },
        { "daemon", "failed: candidate-crashed: exit status 4" },
        { "swarm", "failed: candidate-crashed: exit status 4" },
        { "closed", "failed: candidate-crashed: closed its standard output" },
    };
    small_data();
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        FREED(assay_scores_free) assay_scores scores = seeded_scores(entry_of(known[k].mode, ROOMY), 4);
        const char *why = scores.at[0].overall.undefined ? scores.at[0].overall.undefined : "a value";
        if (strncmp(why, known[k].reason, strlen(known[k].reason)) != 0) fail_msg("%s: %s", known[k].mode, why);
        if (!gone("child")) fail_msg("%s: something still runs", known[k].mode);
        remove(scratch_path("child"));
    }
    FREED(assay_scores_free) assay_scores scores = seeded_scores(entry_of("parricide", ROOMY), 4);
    if (scores.at[0].overall.undefined) fail_msg("parricide: %s", scores.at[0].overall.undefined);
}

TEST(a_used_process_that_fails_is_replaced)
{
    static const char *const modes[] = {
        "dies-between", "falls-between", "second", "afterwards", "chatty", "stubborn"
    };
    small_data();
    const assay_rep rep = assay_data_view(&data);
    for (size_t m = 0; m < sizeof modes / sizeof *modes; m++) {
        FREED(selection_free) selection both = { 0 };
        assay_error err = { "" };
        FREED(scoring_freed) scoring *s = scoring_new();
        char list[1024];
        snprintf(list, sizeof list, "%s,exec:sh tests/candidates/faulty.sh good", entry_of(modes[m], "timeout=10"));
        if (selection_add(&both, list, &err) != ASSAY_OK) fail_msg("%s: %s", modes[m], err.text);
        for (uint64_t seed = 0; seed < 4; seed++) {
            const assay_score *faulty, *good;
            assert_int_equal(scoring_begin(s, &rep, seed, "", ""), ASSAY_OK);
            assert_int_equal(scoring_run(s, &both.at[0], &faulty), ASSAY_OK);
            assert_int_equal(scoring_run(s, &both.at[1], &good), ASSAY_OK);
            if (faulty->overall.undefined) fail_msg("%s: %s", modes[m], faulty->overall.undefined);
            assert_true(same_bits(faulty->overall.value, good->overall.value));
            if (strcmp(modes[m], "afterwards") == 0) pause_ms(400); /* it says the rest */
        }
    }
}

/* "gap" in Latin-1 letters that are no UTF-8; axis= says what a trial would. */
TEST(a_name_that_is_not_utf8_is_cleaned)
{
    small_data();
    assay_scores scores = seeded_scores("exec:echo 0.5 # {factors}:axis=overall:name=g\xe9p", 1);
    assert_string_equal(scores.at[0].metric, "g-p");
    assert_true(scores.at[0].overall.value == 0.5);
    assay_scores_free(&scores);
}

TEST(refused_at_the_start)
{
    refused(entry_of("exit-at-start", ""), ASSAY_EINPUT, "exit status 3");
    refused(entry_of("crash-at-start", ""), ASSAY_EINPUT, "killed by signal 11");
    refused(entry_of("hang-at-start", "start=0.3"), ASSAY_EINPUT, "no description of itself within 0.3 s");
    refused(entry_of("deaf", "start=0.3"), ASSAY_EINPUT, "no description of itself within 0.3 s");
    refused(entry_of("talkative", ""), ASSAY_EINPUT, "candidate-garbage");
    refused(entry_of("garbage-at-start", ""), ASSAY_EINPUT, "exec:'COMMAND {factors} {codes}'");
    refused(entry_of("alike", ""), ASSAY_EINPUT, "its outputs 'a b' and 'a-b' would both be called 'a-b'");
    /* These two hung: no limit of time holds for our reading. */
    refused(entry_of("device-file", ""), ASSAY_EINPUT, "/dev/zero: is no ordinary file");
    refused(entry_of("pipe-file", ""), ASSAY_EINPUT, "pipe: is no ordinary file");
    refused(entry_of("many-outputs", ""), ASSAY_EINPUT, "1001 outputs is more than the limit candidate-outputs, 1000");
    refused(entry_of("many-files", ""), ASSAY_EINPUT, "1001 files is more than the limit candidate-files, 1000");
    refused(entry_of("long-name", ""), ASSAY_EINPUT, "1001 bytes is more than the limit name-bytes, 1000");
    refused("python:/dev/zero", ASSAY_EINPUT, "/dev/zero: is no ordinary file");
    refused("exec:/no/such/program", ASSAY_EINPUT, "not found");
    refused("exec:tests/check.h", ASSAY_EINPUT, "ermission denied");
    refused("exec:true {factors}", ASSAY_EINPUT, "an empty answer");
    refused("exec:echo [1] # {factors}", ASSAY_EINPUT, "has 1 items in a trial with 3 factors and 4 codes");
    refused("exec:echo word # {factors}", ASSAY_EINPUT, "not JSON: word");
    refused("exec:echo no >&2; exit 9 # {factors}", ASSAY_EINPUT,
            "exit status 9 without an answer; on standard error: no");
    refused("plugin:no.so", ASSAY_EINPUT, "no.so");
    refused("plugin:tests/check.h", ASSAY_EINPUT, "tests/check.h");
    refused("python:no.py", ASSAY_EINPUT, "no.py: No such file");
}

TEST(entries_that_cannot_be_read)
{
    refused("python:", ASSAY_EUSAGE, "a file is missing");
    refused("exec:", ASSAY_EUSAGE, "a command is missing");
    refused("exec:'true", ASSAY_EUSAGE, "the quote is not closed");
    refused("exec:'true'x", ASSAY_EUSAGE, "after the quote");
    refused("exec:'true':axis=factor", ASSAY_EUSAGE, "axis= is for a command");
    refused("exec:'true {codes}':axis=row", ASSAY_EUSAGE, "axis=row");
    refused("exec:'true':name=", ASSAY_EUSAGE, "name= wants a name");
    refused("python:a, b.py", ASSAY_EINPUT, "stands in quotes");
    refused("python:a:b.py", ASSAY_EINPUT, "stands in quotes");
    refused("python:no.py:f", ASSAY_EINPUT, "no.py: No such file or directory");
}

TEST(where_an_entry_ends)
{
    static const struct {
        const char *entry;
        size_t length;
    } known[] = {
        { "exec:true,mig", 9 },
        { "exec:'a,b',mig", 10 },
        { "exec:'a,b':timeout=5,mig", 20 },
        { "exec:\"a,'b\",mig", 11 },
        { "exec:'a\\',b',mig", 12 },
        { "python:a.py:f,mig", 13 },
        { "python:'a,b.py':f", 17 },
        { "exec:a 'b,c'", 9 /* not quoted from its first letter */ },
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (candidate_length(known[k].entry) != known[k].length)
            fail_msg("%s: %zu, want %zu", known[k].entry, candidate_length(known[k].entry), known[k].length);
    assert_true(metric_is_outside("plugin:x"));
    assert_false(metric_is_outside("pluginx"));
    assert_false(metric_is_outside("mig"));
}

static assay_status add_sound_line(const store_row *r, void *context)
{
    if (strcmp(r->variant->name.metric, "faulty") == 0) return ASSAY_OK;
    print_row_name(context, r);
    fprintf(context, " %" PRId64 " %.17g\n", r->item, r->value);
    return ASSAY_OK;
}

typedef struct faulty_rows {
    size_t late, crashed, good, other;
    double value[2][4]; /* by point and seed */
} faulty_rows;

static assay_status count_row(const store_row *r, void *context)
{
    faulty_rows *to = context;
    if (strcmp(r->variant->name.metric, "faulty") != 0) return ASSAY_OK;
    if (!r->undefined) {
        to->good++;
        double *known = &to->value[strcmp(r->point->at.set.text, "alpha=1") == 0][r->seed];
        if (*known == 0.0) *known = r->value;
        assert_true(same_bits(*known, r->value)); /* another process was late before, or not: the same */
    } else if (strncmp(r->undefined, "failed: candidate-timeout", 25) == 0) to->late++;
    else if (strncmp(r->undefined, "failed: candidate-crashed", 25) == 0) to->crashed++;
    else to->other++;
    return ASSAY_OK;
}

static run_progress run_list(const char *name, const char *metrics, unsigned jobs)
{
    static const char text[] =
        "name: small\nsamples: 60\nseeds: 0:4\nscenarios: [{noise: {alpha: [0, 1]}}]\nmetrics: mig\n";
    FREED(plan_free) plan p;
    FREED(store_closed) store *s;
    run_progress last = { 0 };
    assay_error err = { "" };
    const plan_changes changes = { .metrics = metrics };
    if (plan_read(scratch_write("plan.yaml", text, strlen(text)), &changes, &p, &err) != ASSAY_OK)
        fail_msg("%s", err.text);
    if (store_open(scratch_path(name), STORE_WRITE, &s, &err) != ASSAY_OK) fail_msg("%s", err.text);
    if (run_plan(&p, s, &(run_options){ .jobs = jobs }, &last, &err) != ASSAY_OK) fail_msg("%s", err.text);
    return last;
}

static void visit(const char *name, store_visit_row row, void *context)
{
    FREED(store_closed) store *s;
    assay_error err = { "" };
    if (store_open(scratch_path(name), STORE_READ, &s, &err) != ASSAY_OK) fail_msg("%s", err.text);
    if (each_row(s, NULL, row, context, &err) != ASSAY_OK) fail_msg("%s", err.text);
}

TEST(a_run_goes_on)
{
    char list[2048];
    faulty_rows rows = { 0 };
    int used = snprintf(list, sizeof list, "mig,%s,", entry_of("late", "timeout=1"));
    used += snprintf(list + used, sizeof list - (size_t)used, "%s,", entry_of("crash", ""));
    snprintf(list + used, sizeof list - (size_t)used, "%s,sap,control-noise", entry_of("good", ""));
    run_list("without.db", "mig,sap,control-noise", 1);
    const run_progress last = run_list("with.db", list, 2);
    char *want = rows_written(scratch_path("without.db"), add_sound_line);
    char *got = rows_written(scratch_path("with.db"), add_sound_line);
    assert_string_equal(got, want);
    assert_true(strlen(want) > 1000);
    free(want);
    free(got);
    visit("with.db", count_row, &rows);
    assert_int_equal(last.computed, 2 * 4 * 6);
    assert_int_equal(rows.crashed, 8);
    assert_int_equal(rows.other, 0);
    assert_int_equal(rows.late + rows.good, 16); /* 8 good ones, and late ones on odd seeds */
    assert_int_equal(last.failed, rows.late + rows.crashed);
    if (rows.late == 0 || rows.late == 8) fail_msg("late on %zu of 8, a weak test", rows.late);
}

static size_t files_left(void)
{
    size_t count = 0;
    DIR *dir = opendir("/dev/shm");
    for (const struct dirent *entry; dir && (entry = readdir(dir)) != NULL;)
        count += strncmp(entry->d_name, "assay-", 6) == 0 && strlen(entry->d_name) == 12;
    if (dir) closedir(dir);
    return count;
}

static size_t lines_in(const char *name)
{
    size_t count = 0;
    FILE *file = fopen(scratch_path(name), "r");
    for (int byte; file && (byte = fgetc(file)) != EOF;) count += byte == '\n';
    if (file) fclose(file);
    return count;
}

TEST(nothing_is_left)
{
    small_data();
    const size_t before = files_left();
    assay_scores scores = seeded_scores(entry_of("polite", ""), 0);
    assert_null(scores.at[0].overall.undefined);
    assay_scores_free(&scores);
    assert_int_equal(lines_in("byes"), 1); /* it was told to end, and had the time to */
    run_list("polite.db", entry_of("polite", ""), 2);
    /* the one that described itself has seen no store: it is replaced; two more are asked again at the end */
    assert_in_range(lines_in("starts"), 3, 6);
    assert_int_equal(lines_in("byes"), lines_in("starts")); /* those of threads that are no more, too */
    /* other programs' candidates come and go meanwhile; what this one had left would stay */
    for (int wait = 0; files_left() > before && wait < 300; wait++)
        nanosleep(&(struct timespec){ .tv_nsec = 100000000 }, NULL);
    assert_true(files_left() <= before);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* no child, not even a dead one */
}

/* A process that is killed leaves its data behind; the next one takes them away, unless their owner lives. */
TEST(what_the_killed_leave_is_swept)
{
    char folder[] = "/dev/shm/assay-XXXXXX", file[64];
    if (access("/dev/shm", W_OK) != 0 || !mkdtemp(folder)) {
        print_message("# not tested here: sweeping: there is no /dev/shm\n");
        return;
    }
    snprintf(file, sizeof file, "%s/lock", folder);
    const int lock = open(file, O_RDWR | O_CREAT, 0600);
    const struct timespec old[2] = { { .tv_sec = 1000 }, { .tv_sec = 1000 } };
    assert_true(lock >= 0);
    small_data();
    for (int round = 0; round < 3; round++) {
        assay_scores scores = seeded_scores(entry_of("good", ""), 0);
        assay_scores_free(&scores);
        if (round == 0) { /* it was young, perhaps still in the making */
            assert_int_equal(access(file, F_OK), 0);
            assert_int_equal(utimensat(AT_FDCWD, file, old, 0), 0);
            assert_int_equal(flock(lock, LOCK_EX | LOCK_NB), 0);
        } else if (round == 1) { /* it was old, but its owner lived */
            assert_int_equal(access(file, F_OK), 0);
            close(lock);
        }
    }
    assert_int_not_equal(access(folder, F_OK), 0);
}

int main(int argc, char **argv)
{
    int served;
    if (candidate_serve(argc, argv, &served)) return served;
    return TESTS_RUN_IN(scratch_make, scratch_remove);
}
