/* The papers: those in the program and one from a file, each read once. */
#include "papers_inside.h"
#include "limit.h"
#include "needed.h"
#include "papers_embedded.h"

#include <errno.h>
#include <string.h>

static papers all;
static int loaded;
static const char *const *plans;

void papers_plans(const char *const *names) { plans = names; }

/* ---- one file ---- */

static assay_status read_paper(const char *file, const char *text, size_t size, assay_error *err)
{
    paper *made = paper_room(&all, 1, sizeof *made);
    plan_tree *tree = paper_add(&all, &all.trees, sizeof *tree);
    *(const paper **)paper_add(&all, &all.papers, sizeof(const paper *)) = made;
    ASSAY_TRY(plan_yaml_read(text, size, file, tree, err));
    made->file = file;
    paper_reader r = { .file = file, .root = tree->root, .to = &all, .plans = plans, .err = err };
    return paper_read(&r, made);
}

/* ---- all of them ---- */

static const char *base_name(const char *file)
{
    const char *slash = strrchr(file, '/');
    return slash ? slash + 1 : file;
}

/* "FILE BYTES" and a line end, then the bytes. */
static assay_status read_embedded(const char *but, assay_error *err)
{
    assay_status status = ASSAY_OK;
    for (const char *at = papers_embedded; *at && status == ASSAY_OK;) {
        const size_t length = strcspn(at, " ");
        char *file = paper_room(&all, length + 1, 1), *end;
        const size_t size = strtoull(at + length, &end, 10);
        memcpy(file, at, length);
        at = end + 1;
        if (!but || strcmp(base_name(but), base_name(file)) != 0) status = read_paper(file, at, size, err);
        at += size;
    }
    return status;
}

static int by_id(const void *a, const void *b)
{
    const paper_item *x = a, *y = b;
    return strcmp(x->id, y->id);
}

/* The papers in the order of their items. */
static void list_documents(void)
{
    if (all.items.count) qsort(all.items.at, all.items.count, sizeof(paper_item), by_id);
    for (size_t k = 0; k < all.items.count; k++) {
        const paper *of = PAPER_AT(paper_item, all.items, k)->of;
        size_t d = 0;
        while (d < all.documents.count && *PAPER_AT(const paper *, all.documents, d) != of) d++;
        if (d < all.documents.count) continue;
        *(const paper **)paper_add(&all, &all.documents, sizeof of) = of;
    }
}

static assay_status read_bytes(const char *path, char *to, size_t most, size_t *size, assay_error *err)
{
    FILE *from = fopen(path, "rb");
    if (!from) return assay_fail(err, ASSAY_EINPUT, "%s: %s", path, strerror(errno));
    *size = fread(to, 1, most, from);
    const int failed = ferror(from), why = errno;
    fclose(from);
    return failed ? assay_fail(err, ASSAY_EINPUT, "%s: %s", path, strerror(why)) : ASSAY_OK;
}

/* One byte more than a file may have is refused by who reads it. */
static assay_status read_file(const char *path, assay_error *err)
{
    const size_t most = limit_size(LIMIT_PLAN_BYTES) + 1;
    size_t size = 0;
    char *text = needed(malloc(most));
    assay_status status = read_bytes(path, text, most, &size, err);
    if (status == ASSAY_OK) status = read_paper(needed(arena_text(&all.memory, path)), text, size, err);
    free(text);
    return status;
}

assay_status papers_load(const char *file, assay_error *err)
{
    if (loaded) return ASSAY_OK;
    assay_status status = read_embedded(file, err);
    if (status == ASSAY_OK && file) status = read_file(file, err);
    if (status == ASSAY_OK) list_documents();
    else papers_unload();
    loaded = status == ASSAY_OK;
    return status;
}

const papers *papers_all(void)
{
    papers_load(NULL, NULL);
    return &all;
}

void papers_unload(void)
{
    for (size_t k = 0; k < all.trees.count; k++) plan_yaml_free(&((plan_tree *)all.trees.at)[k]);
    arena_free(&all.memory);
    all = (papers){ 0 };
    loaded = 0;
}

const paper_entry *published_at(size_t index)
{
    const paper_list *entries = &papers_all()->entries;
    return index < entries->count ? PAPER_AT(paper_entry, *entries, index) : NULL;
}

const paper_item *paper_item_at(size_t index)
{
    const paper_list *items = &papers_all()->items;
    return index < items->count ? PAPER_AT(paper_item, *items, index) : NULL;
}

const char *paper_asked_at(size_t index)
{
    const paper_list *list = &papers_all()->papers;
    const size_t items = papers_all()->items.count;
    if (index < items) return paper_item_at(index)->id;
    for (size_t k = 0, seen = items; k < list->count; k++) {
        const char *word = (*PAPER_AT(const paper *, *list, k))->tables;
        if (word && seen++ == index) return word;
    }
    return NULL;
}
