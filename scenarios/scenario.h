/* scenario.h -- what the files of this room share. A scenario is one file, one descriptor and one line in list.h. */
#pragma once

#include "builders.h"
#include "option_list.h"

/* Of a descriptor: where validation looks. */
#define PROBES(...)                                 \
    .probes = (const assay_probe[]){ __VA_ARGS__ }, \
    .n_probes = sizeof((const assay_probe[]){ __VA_ARGS__ }) / sizeof(assay_probe)

/* Of a descriptor: the samples and seeds of the study, and of one that has parameters these and their sweeps. */
#define STUDIED(samples_, seeds_) .abi = ASSAY_ABI, .samples = (samples_), .seeds = (seeds_)
#define SWEPT(samples_, seeds_) STUDIED(samples_, seeds_), COUNTED(parameters), .sweeps = sweeps

/* Of a descriptor: what makes the data, and what is true of them. Of factors of its own alone, and why; of its own,
 * while it has codes of given rows, too; or codes of given rows, where its own are m uniform factors. */
#define OWN_ONLY(build_, truth_, why) BUILT(build_, truth_), .own_factors = (why)
#define BUILT(build_, truth_) .build = (build_), .truth = (truth_)
#define OF_UNIFORM(m, codes_, truth_) .uniform = (m), .codes = (codes_), .truth = (truth_)

/* The values that one of them is swept over. */
#define SWEEP(name, ...)                                                 \
    {                                                                    \
        .symbol = (name), .at = (const double[]){ __VA_ARGS__ },         \
        .n_at = sizeof((const double[]){ __VA_ARGS__ }) / sizeof(double) \
    }

/* Of a descriptor that has one parameter: the parameter, and what it is swept over. */
#define ONE_PARAMETER(option, ...)                                                                     \
    .parameters = (const assay_option[]){ option }, .n_parameters = 1, .sweeps = (const assay_sweep[]) \
    {                                                                                                  \
        SWEEP(__VA_ARGS__)                                                                             \
    }

/* A parameter that came later: left out of names where it has its standard value. */
#define LATER(name, about, usual, least, most) PARAMETER(name, about, usual, least, most, ASSAY_NAMED_IF_SET)
#define LATER_WHOLE(name, about, usual, least, most) \
    PARAMETER(name, about, usual, least, most, ASSAY_NAMED_IF_SET | ASSAY_WHOLE)

/* The parameters of a list, their places and their sweeps: ROW(PLACE, "symbol", (values), option), or
 * STILL(PLACE, "symbol", option) of one that is left at its standard value. */
#define PARAMETER_TABLE(LIST)                                                      \
    enum { LIST(PLACE_SWEPT, PLACE_STILL) };                                       \
    static const assay_option parameters[] = { LIST(OPTION_SWEPT, OPTION_STILL) }; \
    static const assay_sweep sweeps[] = { LIST(SWEEP_SWEPT, SWEEP_STILL) }
#define LISTED(...) __VA_ARGS__
#define PLACE_SWEPT(place, symbol, values, ...) place,
#define PLACE_STILL(place, symbol, ...) place,
#define OPTION_SWEPT(place, symbol, values, ...) __VA_ARGS__,
#define OPTION_STILL(place, symbol, ...) __VA_ARGS__,
#define SWEEP_SWEPT(place, symbol, values, ...) SWEEP(symbol, LISTED values),
#define SWEEP_STILL(place, symbol_, ...) { .symbol = (symbol_), .at = &parameters[place].standard, .n_at = 1 },

/* Words that a list names with their places, WORD(FALLING, "falling"), which also gives enum { LIST(WORD_PLACE) } and
 * SWEEP("x", LIST(WORD_PLACE)). */
#define WORD_PLACE(place, word) place,
#define WORD_ENTRY(place, word) [place] = (word),
#define CHOICE_AMONG(name, about, usual, LIST)                                                                         \
    {                                                                                                                  \
        .id = (name), .text = (about), .standard = (usual), .flags = ASSAY_WHOLE,                                      \
        .high = sizeof((const char *const[]){ LIST(WORD_ENTRY) }) / sizeof(char *) - 1, .words = (const char *const[]) \
        {                                                                                                              \
            LIST(WORD_ENTRY) NULL                                                                                      \
        }                                                                                                              \
    }

/* The three entries of a truth, in their order. */
enum { MODULARITY, COMPACTNESS, EXPLICITNESS };

static inline assay_truth truth_is(double value) { return (assay_truth){ ASSAY_IS, value }; }
static inline assay_truth truth_order(double value) { return (assay_truth){ ASSAY_ORDER, value }; }
static inline assay_truth truth_unknown(void) { return (assay_truth){ ASSAY_UNKNOWN, 0 }; }
static inline assay_truth truth_up_to_1(double value) { return value == 1.0 ? truth_is(1.0) : truth_order(value); }

static inline void truth_set(assay_truth to[3], assay_truth modularity, assay_truth compactness,
                             assay_truth explicitness)
{
    to[MODULARITY] = modularity;
    to[COMPACTNESS] = compactness;
    to[EXPLICITNESS] = explicitness;
}

/* truth() of a scenario, of which one expression for each property says all; p are the parameters. */
/* NOLINTBEGIN(bugprone-macro-parentheses): p is a name */
#define TRUTH(p, modularity, compactness, explicitness)       \
    static void truth(const double *p, assay_truth to[3])     \
    {                                                         \
        (void)p;                                              \
        truth_set(to, modularity, compactness, explicitness); \
    }                                                         \
    static void truth(const double *p, assay_truth to[3])

/* truth() and truth_on() of one where the number of factors m decides, which is `own` of its own. */
#define TRUTH_OF_FACTORS(p, m, own, modularity, compactness, explicitness)            \
    static void truth_of(const double *p, double m, assay_truth to[3])                \
    {                                                                                 \
        (void)p;                                                                      \
        truth_set(to, modularity, compactness, explicitness);                         \
    }                                                                                 \
    static void truth(const double *p, assay_truth to[3]) { truth_of(p, own, to); }   \
    static void truth_on(const double *p, const assay_profile *on, assay_truth to[3]) \
    {                                                                                 \
        truth_of(p, (double)on->n_factors, to);                                       \
    }                                                                                 \
    static void truth_of(const double *p, double m, assay_truth to[3])
/* NOLINTEND(bugprone-macro-parentheses) */

/* Of codes that are bijections of their factors at every point: all three properties are 1. */
static inline void truth_perfect(const double *parameter, assay_truth to[3])
{
    (void)parameter;
    truth_set(to, truth_is(1.0), truth_is(1.0), truth_is(1.0));
}

/* A code for each factor of which `left` (0 to 1) is left, the rest being noise: as long as anything is left, code j
 * depends on factor j alone and factor j is in code j alone; how well a blend can be read depends on the probe. */
static inline void truth_blended(double left, assay_truth to[3])
{
    truth_set(to, truth_is(left > 0.0), truth_is(left > 0.0), left == 0.0 ? truth_is(0.0) : truth_up_to_1(left));
}

/* Begins a representation of given rows: its factors are the first `known` of theirs, its d codes are zero; or, copied,
 * the first codes are the rows' factors, scaled. */
assay_status codes_begin(const assay_factor_rows *v, size_t known, size_t d, assay_data *to);
assay_status codes_copied(const assay_factor_rows *v, size_t known, size_t d, assay_data *to);

/* Draws n rows of m factors uniform on [0, 1), row by row, or of a profile, and makes their codes. */
typedef assay_status codes_of_rows(const double *parameter, const assay_factor_rows *v, assay_stream *stream,
                                   assay_data *to);
assay_status codes_of_uniform(size_t m, codes_of_rows *codes, const double *parameter, size_t n, assay_stream *stream,
                              assay_data *to);
assay_status codes_of_profile(const assay_profile *on, codes_of_rows *codes, const double *parameter, size_t n,
                              assay_stream *stream, assay_data *to);

/* Why a point does not exist where there is one factor, or a continuous one, or fewer than the first parameter says. */
const char *refuse_one_factor(const double *parameter, const assay_profile *on);
const char *refuse_continuous(const double *parameter, const assay_profile *on);
const char *refuse_fewer(const double *parameter, const assay_profile *on);

/* Of codes that mix factors: on a grid a code may give them all back whatever their shares are, so that nothing but 1
 * is known of modularity and compactness where the profile is not separable. */
void forget_mixed(const assay_profile *on, assay_truth to[3]);

/* Codes of class factors on the grid of their values: ideal, each a bijection of its factor; mixed, with three tenths
 * of the neighbour's. And what is true of them where the classes' spread (CLASSES_APART: independent) is this. */
enum { CODES_IDEAL, CODES_MIXED };
#define OPTION_CLASSES_CODES \
    CHOICE("code",           \
           "a bijection of its factor, or mixed with its neighbour", [CODES_IDEAL] = "ideal", [CODES_MIXED] = "mixed")
void classes_codes(int how, double levels, assay_data *to);
void classes_truth(int how, double spread, assay_truth to[3]);

/* z = (1 - alpha) v + alpha n, alpha the first parameter: of all scenarios that are noise, or noise in another form. */
codes_of_rows noise_codes;
void noise_truth(const double *parameter, assay_truth to[3]);
void noise_truth_on(const double *parameter, const assay_profile *on, assay_truth to[3]);
#define OF_NOISE OF_UNIFORM(8, noise_codes, noise_truth), .truth_on = noise_truth_on

/* At one alpha, whatever the parameters are: what is compared with other forms of itself. */
#define NOISE_FIXED ((const double[]){ 0.4 })
void noise_fixed_truth(const double *parameter, assay_truth to[3]);
void noise_fixed_truth_on(const double *parameter, const assay_profile *on, assay_truth to[3]);
#define OF_NOISE_FIXED(codes) OF_UNIFORM(8, codes, noise_fixed_truth), .truth_on = noise_fixed_truth_on

/* Makes every factor categorical, with the values 0 .. levels-1. */
static inline void factors_categorical(assay_data *data, int32_t levels)
{
    for (size_t i = 0; i < data->n_factors; i++) data->levels[i] = levels;
}
