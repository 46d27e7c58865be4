/* orders.h -- what a manifest says in the column `order`: a checkpoint, a width, any number or word. */
#pragma once

#include <stddef.h>

/* Nothing, then numbers, then words. */
int order_compare(const char *x, const char *y);

typedef struct order_of {
    size_t group;
    const char *text;
} order_of;

/* The value that most groups have, of several the last: of[n], which is sorted. NULL: all say nothing. */
const char *order_shared(order_of *of, size_t n);
