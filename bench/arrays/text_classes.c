/*
 * Columns of text: each of their texts is a class. Classes are numbered in the alphabetical order of their bytes, so
 * that the order of rows decides nothing.
 */
#define _GNU_SOURCE /* tdestroy */
#include "array_file.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

typedef struct one_class {
    size_t number; /* in the order of first rows; the text stands behind */
    char text[];
} one_class;

static int by_text(const void *a, const void *b)
{
    return strcmp(((const one_class *)a)->text, ((const one_class *)b)->text);
}

static void keep(void *node) { (void)node; }

static text_classes *begin(array *to, size_t col, size_t line)
{
    if (!to->text && !(to->text = calloc(to->cols, sizeof(text_classes *)))) return NULL;
    text_classes *of = calloc(1, sizeof *of);
    if (!of || !(of->word = malloc(TEXT_CLASSES_MOST * sizeof *of->word))) {
        free(of);
        return NULL;
    }
    of->first_line = line;
    of->next = to->texts;
    to->texts = to->text[col] = of;
    to->kind[col] = 't';
    return of;
}

assay_status text_classes_add(array *to, size_t col, const char *text, size_t line, double *value)
{
    text_classes *of = to->text ? to->text[col] : NULL;
    if (!of && !(of = begin(to, col, line))) return ASSAY_ENOMEM;
    *value = 0.0;
    if (of->count > TEXT_CLASSES_MOST) return ASSAY_OK;
    one_class *one = malloc(sizeof *one + strlen(text) + 1);
    if (!one) return ASSAY_ENOMEM;
    one->number = of->count;
    memcpy(one->text, text, strlen(text) + 1);
    one_class **at = tsearch(one, &of->tree, by_text);
    if (!at || *at != one || of->count == TEXT_CLASSES_MOST) {
        if (at && *at == one) of->count++, tdelete(one, &of->tree, by_text);
        else if (at) *value = (double)(*at)->number;
        free(one);
        return at ? ASSAY_OK : ASSAY_ENOMEM;
    }
    *value = (double)of->count;
    of->word[of->count++] = one->text;
    return ASSAY_OK;
}

static int by_word(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static one_class *node_of(char *word) { return (one_class *)(void *)(word - offsetof(one_class, text)); }

assay_status text_classes_end(array *to)
{
    for (size_t c = 0; to->text && c < to->cols; c++) {
        text_classes *of = to->text[c];
        if (!of || of->count > TEXT_CLASSES_MOST) continue;
        double *place = malloc((of->count + 1) * sizeof *place), *value = to->value + c * to->rows;
        if (!place) return ASSAY_ENOMEM;
        qsort(of->word, of->count, sizeof *of->word, by_word);
        for (size_t k = 0; k < of->count; k++) place[node_of(of->word[k])->number] = (double)k;
        for (size_t s = 0; s < to->rows; s++)
            if (value[s] == value[s]) value[s] = place[(size_t)value[s]];
        free(place);
    }
    return ASSAY_OK;
}

void text_classes_free(array *to)
{
    for (text_classes *of = to->texts, *next; of; of = next) {
        next = of->next;
        tdestroy(of->tree, keep);
        for (size_t k = 0; k < of->count && k < TEXT_CLASSES_MOST; k++) free(node_of(of->word[k]));
        free(of->word);
        free(of);
    }
    free(to->text);
}

assay_status array_refuse_text(const array *a, const char *where, const char *what, assay_error *err)
{
    for (size_t c = 0; a->text && c < a->cols; c++) {
        char text[60], name[80] = "";
        if (!a->text[c]) continue;
        array_text_show(a->text[c]->word[0], strlen(a->text[c]->word[0]), text, sizeof text);
        if (a->name) array_text_show(a->name[c], strlen(a->name[c]), name, sizeof name);
        return assay_fail(
            err, ASSAY_EINPUT,
            "%s: column %zu%s%s%s of the %s holds text, '%s' for example, where numbers are wanted; leave "
            "it out, --drop or FILE.csv:-COLUMN, or name the columns, FILE.csv:z1,z2",
            where, c + 1, name[0] ? " ('" : "", name, name[0] ? "')" : "", what, text);
    }
    return ASSAY_OK;
}
