/* named_value.h -- a number with a name: what one room counted for another that does not see it. */
#ifndef ASSAY_NAMED_VALUE_H
#define ASSAY_NAMED_VALUE_H

typedef struct named_value {
    const char *name;
    double value;
} named_value;

#endif
