/* sparse_counts -- see sparse_counts.h. */
#include "sparse_counts.h"

#include "columns.h"

#define DENSE 0.1 /* of the rows */

/* The share of rows in which column k is above 0 (or, of codes, not 0). */
static double rate(column_table of, size_t k, int above)
{
    const column_entries x = entries_of(&of, k);
    size_t count = 0;
    for (size_t e = 0; e < x.count; e++) count += above ? x.value[e] > 0.0 : x.value[e] != 0.0;
    return (double)count / (double)of.n;
}

/* A dense code fires in more than a tenth of the rows, and more often than any feature that is known. */
static double dense_above(const assay_rep *rep)
{
    double most = DENSE;
    for (size_t i = 0; rep->directions && i < rep->n_factors; i++) {
        const double one = rate(factors_table(rep), i, 1);
        if (one > most) most = one;
    }
    return most;
}

grid *sparse_counts(const assay_rep *rep)
{
    const double above = dense_above(rep);
    size_t dead = 0, dense = 0;
    double active = 0.0;
    for (size_t j = 0; j < rep->n_codes; j++) {
        const double one = rate(codes_table(rep), j, 0);
        active += one;
        dead += one == 0.0;
        dense += one > above;
    }
    const double zeros = 1.0 - active / (double)rep->n_codes;
    if (!rep->directions && zeros < 0.5) return NULL;
    grid *g = grid_new("the codes");
    GRID_COLUMNS(g, { "rows", "rows", GRID_RIGHT }, { "codes", "codes", GRID_RIGHT },
                 { "zeros", "share of zeros", GRID_RIGHT }, { "active", "active per row", GRID_RIGHT },
                 { "dead", "dead", GRID_RIGHT }, { "dense", "dense", GRID_RIGHT });
    grid_row(g);
    grid_text(g, "%zu", rep->n);
    grid_text(g, "%zu", rep->n_codes);
    grid_number(g, zeros, 4);
    grid_number(g, active, 2);
    grid_text(g, "%zu", dead);
    grid_text(g, "%zu", dense);
    grid_note(g, 0, "dead: 0 in every row; dense: not 0 in more than %.3g %% of the rows%s", 100.0 * above,
              above > DENSE ? ", the share of the most frequent feature" : "");
    return g;
}
