/* Studies: representations, their columns, and how sure their scores are. */
#include "store_study.h"

#include "store_sql.h"
#include "wording.h"

static const char doing[] = "writing a representation";

/* The whole number that a statement gives for a text or two; -1: none. */
static int64_t number_of(store *s, const char *sql, const char *first, const char *second)
{
    int64_t id = -1;
    store_number(s, STORE_WITH(s, sql, sql_text(first), sql_text(second)), doing, &id, NULL);
    return id;
}

assay_status store_study(store *s, const char *plan, assay_error *err)
{
    return STORE_DO(s, "study", doing, err, sql_text(plan));
}

/* Scores of a group called like a scenario are none of that scenario's: it has " models" behind in the store. So has
 * what is called like this. */
static char *name_of(const char *group)
{
    static const char end[] = " models";
    const size_t length = sizeof end - 1;
    size_t n = strlen(group);
    while (n > length && strncmp(group + n - length, end, length) == 0) n -= length;
    OWNED char *stem = text_copy(group, n);
    return wording_made("%s%s", group, stem && assay_scenario_find(stem) ? end : "");
}

static assay_status put_group(store *s, const char *group, int is_renamed, int64_t *id, assay_error *err)
{
    /* behind every scenario, by name */
    ASSAY_TRY(STORE_DO(s, "put_group.put", doing, err, sql_text(group), sql_whole(is_renamed)));
    *id = number_of(s, "put_group.find", group, NULL);
    return *id < 0 ? store_error(s, doing, err) : ASSAY_OK;
}

/* Names the point of `path`, or makes it; its parameter is the name, a word. */
static assay_status put_point(store *s, int64_t scenario, int64_t known, const scenario_point *p, int64_t *id,
                              assay_error *err)
{
    *id = known;
    if (known < 0) {
        ASSAY_TRY(STORE_DO(s, "put_point.make", doing, err, sql_whole(scenario), sql_text(p->set.text)));
        *id = sqlite3_last_insert_rowid(s->db);
    } else {
        ASSAY_TRY(
            STORE_DO(s, "put_point.move", doing, err, sql_whole(scenario), sql_text(p->set.text), sql_whole(known)));
        ASSAY_TRY(STORE_DO(s, "put_point.forget", doing, err, sql_whole(known)));
        ASSAY_TRY(store_step(s, store_prepare(s, "put_point.sweep"), doing, err));
    }
    return store_put_parameter(s, *id, p, 0, err);
}

static int file_is_gone(store *s, int64_t point)
{
    sqlite3_stmt *statement = STORE_WITH(s, "file_is_gone", sql_whole(point));
    if (!statement) return 0;
    const int gone = sqlite3_step(statement) == SQLITE_ROW && access(store_text(statement, 0), F_OK) != 0;
    sqlite3_reset(statement);
    return gone;
}

/* The point `there` has the name: its file has moved, or the name is another's; moves: the path has a point already. */
static assay_status take_over(store *s, int64_t there, int moves, const char *path, const char *group,
                              const scenario_point *p, assay_error *err)
{
    if (!moves && file_is_gone(s, there)) return STORE_DO(s, "take_over", doing, err, sql_whole(there), sql_text(path));
    return bad_input(path, err,
                     "the group '%s' has a %s already, which was read from another file; separate them by "
                     "--group, or by a column `name` in a manifest",
                     group, p->set.text);
}

assay_status store_representation(store *s, const char *group, const char *name, const char *path, int64_t *point,
                                  assay_error *err)
{
    const setting model = { "model", name, NAN };
    FREED(point_free) scenario_point p = { .swept = POINT_NOT_SWEPT };
    int64_t scenario = -1;
    const int64_t known = number_of(s, "representation.find", path, NULL);
    OWNED char *called = name_of(group);
    if (!called || point_from(group, &model, 1, POINT_NOT_SWEPT, &p) != ASSAY_OK) return no_memory(NULL, err);
    const int64_t there = number_of(s, "representation.same", called, p.set.text);
    *point = there >= 0 ? there : known;
    if (there >= 0) return there == known ? ASSAY_OK : take_over(s, there, known >= 0, path, group, &p, err);
    ASSAY_TRY(put_group(s, called, strcmp(called, group) != 0, &scenario, err));
    ASSAY_TRY(put_point(s, scenario, known, &p, point, err));
    return STORE_DO(s, "representation.put", doing, err, sql_whole(*point), sql_text(path));
}

assay_status store_representation_columns(store *s, int64_t point, const char *const *name, const char *const *text,
                                          size_t n, assay_error *err)
{
    ASSAY_TRY(STORE_DO(s, "representation_columns.forget", doing, err, sql_whole(point), sql_count(n)));
    for (size_t k = 0; k < n; k++)
        ASSAY_TRY(STORE_DO(s, "representation_columns.put", doing, err, sql_whole(point), sql_count(k),
                           sql_text(name[k]), sql_text(text[k])));
    return ASSAY_OK;
}

assay_status store_representation_content(store *s, int64_t point, const char *hash, const store_rows_drawn *drawn,
                                          const assay_rep *rep, int *changed, assay_error *err)
{
    sqlite3_stmt *statement = STORE_WITH(s, "representation_content.find", sql_whole(point));
    if (!statement || sqlite3_step(statement) != SQLITE_ROW) return store_error(s, doing, err);
    const char *before = store_text(statement, 0), *data = store_text(statement, 1);
    *changed = before[0] && strcmp(before, hash) != 0;
    const int drawn_otherwise = data[0] && strcmp(data, drawn->data) != 0;
    sqlite3_reset(statement);
    if (*changed) ASSAY_TRY(STORE_RUN_WITH(s, "forget_scores", doing, err, sql_whole(point)));
    if (drawn_otherwise) ASSAY_TRY(STORE_DO(s, "representation_content.redraw", doing, err, sql_whole(point)));
    return STORE_DO(s, "representation_content.put", doing, err, sql_whole(point), sql_text(hash), sql_count(rep->n),
                    sql_count(rep->n_factors), sql_count(rep->n_codes), sql_text(drawn->data),
                    sql_count(drawn->clusters));
}

static int is_below(const char *path, const char *root)
{
    const size_t n = strlen(root);
    const int in_it = root[n - 1] == '/'; /* and not below it */
    if (strcmp(root, ".") == 0) return path[0] != '/' && strncmp(path, "../", 3) != 0;
    if (strcmp(root, "./") == 0) return !strchr(path, '/');
    return strncmp(path, root, n) == 0 && (in_it ? !strchr(path + n, '/') : path[n] == '/');
}

static int was_deleted(const char *path, const char *const *root, size_t n)
{
    size_t k = 0;
    while (k < n && !is_below(path, root[k])) k++;
    return k < n && access(path, F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR);
}

assay_status store_representations_gone(store *s, const char *const *root, size_t n, uint64_t *gone, assay_error *err)
{
    assay_status status = ASSAY_OK;
    int64_t point = -1;
    *gone = 0;
    for (int more = 1; more && status == ASSAY_OK;) {
        sqlite3_stmt *row = STORE_WITH(s, "representations_gone", sql_whole(point));
        more = 0;
        int deleted = 0;
        while (store_next(s, row, doing, &status, err)) {
            point = sqlite3_column_int64(row, 0);
            deleted = was_deleted(store_text(row, 1), root, n);
            more = 1;
        }
        if (!deleted || status != ASSAY_OK) continue;
        *gone += 1;
        status = store_representation_problem(s, point, REPRESENTATION_GONE, err);
    }
    return status;
}

uint64_t store_count_gone(store *s) { return (uint64_t)number_of(s, "count_gone", NULL, NULL); }

assay_status store_representations_prune(store *s, uint64_t *pruned, assay_error *err)
{
    *pruned = store_count_gone(s);
    return *pruned ? store_run(s, "representations_prune", "taking out models whose files are gone", err) : ASSAY_OK;
}

assay_status store_representation_renamed(store *s, int64_t point, const char *hash, char *before, size_t size,
                                          assay_error *err)
{
    sqlite3_stmt *row = STORE_WITH(s, "representation_renamed", sql_whole(point), sql_text(hash));
    assay_status status = ASSAY_OK;
    int64_t from = -1;
    before[0] = '\0';
    while (store_next(s, row, doing, &status, err)) {
        from = sqlite3_column_int64(row, 0);
        snprintf(before, size, "%s", store_text(row, 1));
    }
    return status == ASSAY_OK && from >= 0
               ? STORE_RUN_WITH(s, "take_scores", doing, err, sql_whole(point), sql_whole(from))
               : status;
}

assay_status store_representation_problem(store *s, int64_t point, const char *why, assay_error *err)
{
    return STORE_DO(s, "representation_problem", doing, err, sql_whole(point), sql_text(why));
}

/* SQLite makes NULL of NaN. */
assay_status store_uncertainty(store *s, const cell_key *cell, const char *output, const uncertainty *u,
                               assay_error *err)
{
    static const char writing[] = "writing how sure a score is";
    ASSAY_TRY(STORE_DO(s, "uncertainty.forget", writing, err, STORE_KEY(cell), sql_text(output), sql_whole(u->kind)));
    return STORE_DO(s, "uncertainty.put", writing, err, STORE_KEY(cell), sql_text(output), sql_whole(u->kind),
                    sql_real(u->level), sql_count(u->draws), sql_count(u->defined), sql_real(u->mean), sql_real(u->sd),
                    sql_real(u->low), sql_real(u->high), sql_real(u->p),
                    sql_blob(u->draw, u->draw ? (size_t)u->draws * sizeof *u->draw : 0));
}

assay_status store_uncertainty_done(store *s, const cell_key *cell, const uncertainty_wanted *wanted, int *done,
                                    assay_error *err)
{
    int64_t all = *done;
    sqlite3_stmt *row = STORE_WITH(s, "uncertainty_done", STORE_KEY(cell), sql_whole(wanted->class),
                                   sql_real(wanted->level), sql_count(wanted->draws));
    const assay_status status = store_number(s, row, "looking for what is done", &all, err);
    *done = all != 0;
    return status;
}

/* Their bytes stand in a column of their own, as many as column 7 says. */
static const double *draws_of(sqlite3_stmt *row)
{
    const int64_t bytes = sqlite3_column_bytes(row, 14), draws = sqlite3_column_int64(row, 7);
    return draws > 0 && bytes == draws * (int64_t)sizeof(double) ? sqlite3_column_blob(row, 14) : NULL;
}

assay_status store_uncertainties(store *s, const catalog *of, const store_filter *filter, store_visit_uncertain visit,
                                 void *context, assay_error *err)
{
    sqlite3_stmt *statement = store_prepare_filtered(s, "uncertainties", filter);
    assay_status status = ASSAY_OK;
    while (store_next(s, statement, "reading how sure scores are", &status, err)) {
        const store_uncertain row = {
            .point = catalog_find(&of->points, sqlite3_column_int64(statement, 0)),
            .variant = catalog_find(&of->variants, sqlite3_column_int64(statement, 1)),
            .output = catalog_find(&of->outputs, sqlite3_column_int64(statement, 2)),
            .samples = (uint64_t)sqlite3_column_int64(statement, 3),
            .seed = (uint64_t)sqlite3_column_int64(statement, 4),
            .is = { .draw = draws_of(statement),
                    .kind = sqlite3_column_int(statement, 5),
                    .level = store_real(statement, 6),
                    .draws = (uint64_t)sqlite3_column_int64(statement, 7),
                    .defined = (uint64_t)sqlite3_column_int64(statement, 8),
                    .mean = store_real(statement, 9),
                    .sd = store_real(statement, 10),
                    .low = store_real(statement, 11),
                    .high = store_real(statement, 12),
                    .p = store_real(statement, 13) },
        };
        if (row.point && row.variant && row.output) status = visit(&row, context);
    }
    return status;
}
