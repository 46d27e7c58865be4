/*
 * What every row of a store must be, so that everything that reads one can read it: the rules of schema.c. Who opens a
 * store holds it against all of them (store_seal.h); here a row that breaks one is named, or taken out.
 */
#include "store_sql.h"

static const char doing[] = "checking its rows";

/* A part that breaks a rule stands for the whole: without a parameter a point is another point, without a score a cell
 * is not whole. One whose owner is not there stands for itself. */
static assay_status drop_rows(store *s, const store_table *t, size_t c, uint64_t *dropped, assay_error *err)
{
    const char *owner = c ? t->part_of : NULL;
    sqlite3_str *text = sqlite3_str_new(s->db);
    if (owner) sqlite3_str_appendf(text, "DELETE FROM %s WHERE id IN (SELECT t.%s FROM %s", owner, owner, t->name);
    else sqlite3_str_appendf(text, "DELETE FROM %s", t->name);
    sqlite3_str_appendall(text, " AS t WHERE NOT coalesce(");
    store_put_rule(text, t, c, 1);
    sqlite3_str_appendall(text, owner ? ", 0))" : ", 0)");
    const assay_status status = store_run_text(s, text, "repairing it", err);
    *dropped += status == ASSAY_OK ? (uint64_t)sqlite3_changes64(s->db) : 0;
    return status;
}

/* What refers to a row that goes, goes in its turn: as often as there are still such. */
static assay_status drop_all(store *s, uint64_t *dropped, assay_error *err)
{
    assay_status status = ASSAY_OK;
    for (uint64_t before = *dropped + 1; status == ASSAY_OK && before != *dropped;) {
        before = *dropped;
        for (size_t k = 0; k < store_n_tables; k++)
            for (size_t c = 0; c <= store_n_columns(&store_tables[k]) && status == ASSAY_OK; c++)
                status = drop_rows(s, &store_tables[k], c, dropped, err);
    }
    return status;
}

/* Rows of cells that stand out of order are put where a search finds them; of two with one key the first stays. */
static assay_status order_rows(store *s, assay_error *err)
{
    for (size_t k = 0; k < store_n_tables; k++) {
        const char *name = store_tables[k].name;
        if (!store_is_of_cell(&store_tables[k])) continue;
        sqlite3_str *text = sqlite3_str_new(s->db);
        sqlite3_str_appendf(text, "CREATE TEMP TABLE ordered AS SELECT * FROM %s; DROP TABLE main.%s;", name, name);
        store_put_create(text, &store_tables[k]);
        sqlite3_str_appendf(text, "; INSERT OR IGNORE INTO %s SELECT * FROM ordered; DROP TABLE ordered", name);
        ASSAY_TRY(store_run_text(s, text, doing, err));
    }
    return seal_untouch(s, err);
}

assay_status store_drop_rows(store *s, uint64_t *dropped, assay_error *err)
{
    assay_status status = store_run_sql(s, "PRAGMA foreign_keys=OFF", doing, err);
    if (status == ASSAY_OK) status = store_begin(s, err);
    if (status == ASSAY_OK) status = order_rows(s, err);
    if (status == ASSAY_OK) status = drop_all(s, dropped, err);
    if (status == ASSAY_OK) status = seal_drop_broken(s, dropped, err);
    if (status == ASSAY_OK) status = seal_again(s, NULL, err);
    return store_end(s, status, err);
}
