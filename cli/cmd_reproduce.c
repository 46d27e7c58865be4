/* assay reproduce -- published numbers and those of a store, side by side. */
#include "cli.h"
#include "desiderata.h"
#include "print.h"
#include "published.h"
#include "store_args.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Decimals of a number printed to within `half` of its last digit. */
static int decimals_of(double half) { return (int)lround(-log10(2.0 * half)); }

/* "copies=2, factors=4": lines break at spaces. */
static void put_point(grid *g, const char *point)
{
    char text[128];
    size_t used = 0;
    for (const char *from = point; *from && used + 2 < sizeof text; from++) {
        text[used++] = *from == ';' ? ',' : *from;
        if (*from == ';') text[used++] = ' ';
    }
    text[used] = '\0';
    grid_text(g, "%s", text);
}

static void add_row(grid *g, const published *p, const published_check *c, int for_people, char mark)
{
    const int decimals = decimals_of(p->half), ours = decimals < 3 ? 3 : decimals;
    grid_row(g);
    if (!for_people) grid_text(g, "%s", p->table);
    grid_text(g, "%s", p->scenario);
    if (for_people) put_point(g, p->point);
    else grid_text(g, "%s", p->point);
    const char *output = strcmp(p->output, p->metric) == 0 ? "" : p->output;
    if (for_people) grid_text(g, "%s@%s%s%s", p->metric, p->preset, *output ? " " : "", output);
    else grid_text(g, "%s@%s", p->metric, p->preset);
    if (!for_people) grid_text(g, "%s", p->output);
    grid_number(g, p->value, decimals);
    if (mark) grid_mark(g, mark);
    grid_spread(g, c->mean, c->half_width, ours);
    grid_count(g, c->seeds);
    grid_text(g, "%s", published_verdict_text(c->verdict));
    if (!for_people) grid_text(g, "%s", p->remark ? p->remark : "");
}

static grid *new_grid(const char *caption, int for_people)
{
    grid *g = grid_new(caption);
    if (!for_people) grid_column(g, "table", "table", GRID_LEFT);
    grid_column(g, "scenario", "scenario", GRID_LEFT);
    grid_column(g, "point", "point", GRID_WRAP);
    grid_column(g, "metric", "metric", GRID_LEFT);
    if (!for_people) grid_column(g, "output", "output", GRID_LEFT);
    grid_column(g, "published", "published", GRID_RIGHT);
    grid_column(g, "ours", "ours", GRID_RIGHT);
    grid_column(g, "seeds", "seeds", GRID_RIGHT);
    grid_column(g, "verdict", "verdict", GRID_LEFT);
    if (!for_people) grid_column(g, "remark", "remark", GRID_LEFT);
    if (for_people) grid_stub(g, 3); /* a narrow terminal repeats what a row is about */
    return g;
}

static void note_verdicts(grid *g, const published_check *checks, size_t n)
{
    size_t by_verdict[PUBLISHED_MISSING + 1] = { 0 };
    for (size_t k = 0; k < n; k++) by_verdict[checks[k].verdict]++;
    grid_note(g, 0,
              "%zu reproduced, %zu within error, %zu differ, %zu undefined, %zu not in this store; ours: mean over seeds "
              "with its 95 %% interval", by_verdict[PUBLISHED_REPRODUCED], by_verdict[PUBLISHED_WITHIN_ERROR],
              by_verdict[PUBLISHED_DIFFERS], by_verdict[PUBLISHED_UNDEFINED], by_verdict[PUBLISHED_MISSING]);
}

/* Numbers [first, end): a published table, its remarks as notes; for programs all, with a column of remarks. */
static grid *make_grid(const published_check *checks, size_t first, size_t end, int for_people)
{
    enum { MARKS = 'z' - 'a' + 1 };
    const char *remark[MARKS];
    int remarks = 0;
    grid *g = new_grid(for_people ? published_at(first)->table : "published numbers and ours", for_people);
    for (size_t k = first; k < end; k++) {
        const published *p = published_at(k);
        int r = 0;
        while (r < remarks && p->remark && strcmp(remark[r], p->remark) != 0) r++;
        const int noted = for_people && p->remark && r < MARKS;
        if (noted && r == remarks) remark[remarks++] = p->remark;
        add_row(g, p, &checks[k], for_people, noted ? (char)('a' + r) : '\0');
    }
    for (int r = 0; r < remarks; r++) grid_note(g, (char)('a' + r), "%s", remark[r]);
    note_verdicts(g, checks + first, end - first);
    return g;
}

/* What Almudevar and Ortega 2025 ask of a metric, as it comes out. */
static grid *desiderata_grid(const desideratum *list, size_t count)
{
    grid *g = grid_new("desiderata of Almudevar and Ortega 2025, section 5");
    grid_column(g, "metric", "metric", GRID_LEFT);
    grid_column(g, "lowest", "at alpha 1", GRID_RIGHT);
    grid_column(g, "rise", "rise with delta", GRID_RIGHT);
    grid_column(g, "rise_at", "at", GRID_LEFT);
    grid_column(g, "fall", "nuisance fall", GRID_RIGHT);
    grid_stub(g, 1);
    for (size_t k = 0; k < count; k++) {
        grid_row(g);
        grid_text(g, "%s", list[k].metric);
        grid_number(g, list[k].lowest, 3);
        grid_number(g, list[k].rise, 3);
        grid_text(g, "%s", list[k].rise_at);
        grid_number(g, list[k].fall, 3);
    }
    grid_note(g, 0, "asked: 1 at alpha 1 whatever delta (shown: the lowest); no rise with delta at fixed alpha (shown: the largest); and of a "
                    "measure of minimality, a fall as codes tell of a nuisance. Means over seeds. The paper says that only "
                    "minimality and sufficiency meet the first two.");
    return g;
}

static int print_checks(const cli_args *args, const published_check *checks, const desideratum *asked, size_t n_asked, int format)
{
    const int for_people = format != GRID_CSV && format != GRID_JSON;
    grid **tables = calloc(published_count() + 1, sizeof *tables);
    size_t count = 0;
    if (!tables) return cli_fail(ASSAY_ENOMEM, NULL);
    for (size_t first = 0, end; first < published_count(); first = end) {
        for (end = first + 1; end < published_count(); end++)
            if (for_people && strcmp(published_at(end)->table, published_at(first)->table) != 0) break;
        tables[count++] = make_grid(checks, first, end, for_people);
    }
    if (n_asked) tables[count++] = desiderata_grid(asked, n_asked);
    const int bad = print_grids(args, tables, count, format);
    free(tables);
    return bad;
}

static int run(const cli_args *args)
{
    int format;
    store *scores;
    int bad = print_format(args, &format);
    if (!bad) bad = store_args_open(args, &scores);
    if (bad) return bad;
    assay_error err = { "" };
    published_check *checks = calloc(published_count(), sizeof *checks);
    bad = checks ? cli_fail(published_compare(scores, checks, &err), &err) : cli_fail(ASSAY_ENOMEM, NULL);
    desideratum *asked = NULL;
    size_t n_asked = 0;
    if (!bad) bad = cli_fail(desiderata_read(scores, &asked, &n_asked, &err), &err);
    if (!bad) bad = print_checks(args, checks, asked, n_asked, format);
    free(asked);
    free(checks);
    store_close(scores);
    return bad;
}

static const cli_option options[] = {
    STORE_OPTION,
    PRINT_OPTIONS,
};
const cli_command cli_command_reproduce = {
    .id = "reproduce",
    .summary = "published numbers beside those of a store",
    .synopsis = "[--db FILE] [--format F]",
    .details = "Boilard 2022, table 3.1 (plan `thesis`); Zhang et al. 2021, table 1 (plan `text`); and what Almudevar and\n"
               "Ortega 2025 ask of a metric (plan `dependent`). A number is reproduced where the mean over seeds rounds to what\n"
               "is printed, within error where the 95 % interval of the difference reaches it. Run the plans into one store;\n"
               "a few seeds will do.\n",
    .example = "  assay run thesis --scenarios trig,duplicate --seeds 0:10 --db thesis.db\n"
               "  assay reproduce --db thesis.db\n",
    .options = options,
    .n_options = sizeof options / sizeof *options,
    .least = 0,
    .most = 0,
    .run = run,
};
