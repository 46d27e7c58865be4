/* Reading where scores come from. */
#include "store_origin.h"

#include "store_sql.h"

#include <stdio.h>

assay_status store_plans(store *s, store_visit_plan visit, void *context, assay_error *err)
{
    sqlite3_stmt *row = store_prepare(s, "plans");
    assay_status status = ASSAY_OK;
    while (store_next(s, row, "reading plans", &status, err))
        status = visit(store_text(row, 0), store_text(row, 1), context);
    return status;
}

assay_status store_days(store *s, char to[STORE_DAYS], assay_error *err)
{
    /* what is no day, '' above all, leaves the others unsaid */
    sqlite3_stmt *row = store_prepare(s, "days");
    assay_status status = ASSAY_OK;
    to[0] = '\0';
    while (store_next(s, row, "reading what was run", &status, err)) snprintf(to, STORE_DAYS, "%s", store_text(row, 0));
    return status;
}

assay_status store_extents(store *s, const store_filter *filter, store_visit_extent visit, void *context,
                           assay_error *err)
{
    sqlite3_stmt *statement = store_prepare_filtered(s, "extents", filter);
    assay_status status = ASSAY_OK;
    while (store_next(s, statement, "reading what was run", &status, err)) {
        uint64_t number[12] = { 0 };
        for (int k = 2; k < 10; k++) number[k] = (uint64_t)sqlite3_column_int64(statement, k);
        const store_extent row = {
            .scenario = store_text(statement, 0), .title = store_text(statement, 1),
            .samples = number[2], .points = number[3], .variants = number[4], .cells = number[5], .failed = number[6],
            .seed_least = number[7], .seed_most = number[8], .seeds = number[9],
            .version_least = store_text(statement, 10), .version_most = store_text(statement, 11),
            .of_study = sqlite3_column_int(statement, 12),
        };
        status = visit(&row, context);
    }
    return status;
}
