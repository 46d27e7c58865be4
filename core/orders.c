/* Checkpoints of several groups. */
#include "orders.h"

#include <stdlib.h>
#include <string.h>

int order_compare(const char *x, const char *y)
{
    char *x_end, *y_end;
    const double p = strtod(x, &x_end), q = strtod(y, &y_end);
    const int x_kind = !*x ? 0 : x_end == x || *x_end ? 2 : 1, y_kind = !*y ? 0 : y_end == y || *y_end ? 2 : 1;
    if (x_kind != y_kind) return x_kind - y_kind;
    return x_kind == 1 ? (p > q) - (p < q) : strcmp(x, y);
}

static int by_order(const void *a, const void *b)
{
    const order_of *x = a, *y = b;
    const int orders = order_compare(x->text, y->text);
    return orders ? orders : (x->group > y->group) - (x->group < y->group);
}

const char *order_shared(order_of *of, size_t n)
{
    const char *found = NULL;
    size_t most = 1;
    if (n) qsort(of, n, sizeof *of, by_order);
    for (size_t k = 0, groups = 0; k < n; k++) {
        const int is_new = !k || order_compare(of[k - 1].text, of[k].text) != 0;
        groups = is_new ? 1 : groups + (of[k].group != of[k - 1].group);
        if (*of[k].text && groups >= most) most = groups, found = of[k].text;
    }
    return found;
}
