/* named_value.h -- a number with a name: what one room counted for another that does not see it. */
#pragma once

typedef struct named_value {
    const char *name;
    double value;
} named_value;
