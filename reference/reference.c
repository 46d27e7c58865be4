/* Every reference/FOLDER/NAME.py in the program, one behind another as the Makefile puts them: "FILE BYTES", then so
 * many bytes. */
#include "reference.h"

#include "embed.h"
#include "wording.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

EMBED(reference_embedded, REFERENCE)
extern const char reference_embedded[];

enum { PARTS_MOST = 64 };

typedef struct assembly {
    wording text;
    const char *part[PARTS_MOST]; /* those that stand already */
    size_t n_parts;
    int rules; /* what is said of the functions, and not the files */
    assay_error *err;
} assembly;

const char *reference_file(const char *file, size_t *size)
{
    for (const char *at = reference_embedded; *at;) {
        const size_t length = strcspn(at, " ");
        char *end;
        *size = strtoull(at + length, &end, 10);
        if (strlen(file) == length && memcmp(at, file, length) == 0) return end + 1;
        at = end + 1 + *size;
    }
    return NULL;
}

/* "measure: MIG = ...": a function's name and its docstring, whose lines run on to an empty one. */
static void add_rule(wording *w, const char *name, const char *text, const char *end)
{
    wording_add(w, "%.*s: ", (int)strcspn(name, "("), name);
    while (text < end) {
        const size_t take = strcspn(text, "\n"), left = (size_t)(end - text);
        wording_add(w, "%.*s", (int)(take < left ? take : left), text);
        text += take < left ? take : left;
        const size_t blanks = strspn(text, " \n");
        if (blanks && text + blanks < end) wording_add(w, "%s", strspn(text, "\n") > 1 ? "\n" : " ");
        text += blanks;
    }
    wording_add(w, "\n");
}

static void add_rules(wording *w, const char *text, const char *end)
{
    static const char opens[] = ":\n    \"\"\"";
    for (const char *at = text; (at = strstr(at, "\ndef ")) && at < end;) {
        const char *name = at += strlen("\ndef "), *doc = strstr(at, opens);
        if (!doc || doc + 1 != strchr(at, '\n')) continue;
        doc += sizeof opens - 1;
        add_rule(w, name, doc, strstr(doc, "\"\"\""));
    }
}

static assay_status add_file(assembly *a, const char *folder, const char *id, size_t id_length);

/* Adds what the line "# needs: table bins" names. */
static assay_status add_needs(assembly *a, const char *line, size_t length)
{
    for (const char *at = line, *end = line + length; at < end;) {
        const size_t word = strcspn(at, " \n");
        if (word) ASSAY_TRY(add_file(a, "parts", at, word));
        at += word + 1;
    }
    return ASSAY_OK;
}

static assay_status add_file(assembly *a, const char *folder, const char *id, size_t id_length)
{
    static const char needs[] = "# needs:";
    char file[128];
    size_t size;
    snprintf(file, sizeof file, "reference/%s/%.*s.py", folder, (int)id_length, id);
    for (char *at = strrchr(file, '/'); (at = strchr(at, '-'));) *at = '_';
    const char *text = reference_file(file, &size);
    if (!text) return assay_fail(a->err, ASSAY_EUSAGE, "%.*s has no program: there is no %s", (int)id_length, id, file);
    for (size_t k = 0; k < a->n_parts; k++)
        if (a->part[k] == text) return ASSAY_OK;
    if (a->n_parts == PARTS_MOST) return assay_fail(a->err, ASSAY_EINTERNAL, "%s needs too many parts", file);
    a->part[a->n_parts++] = text;
    const char *body = text;
    if (a->rules && strncmp(id, "table", id_length) != 0) add_rules(&a->text, text, text + size);
    if (strncmp(text, needs, sizeof needs - 1) == 0) {
        body = strchr(text, '\n') + 1;
        ASSAY_TRY(add_needs(a, text + sizeof needs - 1, (size_t)(body - text) - sizeof needs));
    }
    if (!a->rules) wording_add(&a->text, "\n\n# ---- %s ----\n%.*s", file, (int)(size - (size_t)(body - text)), body);
    return ASSAY_OK;
}

assay_status reference_program(const char *folder, const char *id, const char *head, const char *tail, char *to,
                               size_t size, assay_error *err)
{
    assembly a = { .text = wording_in(to, size), .err = err };
    wording_add(&a.text, "%s", head ? head : "");
    ASSAY_TRY(add_file(&a, folder, id, strlen(id)));
    if (tail) ASSAY_TRY(add_file(&a, "parts", tail, strlen(tail)));
    if (a.text.used >= size)
        return assay_fail(err, ASSAY_EUSAGE, "the program of %s is longer than %zu bytes", id, size);
    return ASSAY_OK;
}

assay_status reference_rules(const char *folder, const char *id, char *to, size_t size, assay_error *err)
{
    assembly a = { .text = wording_in(to, size), .rules = 1, .err = err };
    return add_file(&a, folder, id, strlen(id));
}
