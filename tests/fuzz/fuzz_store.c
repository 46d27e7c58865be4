/* Any bytes as a store: opened and read through everything that reads one. */
#define _GNU_SOURCE /* nftw */
#include "fuzz_scratch.h"
#include "evidence.h"
#include "store_about.h"
#include "store_sql.h"

static assay_status row(const store_row *r, void *context)
{
    FUZZ_REQUIRE(r->point && r->variant && r->output);
    return ++*(size_t *)context < 1000 ? ASSAY_OK : ASSAY_EINPUT;
}

static assay_status progress(const store_progress *p, void *context)
{
    FUZZ_REQUIRE(p->plan && p->scenario && p->metric && p->preset);
    return ++*(size_t *)context < 1000 ? ASSAY_OK : ASSAY_EINPUT;
}

static assay_status plan_text(const char *name, const char *text, void *context)
{
    FUZZ_REQUIRE(name && text);
    return ++*(size_t *)context < 1000 ? ASSAY_OK : ASSAY_EINPUT;
}

static assay_status extent(const store_extent *e, void *context)
{
    FUZZ_REQUIRE(e->scenario && e->title && e->version_least && e->version_most);
    return ++*(size_t *)context < 1000 ? ASSAY_OK : ASSAY_EINPUT;
}

static assay_status outside(const store_outside *o, void *context)
{
    char text[512];
    store_outside_text(o, text, sizeof text);
    FUZZ_REQUIRE(text[0] && strlen(text) < 500);
    return ++*(size_t *)context < 1000 ? ASSAY_OK : ASSAY_EINPUT;
}

static void read_all(store *s, assay_error *err)
{
    size_t rows = 0, cells = 0, plans = 0, extents = 0, beyond = 0;
    catalog of = { 0 };
    evidence all = { 0 };
    if (store_catalog(s, &of, err) == ASSAY_OK) store_rows(s, &of, NULL, row, &rows, err);
    catalog_free(&of);
    if (evidence_read(s, NULL, &all, err) == ASSAY_OK) {
        score_rows listed = { 0 };
        score_rows_list(&all, &listed);
    }
    evidence_free(&all);
    store_status(s, progress, &cells, err);
    store_plans(s, plan_text, &plans, err);
    store_extents(s, NULL, extent, &extents, err);
    store_outside_ranges(s, outside, &beyond, err);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[200];
    const char *folder = fuzz_tree("store"); /* a store leaves a log in it, a journal */
    snprintf(path, sizeof path, "%s/x.db", folder);
    fuzz_write(path, data, size);
    store *s = NULL;
    assay_error err = { "" };
    const int good = store_open_here(path, STORE_READ | STORE_IMAGE, &s, &err) == ASSAY_OK; /* as it is read apart */
    store_close(s);
    const assay_status status = store_open(path, STORE_READ, &s, &err);
    FUZZ_REQUIRE(good == (status == ASSAY_OK));
    if (status == ASSAY_OK) {
        read_all(s, &err);
        store_close(s);
    } else {
        FUZZ_REQUIRE(err.text[0] && !s);
    }
    fuzz_tree_end(folder);
    return 0;
}
