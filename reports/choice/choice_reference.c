/* Sources as BibTeX, with what literature.csv knows of them. */
#define _DEFAULT_SOURCE /* strsep */
#include "choice_table.h"

#include "embed.h"
#include "needed.h"

#include <ctype.h>
#include <string.h>

EMBED(choice_literature, "reports/choice/literature.csv")
extern const char choice_literature[];

enum { KEYS, KIND, AUTHORS, TITLE, VENUE, YEAR, DOI, FIELDS };

/* The fields of the row that has the key, one of "1802.04942; Chen et al. 2018". None has a quote in it. */
static int find_row(const char *key, size_t length, const char *field[FIELDS])
{
    const char *one = phrase("; %.*s;", (int)length, key);
    for (const char *at = choice_literature; *at; at += strcspn(at, "\n"), at += *at == '\n') {
        char *rest = phrase("%.*s", (int)strcspn(at, "\n"), at);
        for (int k = 0; k < FIELDS; k++) {
            strsep(&rest, "\"");
            field[k] = needed(strsep(&rest, "\""));
        }
        if (strstr(phrase("; %s;", field[KEYS]), one)) return 1;
    }
    return 0;
}

/* Where the year of a source begins, "Li, Murkute 2020, ICLR": the authors stand before it. */
static const char *year_in(const char *source)
{
    for (const char *c = source; *c; c++)
        if (strspn(c, "0123456789") == 4 && (*c == '1' || *c == '2') && c > source && c[-1] == ' ') return c;
    return NULL;
}

/* Where the authors begin, behind "ours, after " or "SAELens evaluations; ". */
static const char *authors_in(const char *source, const char *year)
{
    const char *const before[] = { "; ", "after ", "counterexample to " };
    for (size_t k = 0; k < sizeof before / sizeof *before; k++) {
        const char *at = strstr(source, before[k]);
        if (at && at < year) source = at + strlen(before[k]);
    }
    return source;
}

static void put_authors(const char *from, const char *end, FILE *to)
{
    while (from < end) {
        size_t length = (size_t)(end - from);
        const char *const between[] = { ", ", " and ", " et al." };
        size_t which = 3;
        for (size_t k = 0; k < 3; k++) {
            const char *at = strstr(from, between[k]);
            if (!at || at >= end || (size_t)(at - from) >= length) continue;
            length = (size_t)(at - from);
            which = k;
        }
        fprintf(to, "%.*s%s", (int)length, from, which == 2 ? " and others" : which < 2 ? " and " : "");
        from += length + (which < 3 ? strlen(between[which]) : 0);
    }
}

static void put_row(const char *id, const char *const field[FIELDS], FILE *to)
{
    const char *kind = field[KIND], *in = *kind == 'a' ? "journal" : *kind == 'b' ? "publisher" : "booktitle";
    fprintf(to, "@%s{assay-%s,\n  author = {%s},\n  title = {{%s}},\n", kind, id, field[AUTHORS], field[TITLE]);
    if (*field[VENUE]) fprintf(to, "  %s = {%s},\n", in, field[VENUE]);
    fprintf(to, "  year = {%s},\n", field[YEAR]);
}

const char *choice_reference(const char *id, const char *title, const char *source)
{
    const char *year = year_in(source), *field[FIELDS];
    if (!year) return NULL;
    const char *from = authors_in(source, year), *eprint = strstr(year, "arXiv:");
    FILE *to = phrase_open();
    eprint = eprint && eprint < year + strcspn(year, ";") ? eprint + 6 : NULL; /* of the first source, not of another */
    const int known = eprint ? find_row(eprint, strspn(eprint, "0123456789."), field)
                             : find_row(from, (size_t)(year + 4 - from), field);
    if (known) {
        put_row(id, field, to);
        eprint = isdigit((unsigned char)*field[KEYS]) ? field[KEYS] : NULL;
    } else {
        fprintf(to, "@misc{assay-%s,\n  author = {", id);
        put_authors(from, year - 1, to);
        fprintf(to, "},\n  year = {%.4s},\n", year);
    }
    const int length = eprint ? (int)strspn(eprint, "0123456789.") : 0;
    if (eprint) fprintf(to, "  eprint = {%.*s},\n  archivePrefix = {arXiv},\n", length, eprint);
    if (known && *field[DOI]) fprintf(to, "  doi = {%s},\n", field[DOI]);
    else if (eprint) fprintf(to, "  doi = {10.48550/arXiv.%.*s},\n", length, eprint);
    fprintf(to, "  note = {%s: %s}\n}\n", title, source);
    return phrase_close(to);
}
