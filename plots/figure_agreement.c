#include "figure_heat.h"
#include "figure_names.h"
#include "needed.h"

enum { NAME = 34 }; /* letters of a name */

static void put_data(const void *of, FILE *to)
{
    const agreement_figure *what = of;
    const agreement *a = what->of;
    fputs("# columns: column row coefficient low high n name-of-column name-of-row\n", to);
    for (size_t i = 0; i < a->n_series; i++)
        for (size_t j = 0; j < a->n_series; j++) {
            const size_t at = i * a->n_series + j;
            fprintf(to, "%zu %zu", j + 1, i + 1);
            script_put_number(a->value[at], to);
            script_put_number(a->low[at], to);
            script_put_number(a->high[at], to);
            fprintf(to, " %zu", a->n[at]);
            script_put_field(what->table->series[j], to);
            script_put_field(what->table->series[i], to);
            fputc('\n', to);
        }
}

static const char *note_text(const agreement_figure *what)
{
    const agreement_table *t = what->table;
    const agreement *a = what->of;
    size_t least = t->n_rows, undefined = 0;
    for (size_t k = 0; k < a->n_series * a->n_series; k++) {
        least = a->n[k] < least ? a->n[k] : least;
        undefined += isnan(a->value[k]) != 0;
    }
    return phrase("%s of %zu scores on %s%zu representations%s. Blue: two scores rank them alike; red: the other way "
                  "round.%s",
                  agree_title(a->kind), a->n_series, least < t->n_rows ? phrase("%zu to ", least) : "", t->n_rows,
                  t->n_clusters < t->n_rows ? phrase(" (%zu points, each with its seeds)", t->n_clusters) : "",
                  undefined ? " Grey: not defined, as where a score is the same everywhere." : "");
}

static assay_status draw(making *m, const void *of)
{
    const agreement_figure *what = of;
    const size_t n = what->of->n_series;
    static const char title[] = "Agreement between metrics: Kendall's τ-b over all representations";
    chart_tick *row = kept(n, sizeof *row);
    heat_group *group = kept(n, sizeof *group);
    for (size_t s = 0; s < n; s++) {
        row[s] = (chart_tick){ (double)s + 1.0, cut_middle(what->table->series[s], NAME) };
        group[s] = (heat_group){ row[s].text, 1 };
    }
    const heat map = { .name = "agreement",
                       .title = title,
                       .scenario = "",
                       .note = note_text(what),
                       .heading = title,
                       .scale = agree_title(what->of->kind),
                       .row = row,
                       .group = group,
                       .n_rows = n,
                       .n_columns = n,
                       .n_groups = n,
                       .narrowest = 2.6,
                       .widest = 9.0,
                       .is_signed = 1,
                       .data = put_data,
                       .of = what };
    return heat_draw(m, &map);
}

assay_status figure_agreement_draw(const agreement_figure *what, const char *directory, uint32_t formats, figures *to,
                                   assay_error *err)
{
    *to = (figures){ 0 };
    if (what->of->n_series < 2)
        return assay_fail(err, ASSAY_EINPUT, "nothing to draw: fewer than two scores to compare");
    return making_all(directory, formats, what->table->lacking, draw, what, to, err);
}
