/* Reading: every value for an export, summaries over seeds for tables and figures, progress for `status`. */
#include "store_sql.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A comma-separated list holds a name: ",list," contains ",name,". */
#define IN_LIST(list, name) "(" list " IS NULL OR instr(',' || " list " || ',', ',' || " name " || ',') > 0)"

/* Parameters 1 to 3 are the filter's. */
#define FROM_CELLS                                                                                                     \
    " FROM cell JOIN point ON point.id = cell.point JOIN scenario ON scenario.id = point.scenario"                     \
    " JOIN variant ON variant.id = cell.variant JOIN metric ON metric.id = variant.metric"                             \
    " JOIN score ON score.cell = cell.id JOIN output ON output.id = score.output"                                      \
    " WHERE " IN_LIST("?1", "scenario.name") " AND (" IN_LIST("?2", "metric.name")                                     \
    " OR instr(',' || ?2 || ',', ',' || metric.name || '@' || variant.preset || ',') > 0)"                             \
    " AND (?3 = 0 OR cell.samples = ?3)"

static void bind_filter(sqlite3_stmt *statement, const store_filter *filter)
{
    const store_filter all = { 0 };
    const store_filter *f = filter ? filter : &all;
    if (f->scenarios) sqlite3_bind_text(statement, 1, f->scenarios, -1, SQLITE_TRANSIENT);
    if (f->metrics) sqlite3_bind_text(statement, 2, f->metrics, -1, SQLITE_TRANSIENT);
    sqlite3_bind_int64(statement, 3, (sqlite3_int64)f->samples);
}

static const char *text_at(sqlite3_stmt *statement, int column)
{
    return (const char *)sqlite3_column_text(statement, column);
}

static double real_at(sqlite3_stmt *statement, int column)
{
    return sqlite3_column_type(statement, column) == SQLITE_NULL ? NAN : sqlite3_column_double(statement, column);
}

assay_status store_rows(store *s, const store_filter *filter, store_visit_row visit, void *context, assay_error *err)
{
    static const char find[] =
        "SELECT scenario.name, point.name, cell.samples, cell.seed, metric.name, variant.preset, output.name,"
        " output.axis, score.item, score.value, score.undefined, cell.seconds" FROM_CELLS
        " ORDER BY scenario.place, scenario.name, point.x, point.place, point.name, cell.samples, cell.seed,"
        " metric.place, metric.name, variant.place, variant.preset, output.place, score.item";
    sqlite3_stmt *statement = store_prepare(s, find);
    if (!statement) return store_error(s, "reading scores", err);
    bind_filter(statement, filter);
    int step;
    assay_status status = ASSAY_OK;
    while (status == ASSAY_OK && (step = sqlite3_step(statement)) == SQLITE_ROW) {
        const store_row row = {
            .scenario = text_at(statement, 0),
            .point = text_at(statement, 1),
            .samples = (uint64_t)sqlite3_column_int64(statement, 2),
            .seed = (uint64_t)sqlite3_column_int64(statement, 3),
            .metric = text_at(statement, 4),
            .preset = text_at(statement, 5),
            .output = text_at(statement, 6),
            .axis = sqlite3_column_int(statement, 7),
            .item = sqlite3_column_int64(statement, 8),
            .value = real_at(statement, 9),
            .undefined = text_at(statement, 10),
            .seconds = real_at(statement, 11),
        };
        status = visit(&row, context);
    }
    if (status == ASSAY_OK && step != SQLITE_DONE) status = store_error(s, "reading scores", err);
    sqlite3_reset(statement);
    return status;
}

/* ---- summaries: rows of one group come one after another, by seed ---- */

enum { GROUP_COLUMNS = 4 }; /* the numbers of point, samples, variant and output tell a group */

typedef struct gathering {
    int64_t group[GROUP_COLUMNS];
    store_summary row;
    double square; /* sum of squared deviations from the running mean (Welford 1962) */
    double seconds;
    char text[9][256];
} gathering;

static const char *keep(gathering *g, size_t k, const char *text)
{
    if (!text) return NULL;
    snprintf(g->text[k], sizeof g->text[k], "%s", text);
    return g->text[k];
}

static void gathering_start(gathering *g, sqlite3_stmt *statement)
{
    *g = (gathering){ 0 };
    for (int k = 0; k < GROUP_COLUMNS; k++) g->group[k] = sqlite3_column_int64(statement, k);
    store_summary *row = &g->row;
    row->samples = (uint64_t)g->group[1];
    row->scenario = keep(g, 0, text_at(statement, 7));
    row->scenario_title = keep(g, 1, text_at(statement, 8));
    row->symbol = keep(g, 2, text_at(statement, 9));
    row->point = keep(g, 3, text_at(statement, 10));
    row->x = real_at(statement, 11);
    for (int p = 0; p < 3; p++)
        row->truth[p] = (assay_truth){ sqlite3_column_int(statement, 12 + 2 * p), real_at(statement, 13 + 2 * p) };
    row->metric = keep(g, 4, text_at(statement, 18));
    row->metric_title = keep(g, 5, text_at(statement, 19));
    row->family = keep(g, 6, text_at(statement, 20));
    row->flags = (uint32_t)sqlite3_column_int64(statement, 21);
    row->preset = keep(g, 7, text_at(statement, 22));
    row->output = keep(g, 8, text_at(statement, 23));
    row->measures = (uint32_t)sqlite3_column_int64(statement, 24);
    row->low = real_at(statement, 25);
    row->high = real_at(statement, 26);
}

static int gathering_same(const gathering *g, sqlite3_stmt *statement)
{
    for (int k = 0; k < GROUP_COLUMNS; k++)
        if (g->group[k] != sqlite3_column_int64(statement, k)) return 0;
    return 1;
}

static void gathering_add(gathering *g, double value, double seconds)
{
    store_summary *row = &g->row;
    row->seeds++;
    g->seconds += seconds;
    if (isnan(value)) return;
    row->defined++;
    const double off = value - row->mean;
    row->mean += off / (double)row->defined;
    g->square += off * (value - row->mean);
    if (row->defined == 1 || value < row->least) row->least = value;
    if (row->defined == 1 || value > row->most) row->most = value;
}

static assay_status gathering_end(gathering *g, const char *undefined, store_visit_summary visit, void *context)
{
    store_summary *row = &g->row;
    if (!row->seeds) return ASSAY_OK;
    row->undefined = undefined[0] ? undefined : NULL;
    row->seconds = g->seconds / (double)row->seeds;
    row->sd = row->defined > 1 ? sqrt(g->square / (double)(row->defined - 1)) : NAN;
    if (!row->defined) row->mean = row->least = row->most = NAN;
    return visit(row, context);
}

assay_status store_summaries(store *s, const store_filter *filter, store_visit_summary visit, void *context,
                             assay_error *err)
{
    static const char find[] =
        "SELECT point.id, cell.samples, variant.id, output.id, score.value, score.undefined, cell.seconds,"
        " scenario.name, scenario.title, scenario.symbol, point.name, point.x, point.modularity_kind, point.modularity,"
        " point.compactness_kind, point.compactness, point.explicitness_kind, point.explicitness, metric.name,"
        " metric.title,"
        " metric.family, metric.flags, variant.preset, output.name, output.measures, output.low, output.high" FROM_CELLS
        " AND score.item = -1 ORDER BY scenario.place, scenario.name, point.x, point.place, point.name, cell.samples,"
        " metric.place, metric.name, variant.place, variant.preset, output.place, cell.seed";
    sqlite3_stmt *statement = store_prepare(s, find);
    if (!statement) return store_error(s, "reading scores", err);
    bind_filter(statement, filter);
    gathering g = { .group = { -1 } };
    char undefined[256] = "";
    int step;
    assay_status status = ASSAY_OK;
    while (status == ASSAY_OK && (step = sqlite3_step(statement)) == SQLITE_ROW) {
        if (!gathering_same(&g, statement)) {
            status = gathering_end(&g, undefined, visit, context);
            gathering_start(&g, statement);
            undefined[0] = '\0';
        }
        gathering_add(&g, real_at(statement, 4), real_at(statement, 6));
        if (!undefined[0] && text_at(statement, 5)) snprintf(undefined, sizeof undefined, "%s", text_at(statement, 5));
    }
    if (status == ASSAY_OK)
        status =
            step == SQLITE_DONE ? gathering_end(&g, undefined, visit, context) : store_error(s, "reading scores", err);
    sqlite3_reset(statement);
    return status;
}

assay_status store_status(store *s, store_visit_progress visit, void *context, assay_error *err)
{
    static const char find[] =
        "SELECT plan.name, scenario.name, metric.name, variant.preset, sum(want.seed_end - want.seed_first),"
        " sum((SELECT count(*) FROM cell WHERE cell.point = want.point AND cell.samples = want.samples"
        "      AND cell.variant = want.variant AND cell.seed >= want.seed_first AND cell.seed < want.seed_end)),"
        " sum((SELECT count(*) FROM cell WHERE cell.point = want.point AND cell.samples = want.samples"
        " AND cell.status <> 0"
        "      AND cell.variant = want.variant AND cell.seed >= want.seed_first AND cell.seed < want.seed_end)),"
        " (SELECT avg(seconds) FROM cell WHERE cell.variant = want.variant)"
        " FROM want JOIN plan ON plan.id = want.plan JOIN point ON point.id = want.point"
        " JOIN scenario ON scenario.id = point.scenario JOIN variant ON variant.id = want.variant"
        " JOIN metric ON metric.id = variant.metric GROUP BY plan.id, scenario.id, variant.id"
        " ORDER BY plan.name, scenario.place, metric.place, variant.place, variant.preset";
    sqlite3_stmt *statement = store_prepare(s, find);
    if (!statement) return store_error(s, "reading the plans", err);
    int step;
    assay_status status = ASSAY_OK;
    while (status == ASSAY_OK && (step = sqlite3_step(statement)) == SQLITE_ROW) {
        const store_progress row = {
            .plan = text_at(statement, 0),
            .scenario = text_at(statement, 1),
            .metric = text_at(statement, 2),
            .preset = text_at(statement, 3),
            .wanted = (uint64_t)sqlite3_column_int64(statement, 4),
            .done = (uint64_t)sqlite3_column_int64(statement, 5),
            .failed = (uint64_t)sqlite3_column_int64(statement, 6),
            .seconds = real_at(statement, 7),
        };
        status = visit(&row, context);
    }
    if (status == ASSAY_OK && step != SQLITE_DONE) status = store_error(s, "reading the plans", err);
    sqlite3_reset(statement);
    return status;
}
