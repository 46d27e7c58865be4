/*
 * bank_pair.h -- one pair of the bank: two representations of which it is certain which has more of a property, or that
 * both have the same, and which differ at random in what the property does not mean. See bank_pair.c for the grammar.
 */
#pragma once

#include "assay.h"

enum { PAIR_MODULARITY, PAIR_COMPACTNESS, PAIR_EXPLICITNESS };
enum { SPOIL_MIXING, SPOIL_ROTATION, SPOIL_COPIES, SPOIL_NOISE, SPOIL_MISSING, SPOIL_FOLDING };
enum { KINDS_CONTINUOUS, KINDS_CATEGORICAL, KINDS_MIXED };
enum { FACTORS_INDEPENDENT, FACTORS_DEPENDENT };
enum { NOISE_NONE, NOISE_EQUAL, NOISE_BETTER };
enum { CURVES_NONE, CURVES_MONOTONE };
enum { CONTAMINATION_NONE, CONTAMINATION_SWAPPED, CONTAMINATION_OUTLIER, CONTAMINATION_ADVERSARIAL };
enum { ORDER_ORDERED, ORDER_LEVEL };
enum { SIDE_A, SIDE_B };

/* What names a pair. `pair` and `bank` seed its draws, which no condition changes: pairs of one number that differ in
 * one condition are matched. */
typedef struct pair_key {
    int property, spoil, kinds, dependence, noise, curves, contamination, order;
    uint32_t pair;
    uint64_t bank;
} pair_key;

/* Why there is no such pair, one sentence without its end; NULL: there is one. */
const char *pair_refusal(const pair_key *key);

/* The recipe of a side of a pair of CONTAMINATION_ADVERSARIAL; 0: there are not so many. */
enum { PAIR_RECIPE = 2048 };
int pair_adversarial(const pair_key *key, int side, char *to, size_t size);
/* The same of a point of scenario `bank` (scenarios/bank.c); 0: it is no pair of recipes. */
int bank_recipe(const double *parameter, char *to, size_t size);

enum { SIDE_LEVELS = 10, SIDE_FACTORS = 6, SIDE_COPIES = 3, SIDE_CODES = SIDE_FACTORS * SIDE_COPIES, SIDE_IDLE = 24 };
enum { LAW_UNIFORM, LAW_NORMAL, LAW_EVEN, LAW_ZIPF };
enum { CURVE_NONE, CURVE_CUBE, CURVE_BEND, CURVE_KINK, CURVES_DRAWN };

typedef struct side_factor {
    int law, levels; /* levels: of LAW_EVEN and LAW_ZIPF */
    size_t copies;   /* codes that hold it, 1 to SIDE_COPIES */
} side_factor;

/* What is done to a finished code: z -> scale (sign curve(z)) + shift. */
typedef struct side_map {
    int curve;
    double bend, scale, shift;
} side_map;

/* One representation of a pair, without its rows. */
typedef struct pair_side {
    size_t m, n_spare, n_dead;
    side_factor factor[SIDE_FACTORS];
    double rho;     /* correlation of each factor with the one before, of the normals that they are made of */
    double mixed;   /* share of the factor before: of the sum, or of rows where a factor is categorical; 0: none */
    double turned;  /* tangent of half the angle that planes of two codes are turned by; 0: none */
    double noise;   /* share of noise in every code */
    size_t missing; /* the codes of the first so many factors are noise alone */
    size_t folded;  /* the codes of the first so many factors are folded around their middle */
    int by_rows;    /* mixed by rows */
    int contamination;
    side_map map[SIDE_CODES + SIDE_IDLE];
    double place[SIDE_CODES + SIDE_IDLE]; /* codes stand in rising order of these */
    double amount; /* how much of the property is lost, 0 (nothing) to 1; compares within the pair */
} pair_side;

/* Both sides; side SIDE_A is the better one of an ordered pair. */
void pair_draw(const pair_key *key, pair_side to[2]);

/* The codes of its first so many factors. */
size_t side_codes(const pair_side *side, size_t factors);

/* n rows of a side. */
assay_status side_build(const pair_side *side, size_t n, assay_stream *stream, assay_data *to);
