/*
 * recipe.h -- a representation as a line of text: its typed form, its canonical writing, its rows, its truth and the
 * NumPy program that makes the same rows.
 *
 *     v: 4 uniform; z1 = v1; z2 = curve(v2, .8); z3 = mix(v3 .7, v4 .3); z4 = noise(v4, .2); z5 = random
 *
 * docs/recipes.md says how it is read. What a word does stands in one row of one table, recipe_words.c.
 */
#pragma once

#include "wording.h"

enum { RECIPE_FACTORS = 64, RECIPE_CODES = 320, RECIPE_ADDED = 256, RECIPE_STEPS = 512 };
enum { RECIPE_TEXT = 8192, RECIPE_TERMS = 8 };
enum { RECIPE_ARGUMENTS = 2, RECIPE_ROWS = 1000 };

/* What a word is, in the order in which a recipe has them. */
enum { WORD_LAW, WORD_DEPENDENCE, WORD_SOURCE, WORD_MAP, WORD_ROWS, WORD_CODE };

/* What a source is made of, what a dependence does to the factors, what a map does to what is true. */
enum {
    DOES_NOTHING, /* another order or origin; noise and constants */
    DOES_FLIP,    /* another sign */
    DOES_SCALE,   /* another unit */
    OF_FACTORS,   /* "v" */
    OF_SUM,       /* "mix" */
    DOES_EQUAL,   /* the first factor is the second */
    DOES_DERIVE,  /* the mean of the others */
    DOES_MASK,    /* 0 where its parent is 0; both are classes */
    DOES_BEND,    /* strictly monotone and no line */
    DOES_LOSE,    /* a share of what a code says of its factors is lost: `lost` of its step */
    DOES_CIRCLE,  /* a column becomes two, which hold it together */
    DOES_SPLIT,   /* or so many as it has parts */
    DOES_COPY,    /* every column so many times */
    DOES_APPEND,  /* codes of no factor */
    DOES_MIX,     /* with the code before */
    DOES_TURN,    /* two codes in their plane */
    DOES_SHUFFLE  /* another order, not known beforehand */
};

enum { CLASSES_ASKED = -1, CLASSES_OF_PROFILE = -2 };

/* What a factor of so many classes (0: none) is divided by where it enters codes. */
static inline double whole_of(int32_t levels) { return levels ? (double)levels - 1.0 : 1.0; }

typedef struct recipe_step recipe_step;
typedef struct recipe_rows recipe_rows;

/* A row of the table. */
typedef struct recipe_word {
    const char *id;
    int kind, does;
    int columns;     /* how many columns it names: "1 2", or "3 of 1 2" of words that `makes_first` */
    int makes_first; /* its first column is made of the others */
    int classes;     /* of a law: how many; CLASSES_ASKED: its first argument; those of a profile; 0: numbers */
    int is_constant; /* codes that never change */
    int wants_unit, gives_unit; /* it takes numbers from 0 to 1 alone; what it makes are such (-1: where its own are) */
    assay_option argument[RECIPE_ARGUMENTS]; /* id NULL: none; standard NaN: it has to be given */
    void (*make)(const recipe_step *step, recipe_rows *rows);
    int into_y;                               /* it makes y of x, which then is x */
    double (*map)(double x, double argument); /* each number of x by itself, after that */
    double (*left)(double argument);          /* of DOES_LOSE: the share that is left; NULL: 1 less the argument */
    const char *numpy; /* x of x: $1, $2 its arguments, $i $j $k its columns from 0, $c its count */
    const char *text, *truth;
} recipe_word;

struct recipe_step {
    const recipe_word *word;
    double argument[RECIPE_ARGUMENTS];
    unsigned char hole[RECIPE_ARGUMENTS]; /* 1: the argument is {alpha} */
    size_t place[RECIPE_TERMS], n_places; /* columns from 0: of a map or dependence; the first and last of a source */
    double weight[RECIPE_TERMS];          /* of a mix */
    unsigned char weight_hole[RECIPE_TERMS];
    size_t count;  /* of a law: factors */
    size_t column; /* where it stands in the text, from 1 */
    size_t width;  /* columns that it leaves; of a whole, all codes */
    int on_whole;  /* a map of all codes so far */
};

typedef struct recipe {
    recipe_step *step;
    size_t n_steps, room;
    size_t n_factors, n_codes, widest, n_rows; /* n_rows: as many as it asks for */
    size_t holes, wide_holes;                  /* numbers that are {alpha}; those that say how many codes there are */
    int32_t levels[RECIPE_FACTORS];
    const recipe_step *law[RECIPE_FACTORS];
} recipe;

/* Rows on their way: x is the block that maps work on. */
struct recipe_rows {
    size_t n, m, k, d;                  /* rows, factors, columns of x, codes so far */
    double *value, *scaled, *x, *y, *z; /* y: as wide as x, scratch */
    double *numbers;                    /* [n] scratch, as is placed */
    struct placed *placed;              /* [n] scratch */
    int32_t *levels;
    assay_stream *stream;
};

const recipe_word *recipe_word_at(size_t index);                     /* NULL past the end */
const recipe_word *recipe_word_find(const char *id, unsigned kinds); /* kinds: bits of WORD_LAW, ...; NULL: none */
const assay_profile *recipe_profile(const recipe_step *law);         /* NULL: it is of none */

/* Reads a text with the value of {alpha} (NaN: of a recipe that is to be written, none yet). ASSAY_EUSAGE says the
 * column, the word, and the nearest word. Free with recipe_free. */
assay_status recipe_read(const char *text, double alpha, recipe *to, assay_error *err);
void recipe_free(recipe *r);

/* The canonical writing, "[v: 4 uniform; z1-4 = v]"; as the value of a setting it stands in brackets. */
void recipe_write(const recipe *r, char to[RECIPE_TEXT]);

assay_status recipe_build(const recipe *r, size_t n, assay_stream *stream, assay_data *to, assay_error *err);
void recipe_truth(const recipe *r, assay_truth to[3]);

/* The same of a text without {alpha}: n rows of default_rng(seed); 0: it is no recipe. */
assay_status recipe_data(const char *text, size_t n, uint64_t seed, assay_data *to, assay_error *err);
int recipe_text_truth(const char *text, assay_truth to[3]);

/* A Python program of NumPy alone, make(n, seed) -> (factors, codes), of so many lines at most; n and seed: where
 * nothing else is said. */
enum { RECIPE_PROGRAM_LINES = 36 };
void recipe_program(const recipe *r, size_t n, uint64_t seed, wording *to);
