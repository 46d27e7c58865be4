/* Entries of candidates as they are typed, word by word; what they are called, and the hash of their content. */
#include "candidate.h"
#include "candidate_spec.h"
#include "check.h"
#include "scratch.h"

enum { M = ASSAY_MODULARITY, C = ASSAY_COMPACTNESS, E = ASSAY_EXPLICITNESS };

static candidate_spec read_entry(const char *entry)
{
    candidate_spec spec;
    assay_error err = { "" };
    if (spec_read(entry, candidate_length(entry), &spec, &err) != ASSAY_OK) fail_msg("%s: %s", entry, err.text);
    return spec;
}

static void check_text(const char *got, const char *want, const char *entry, const char *what)
{
    if (!got != !want || (got && strcmp(got, want) != 0))
        fail_msg("%s: %s is '%s', want '%s'", entry, what, got ? got : "none", want ? want : "none");
}

/* What is read of an entry; what is not said has its standard: 60 s, 60 s, 4096 MB, no claim. */
TEST(test_entries)
{
    static const struct {
        const char *entry;
        int kind;
        const char *target, *function, *name;
        double timeout, start;
        size_t memory;
        uint32_t measures;
        int measures_told;
        int32_t axis;
        int is_template;
    } known[] = {
        { "python:gap.py", SPEC_PYTHON, "gap.py", NULL, NULL, 60, 60, 4096, 0, 0, -1, 0 },
        { "python:gap.py:gap", SPEC_PYTHON, "gap.py", "gap", NULL, 60, 60, 4096, 0, 0, -1, 0 },
        { "python:gap.py:gap:name=mine", SPEC_PYTHON, "gap.py", "gap", "mine", 60, 60, 4096, 0, 0, -1, 0 },
        { "python:gap.py:timeout=2.5", SPEC_PYTHON, "gap.py", NULL, NULL, 2.5, 60, 4096, 0, 0, -1, 0 },
        { "python:'a, b:c.py':f", SPEC_PYTHON, "a, b:c.py", "f", NULL, 60, 60, 4096, 0, 0, -1, 0 },
        { "python:\"it's.py\"", SPEC_PYTHON, "it's.py", NULL, NULL, 60, 60, 4096, 0, 0, -1, 0 },
        { "python:'it\\'s.py'", SPEC_PYTHON, "it's.py", NULL, NULL, 60, 60, 4096, 0, 0, -1, 0 },
        { "python:'back\\slash.py'", SPEC_PYTHON, "back\\slash.py", NULL, NULL, 60, 60, 4096, 0, 0, -1, 0 },
        { "plugin:./gap.so:start=0.001", SPEC_PLUGIN, "./gap.so", NULL, NULL, 60, 0.001, 4096, 0, 0, -1, 0 },
        { "plugin:gap.so:memory=16", SPEC_PLUGIN, "gap.so", NULL, NULL, 60, 60, 16, 0, 0, -1, 0 },
        { "plugin:gap.so:memory=0", SPEC_PLUGIN, "gap.so", NULL, NULL, 60, 60, 0, 0, 0, -1, 0 },
        { "exec:./gap", SPEC_EXEC, "./gap", NULL, NULL, 60, 60, 4096, 0, 0, -1, 0 },
        { "exec:gap --at a:b", SPEC_EXEC, "gap --at a:b", NULL, NULL, 60, 60, 4096, 0, 0, -1, 0 },
        { "exec:gap a:b:timeout=5", SPEC_EXEC, "gap a:b", NULL, NULL, 5, 60, 4096, 0, 0, -1, 0 },
        { "exec:gap a:timeout=5:memory=99", SPEC_EXEC, "gap a", NULL, NULL, 5, 60, 99, 0, 0, -1, 0 },
        { "exec:gap:timeout=5 x", SPEC_EXEC, "gap:timeout=5 x", NULL, NULL, 60, 60, 4096, 0, 0, -1, 0 },
        { "exec:'gap a:b':timeout=5", SPEC_EXEC, "gap a:b", NULL, NULL, 5, 60, 4096, 0, 0, -1, 0 },
        { "exec:gap {codes}:axis=code", SPEC_EXEC, "gap {codes}", NULL, NULL, 60, 60, 4096, 0, 0, 2, 1 },
        { "exec:gap {factors.csv}:axis=factor", SPEC_EXEC, "gap {factors.csv}", NULL, NULL, 60, 60, 4096, 0, 0, 1, 1 },
        { "exec:gap {codes}:axis=overall", SPEC_EXEC, "gap {codes}", NULL, NULL, 60, 60, 4096, 0, 0, 0, 1 },
        { "exec:gap:measures=none", SPEC_EXEC, "gap", NULL, NULL, 60, 60, 4096, 0, 1, -1, 0 },
        { "exec:gap:measures=compactness", SPEC_EXEC, "gap", NULL, NULL, 60, 60, 4096, C, 1, -1, 0 },
        { "exec:gap:measures=modularity+explicitness", SPEC_EXEC, "gap", NULL, NULL, 60, 60, 4096, M | E, 1, -1, 0 },
        { "exec:gap:name=a:name=b,mig", SPEC_EXEC, "gap", NULL, "b", 60, 60, 4096, 0, 0, -1, 0 },
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        candidate_spec got = read_entry(known[k].entry);
        check_text(got.target, known[k].target, known[k].entry, "the file or command");
        check_text(got.function, known[k].function, known[k].entry, "the function");
        check_text(got.name, known[k].name, known[k].entry, "the name");
        if (strncmp(got.text, known[k].entry, candidate_length(known[k].entry)) != 0 || got.kind != known[k].kind ||
            got.timeout != known[k].timeout || got.start != known[k].start || got.memory != known[k].memory ||
            got.measures != known[k].measures || got.measures_told != known[k].measures_told ||
            got.axis != known[k].axis || got.is_template != known[k].is_template)
            fail_msg("%s: kind %d, %g s, %g s, %zu MB, measures %u (%d), axis %d, template %d", known[k].entry,
                     got.kind, got.timeout, got.start, got.memory, got.measures, got.measures_told, got.axis,
                     got.is_template);
        spec_free(&got);
        assert_null(got.target);
    }
}

static void check_option(const char *option, int fine)
{
    char entry[96];
    candidate_spec spec;
    assay_error err = { "" };
    snprintf(entry, sizeof entry, "plugin:gap.so:%s", option);
    const assay_status status = spec_read(entry, strlen(entry), &spec, &err);
    if (status != (fine ? ASSAY_OK : ASSAY_EUSAGE)) fail_msg("%s: status %d: %s", entry, status, err.text);
    if (fine) spec_free(&spec);
    else if (!strstr(err.text, option + strcspn(option, "=") + 1)) fail_msg("%s: %s", entry, err.text);
}

/* The ends of what a number may be, and what is no number. */
TEST(test_numbers)
{
    static const char *const fine[] = { "timeout=0.001", "timeout=1e6", "start=1e6", "memory=1e9", "measures=" };
    static const char *const refused[] =
        FIELDS("timeout=0.0009", "timeout=1000001", "timeout=", "timeout=5s", "timeout=nan", "start=0.0009",
               "start=1e7", "memory=15.9", "memory=2e9", "memory=00", "memory=-1", "measures=modularit",
               "measures=modularity+none", "axis=", "time=5", "axis=overall", "axis=code", "name=x:gap");
    for (size_t k = 0; k < sizeof fine / sizeof *fine; k++) check_option(fine[k], 1);
    for (size_t k = 0; k < sizeof refused / sizeof *refused; k++) check_option(refused[k], 0);
}

/* A file name that a comma or a colon may have cut short is remarked, where it has no ending that says otherwise. */
TEST(test_cut)
{
    static const struct {
        const char *entry;
        int cut;
    } known[] = {
        { "python:gap, two.py", 1 }, { "python:gap:two.py", 1 }, { "python:gap.py,mig", 0 },
        { "python:gap", 0 },         { "python:'gap',mig", 0 },  { "exec:gap,mig", 0 },
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        FREED(spec_free) candidate_spec spec;
        assay_error err = { "" };
        if (spec_read(known[k].entry, candidate_length(known[k].entry), &spec, &err) != ASSAY_OK)
            fail_msg("%s: %s", known[k].entry, err.text);
        if (spec.cut != known[k].cut) fail_msg("%s: cut is %d", known[k].entry, spec.cut);
    }
}

TEST(test_names)
{
    static const struct {
        const char *entry, *name;
    } known[] = {
        { "python:dir.d/gap.py", "gap" },
        { "python:.gap", ".gap" },
        { "plugin:./libgap.so.1", "libgap.so" },
        { "exec:sort -r 'x'", "sort" },
        { "exec:sh tests/candidates/faulty.sh", "faulty" },
        { "exec:'gap':name=My gap", "My-gap" },
        { "exec:'gap':name=a b@c", "a-b-c" },
        { "exec:gap:name=-x", "_x" },
        { "exec:tests/check.h tests/scratch.h", "check" },
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        FREED(spec_free) candidate_spec spec = read_entry(known[k].entry);
        char name[64];
        spec_call(&spec, name, sizeof name);
        check_text(name, known[k].name, known[k].entry, "what it is called");
    }
    candidate_spec spec = read_entry("python:dir/gap.py");
    char few[3];
    spec_call(&spec, few, sizeof few); /* no room for more */
    assert_string_equal(few, "ga");
    spec_free(&spec);
    char all[] = " \t,:;@*/\\'\"{}()[]<>|&=%#$!?`~^+az09._-";
    spec_make_id(all);
    assert_string_equal(all, "_------------------------------az09._-");
}

static void check_hash(const char *entry, const char *want, const char *why)
{
    FREED(spec_free) candidate_spec spec = read_entry(entry);
    assay_error err = { "" };
    char hash[9];
    if (spec_hash(&spec, hash, &err) != ASSAY_OK) fail_msg("%s: %s", why, err.text);
    check_text(hash, want, entry, why);
}

/* FNV-1a of 64 bits of "" is cbf29ce484222325 and of "foobar" 85944171f73967e8 (draft-eastlake-fnv, appendix C); folded
 * by exclusive or: 4fd0bfc1 and 72ad2699. A command is hashed with the files that are words of it behind. */
TEST(test_hashes)
{
    char entry[1200], hash[9] = "foobar!!", other[9] = "foobar!!";
    assay_error err = { "" };
    const char *foobar = scratch_write("foobar.py", "foobar", 6), *bar = scratch_write("bar", "bar", 3);
    snprintf(entry, sizeof entry, "python:'%s'", scratch_write("empty.py", "", 0));
    check_hash(entry, "4fd0bfc1", "of nothing");
    snprintf(entry, sizeof entry, "python:%s", foobar);
    check_hash(entry, "72ad2699", "of foobar");
    check_hash("exec:foobar", "72ad2699", "of a command without files");
    snprintf(entry, sizeof entry, "exec:cat %s", bar);
    FREED(spec_free) candidate_spec with = read_entry(entry);
    assert_int_equal(spec_hash(&with, hash, &err), ASSAY_OK);
    scratch_write("bar", "baz", 3);
    assert_int_equal(spec_hash(&with, other, &err), ASSAY_OK);
    assert_string_not_equal(hash, other); /* the file has changed */
    char *const files[] = { (char *)(uintptr_t)foobar, (char *)(uintptr_t)bar };
    memcpy(hash, other, sizeof hash);
    assert_int_equal(spec_hash_files(files, 0, hash, &err), ASSAY_OK);
    assert_string_equal(hash, other); /* no more files, no other hash */
    assert_int_equal(spec_hash_files(files, 2, hash, &err), ASSAY_OK);
    assert_string_not_equal(hash, other);
    char *const missing[] = { (char *)(uintptr_t)foobar, (char *)(uintptr_t) "no-such-file" };
    assert_int_equal(spec_hash_files(missing, 2, hash, &err), ASSAY_EINPUT);
    assert_non_null(strstr(err.text, "no-such-file: No such file"));
}

TESTS_MAIN_IN(scratch_make, scratch_remove)
