/*
 * Entries and their identity. The hash is FNV-1a with 64 bits, folded to 32.
 *
 * Source   Fowler, Noll, Vo; draft-eastlake-fnv: offset 14695981039346656037, prime 1099511628211.
 */
#define _DEFAULT_SOURCE /* strdup, strndup */
#include "candidate_spec.h"
#include "axis_name.h"
#include "candidate.h"
#include "claim_names.h"
#include "fnv.h"
#include "limit.h"
#include "owned.h"
#include "plain_text.h"
#include "unfinished.h"
#include "wording.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const prefixes[] = { "python:", "exec:", "plugin:" };

static int prefix_of(const char *entry)
{
    for (int k = 0; k < 3; k++)
        if (strncmp(entry, prefixes[k], strlen(prefixes[k])) == 0) return k;
    return -1;
}

/* The closing quote of a quoted text; NULL where there is none. */
static const char *quote_end(const char *open)
{
    const char quote = *open;
    for (const char *at = open + 1; *at; at++) {
        if (*at == '\\' && at[1] == quote) at++;
        else if (*at == quote) return at;
    }
    return NULL;
}

size_t candidate_length(const char *entry)
{
    const char *at = entry + strcspn(entry, ":");
    if (*at) at++;
    if (*at == '\'' || *at == '"') {
        const char *close = quote_end(at);
        at = close ? close + 1 : at + strlen(at);
    }
    return (size_t)(at - entry) + strcspn(at, ",");
}

static const char *const option_names[] = { "timeout", "start", "memory", "measures", "axis", "name" };
enum { TIMEOUT, START, MEMORY, MEASURES, AXIS, NAME, OPTIONS };

/* Which option `text` is, "timeout=5"; OPTIONS: none. */
static int option_of(const char *text)
{
    const size_t length = strcspn(text, "=");
    int k = 0;
    while (k < OPTIONS && (strlen(option_names[k]) != length || memcmp(option_names[k], text, length) != 0)) k++;
    return text[length] == '=' ? k : OPTIONS;
}

uint32_t spec_property(const char *word, size_t length)
{
    for (uint32_t k = 0; k < CLAIM_NAMES; k++)
        if (strlen(claim_name(1u << k)) == length && memcmp(claim_name(1u << k), word, length) == 0) return 1u << k;
    return 0;
}

static assay_status take_measures(const char *value, candidate_spec *to, assay_error *err)
{
    to->measures_told = 1;
    to->measures = 0;
    for (const char *at = value; *at; at += strcspn(at, "+"), at += *at == '+') {
        const uint32_t one = spec_property(at, strcspn(at, "+"));
        if (!one && strcmp(value, "none") != 0)
            return assay_fail(
                err, ASSAY_EUSAGE,
                "%s: measures=%s: modularity, compactness and explicitness are known, joined by '+', or none", to->text,
                value);
        to->measures |= one;
    }
    return ASSAY_OK;
}

static assay_status take_number(const char *value, double least, double most, double *number, const candidate_spec *of,
                                assay_error *err)
{
    char *end;
    *number = strtod(value, &end);
    if (end == value || *end || !(*number >= least && *number <= most))
        return assay_fail(err, ASSAY_EUSAGE, "%s: '%s' is not a number from %g to %g", of->text, value, least, most);
    return ASSAY_OK;
}

static assay_status take_option(const char *option, candidate_spec *to, assay_error *err)
{
    const int which = option_of(option);
    const char *value = option + strcspn(option, "=") + 1;
    double megabytes = 0;
    switch (which) {
    case TIMEOUT: return take_number(value, 0.001, 1e6, &to->timeout, to, err);
    case START: return take_number(value, 0.001, 1e6, &to->start, to, err);
    case MEMORY: /* 0: no limit; a JVM, say, reserves more addresses than it ever uses */
        if (strcmp(value, "0") != 0) ASSAY_TRY(take_number(value, 16, 1e9, &megabytes, to, err));
        to->memory = (size_t)megabytes;
        return ASSAY_OK;
    case MEASURES: return take_measures(value, to, err);
    case AXIS:
        for (int32_t k = 0; k < 3; k++)
            if (strcmp(value, axis_name(k)) == 0) to->axis = k;
        if (to->axis >= 0) return ASSAY_OK;
        return assay_fail(err, ASSAY_EUSAGE, "%s: axis=%s: it is overall, factor or code", to->text, value);
    case NAME:
        free(to->name);
        to->name = strdup(value);
        if (!to->name) return ASSAY_ENOMEM;
        return *value ? ASSAY_OK : assay_fail(err, ASSAY_EUSAGE, "%s: name= wants a name", to->text);
    default:
        return assay_fail(err, ASSAY_EUSAGE,
                          "%s: '%s' is no option of a candidate; there are timeout, start, memory, measures, axis and "
                          "name, written NAME=VALUE",
                          to->text, option);
    }
}

/* The quoted text from `open` to `close`; a backslash before the quote goes. */
static char *unquoted(const char *open, const char *close)
{
    char *text = zeroed((size_t)(close - open), 1), *to = text;
    for (const char *at = open + 1; text && at < close; at++) {
        if (*at == '\\' && at[1] == *open) at++;
        *to++ = *at;
    }
    return text;
}

/* Without quotes a command may hold colons itself: its options are what looks like them at its end. */
static const char *command_end(const char *command)
{
    const char *end = command + strlen(command);
    for (;;) {
        const char *colon = end;
        while (colon > command && colon[-1] != ':') colon--;
        if (colon == command) return end;
        if (option_of(colon) == OPTIONS || memchr(colon, ' ', (size_t)(end - colon))) return end;
        end = colon - 1;
    }
}

static assay_status take_target(const char *from, candidate_spec *to, const char **rest, assay_error *err)
{
    if (*from == '\'' || *from == '"') {
        const char *close = quote_end(from);
        if (!close) return assay_fail(err, ASSAY_EUSAGE, "%s: the quote is not closed", to->text);
        *rest = close + 1;
        to->target = unquoted(from, close);
        if (**rest && **rest != ':')
            return assay_fail(err, ASSAY_EUSAGE, "%s: ':' or the end is wanted after the quote", to->text);
    } else {
        *rest = to->kind == SPEC_EXEC ? command_end(from) : from + strcspn(from, ":");
        to->target = text_copy(from, (size_t)(*rest - from));
    }
    if (!to->target) return ASSAY_ENOMEM;
    return *to->target ? ASSAY_OK
                       : assay_fail(err, ASSAY_EUSAGE, "%s: a %s is missing after '%s'", to->text,
                                    to->kind == SPEC_EXEC ? "command" : "file", prefixes[to->kind]);
}

/* "mig", and behind it the arguments that are no options: "mig:bins=30". */
static assay_status add_to_function(const char *part, candidate_spec *to)
{
    const char *before = to->function ? to->function : "";
    char *more = wording_made(to->function || strchr(part, '=') ? "%s:%s" : "%s%s", before, part);
    if (!more) return ASSAY_ENOMEM;
    free(to->function);
    to->function = more;
    return ASSAY_OK;
}

static assay_status take_parts(candidate_spec *to, assay_error *err)
{
    const char *rest = NULL;
    ASSAY_TRY(take_target(to->text + strlen(prefixes[to->kind]), to, &rest, err));
    for (int first = 1; *rest; first = 0) {
        const size_t length = strcspn(rest + 1, ":");
        OWNED char *part = text_copy(rest + 1, length);
        if (!part) return ASSAY_ENOMEM;
        rest += 1 + length;
        const int argument = to->kind == SPEC_PYTHON && option_of(part) == OPTIONS && (first || strchr(part, '='));
        ASSAY_TRY(argument ? add_to_function(part, to) : take_option(part, to, err));
    }
    return ASSAY_OK;
}

static assay_status read_entry(const char *entry, size_t length, candidate_spec *to, assay_error *err)
{
    if (!(to->text = text_copy(entry, length))) return ASSAY_ENOMEM;
    ASSAY_TRY(take_parts(to, err));
    if (to->kind == SPEC_EXEC)
        to->is_template = strstr(to->target, "{factors") != NULL || strstr(to->target, "{codes") != NULL;
    if (to->axis >= 0 && !to->is_template)
        return assay_fail(err, ASSAY_EUSAGE,
                          "%s: axis= is for a command with {factors} or {codes}; others say it when they describe "
                          "themselves",
                          to->text);
    if (to->kind == SPEC_EXEC) return ASSAY_OK;
    const char *from = to->text + strlen(prefixes[to->kind]);
    const size_t path = strcspn(from, ":");
    const int ended = from[path] == ':' || entry[length] == ',';
    to->cut = *from != '\'' && *from != '"' && ended && !memchr(from, '.', path);
    return ASSAY_OK;
}

assay_status spec_read(const char *entry, size_t length, candidate_spec *to, assay_error *err)
{
    *to = (candidate_spec){ .kind = prefix_of(entry), .timeout = 60, .start = 60, .memory = 4096, .axis = -1 };
    const assay_status status = read_entry(entry, length, to, err);
    if (status != ASSAY_OK) spec_free(to);
    return memory_named(status, NULL, err);
}

void spec_free(candidate_spec *spec)
{
    free(spec->text);
    free(spec->target);
    free(spec->function);
    free(spec->name);
    *spec = (candidate_spec){ 0 };
}

/* A content on its way into a hash: the files so far have `size` bytes together. */
typedef struct content {
    uint64_t hash;
    size_t size;
} content;

/* Does not wait for the other end of a pipe, and reads no device, which may have no end. */
static assay_status hash_file(const char *path, content *to, assay_error *err)
{
    unsigned char block[4096];
    struct stat about;
    FREED(file_closed) const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) return bad_input(path, err, "%s; check the name and the folder", strerror(errno));
    if (fstat(file, &about) != 0) return bad_input(path, err, "%s", strerror(errno));
    if (!S_ISREG(about.st_mode)) return bad_input(path, err, "is no ordinary file");
    for (ssize_t got = 1; got > 0;) {
        got = read(file, block, sizeof block);
        if (got < 0) return bad_input(path, err, "%s", strerror(errno));
        to->hash = fnv_bytes(to->hash, block, (size_t)got);
        to->size += (size_t)got;
        ASSAY_TRY(limit_check(LIMIT_CANDIDATE_CONTENT, (double)to->size, path, err));
    }
    return ASSAY_OK;
}

static int is_file(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISREG(about.st_mode);
}

/* The next word of a command, as a shell would cut it at blanks, quotes, redirections and separators; its length, 0 at
 * the end. Only to find files by name, so nothing is lost where a shell would see it differently. */
static size_t next_word(const char **at, char *word, size_t size)
{
    static const char between[] = " \t\n'\"|&;<>()";
    *at += strspn(*at, between);
    const size_t length = strcspn(*at, between);
    snprintf(word, size, "%.*s", (int)(length < size ? length : size - 1), *at);
    *at += length;
    return length;
}

static void hash_print(uint64_t hash, char to[9])
{
    snprintf(to, 9, "%08" PRIx32, (uint32_t)(hash >> 32) ^ (uint32_t)hash);
}

assay_status spec_hash(const candidate_spec *spec, char to[9], assay_error *err)
{
    content all = { .hash = FNV_START };
    if (spec->kind != SPEC_EXEC) {
        assay_error why = { "" };
        if (spec->function && strchr(spec->function, ':')) all.hash = fnv_text(all.hash, strchr(spec->function, ':'));
        const assay_status status = hash_file(spec->target, &all, &why);
        if (status != ASSAY_OK)
            return assay_fail(err, status, "%s%s", why.text,
                              spec->cut ? " (a file name with commas or colons stands in quotes: python:'A, B.py')"
                                        : "");
    } else {
        char word[4096];
        all.hash = fnv_text(all.hash, spec->target);
        for (const char *at = spec->target; next_word(&at, word, sizeof word);)
            if (is_file(word)) ASSAY_TRY(hash_file(word, &all, err));
    }
    hash_print(all.hash, to);
    return ASSAY_OK;
}

assay_status spec_hash_files(char *const *file, size_t n_files, char hash[9], assay_error *err)
{
    content all = { .hash = fnv_bytes(FNV_START, hash, 8) };
    for (size_t k = 0; k < n_files; k++) ASSAY_TRY(hash_file(file[k], &all, err));
    if (n_files) hash_print(all.hash, hash);
    return ASSAY_OK;
}

void spec_make_id(char *name)
{
    for (char *at = name; *at; at++)
        if (strchr(" \t\r\n,:;@*/\\'\"{}()[]<>|&=%#$!?`~^+", *at) || (unsigned char)*at < ' ') *at = '-';
    if (name[0] == '-') name[0] = '_';
}

static void call_by_path(const char *path, char *to, size_t size)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    const size_t length = dot && dot > name ? (size_t)(dot - name) : strlen(name);
    snprintf(to, size, "%.*s", (int)(length < size ? length : size - 1), name);
}

void spec_call(const candidate_spec *spec, char *to, size_t size)
{
    char word[4096], first[4096] = "";
    if (spec->name) snprintf(to, size, "%s", spec->name);
    else if (spec->kind != SPEC_EXEC) call_by_path(spec->target, to, size);
    else {
        int found = 0; /* `python3 gap.py {factors}` is called gap */
        for (const char *at = spec->target; !found && next_word(&at, word, sizeof word);) {
            found = is_file(word);
            if (found || !first[0]) snprintf(first, sizeof first, "%s", word);
        }
        call_by_path(first, to, size);
    }
    text_make_plain(to); /* a file's name need not be UTF-8, an id is */
    spec_make_id(to);
    if (!to[0]) snprintf(to, size, "candidate");
}
