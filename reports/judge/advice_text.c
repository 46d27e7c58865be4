/* What may be said about the choice of a score. */
#include "advice_text.h"

#include "standing.h"

#include <stdlib.h>
#include <string.h>

static void put_factors(const evidence_series *s, FILE *to)
{
    const assay_profile *on = assay_profile_find(s->profile);
    if (!s->profile) fputs("On the factors that the scenarios draw themselves", to);
    else if (!on) fprintf(to, "On the factors of a file (%s)", s->profile);
    else {
        fprintf(to, "On the factors of %s (", on->title);
        for (size_t i = 0; i < on->n_factors; i++)
            fprintf(to, "%s%d", !i ? "" : i + 1 < on->n_factors ? ", " : " and ", (int)on->levels[i]);
        fputs(" classes)", to);
    }
}

static void put_basis(const verdicts *all, FILE *to)
{
    uint64_t rows[2] = { 0, 0 };
    size_t seeds[2] = { 0, 0 };
    for (size_t k = 0; k < all->count; k++) {
        const verdict *v = &all->at[k];
        if (!v->samples[1]) continue;
        if (!rows[0] || v->samples[0] < rows[0]) rows[0] = v->samples[0];
        if (v->samples[1] > rows[1]) rows[1] = v->samples[1];
        if (!seeds[0] || v->seeds < seeds[0]) seeds[0] = v->seeds;
        if (v->seeds > seeds[1]) seeds[1] = v->seeds;
    }
    if (!rows[0]) return;
    put_factors(all->at[0].series, to);
    fputs(", scores are compared with representations of known modularity, compactness and explicitness (assay "
          ASSAY_VERSION "). ", to);
    fprintf(to, "The scores are of %llu", (unsigned long long)rows[0]);
    if (rows[1] > rows[0]) fprintf(to, " to %llu", (unsigned long long)rows[1]);
    fprintf(to, " rows and %zu", seeds[0]);
    if (seeds[1] > seeds[0]) fprintf(to, " to %zu", seeds[1]);
    fprintf(to, " seed%s. ", seeds[1] == 1 ? "" : "s");
}

static void put_sentence(const char *text, FILE *to)
{
    if (text[0]) fprintf(to, "%s ", text);
}

static void compose(const verdicts *all, const char *choice, FILE *to)
{
    char text[512];
    if (all->lacking) put_sentence(all->lacking, to);
    put_basis(all, to);
    text[0] = '\0';
    if (all->count) undecided_text(all, text, sizeof text);
    put_sentence(text, to);
    if (choice) put_sentence(choice, to);
    if (all->count) fputs("`assay judge METRIC` shows the verdicts on one.\n", to);
}

static void put_wrapped(const char *text, size_t width, FILE *to)
{
    size_t column = 0;
    while (*text) {
        const size_t length = strcspn(text, " \n");
        if (column && column + 1 + length > width) {
            fputc('\n', to);
            column = 0;
        }
        fprintf(to, "%s%.*s", column ? " " : "", (int)length, text);
        column += length + (column > 0);
        text += length;
        text += strspn(text, " \n");
    }
    fputc('\n', to);
}

assay_status advice_write(const verdicts *all, const char *choice, size_t width, FILE *to, assay_error *err)
{
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    if (memory) compose(all, choice, memory);
    const int full = memory && fclose(memory) != 0;
    if (memory && !full) put_wrapped(text, width, to);
    free(text);
    if (!memory || full) return assay_fail(err, ASSAY_ENOMEM, "memory ran out");
    return ferror(to) ? assay_fail(err, ASSAY_EENVIRONMENT, "writing failed") : ASSAY_OK;
}
