#include "chart.h"

#include "growing.h"
#include "evidence.h"
#include "needed.h"
#include "reason.h"

#include <string.h>

chart_panel *chart_add(chart *to, size_t n_curves, size_t n_points, size_t n_segments)
{
    const size_t cells = n_curves * n_points;
    to->at = kept_grown(to->at, sizeof *to->at, to->count, &to->room);
    chart_panel *t = &to->at[to->count++];
    *t = (chart_panel){ .title = "",
                        .mark = "",
                        .axis = "",
                        .n_curves = n_curves,
                        .n_points = n_points,
                        .n_segments = n_segments,
                        .x = kept(n_points, sizeof *t->x),
                        .segment = kept(n_points, sizeof *t->segment),
                        .point = kept(n_points, sizeof *t->point),
                        .cell = kept(cells, sizeof *t->cell),
                        .of = kept(n_curves + n_points, sizeof *t->of),
                        .ideal = kept(cells, sizeof *t->ideal),
                        .tick = kept(n_points + n_segments, sizeof *t->tick),
                        .label = kept(n_curves, sizeof *t->label) };
    for (size_t k = 0; k < cells; k++) t->ideal[k] = NAN;
    for (size_t k = 0; k < n_points + n_segments; k++) t->tick[k].text = "";
    return t;
}

/* The values of "copies=2;factors=4" -> "2/4". */
static const char *values_text(const settings *set)
{
    const char *text = "";
    for (size_t k = 0; k < set->n; k++) text = phrase_join(text, "/", setting_text(&set->at[k]));
    return text;
}

void chart_axis(chart_panel *t, const sheet *s, size_t segment, size_t first, double edge)
{
    for (size_t p = 0; p < s->n_points; p++) {
        const double place = sheet_place(s, p);
        t->x[first + p] = (double)segment + (s->numeric ? edge + (1.0 - 2.0 * edge) * place : place);
        t->segment[first + p] = segment;
        t->point[first + p] = s->point[p];
        if (t->n_segments > 1) continue;
        t->tick[t->n_ticks++] =
            (chart_tick){ t->x[first + p], s->numeric ? phrase("%.6g", s->x[p]) : values_text(&s->point[p]->at->set) };
    }
    if (t->n_segments > 1) t->tick[t->n_ticks++] = (chart_tick){ (double)segment + 0.5, values_text(&s->fixed) };
}

void chart_take(chart_panel *t, size_t c, size_t first, const sheet *s, size_t curve)
{
    const size_t at = c * t->n_points + first;
    t->of[c] = s->curve[curve];
    memcpy(t->cell + at, s->cell + curve * s->n_points, s->n_points * sizeof *s->cell);
    for (size_t p = 0; p < s->n_points && t->fraction; p++) {
        double value;
        int ordered;
        if (ideal_at(s->point[p], s->curve[curve]->measures & 7, &value, &ordered)) t->ideal[at + p] = value;
    }
}

const evidence_point *chart_cell(const chart_panel *t, size_t c, size_t point)
{
    return t->cell[c * t->n_points + point];
}

static double chart_mean(const chart_panel *t, size_t c, size_t point)
{
    return evidence_mean(chart_cell(t, c, point));
}

int chart_defined(const chart_panel *t, size_t c)
{
    for (size_t p = 0; p < t->n_points; p++)
        if (isfinite(chart_mean(t, c, p))) return 1;
    return 0;
}

int chart_any_defined(const chart_panel *t)
{
    for (size_t c = 0; c < t->n_curves; c++)
        if (chart_defined(t, c)) return 1;
    return 0;
}

int chart_has_ideal(const chart_panel *t, size_t c)
{
    size_t known = 0;
    for (size_t k = 0; k < t->n_curves * t->n_points; k++) {
        const evidence_series *other = t->of[k / t->n_points];
        const double ideal = t->ideal[c * t->n_points + k % t->n_points];
        if (k / t->n_points == c) known += isfinite(ideal) != 0;
        else if (t->one_ideal && isfinite(ideal) && t->cell[k] && other && other->measures & 7 && t->ideal[k] != ideal)
            return 0;
    }
    return known > (size_t)t->one_ideal;
}

static void widen(const chart_panel *t, double *low, double *high)
{
    for (size_t c = 0; c < t->n_curves * t->n_points; c++) {
        const evidence_point *cell = t->cell[c];
        if (!cell || !isfinite(cell->mean)) continue;
        double ends[2] = { NAN, NAN };
        if (!t->fraction) evidence_mean_interval(cell, ends);
        *low = fmin(*low, isfinite(ends[0]) ? ends[0] : cell->mean);
        *high = fmax(*high, isfinite(ends[1]) ? ends[1] : cell->mean);
    }
}

void chart_range(const chart_panel *t, size_t count, double *low, double *high)
{
    *low = 0.0;
    *high = t->fraction ? 1.0 : 0.0;
    for (size_t k = 0; k < count; k++) widen(&t[k], low, high);
    if (t->fraction) {
        *low = *low < -0.02 ? fmax(floor(*low * 10.0) / 10.0, -1.0) : 0.0;
        *high = *high > 1.02 ? ceil(*high * 10.0) / 10.0 : 1.0;
    }
    if (!(*high > *low)) *high = *low + 1.0;
}

const char *chart_why(const chart_panel *t, size_t c, size_t *length)
{
    static const char failed[] = "failed: ";
    for (size_t p = 0; p < t->n_points; p++) {
        const evidence_point *cell = chart_cell(t, c, p);
        if (!cell || !cell->undefined) continue;
        const int is_failure = strncmp(cell->undefined, failed, strlen(failed)) == 0;
        const reason r = reason_read(cell->undefined + (is_failure ? strlen(failed) : 0));
        *length = r.length;
        return r.word;
    }
    return NULL;
}

/* Whether two curves are defined at the same points, one at least, and no eye distinguishes them there. */
static int coincide(const chart_panel *t, size_t a, size_t b)
{
    static const double SAME = 0.002;
    for (size_t p = 0; p < t->n_points; p++) {
        const double x = chart_mean(t, a, p), y = chart_mean(t, b, p);
        if (isfinite(x) != isfinite(y) || fabs(x - y) > SAME) return 0;
    }
    return chart_defined(t, a);
}

int chart_put_coinciding(const chart_panel *t, int any, FILE *to)
{
    for (size_t c = 0; c < t->n_curves && t->fraction; c++) {
        size_t count = 0, earlier = 0;
        while (earlier < c && !coincide(t, earlier, c)) earlier++;
        for (size_t d = c + 1; d < t->n_curves && earlier == c; d++) {
            if (!coincide(t, c, d)) continue;
            if (!count++) fprintf(to, "%s%s", any++ ? "; " : "", t->label[c]);
            fprintf(to, ", %s", t->label[d]);
        }
    }
    return any;
}

static const char *point_name(const chart_panel *t, size_t point)
{
    for (size_t k = 0; k < t->n_ticks; k++)
        if (t->tick[k].at == t->x[point] && t->tick[k].text[0]) return t->tick[k].text;
    return t->point[point] ? t->point[point]->point : "";
}

/* "mig from 0.745 at 0 to 0.013 at 1", of points that are words "mig 0.210 to 0.980". */
static void put_curve(const chart_panel *t, size_t c, FILE *to)
{
    double least = INFINITY, most = -INFINITY;
    size_t first = t->n_points, last = 0;
    for (size_t p = 0; p < t->n_points; p++) {
        const double mean = chart_mean(t, c, p);
        if (!isfinite(mean)) continue;
        if (first == t->n_points) first = p;
        last = p;
        least = fmin(least, mean);
        most = fmax(most, mean);
    }
    fputs(t->label[c], to);
    if (first == t->n_points) fputs(" undefined", to);
    else if (first == last) fprintf(to, " %.3f at %s", least, point_name(t, first));
    else if (!t->joined) fprintf(to, " %.3f to %.3f", least, most);
    else
        fprintf(to, " from %.3f at %s to %.3f at %s", chart_mean(t, c, first), point_name(t, first),
                chart_mean(t, c, last), point_name(t, last));
}

void chart_put_words(const chart_panel *t, FILE *to)
{
    fputs(t->title, to);
    if (t->axis[0]) fprintf(to, " (%s)", t->axis);
    for (size_t c = 0; c < t->n_curves; c++) {
        fputs(c ? "; " : ": ", to);
        put_curve(t, c, to);
    }
    fputs(". ", to);
}
