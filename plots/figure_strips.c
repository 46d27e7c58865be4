#include "claim_names.h"
#include "figure_names.h"
#include "figure_script.h"
#include "needed.h"

#include <string.h>

static const double ALONE = 120.0, LEAST = 21.0, TALLEST = 235.0, TOP = 10.5, ROW = 3.4, AXIS = 9.0, GAP = 2.0;
enum { PROPERTIES = 3, NAME = 30 };
#define RIGHT_END 1.02 /* of the axis */

enum { OPEN, LEADS, BELOW, CONTROL }; /* how a dot is drawn */

typedef struct line {
    const char *name;
    concordance of;
    int kind;
} line;

typedef struct panel {
    const char *heading;
    line *at;
    size_t count;
    double left; /* of the names */
    box box;
} panel;

typedef struct drawing {
    panel *at;
    size_t count;
    double width, foot, low; /* low: where the axes begin */
    const choice *of;
} drawing;

static int is_shown(const choice_property *p, const choice_strip *s)
{
    return s->all.pairs >= CHOICE_LEAST && !s->is_partial && (choice_is_control(s) || (s->of->measures & p->claim));
}

/* Controls that measure nothing behind all others; the truth is the line at 1. */
static void add_lines(const choice_property *p, int controls, panel *to)
{
    for (size_t k = 0; k < p->n_strips; k++) {
        const choice_strip *s = &p->strip[k];
        if (!is_shown(p, s) || choice_is_truth(s) || choice_is_control(s) != controls) continue;
        to->at[to->count++] = (line){ .name = cut_middle(series_text(s->of), NAME),
                                      .of = s->all,
                                      .kind = choice_is_control(s) ? CONTROL
                                              : s->leads           ? LEADS
                                              : s->below           ? BELOW
                                                                   : OPEN };
    }
}

static void add_panel(const choice_property *p, drawing *to)
{
    panel *one = &to->at[to->count++];
    one->at = kept(p->n_strips, sizeof *one->at);
    one->heading =
        phrase("%s: %zu pairs, %zu bank%s", claim_name(p->claim), p->usual, p->banks, p->banks == 1 ? "" : "s");
    add_lines(p, 0, one);
    add_lines(p, 1, one);
    for (size_t k = 0; k < one->count; k++) to->low = fmin(to->low, floor(10.0 * one->at[k].of.low) / 10.0);
}

/* Panels of one width, their names at their left: side by side where headings and axes have room, else one below
 * the other. How high all are. */
static double place(const making *m, drawing *d)
{
    double names[PROPERTIES], room, top = TOP;
    d->width = d->count == 1 ? fmin(ALONE, m->paper->text) : m->paper->text;
    room = d->width - GAP;
    for (size_t k = 0; k < d->count; k++) {
        names[k] = 2.0 * GAP;
        for (size_t r = 0; r < d->at[k].count; r++)
            names[k] = fmax(names[k], text_millimetres(d->at[k].at[r].name, SCRIPT_POINTS) + 2.0 * GAP);
        room -= names[k];
    }
    int abreast = room >= LEAST * (double)d->count;
    for (size_t k = 0; k < d->count; k++)
        abreast &= names[k] + room / (double)d->count >= text_millimetres(d->at[k].heading, SCRIPT_POINTS + 1) + GAP;
    for (size_t k = 0; k < d->count; k++) {
        panel *p = &d->at[k];
        const double left = abreast && k ? p[-1].box.right : 0.0, bottom = top + ROW * (double)p->count;
        p->left = left + 2.0 * GAP;
        p->box =
            (box){ left + names[k], abreast ? left + names[k] + room / (double)d->count : d->width - GAP, top, bottom };
        d->foot = k ? fmax(d->foot, bottom + AXIS) : bottom + AXIS;
        if (!abreast) top = d->foot + TOP;
    }
    return d->foot;
}

static void put_panel(const panel *p, size_t number, double low, FILE *to)
{
    chart_tick *name = kept(p->count, sizeof *name);
    for (size_t k = 0; k < p->count; k++) name[k] = (chart_tick){ (double)k + 1.0, p->at[k].name };
    script_frame(&p->box, to);
    const double half = p->box.left + (p->box.right - p->box.left) * (0.5 - low) / (RIGHT_END - low);
    const double one = p->box.left + (p->box.right - p->box.left) * (1.0 - low) / (RIGHT_END - low);
    script_label(p->heading, p->left, p->box.top - 5.6, "left font text_font", to);
    script_label("a constant", half + 1.0, p->box.top - 1.8, "right font text_font", to);
    script_label("truth", one, p->box.top - 1.8, "right font text_font", to);
    script_label("concordance", 0.5 * (p->box.left + p->box.right), p->box.bottom + 6.5, "center font text_font", to);
    fprintf(to, "    unset key; set xrange [%g:%g]; set yrange [%zu.5:0.5]; set xtics 0, 0.25, 1\n", low, RIGHT_END,
            p->count);
    script_ticks("y", name, p->count, 0.0, 0.0, 0.0, to);
    fputs("    set arrow from 0.5, graph 0 to 0.5, graph 1 nohead ls 21 dt (2,3)\n"
          "    set arrow from 1, graph 0 to 1, graph 1 nohead ls 21\n",
          to);
    static const char *const dot[] = { "ls 3 dt 1 pt 6", "ls 3 dt 1 pt 7", "ls 2 dt 1 pt 2", "lc rgb '#808080' pt 4" };
    for (int kind = OPEN; kind <= CONTROL; kind++)
        fprintf(to, "%sdata using ($1 == %zu && $6 == %d ? $3 : NaN):2:4:5 with xerrorbars %s ps 0.5",
                kind ? ", \\\n        " : "    plot ", number, kind, dot[kind]);
    fputs("\n    unset label; unset arrow\n", to);
}

static void put_script(const void *of, FILE *to)
{
    const drawing *d = of;
    fputs("    unset grid\n", to);
    for (size_t k = 0; k < d->count; k++) put_panel(&d->at[k], k + 1, d->low, to);
}

static void put_data(const void *of, FILE *to)
{
    const drawing *d = of;
    fputs("# columns: panel line concordance low high kind name; kind: 0, 1 leads, 2 below a control, 3 control\n", to);
    for (size_t k = 0; k < d->count; k++)
        for (size_t r = 0; r < d->at[k].count; r++) {
            const line *one = &d->at[k].at[r];
            fprintf(to, "%zu %zu", k + 1, r + 1);
            script_put_number(one->of.value, to);
            script_put_number(isnan(one->of.low) ? one->of.value : one->of.low, to);
            script_put_number(isnan(one->of.high) ? one->of.value : one->of.high, to);
            fprintf(to, " %d", one->kind);
            script_put_field(one->name, to);
            fputc('\n', to);
        }
}

static assay_status draw_page(making *m, const drawing *d, const char *name)
{
    const char *note = phrase(
        "Concordance: the share of pairs in which the better of two representations scores higher, whatever else "
        "differs between them; %zu rows, bars are 95 %% intervals. Filled: leads. Cross: certainly below a "
        "control. Grey: controls that do not look at the property.",
        (size_t)d->of->rows);
    return making_figure(m, &(figure){ .name = name,
                                       .title = "Which metric orders representations rightly",
                                       .scenario = "",
                                       .note = note,
                                       .width = d->width,
                                       .foot = d->foot,
                                       .script = put_script,
                                       .data = put_data,
                                       .of = d });
}

static assay_status draw(making *m, const void *of)
{
    const drawing *d = of;
    const char *name = "strips";
    for (size_t first = 0, part = 2; first < d->count; part++) {
        drawing page = *d;
        page.at += first;
        page.count -= first;
        while (place(m, &page) > TALLEST && page.count > 1) page.count--;
        ASSAY_TRY(draw_page(m, &page, name));
        first += page.count;
        name = phrase("strips-%zu", part);
    }
    return ASSAY_OK;
}

assay_status figure_strips_draw(const choice *of, const char *lacking, const char *directory, uint32_t formats,
                                figures *to, assay_error *err)
{
    panel all[PROPERTIES] = { 0 };
    drawing d = { .at = all, .low = 0.5, .of = of };
    *to = (figures){ 0 };
    for (size_t k = 0; k < PROPERTIES; k++)
        if (choice_honest(&of->property[k])) add_panel(&of->property[k], &d);
    if (!d.count) return assay_fail(err, ASSAY_EINPUT, "nothing to draw: no pairs of known order were scored");
    return making_all(directory, formats, lacking, draw, &d, to, err);
}
