/*
 * Maps of colours. What is not defined is grey. Colours of shares are viridis (van der Walt and Smith 2015), which
 * grows evenly in lightness; those of signed values ColorBrewer's RdBu (Harrower and Brewer 2003), whose ends are
 * alike in grey, so that cells say their numbers. Colour-blind readers can distinguish both.
 */
#include "figure_heat.h"

static const double RIGHT = 16.0, TOP = 7.5, ROW = 3.3, TICKS = 4.5, AXIS = 5.5;
static const double NUMBER = 6.5; /* a column that has room for "-0.21" */

typedef struct drawing {
    const heat *of;
    box at;
    double column, width, below, foot; /* below, foot: tops of the names of groups, and of the note */
    int turned;                        /* names of groups are written upwards */
} drawing;

static drawing place(const making *m, const heat *of)
{
    drawing d = { .of = of };
    double names = 0.0, longest = 0.0;
    for (size_t r = 0; r < of->n_rows; r++) names = fmax(names, text_millimetres(of->row[r].text, SCRIPT_POINTS));
    const double left = names + 5.0, fits = (m->paper->text - RIGHT - left) / (double)of->n_columns;
    d.column = fmax(of->narrowest, fmin(of->widest, fits));
    d.at = (box){ left, left + d.column * (double)of->n_columns, TOP, TOP + ROW * (double)of->n_rows };
    d.width = fmax(m->paper->column, d.at.right + RIGHT);
    for (size_t k = 0; k < of->n_groups; k++) {
        const double name = text_millimetres(of->group[k].name, SCRIPT_POINTS);
        longest = fmax(longest, name);
        d.turned |= name + 2.0 > d.column * (double)of->group[k].columns;
    }
    d.below = d.at.bottom + (of->column ? TICKS : 0.5);
    d.foot = d.below + (d.turned ? longest + 1.0 : 3.5) + (of->axis ? AXIS : 0.0);
    return d;
}

/* A line between groups, their names below the numbers of the axis. */
static void put_groups(const drawing *d, FILE *to)
{
    size_t column = 0;
    for (size_t k = 0; k < d->of->n_groups; k++) {
        const heat_group *group = &d->of->group[k];
        const double middle = d->at.left + d->column * ((double)column + 0.5 * (double)group->columns);
        script_label(group->name, middle, d->below + (d->turned ? 0.0 : 1.5),
                     d->turned ? "right rotate by 90 font small_font" : "center font small_font", to);
        column += group->columns;
        if (d->of->column && k + 1 < d->of->n_groups)
            fprintf(to, "    set arrow from %zu.5, graph 0 to %zu.5, graph 1 nohead front lc rgb 'white' lw 2\n",
                    column, column);
    }
}

static void put_axes(const drawing *d, FILE *to)
{
    const heat *of = d->of;
    const double room = d->at.right - d->at.left;
    fprintf(to, "    unset grid; unset key\n    set xrange [0.5:%zu.5]\n    set yrange [%zu.5:0.5]\n", of->n_columns,
            of->n_rows);
    if (of->column) script_ticks("x", of->column, of->n_columns, 0.5, d->column, room, to);
    else fputs("    unset xtics\n", to);
    script_ticks("y", of->row, of->n_rows, 0.0, 0.0, 0.0, to);
    put_groups(d, to);
    if (of->axis) script_label(of->axis, 0.5 * (d->at.left + d->at.right), d->foot - 3.5, "center font text_font", to);
}

static void put_colours(const drawing *d, FILE *to)
{
    script_label(d->of->scale, d->at.right + RIGHT - 2.0, 0.5 * (d->at.top + d->at.bottom),
                 "center rotate by 90 font text_font", to);
    fputs("    set object 1 rectangle from graph 0, 0 to graph 1, 1 behind fillcolor rgb '#C8C8C8' fillstyle solid"
          " noborder\n",
          to);
    fputs(d->of->is_signed ? "    set palette defined (-5 '#67001F', -4 '#B2182B', -3 '#D6604D', -2 '#F4A582',"
                             " -1 '#FDDBC7', 0 '#F7F7F7', 1 '#D1E5F0', 2 '#92C5DE', 3 '#4393C3', 4 '#2166AC',"
                             " 5 '#053061')\n"
                           : "    set palette defined (0 '#440154', 1 '#472D7B', 2 '#3B528B', 3 '#2C728E', 4 '#21918C',"
                             " 5 '#28AE80', 6 '#5EC962', 7 '#ADDC30', 8 '#FDE725')\n",
          to);
    fputs("    set style fill solid noborder\n", to);
    fputs(d->of->is_signed ? "    set cbrange [-1:1]; set cbtics -1, 0.5, 1 offset -0.6,0\n"
                           : "    set cbrange [0:1]; set cbtics 0, 0.2, 1 offset -0.6,0\n",
          to);
    fprintf(to, "    set colorbox user vertical origin screen x(%.1f), y(%.1f) size screen %.1f / W, %.1f / H\n",
            d->at.right + 2.0, d->at.bottom, 2.5, d->at.bottom - d->at.top);
}

static void put_script(const void *of, FILE *to)
{
    const drawing *d = of;
    const double middle = 0.5 * (d->at.left + d->at.right);
    script_frame(&d->at, to);
    if (d->of->is_signed) script_label(d->of->heading, 2.0, TOP - 2.2, "left font text_font", to);
    else script_label(d->of->heading, middle, TOP - 2.2, "center font text_font", to);
    put_axes(d, to);
    put_colours(d, to);
    fputs("    plot data using 1:2:3 with image pixels", to);
    if (d->of->is_signed && d->column >= NUMBER) /* white on what is dark */
        fputs(", \\\n        data using 1:2:(sprintf(\"%.2f\", $3)):(abs($3) > 0.6 ? 0xFFFFFF : 0) with labels"
              " font small_font tc rgb variable",
              to);
    fputs("\n    unset label\n", to);
}

static void put_data(const void *of, FILE *to)
{
    const heat *what = ((const drawing *)of)->of;
    what->data(what->of, to);
}

assay_status heat_draw(making *m, const heat *what)
{
    const drawing d = place(m, what);
    return making_figure(m, &(figure){ .name = what->name,
                                       .title = what->title,
                                       .scenario = what->scenario,
                                       .note = what->note,
                                       .width = d.width,
                                       .foot = d.foot,
                                       .script = put_script,
                                       .data = put_data,
                                       .of = &d });
}
