#include "schema.h"

#include <string.h>

#define WHOLE "INTEGER NOT NULL"
#define REAL "REAL"
#define TEXT "TEXT NOT NULL"

#define LINE "plain(@, 1023)"
#define LINE_OR_NONE "@ IS NULL OR plain(@, 1023)"
#define PARTS "plain(@, 65536)" /* put together of names, or of a manifest */
#define PLACE "@ BETWEEN 0 AND 63"
#define KNOWN "@ BETWEEN 0 AND 2" /* assay_truth's kinds */
#define OF_ITS_METRIC                          \
    "(SELECT metric FROM output WHERE id = @)" \
    " = (SELECT metric FROM variant WHERE id = (SELECT variant FROM cell WHERE id = t.cell))"

/* clang-format off */
#define SAYS(name, type) { name, type, 0, NULL, NULL }
#define COUNTS(name, type) { name, type, 1, NULL, NULL }

const store_table store_tables[] = {
    { "plan", 1, MERGED_BY_NAME, NULL, NULL, 1,
      { { "name", TEXT, 1, NULL, LINE }, { "text", TEXT, 0, NULL, "length(CAST(@ AS BLOB)) <= 1048576" } } },
    /* days, UTC, on which cells were added; '' where some came in before the store kept them */
    { "day", 0, MERGED_BY_NAME, NULL, NULL, 1,
      { { "day", TEXT, 0, NULL, "@ = '' OR @ GLOB '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]'" } } },
    /* the numbers of seeds with which a plan's verdicts are looked at, more seeds being added to those that are open */
    { "look", 0, MERGED_BY_NAME, NULL, NULL, 2, { { "plan", WHOLE, 0, "plan", NULL }, SAYS("seeds", WHOLE) } },
    { "scenario", 1, MERGED_BY_NAME, NULL, NULL, 1,
      { { "name", TEXT, 1, NULL, LINE }, SAYS("place", WHOLE), { "title", TEXT, 0, NULL, LINE },
        { "symbol", TEXT, 0, NULL, LINE } } },
    { "metric", 1, MERGED_BY_NAME, NULL, NULL, 1,
      { { "name", TEXT, 1, NULL, LINE }, SAYS("place", WHOLE), { "title", TEXT, 0, NULL, LINE },
        { "family", TEXT, 0, NULL, LINE }, SAYS("flags", WHOLE) } },
    /* axis and number: the factor or code that it is about, number -1 where of neither */
    { "reason", 1, MERGED_BY_NAME, NULL, NULL, 3,
      { { "text", TEXT, 1, NULL, "length(CAST(@ AS BLOB)) <= 65536" }, COUNTS("axis", WHOLE), COUNTS("number", WHOLE),
        { "word", TEXT, 1, NULL, LINE } } },
    /* the stores that cells were merged from */
    { "shard", 1, MERGED_BY_NAME, NULL, NULL, 1, { { "name", TEXT, 1, NULL, LINE } } },
    { "point", 1, MERGED_BY_NAME, NULL, NULL, 2,
      { { "scenario", WHOLE, 1, "scenario", NULL }, { "name", TEXT, 1, NULL, PARTS }, SAYS("place", WHOLE),
        SAYS("x", REAL),
        { "modularity_kind", WHOLE, 0, NULL, KNOWN }, SAYS("modularity", REAL),
        { "compactness_kind", WHOLE, 0, NULL, KNOWN }, SAYS("compactness", REAL),
        { "explicitness_kind", WHOLE, 0, NULL, KNOWN }, SAYS("explicitness", REAL) } },
    { "output", 1, MERGED_BY_NAME, NULL, NULL, 2,
      { { "metric", WHOLE, 1, "metric", NULL }, { "name", TEXT, 1, NULL, LINE }, SAYS("place", WHOLE),
        { "axis", WHOLE, 0, NULL, "@ BETWEEN 0 AND 2" }, SAYS("measures", WHOLE), SAYS("low", REAL),
        SAYS("high", REAL) } },
    /* name is the preset with the options that were changed, "zaidi2020:bins=15", which variant_option holds */
    { "variant", 1, MERGED_BY_NAME, NULL, NULL, 2,
      { { "metric", WHOLE, 1, "metric", NULL }, { "name", TEXT, 1, NULL, PARTS }, { "preset", TEXT, 1, NULL, LINE },
        SAYS("place", WHOLE) } },
    /* number is NULL where the value is a word; swept: the parameter that figures draw along */
    { "point_parameter", 0, MERGED_BY_NAME, "point", "point, name", 2,
      { { "point", WHOLE, 0, "point", NULL }, { "place", WHOLE, 0, NULL, PLACE }, { "name", TEXT, 1, NULL, LINE },
        COUNTS("number", REAL), { "word", "TEXT", 1, NULL, LINE_OR_NONE }, SAYS("swept", WHOLE) } },
    { "variant_option", 0, MERGED_BY_NAME, "variant", "variant, name", 2,
      { { "variant", WHOLE, 0, "variant", NULL }, { "place", WHOLE, 0, NULL, PLACE }, { "name", TEXT, 1, NULL, LINE },
        COUNTS("number", REAL), { "word", "TEXT", 1, NULL, LINE_OR_NONE } } },
    /* what speaks against a candidate's scores, all of them: bench/trust.h */
    { "remark", 0, MERGED_BY_NAME, NULL, NULL, 2,
      { { "variant", WHOLE, 0, "variant", NULL }, { "text", TEXT, 0, NULL, LINE } } },
    /* A user's own arrays: a point of a group's. hash is '' until they were read; problem says why they cannot be.
     * data: which rows are drawn of it. */
    { "representation", 0, MERGED_FILES, "point", NULL, 1,
      { { "point", WHOLE, 0, "point", NULL }, { "path", TEXT, 0, NULL, LINE }, { "hash", TEXT, 1, NULL, LINE },
        COUNTS("rows", WHOLE), COUNTS("factors", WHOLE), COUNTS("codes", WHOLE),
        { "problem", "TEXT", 0, NULL, LINE_OR_NONE }, { "data", TEXT, 1, NULL, "@ = '' OR plain(@, 1023)" },
        { "clusters", WHOLE, 1, NULL, "@ BETWEEN 0 AND t.rows" } } },
    /* what the manifest says of it besides path and group */
    { "representation_column", 0, MERGED_BY_NAME, NULL, "point, name", 2,
      { { "point", WHOLE, 0, "point", "EXISTS(SELECT 1 FROM representation AS r WHERE r.point = @)" },
        { "place", WHOLE, 0, NULL, "@ BETWEEN 0 AND 2047" }, { "name", TEXT, 0, NULL, LINE },
        { "text", TEXT, 0, NULL, PARTS } } },
    { "want", 0, MERGED_WISHES, NULL, NULL, 6,
      { { "plan", WHOLE, 0, "plan", NULL }, { "point", WHOLE, 1, "point", NULL },
        { "samples", WHOLE, 1, NULL, "@ > 0" }, { "seed_first", WHOLE, 1, NULL, "@ >= 0" },
        { "seed_end", WHOLE, 1, NULL, "t.seed_first >= 0 AND @ - t.seed_first BETWEEN 0 AND 1000000000000" },
        { "variant", WHOLE, 1, "variant", NULL } } },
    /* shard: NULL where it was scored into this store */
    { "cell", 1, MERGED_CELLS, NULL, NULL, 4,
      { { "point", WHOLE, 1, "point", NULL }, { "samples", WHOLE, 1, NULL, "@ > 0" },
        { "seed", WHOLE, 1, NULL, "@ >= 0" }, { "variant", WHOLE, 1, "variant", NULL },
        { "status", WHOLE, 1, NULL, "@ BETWEEN 0 AND 7" }, { "version", TEXT, 1, NULL, "plain(@, 63)" },
        { "seconds", REAL " NOT NULL", 0, NULL, "abs(@) < 1e300" }, { "shard", "INTEGER", 0, "shard", NULL },
        SAYS("digest", "BLOB NOT NULL") } },
    /* item -1 is the overall value; value is NULL where reason says why */
    { "score", 0, MERGED_SCORES, "cell", NULL, 3,
      { { "cell", WHOLE, 0, "cell", NULL }, { "output", WHOLE, 1, "output", OF_ITS_METRIC },
        { "item", WHOLE, 1, NULL, "@ BETWEEN -1 AND 1048575" },
        { "value", REAL, 1, NULL, "@ IS NULL OR abs(@) <= 1.7976931348623157e308" },
        { "reason", "INTEGER", 1, "reason", NULL } } },
    /* kind: how it was drawn. Of a null (codes permuted against factors) low is NULL and high the point that chance
     * passes in 1 - level of all draws; p is NULL of an interval. A score has one of each class (uncertainty_class).
     * score: that of each draw, as doubles, NaN undefined. */
    { "uncertainty", 0, MERGED_MORE, "cell", NULL, 3,
      { { "cell", WHOLE, 0, "cell", NULL }, { "output", WHOLE, 1, "output", OF_ITS_METRIC }, COUNTS("kind", WHOLE),
        COUNTS("level", REAL " NOT NULL"), { "draws", WHOLE, 1, NULL, "@ >= 0 AND t.defined BETWEEN 0 AND @" },
        COUNTS("defined", WHOLE), COUNTS("mean", REAL), COUNTS("sd", REAL), COUNTS("low", REAL), COUNTS("high", REAL),
        COUNTS("p", REAL), { "score", "BLOB NOT NULL", 1, NULL, "length(@) IN (0, 8 * t.draws)" } } },
    /* of each table how many rows it has, and the exclusive or of their digests */
    { "seal", 0, MERGED_NOT, NULL, NULL, 1,
      { SAYS("name", TEXT), SAYS("rows", WHOLE), SAYS("digest", "BLOB NOT NULL") } },
};
/* clang-format on */
const size_t store_n_tables = sizeof store_tables / sizeof *store_tables;
_Static_assert(sizeof store_tables / sizeof *store_tables <= STORE_TABLES_MOST, "STORE_TABLES_MOST");

const store_table *store_table_named(const char *name)
{
    for (size_t k = 0; k < store_n_tables; k++)
        if (strcmp(store_tables[k].name, name) == 0) return &store_tables[k];
    return NULL;
}

size_t store_n_columns(const store_table *t)
{
    size_t n = 0;
    while (n < STORE_COLUMNS && t->column[n].name) n++;
    return n;
}

int store_is_of_cell(const store_table *t) { return t->part_of && strcmp(t->part_of, "cell") == 0; }

void store_put_create(sqlite3_str *to, const store_table *t)
{
    const size_t n = store_n_columns(t);
    sqlite3_str_appendf(to, "CREATE TABLE %s(%s", t->name, t->has_id ? "id INTEGER PRIMARY KEY, " : "");
    for (size_t c = 0; c < n; c++) {
        const store_column *column = &t->column[c];
        sqlite3_str_appendf(to, "%s %s%s%s, ", column->name, column->type, column->refers ? " REFERENCES " : "",
                            column->refers ? column->refers : "");
    }
    sqlite3_str_appendall(to, t->has_id ? "UNIQUE(" : "PRIMARY KEY(");
    for (size_t c = 0; c < t->n_keys; c++) sqlite3_str_appendf(to, "%s%s", c ? ", " : "", t->column[c].name);
    if (t->unique) sqlite3_str_appendf(to, "), UNIQUE(%s", t->unique);
    sqlite3_str_appendf(to, ")) STRICT%s", t->has_id ? "" : ", WITHOUT ROWID");
}

static void put_must(sqlite3_str *to, const store_column *column)
{
    for (const char *p = column->must; *p; p++) {
        if (*p == '@') sqlite3_str_appendf(to, "t.%s", column->name);
        else sqlite3_str_append(to, p, 1);
    }
}

/* refers: with the references. */
static void put_rule(sqlite3_str *to, const store_table *t, size_t c, int refers)
{
    const store_column *column = c < STORE_COLUMNS ? &t->column[c] : NULL;
    if (!column || !column->name) {
        sqlite3_str_appendall(to, t->has_id ? "t.id > 0" : "1");
        return;
    }
    sqlite3_str_appendall(to, "(1");
    if (refers && column->refers) /* where there must be one, NULL is the type's matter */
        sqlite3_str_appendf(to, " AND (t.%s IS NULL OR t.%s IN (SELECT id FROM %s))", column->name, column->name,
                            column->refers);
    if (column->must && (refers || !column->refers)) {
        sqlite3_str_appendall(to, " AND (");
        put_must(to, column);
        sqlite3_str_appendall(to, ")");
    }
    sqlite3_str_appendall(to, ")");
}

void store_put_rules(sqlite3_str *to, const store_table *t)
{
    const int refers = !store_is_of_cell(t) && t->merged != MERGED_CELLS;
    sqlite3_str_appendall(to, "coalesce(1");
    for (size_t c = 0; c <= store_n_columns(t); c++) {
        const store_column *column = c < store_n_columns(t) ? &t->column[c] : NULL;
        if (column && !(column->refers ? refers : column->must != NULL)) continue; /* each would cost every row */
        sqlite3_str_appendall(to, " AND ");
        put_rule(to, t, c, refers);
    }
    sqlite3_str_appendall(to, ", 0)");
}

void store_put_broken(sqlite3_str *to, const store_table *t, size_t c)
{
    sqlite3_str_appendf(to, " %s AS t WHERE NOT coalesce(", t->name);
    put_rule(to, t, c, 1);
    sqlite3_str_appendall(to, ", 0)");
}
