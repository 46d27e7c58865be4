/* Values of candidates that lie outside the range their output declares. They are data like any other, and remarked
 * wherever a store is written or read. */
#include "declared_range.h"
#include "plain_text.h"
#include "store_sql.h"

#include <inttypes.h>
#include <stdio.h>

static void take(sqlite3_stmt *row, store_outside *to)
{
    *to = (store_outside){ .values = (uint64_t)sqlite3_column_int64(row, 3),
                           .low = sqlite3_column_type(row, 4) == SQLITE_NULL ? -INFINITY : store_real(row, 4),
                           .high = sqlite3_column_type(row, 5) == SQLITE_NULL ? INFINITY : store_real(row, 5),
                           .least = store_real(row, 6),
                           .most = store_real(row, 7) };
    char *const text[] = { to->metric, to->preset, to->output };
    for (int k = 0; k < 3; k++) {
        snprintf(text[k], sizeof to->metric, "%s", store_text(row, k));
        text_make_plain(text[k]);
    }
}

assay_status store_outside_ranges(store *s, store_visit_outside visit, void *context, assay_error *err)
{
    sqlite3_stmt *row = STORE_WITH(s, "outside_ranges", sql_real(DECLARED_RANGE_SLACK));
    assay_status status = ASSAY_OK;
    while (store_next(s, row, "looking for values out of range", &status, err)) {
        store_outside one;
        take(row, &one);
        status = visit(&one, context);
    }
    return status;
}

void store_outside_text(const store_outside *o, char *to, size_t size)
{
    snprintf(to, size,
             "%.100s@%.60s: %" PRIu64
             " value%s of %.100s outside %g to %g, the range of the output (from %g to %g); kept as %s",
             o->metric, o->preset, o->values, o->values == 1 ? "" : "s", o->output, o->low, o->high, o->least, o->most,
             o->values == 1 ? "it is" : "they are");
}
