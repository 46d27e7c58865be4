/* Figures of the source documents: of a document's presets with the most samples that the store has. Curves along a
 * parameter, a panel for each family; or a panel for each metric, a curve for each setting. */
#include "figure_documents.h"

#include "figure_multiples.h"
#include "figure_names.h"
#include "needed.h"

#include <string.h>

typedef struct wanted {
    const document *what;
    uint64_t samples; /* 0: any */
} wanted;

static int is_wanted(const score_row *row, const void *context)
{
    const wanted *w = context;
    return strcmp(row->at->scenario, w->what->scenario) == 0 && strcmp(row->of->preset, w->what->preset) == 0 &&
           (!w->samples || row->at->samples == w->samples);
}

static sheets sheets_of(const document *what, const score_rows *from)
{
    wanted w = { what, 0 };
    sheets all = { 0 };
    for (size_t k = 0; k < from->count; k++)
        if (is_wanted(&from->at[k], &(wanted){ what, 0 }) && from->at[k].at->samples > w.samples)
            w.samples = from->at[k].at->samples;
    const score_rows rows = figure_rows(from, is_wanted, &w);
    sheets_build(&rows, &all);
    return all;
}

assay_status document_check(const document *what, const score_rows *from, assay_error *err)
{
    const wanted w = { what, 0 };
    for (size_t k = 0; k < from->count; k++)
        if (is_wanted(&from->at[k], &w)) return ASSAY_OK;
    return assay_fail(err, ASSAY_EINPUT, "%s: no score of %s with the preset %s was found; they are made by: %s",
                      what->name, what->scenario, what->preset, what->command);
}

/* The settings of one scenario are pages of their own: none of these documents has several. */
static assay_status draw_families(making *m, const score_rows *from, const document *what, const char *name)
{
    sheets all = sheets_of(what, from);
    return pages_draw(m, &all.at[0], name);
}

/* Where a setting's point stands among those of the first: settings may lack some. n_points: nowhere. */
static size_t place_of(const sheet *first, const sheet *one, size_t point)
{
    size_t place = 0;
    if (!first->numeric || !one->numeric) return point;
    while (place < first->n_points && first->x[place] != one->x[point]) place++;
    return place;
}

static void take(const sheet *first, const sheet *one, const evidence_series *row, const evidence_point **cell)
{
    for (size_t c = 0; c < one->n_curves; c++) {
        if (strcmp(one->curve[c]->metric, row->metric) != 0 || strcmp(one->curve[c]->output, row->output) != 0)
            continue;
        for (size_t p = 0; p < one->n_points; p++) {
            const size_t place = place_of(first, one, p);
            if (place < first->n_points) cell[place] = one->cell[c * one->n_points + p];
        }
    }
}

static void add_metric(chart *to, const sheets *all, const evidence_series *row)
{
    const sheet *const s = &all->at[0];
    chart_panel *t = chart_add(to, all->count < MULTIPLES_CURVES ? all->count : MULTIPLES_CURVES, s->n_points, 1);
    t->joined = s->numeric;
    t->fraction = 1;
    t->title = curve_label(row, row->preset);
    t->axis = sheet_axis_text(s, 50);
    chart_axis(t, s, 0, 0, MULTIPLES_EDGE);
    for (size_t k = 0; k < t->n_curves; k++) {
        const settings *fixed = &all->at[k].fixed;
        t->label[k] = fixed->n ? settings_text(fixed, 1) : "mean over seeds";
        take(s, &all->at[k], row, t->cell + k * s->n_points);
    }
}

/* A panel for each output, a curve for each setting of the scenario. */
static assay_status draw_metrics(making *m, const score_rows *from, const document *what, const char *name)
{
    sheets all = sheets_of(what, from);
    const sheet *const s = &all.at[0];
    const figure_totals of = figure_count(&all, NULL);
    const char *note =
        phrase("%s: %s. Presets %s. Mean over %s, %llu samples%s.%s", what->source, s->title, what->preset, of.seeds,
               (unsigned long long)s->samples, of.most_seeds > 1 ? "; bands: 95 % confidence interval of the mean" : "",
               multiples_left_out(all.count, "settings"));
    multiples page = { .name = name,
                       .title = what->title,
                       .heading = what->title,
                       .scenario = what->scenario,
                       .note = note,
                       .graded = all.count > 1 };
    for (size_t c = 0; c < s->n_curves; c++)
        if (series_is_fraction(s->curve[c])) add_metric(&page.panels, &all, s->curve[c]);
    return multiples_draw(m, &page);
}

#define BOILARD "Boilard 2022, figure "
#define ALMUDEVAR "Almudevar and Ortega 2025, figure "
#define THESIS "zaidi2020", "assay run thesis"
#define DEPENDENT "almudevar2025", "assay run dependent"
#define LATTE "Latte 2022, "

static const document documents[] = {
    { "thesis-3.2", "Scores against the share of noise", BOILARD "3.2", "noise", THESIS, draw_families },
    { "thesis-3.3", "Scores against the mixing of codes", BOILARD "3.3", "mixing", THESIS, draw_families },
    { "thesis-3.5", "Scores against the curvature of codes", BOILARD "3.5", "nonlinear", THESIS, draw_families },
    { "thesis-3.7", "Scores against the number of measured factors", BOILARD "3.7", "partial", THESIS, draw_families },
    { "dependent-2", "Scores where factors depend on each other", ALMUDEVAR "2", "dependent", DEPENDENT, draw_metrics },
    { "dependent-3", "Scores where codes depend on a nuisance", ALMUDEVAR "3", "nuisance", DEPENDENT, draw_metrics },
    { "text-1", "Scores of representations of letters", "Zhang et al. 2021, table 1", "letters", "zhang2021",
      "assay run text", draw_families },
    { "latte-mi", "Latte's bundle of dependent factors", LATTE "equations 1 to 6", "dependent", "latte2021",
      "assay run dependent -m bundle:dependency-aware-mi", draw_metrics },
    { "latte-liad", "Latte's bundle of traverses", LATTE "equations 7 to 10", "interp", "latte2021",
      "assay run quick --scenarios interp -m bundle:liad", draw_metrics },
};

const document *document_at(size_t index)
{
    return index < sizeof documents / sizeof *documents ? &documents[index] : NULL;
}
