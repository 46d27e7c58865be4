/*
 * settings.h -- named values, "alpha=0.25;order=peer" of a point or "bins=20:rule=range" of a variant: their one reader
 * and their one writer. Everybody else gets names, numbers and words.
 */
#pragma once

#include "assay.h"

typedef struct setting {
    const char *name;
    const char *word; /* a named choice; NULL: the value is `number` */
    double number;    /* NaN where it is a word */
} setting;

typedef struct settings {
    size_t n;
    setting *at; /* [n] in the order of the descriptor */
    char *text;  /* as it is written, never NULL once made */
    char separator;
    void *owner; /* the one block that all of it lives in */
} settings;

enum { SETTINGS_OF_POINT = ';', SETTINGS_OF_VARIANT = ':' }; /* what stands between two settings in writing */

/* The setting of a point on the factors of a profile, whose value is the profile's name. A scenario may have a number
 * called so, how many factors it has, which the profile then says. */
#define SETTING_FACTORS "factors"
#define PROFILE_OWN "own" /* the scenario's own factors, where one has to name them */

/* The values of a descriptor's options: those k with keep[k] set (keep NULL: all). */
assay_status settings_make(const assay_option *options, size_t n, const double *value, const unsigned char *keep,
                           int separator, settings *to);

/* From parts, as a store holds them: strings are copied. */
assay_status settings_from(const setting *at, size_t n, int separator, settings *to);

/* From writing. A value that is wholly a number is one, anything else is a word. ASSAY_EINPUT where it is not
 * NAME=VALUE, a name is empty or stands twice, and nothing is held. */
assay_status settings_read(const char *text, int separator, settings *to);

/* All but those of this name. */
assay_status settings_without(const settings *from, const char *name, settings *to);

void settings_free(settings *s);

const setting *settings_find(const settings *s, const char *name); /* NULL: not set */
double settings_number(const settings *s, const char *name);       /* NaN: not set, or a word */
const char *settings_word(const settings *s, const char *name);    /* NULL: not set, or a number */
int setting_equal(const setting *a, const setting *b);             /* the same name and value */
int settings_equal(const settings *a, const settings *b);          /* the same settings, in any order */
int settings_hold(const settings *s, const settings *part);        /* every setting of part is one of s */

/* The value as it would be typed: "0.25", "peer". */
void setting_print(const setting *s, char *to, size_t size);
