/*
 * assay.h -- the public interface of assay, a test bench for disentanglement metrics.
 *
 * One header for three readers: the command line, C plug-ins, and the Python binding. Plain C17 that ctypes can
 * mirror by eye: fixed-width integers where an enum's size would be a guess, size_t counts, no bit-fields.
 * What one side makes and the other reads carries `abi` first and only ever grows at its end: assay_rep, assay_call,
 * assay_metric, assay_scenario. The other structures carry none: they are reached through one of these, or are filled
 * by a call of the library, whose interface assay_metric_at(0)->abi is.
 *
 * Shapes. A representation is N samples of M factors and d codes. Columns are contiguous: factor i of sample s is
 * factors[i*n + s], code j of sample s is codes[j*n + s]. Factor x code matrices are row by row: value[i*d + j].
 *
 * Errors. Functions return an assay_status and, where there is something to say, fill an assay_error that may be
 * NULL. The library never prints, exits or aborts. No call of this header starts a process or touches a file, and
 * threads only where it takes `jobs`; what starts processes is declared in assay_bench.h.
 *
 * NULL and 0. A text that is NULL is "": no scenario, no point, no changes of options. `levels` that are NULL say that
 * every factor is continuous, a preset that is NULL is a metric's options as they stand. Any other pointer that is
 * needed and NULL is ASSAY_EUSAGE (factors, codes: ASSAY_EINPUT), with its name in err; a call without a status then
 * does nothing and returns 0, NaN for a cost or NULL. So does a representation without rows or codes:
 * ASSAY_EINPUT; a scenario of 0 samples and a list of metrics that is NULL or empty: ASSAY_EUSAGE. What is freed may be
 * NULL. Pointers inside a descriptor (assay_metric, assay_scenario, assay_option) are not checked.
 */
#ifndef ASSAY_H
#define ASSAY_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ASSAY_VERSION "0.1.0"
#define ASSAY_ABI 7u

#if defined __GNUC__
#define ASSAY_API __attribute__((visibility("default")))
#define ASSAY_PRINTF(fmt, first) __attribute__((format(printf, fmt, first)))
#else
#define ASSAY_API
#define ASSAY_PRINTF(fmt, first)
#endif

/* ------------------------------------------------------------------------------------------------ status -- */

typedef int32_t assay_status;
enum {
    ASSAY_OK = 0,
    ASSAY_EUSAGE = 2,       /* the caller asked for something that does not exist or is out of range */
    ASSAY_EINPUT = 3,       /* data or a file cannot be used as it is */
    ASSAY_EENVIRONMENT = 4, /* a part of the environment is missing or refuses (gnuplot, a full disk) */
    ASSAY_EINTERNAL = 5,    /* a defect of assay itself */
    ASSAY_ENOMEM = 6,       /* memory ran out */
    ASSAY_EINTERRUPTED = 7  /* stopped by a signal; everything finished so far is kept */
};

/* What gives a status, within a function that gives one: any other than ASSAY_OK is handed on at once. For functions
 * that own nothing yet. */
#define ASSAY_TRY(...)                                     \
    do {                                                   \
        const assay_status assay_tried_ = (__VA_ARGS__);   \
        if (assay_tried_ != ASSAY_OK) return assay_tried_; \
    } while (0)

typedef struct assay_error {
    char text[1024]; /* one sentence: what, where, and what to do about it */
} assay_error;

/* Fills err (which may be NULL) and returns status, so that a caller can write `return assay_fail(...)`. */
ASSAY_API assay_status assay_fail(assay_error *err, assay_status status, const char *format, ...) ASSAY_PRINTF(3, 4);

/* ---------------------------------------------------------------------------------------- random streams -- */

/*
 * PCG64 (XSL-RR 128/64) seeded by NumPy's SeedSequence: assay_stream_seed(&s, seed) continues exactly as
 * numpy.random.default_rng(seed) does, bit for bit, in every function below. Single-threaded; copy freely.
 *
 * Source   O'Neill 2014, HMC-CS-2014-0905 (PCG); NumPy 1.17+ bit generators; Marsaglia and Tsang 2000 (ziggurat);
 *          Lemire 2019, arXiv:1805.10941 (bounded integers).
 */
typedef struct assay_stream {
    uint64_t state_high, state_low; /* the 128-bit state */
    uint64_t inc_high, inc_low;     /* the 128-bit increment, odd */
    uint32_t has_half, half;        /* the unused upper half of the last 64-bit draw, as NumPy keeps it */
} assay_stream;

ASSAY_API void assay_stream_seed(assay_stream *stream, uint64_t seed);

/* Entropy and spawn key are little-endian lists of 32-bit words, as in SeedSequence(entropy, spawn_key=...). An
 * entropy integer of any size is its 32-bit words, lowest first (0 is one word of 0). Fails with ASSAY_EUSAGE when
 * there is no entropy word. */
ASSAY_API assay_status assay_stream_seed_words(assay_stream *stream, const uint32_t *entropy, size_t n_entropy,
                                               const uint32_t *spawn_key, size_t n_spawn_key);

ASSAY_API uint64_t assay_stream_raw(assay_stream *stream);                        /* 64 random bits */
ASSAY_API double assay_stream_uniform(assay_stream *stream);                      /* random(): [0,1), 53 bits */
ASSAY_API void assay_stream_fill(assay_stream *stream, double *to, size_t count); /* random(count) */
ASSAY_API uint64_t assay_stream_below(assay_stream *stream, uint64_t bound);      /* integers(bound); bound >= 1 */
ASSAY_API double assay_stream_normal(assay_stream *stream);                       /* standard_normal() */
ASSAY_API void assay_stream_permutation(assay_stream *stream, size_t *to, size_t count); /* permutation(count) */
ASSAY_API void assay_stream_advance(assay_stream *stream, uint64_t delta_high, uint64_t delta_low);
ASSAY_API void assay_stream_jump(assay_stream *stream); /* bit_generator.jumped() */

/* ---------------------------------------------------------------------------------------- representations -- */

/* Properties a representation has, and an output may claim to measure; a mask. ASSAY_DESCRIBES, alone, claims nothing
 * at all: a count or an amount, of which neither much nor little is better. 0: what is good by some other standard. */
enum {
    ASSAY_DESCRIBES = 8,
    ASSAY_MODULARITY = 1,  /* each code is moved by one factor at most */
    ASSAY_COMPACTNESS = 2, /* each factor moves one code only */
    ASSAY_EXPLICITNESS = 4 /* the codes determine the factors */
};

/* Columns of which what is not 0 is kept: entries start[k] .. start[k + 1] - 1 of column k, rows rising. NULL: the
 * columns are whole. */
typedef struct assay_sparse {
    size_t *start; /* [columns + 1] */
    uint32_t *row; /* [start[columns]] */
    double *value;
} assay_sparse;

/* Factors and codes of n samples; never changed by a metric. A factor whose `levels` is 0 is continuous; otherwise it
 * is categorical with values 0 .. levels-1. A factor's value may be absent from a row: NaN; a metric leaves such a row
 * out for that factor only. `truth` is what the scenario knows of the three properties (modularity, compactness,
 * explicitness; NaN = unknown), meant for control metrics alone. */
typedef struct assay_rep {
    uint32_t abi;
    size_t n, n_factors, n_codes;
    const double *factors; /* [n_factors * n] */
    const double *codes;   /* [n_codes * n] */
    const int32_t *levels; /* [n_factors]; NULL: all factors are continuous. A metric is never given NULL */
    double truth[3];
    const size_t *absent; /* [n_factors] rows that have no value of the factor; NULL: none absent. Set by the bench. */
    /* Of a dictionary: codes are read from, and written to, a space of `dims` activations. 0 and NULL: not known. */
    size_t dims;
    const double *directions;      /* [n_codes * dims], code by code: what one unit of the code adds */
    const double *true_directions; /* [n_factors * dims], factor by factor */
    const double *activations;     /* [dims * n]; NULL: the factors times their directions */
    /* Of wide tables, in the place of `factors` or `codes`, which are NULL then. Without absent values. A metric that
     * is not ASSAY_SPARSE is given whole tables, or not called. */
    assay_sparse sparse_factors, sparse_codes;
    /* [n_factors] Of a continuous factor: P > 0, x and x + P are one value, and a metric that is not ASSAY_CYCLIC does
     * not apply. Of a categorical one: 1, its classes stand around a circle, which changes no score; ASSAY_ORDERED,
     * they are in order: classes, and numbers where numbers are needed. 0: none of these. NULL: all are 0. */
    const double *period;
    /* What reasons and warnings call them; NULL: v1, v2, ..., z1, ... */
    const char *const *factor_names, *const *code_names;
    /* [n] Of metrics that are ASSAY_SPLIT: 1 learnt from, 0 scored; both occur, and no value is absent. NULL: they part
     * the rows themselves. */
    const unsigned char *learns;
    const double *reconstruction; /* [dims * n] what the decoder gives of the codes; NULL: codes times directions */
} assay_rep;
#define ASSAY_ORDERED (-1.0)

/* A representation that owns its memory: what builders fill and readers return. Zero-initialise before use. */
typedef struct assay_data {
    size_t n, n_factors, n_codes;
    double *factors;
    double *codes;
    int32_t *levels;
    double truth[3];
    size_t dims; /* of a dictionary, as in assay_rep */
    double *directions, *true_directions, *activations;
    assay_sparse sparse_factors, sparse_codes; /* as in assay_rep */
    int32_t keeps_sparse; /* set by who asks for data: 1: what is sparse by nature may come so; 0: tables are whole */
    double *period;       /* as in assay_rep */
    char **factor_names, **code_names; /* each one block, which the texts stand in behind the pointers */
    unsigned char *learns;             /* as in assay_rep, or NULL */
    double *reconstruction;            /* as in assay_rep, or NULL */
} assay_data;

/* Allocates zeroed columns (all factors continuous, truth unknown). Frees what data held before, and leaves
 * keeps_sparse. */
ASSAY_API assay_status assay_data_shape(assay_data *data, size_t n, size_t n_factors, size_t n_codes);
/* Gives shaped data zeroed directions of `dims` >= 1 numbers, and activations where with_activations is not 0. */
ASSAY_API assay_status assay_data_space(assay_data *data, size_t dims, int32_t with_activations);
ASSAY_API void assay_data_free(assay_data *data);
ASSAY_API assay_rep assay_data_view(const assay_data *data); /* borrows: valid while data lives */

/* ------------------------------------------------------------------------------------------------- options -- */

/* What an option is; a mask. A number that is neither a limit nor a definition tunes an estimate: two studies that
 * choose it otherwise measure the same thing. */
enum {
    ASSAY_WHOLE = 1,          /* a number: integers only; words always */
    ASSAY_LIMIT = 2,          /* a number: what is not above it counts as nothing */
    ASSAY_DEFINES = 4,        /* a number that belongs to the definition, as words do */
    ASSAY_CHOOSES = 8,        /* its words name relations: options of a relation that is not chosen are not read */
    ASSAY_OF_CLASSES = 16,    /* and chooses for categorical factors alone */
    ASSAY_CUTS_CODES = 32,    /* a number: of the classes that each code is cut into */
    ASSAY_CUTS_FACTORS = 64,  /* a number: of the classes that each continuous factor is cut into */
    ASSAY_PART_OF_ROWS = 128, /* words: its first is "all rows", the others name a part of them */
    ASSAY_NAMED_IF_SET = 256, /* left out, where it has its standard value, of the name of a scenario's point and of a
                                 relation's stream: what came later changes neither */
    ASSAY_PASSES = 1024,      /* a number: of passes, at which a solver stops wherever it is */
    ASSAY_TEXT = 2048,        /* words that are texts: any text is one that the scenario reads (read_text) */
    ASSAY_TESTS = 4096,       /* a number: the level of a test, which rows that stand twice would mislead; 1: no test */
    ASSAY_BY_ORDER = 8192,    /* words: the first takes rows in the order of the table. It is left out of the name of a
                                 relation's stream, which came before */
    ASSAY_LAST_RANKS = 512    /* words: the last goes by the order of the rows, where rows of one value are ties */
};

/* A named number with its range, of a metric, a relation or a scenario. */
typedef struct assay_option {
    const char *id, *text;
    double standard, low, high; /* low and high inclusive */
    int32_t flags;
    const char *const *words; /* named choices, ended by NULL: the value is an index; NULL for numbers */
} assay_option;

/* Reads "bins=20:normaliser=code" into to[n]; an option that is not named keeps what to[] holds. NULL text is empty.
 * ASSAY_EUSAGE with the remedy for an unknown name or word, a malformed number or one out of range. */
ASSAY_API assay_status assay_options_parse(const assay_option *options, size_t n, const char *text, double *to,
                                           assay_error *err);
ASSAY_API void assay_options_standard(const assay_option *options, size_t n, double *to);
ASSAY_API int32_t assay_option_tunes(const assay_option *option); /* whether it is a number that tunes an estimate */

/* One value as it would be typed ("20", "code"); shortest decimal that reads back the same. */
ASSAY_API void assay_option_print(const assay_option *option, double value, char *to, size_t size);

/* --------------------------------------------------------------------------------------------- relations -- */

/* A factor x code matrix saying how much each code tells of each factor, shared by all metrics that ask for it. A total
 * or a quality that the relation leaves undefined is a NaN with its reason (a regression on a categorical factor).
 * Where factor values are absent each row of the matrix comes from the rows that have the factor, and code_total is the
 * largest over factors. */
typedef struct assay_relation {
    size_t n_factors, n_codes;
    const double *value;        /* [n_factors * n_codes], >= 0 but for the sampling error of some estimators */
    const double *factor_total; /* [n_factors] the most that could be told of the factor (H(v_i), or 1); 0: constant */
    const double *code_total;   /* [n_codes] the most that the code could tell (H(z_j), or 1); 0: constant */
    const double *quality;      /* [n_factors] how well all codes together predict the factor; NULL if not known */
    const double *code_total_for; /* [n_factors * n_codes] code_total on the rows with the factor; NULL: on all rows */
} assay_relation;

/* ------------------------------------------------------------------------------------------------- metrics -- */

enum { ASSAY_OVERALL = 0, ASSAY_PER_FACTOR = 1, ASSAY_PER_CODE = 2 }; /* the axis of an output's items */

/* One number series of a score. The bench sets n_items (0 for an overall output) and fills items and value with NaN
 * before the call. A metric that leaves `value` alone gets the plain mean of the defined items. */
typedef struct assay_series {
    double value;
    size_t n_items;
    double *items;
} assay_series;

/* What a metric may use during one call. Memory from alloc is zeroed and lives until score returns; memory from recall
 * lives as long as the representation is being scored. Nothing is ever freed by a metric. */
typedef struct assay_call assay_call;
struct assay_call {
    uint32_t abi;
    const double *option; /* in the order of the descriptor's options */
    assay_series *series; /* one per output, in the order of the descriptor's outputs */
    assay_stream *stream; /* this metric's own randomness, a function of (seed, metric, scenario, point) alone */

    double (*uniform)(assay_call *call); /* the next draw of stream, in [0, 1); for plug-ins, which link to nothing */

    void *(*alloc)(assay_call *call, size_t count, size_t size); /* NULL: memory ran out, return ASSAY_ENOMEM */

    /* The block known by `key`, made zeroed on first use (*fresh = 1: the caller fills it). Shared by every metric that
     * scores this representation, so the key must say everything the content depends on. */
    void *(*recall)(assay_call *call, const char *key, size_t size, int32_t *fresh);

    /* The only way to make an undefined value: a NaN that carries its reason. `reason` is one word of the list in the
     * guide (constant-factor, one-code, ...). What is undefined because of one factor or code says so by
     * undefined_of. */
    double (*undefined)(assay_call *call, const char *reason, const char *format, ...) ASSAY_PRINTF(3, 4);

    /* A relation between the factors and codes being scored, by its id, "mi" or with options "mi:bins=20"; computed
     * once however many metrics ask. *to stays valid as long as memory from recall. */
    assay_status (*relation)(assay_call *call, const char *id, const assay_relation **to);

    /* Says why score is about to return a status other than ASSAY_OK; returns that status. */
    assay_status (*fail)(assay_call *call, assay_status status, const char *format, ...) ASSAY_PRINTF(3, 4);

    uint32_t jobs; /* threads this call may use, at least 1; no bit of a score may depend on it */
    void *host;    /* the bench's own */

    /* The descriptor being scored: a host of metrics from outside hides its own data behind it. */
    const struct assay_metric *metric;

    /* As undefined, of one factor or code: axis is ASSAY_PER_FACTOR or ASSAY_PER_CODE, index counts as rep does, and
     * every '#' of the text becomes its name, "factor # is constant" to "factor v1 is constant". Where values are
     * absent the bench scores some factors by themselves; the number is that of the whole data, which a number written
     * into the text would not be. */
    double (*undefined_of)(assay_call *call, int32_t axis, size_t index, const char *reason, const char *format, ...)
        ASSAY_PRINTF(5, 6);

    /* The index that another factor or code, which such a text names too, has in the whole data. */
    size_t (*number)(const assay_call *call, int32_t axis, size_t index);

    /* What the metric has come to on its way, by a name: value[rows * columns], row by row. `assay validate` compares
     * what a plug-in names "relation" (factors x codes), "factors", "codes" (its totals) or as the reference does
     * (docs/validating.md); of the reference it may make something else. NULL: nobody looks. */
    void (*step)(assay_call *call, const char *name, double *value, size_t rows, size_t columns);
};

typedef struct assay_output {
    const char *id;    /* one output: the metric's id */
    int32_t axis;      /* ASSAY_OVERALL, ASSAY_PER_FACTOR or ASSAY_PER_CODE */
    uint32_t measures; /* mask of properties it claims to measure */
    double low, high;  /* its range; high is best */
} assay_output;

/* A named set of options that reproduces one source, defects included. */
typedef struct assay_preset {
    const char *id;
    const char *source;  /* paper and equation, or whose published code */
    const char *options; /* "bins=20:normaliser=code"; what is not named keeps its standard value */
    const char *defects; /* what it does differently from the definition, and what that does to the score; or NULL */
} assay_preset;

enum {
    ASSAY_RANDOM = 1,   /* uses its stream: two seeds give two scores */
    ASSAY_CONTROL = 2,  /* a control, passing or failing by construction; not part of `all` */
    ASSAY_ABSENT = 4,   /* leaves out, for a factor, the rows without a value of it, or its relations do */
    ASSAY_SEPARATE = 8, /* each item is a function of one factor and all codes, and the score is their mean: where
                          values are absent the bench has each factor scored with the rows that have it. A metric with
                          neither flag does not apply there */
    ASSAY_REPEATS = 16, /* beside its relations: a row that stands twice counts twice and changes nothing else, so that
                           rows may be drawn with replacement. Without it (neighbours, folds, ties, pairs of rows) they
                           may not */
    ASSAY_LOSS = 1024,  /* its outputs are shares of what is wrong: low is best */
    ASSAY_CODES_ALONE = 32, /* never looks at the factors: shuffling them is no chance level */
    ASSAY_VARYING = 64,     /* is defined over the factors and codes that vary: it is shown no others, unless an option
                          `columns` or `constants` of its own is not 0 */
    ASSAY_TRUTH = 128,      /* of a control: what the scenario itself knows */
    ASSAY_DIRECTIONS = 256, /* looks at the directions of codes; without them it does not apply */
    ASSAY_SPARSE = 512,     /* takes sparse factors and codes as they are, and so do its relations */
    ASSAY_SPLIT = 4096,     /* learns from some rows and is scored on the others, which assay_rep.learns may say */
    ASSAY_CONCEPTS = 8192,  /* of factors that are on or off and codes that fire: groups leave it out of other tables */
    ASSAY_CYCLIC = 2048     /* takes cyclic factors, where its relation does; one that reads codes alone does, too */
};

/* Of a representation: what the cost of a call depends on. */
typedef struct assay_size {
    size_t n, n_factors, n_codes;
    size_t n_categorical, n_binary; /* of the factors; n_binary: with two classes */
    size_t n_values;                /* of all factors together, 10 of each that is a number; 0: kinds are not known */
    size_t n_zeros;                 /* of the n x n_codes values of codes */
    size_t dims;                    /* of the directions; 0: there are none */
    double bytes;                   /* of sparse factors and codes; 0: of whole ones */
} assay_size;

/* The part of a cost that grows faster than the M x d pairs which are looked at: what is solved, by what it takes. */
typedef struct assay_solver {
    const char *work; /* plain text: "least squares by singular values, n d^2 + 7 d^3" */
    double (*cost)(const assay_size *size, const double *option);
    double tolerance; /* how far apart two right solvers may leave a score, as a share of its range; 0: by rounding */
} assay_solver;

typedef struct assay_metric {
    uint32_t abi;
    uint32_t flags;
    const char *id, *title, *family; /* family: information, predictor, intervention, ... */
    const char *formula;             /* plain text */
    const char *source;              /* paper and equation */
    const assay_output *outputs;
    size_t n_outputs;
    const assay_option *options;
    size_t n_options;
    const assay_preset *presets; /* the first is "default" */
    size_t n_presets;
    assay_status (*score)(const assay_rep *rep, assay_call *call);
    const char *relation; /* the one it aggregates, where none of its options chooses it; NULL: no relation */
    /* Beside its relations', as of assay_metric_cost. NULL: little, where it has relations; else not known. */
    double (*cost)(const assay_size *size, const double *option);
    const assay_solver *solver; /* of that cost; NULL: none */
} assay_metric;

/* A plug-in is a metric file with this line: it exports one function that returns the descriptor. */
#define ASSAY_PLUGIN(metric)                          \
    ASSAY_API const assay_metric *assay_plugin(void); \
    const assay_metric *assay_plugin(void) { return &(metric); }

ASSAY_API size_t assay_metric_count(void);
ASSAY_API const assay_metric *assay_metric_at(size_t index);     /* NULL past the end */
ASSAY_API const assay_metric *assay_metric_find(const char *id); /* NULL: no such metric */

/* The relation that a metric with these settled options aggregates (of all factors, where it asks for another one of
 * categorical factors, too), by its id; NULL: none. */
ASSAY_API const char *assay_metric_relation(const assay_metric *metric, const double *option);

/* How much work one score is, its relations included, known beforehand and on no clock: a function of sizes and options
 * alone. The unit is about one step of an inner loop, a nanosecond of a processor of the 2020s; the estimate is good to
 * a factor of about three. Metrics that share a relation pay it once together, here each does. NaN: not known, a metric
 * from outside. */
ASSAY_API double assay_metric_cost(const assay_metric *metric, const double *option, const assay_size *size);

/* The sizes of a representation, its kinds of factors and zeros counted; NULL: all 0. */
ASSAY_API assay_size assay_size_of(const assay_rep *rep);

/* What of that cost is a solver's, and into *work (NULL: not asked for) which; 0 and NULL: the metric and its relation
 * solve nothing. */
ASSAY_API double assay_metric_solver_cost(const assay_metric *metric, const double *option, const assay_size *size,
                                          const char **work);

/* How far apart two right solvers may leave a score of a metric with these settled options, as a share of the range; 0:
 * by no more than rounding. */
ASSAY_API double assay_metric_tolerance(const assay_metric *metric, const double *option);

/* Whether a metric with these settled options reads option `index`, for categorical factors alone, or not at all: it
 * does not where the option belongs to relations of which none is chosen. */
enum { ASSAY_UNREAD = 0, ASSAY_READ_OF_CLASSES = 1, ASSAY_READ = 2 };
ASSAY_API int32_t assay_option_read(const assay_metric *metric, const double *option, size_t index);

/* The options of one of its presets with changes ("bins=15:normaliser=code"; NULL: none) into to[n_options].
 * ASSAY_EUSAGE as assay_options_parse, and where a change is to an option that is not read then. */
ASSAY_API assay_status assay_options_settle(const assay_metric *metric, const assay_preset *preset, const char *changes,
                                            double *to, assay_error *err);

/* ----------------------------------------------------------------------------------------------- scenarios -- */

/* A scenario's parameters are options with a sweep: the points of a scenario are all combinations, last fastest. */
typedef struct assay_sweep {
    const char *symbol; /* as in the paper: "alpha" */
    const double *at;
    size_t n_at;
} assay_sweep;

/* What is known of one property at one point of a scenario. */
enum {
    ASSAY_UNKNOWN = 0,
    ASSAY_IS = 1,   /* its value is known: 1 perfect, 0 absent */
    ASSAY_ORDER = 2 /* only its order among the scenario's points is: a larger `value` is better, equal is equal */
};
typedef struct assay_truth {
    int32_t kind;
    double value; /* in [0, 1] for either kind */
} assay_truth;

/* A point and a size at which two metrics are compared: chosen so that mistakes show, away from edges where two right
 * ways to compute a value round to different sides. */
typedef struct assay_probe {
    const char *parameters; /* "alpha=0.2:order=peer"; what is not named has its standard value */
    size_t samples;
} assay_probe;

/* Factors that a scenario takes in the place of those it draws itself, a factor profile: how many, of which classes,
 * and how their values are distributed together. */
typedef struct assay_profile assay_profile;
struct assay_profile {
    uint32_t abi;
    const char *id, *title, *source; /* id: "dsprites", the value of the parameter `factors` of a point */
    const char *draws;               /* the order of the random draws, binding */
    size_t n_factors;
    const int32_t *levels;       /* [n_factors] classes; 0: continuous */
    const char *const *names;    /* [n_factors]; NULL: they have none */
    const unsigned char *absent; /* [n_factors] 1: a row may lack its value, NaN; NULL: none does */
    const double *low, *high;    /* [n_factors] the range of a continuous factor; NULL: there is none */
    size_t rows;                 /* these many rows and no others, as they are; 0: any number is drawn */
    int32_t separable;           /* 1: no factor follows from another one */
    /* factors [n_factors * n] */
    assay_status (*draw)(const assay_profile *self, size_t n, assay_stream *stream, double *factors);
    const double *period; /* as in assay_rep */
};

ASSAY_API size_t assay_profile_count(void);
ASSAY_API const assay_profile *assay_profile_at(size_t index);     /* NULL past the end */
ASSAY_API const assay_profile *assay_profile_find(const char *id); /* NULL: no such profile */

/* Rows of factors that codes are made of. `scaled` is each factor from 0 to 1, what scenarios that draw their own
 * factors call v: class k of K is k / (K - 1); with absent values k / K, and 1 where the value is absent; a continuous
 * factor x is (x - low) / (high - low). */
typedef struct assay_factor_rows {
    uint32_t abi;
    size_t n, n_factors;
    const double *value, *scaled; /* [n_factors * n] */
    const int32_t *levels;        /* [n_factors] */
} assay_factor_rows;

typedef struct assay_scenario {
    uint32_t abi;
    const char *id, *title;
    const char *formula; /* how codes arise from factors, plain text */
    const char *draws;   /* the order of the random draws, binding */
    const char *truth_text, *source;
    const assay_option *parameters;
    const assay_sweep *sweeps; /* one per parameter */
    size_t n_parameters;
    size_t samples, seeds; /* of the original study */
    assay_status (*build)(const double *parameter, size_t n, assay_stream *stream, assay_data *to);
    void (*truth)(const double *parameter, assay_truth to[3]); /* modularity, compactness, explicitness */

    /* Between which points of the scenario orders (ASSAY_ORDER) compare: those with the same value of each parameter p
     * whose bit p is set here; and, if order_along_one, only those that differ in one parameter. */
    uint32_t order_within;
    int32_t order_along_one;
    const assay_probe *probes; /* where metrics are told apart; none: its standard parameters, 1000 samples */
    size_t n_probes;

    /* In the place of build, where the data of a seed are drawn from several generators, as a published study did, or
     * where parameters may not go together (ASSAY_EUSAGE and why). */
    assay_status (*build_seeded)(const double *parameter, size_t n, uint64_t seed, assay_data *to, assay_error *err);

    /* On the factors of a profile: the codes of given rows, drawn after the factors; what is true there (NULL: the
     * same as of its own factors); and why a point does not exist there (NULL: all do). Where codes is NULL the
     * scenario applies to no profile, and own_factors says why. order_within_on is added to order_within. */
    assay_status (*codes)(const double *parameter, const assay_factor_rows *v, assay_stream *stream, assay_data *to);
    void (*truth_on)(const double *parameter, const assay_profile *on, assay_truth to[3]);
    const char *(*refuse)(const double *parameter, const assay_profile *on);
    const char *own_factors;
    uint32_t order_within_on;

    /* In the place of build, where the scenario's own factors are so many, uniform on [0, 1) and drawn row by row, and
     * their codes are those of given rows. */
    size_t uniform;

    /* 1: its points are pairs of known order, of which a plan names the ones it wants: no part of `scenarios: all`, of
     * validation's data, or of what the judge asks of every scenario. */
    int32_t is_bank;

    /* Where amounts are drawn with the data: the truth of one seed. NULL: truth, of all seeds. */
    void (*truth_seeded)(const double *parameter, uint64_t seed, assay_truth to[3]);

    /* 1: a plan names the points that it wants: no part of `scenarios: all` or of validation's data. */
    int32_t is_asked_for;

    /* A text as a value of the parameter that is ASSAY_TEXT, in its canonical form. ASSAY_EUSAGE says what is wrong. */
    assay_status (*read_text)(const char *text, double *to, assay_error *err);

    /* Whether the point exists, before anything is drawn, and how many samples it asks for. NULL: all points do. */
    assay_status (*check)(const double *parameter, size_t *samples, assay_error *err);

    /* The same data as a recipe, {NAME} for the parameters; where others do not have their standard value it is not.
     * NULL: it cannot be said. */
    const char *recipe;

    /* 1: its representations have directions, which metrics that are ASSAY_DIRECTIONS look at. */
    int32_t has_directions;
} assay_scenario;

ASSAY_API size_t assay_scenario_count(void);
ASSAY_API const assay_scenario *assay_scenario_at(size_t index);
ASSAY_API const assay_scenario *assay_scenario_find(const char *id);

/* Builds n samples of a scenario at a point, one value for each parameter, from default_rng(seed). Fills
 * data->truth. */
ASSAY_API assay_status assay_scenario_build(const assay_scenario *scenario, const double *parameter, size_t n,
                                            uint64_t seed, assay_data *to, assay_error *err);

/* The same on the factors of a profile (NULL: its own). ASSAY_EUSAGE where the point does not exist there, or `n` is
 * not the number of rows of a profile that has its rows. */
ASSAY_API assay_status assay_scenario_build_on(const assay_scenario *scenario, const double *parameter,
                                               const assay_profile *on, size_t n, uint64_t seed, assay_data *to,
                                               assay_error *err);
ASSAY_API void assay_scenario_truth_on(const assay_scenario *scenario, const double *parameter, const assay_profile *on,
                                       assay_truth to[3]);

/* Why the point does not exist on a profile, one sentence without its end; NULL: it does. */
ASSAY_API const char *assay_scenario_refusal(const assay_scenario *scenario, const double *parameter,
                                             const assay_profile *on);

/* Reads "alpha=0.2:order=peer" (NULL or "": all standard) into parameter[n_parameters]; "alpha=0.2:factors=dsprites" is
 * on the factors of that profile, else *on is NULL. ASSAY_EUSAGE as assay_options_parse. */
ASSAY_API assay_status assay_scenario_parse(const assay_scenario *scenario, const char *text, double *parameter,
                                            const assay_profile **on, assay_error *err);

/* Builds by name, parameters as assay_scenario_parse reads them. */
ASSAY_API assay_status assay_generate(const char *scenario, const char *parameters, size_t n, uint64_t seed,
                                      assay_data *to, assay_error *err);

/* The same as a Python program of NumPy alone: make(n, seed) gives factors and codes with the same bits, and run as it
 * is it writes those of n rows (0: as many as is usual) and of this seed. ASSAY_EUSAGE as assay_generate, and where it
 * does not fit: 2^17 bytes are enough. */
ASSAY_API assay_status assay_numpy_program(const char *scenario, const char *point, size_t n, uint64_t seed, char *to,
                                           size_t size, assay_error *err);

/* -------------------------------------------------------------------------------------------------- scores -- */

/* Why a value is undefined, in parts. */
typedef struct assay_reason {
    const char *word; /* "constant-factor" */
    const char *text; /* "factor # is constant": '#' is the name of the factor or code it is about, v1, z1 */
    int32_t axis;     /* told of a factor, ASSAY_PER_FACTOR, or code, ASSAY_PER_CODE; ASSAY_OVERALL: of neither */
    size_t index;     /* of that factor or code, from 0; 0 for neither */
} assay_reason;

typedef struct assay_item {
    double value;          /* NaN: undefined */
    const char *undefined; /* the reason in writing, "constant-factor: factor v3 is constant"; NULL where defined */
    const assay_reason *reason; /* the same in parts; NULL where defined */
} assay_item;

/* One output of one metric with one preset. */
typedef struct assay_score {
    const char *metric, *preset, *output; /* preset with its changed options: "zaidi2020:bins=15" */
    int32_t axis;
    assay_item overall;
    size_t n_items;
    const assay_item *items;
    size_t n_undefined;  /* items left out of the overall value */
    double seconds;      /* of the whole call; a shared relation is billed to the metric that asked first */
    assay_status status; /* other than ASSAY_OK: the metric failed, overall.undefined says how */
    double low, high;    /* the range that the output declares, infinite where it has no bound */
    size_t n_outside;    /* values, items too, that lie outside of it */
} assay_score;

typedef struct assay_scores {
    const assay_score *at;
    size_t count;
    void *owner;
} assay_scores;

/* The definition of a metric, "mig@zaidi2020:bins=15", as a Python program of NumPy and SciPy that runs alone.
 * ASSAY_EUSAGE where there is none or it does not fit: 2^18 bytes are enough. */
ASSAY_API assay_status assay_metric_program(const char *metric, char *to, size_t size, assay_error *err);

/* Scores one representation with a comma-separated list: mig, mig@zaidi2020, mig@*, mig@zaidi2020:bins=15,
 * family:information, all. Metrics from outside (python:gap.py) are refused: assay_bench_score_all takes them. scenario
 * and point name the data for the metrics' random streams ("" for one's own data); jobs is how many threads to use,
 * which changes no bit. Free the scores with assay_scores_free. */
ASSAY_API assay_status assay_score_all(const assay_rep *rep, const char *metrics, uint64_t seed, const char *scenario,
                                       const char *point, uint32_t jobs, assay_scores *to, assay_error *err);
ASSAY_API void assay_scores_free(assay_scores *scores);

/* What limits the meaning of scores, a sentence a line, in the words in which the program warns: few rows, constant
 * columns, equal factors, ..., and of these scores (NULL: none) fewer bins than classes. "" where nothing does. */
ASSAY_API void assay_warnings(const assay_rep *rep, const assay_scores *scores, char *to, size_t size);

/* The matrix that metrics aggregate, by its id: "mi", "lasso", "forest:explicitness=twelve" (importance). */
typedef struct assay_matrix {
    assay_relation relation; /* an undefined total or quality is NaN */
    void *owner;
    /* Of blocks alone: what they are called, and [n_factors * n_codes] why a value is NaN, NULL where it is none. */
    const char *const *factor_blocks, *const *code_blocks, *const *undefined;
} assay_matrix;

/* As assay_score_all; ASSAY_EUSAGE where there is no such relation. Free the matrix with assay_matrix_free. */
ASSAY_API assay_status assay_matrix_make(const assay_rep *rep, const char *relation, uint64_t seed,
                                         const char *scenario, const char *point, uint32_t jobs, assay_matrix *to,
                                         assay_error *err);
ASSAY_API void assay_matrix_free(assay_matrix *matrix);

/* What blocks of codes tell of blocks of factors: "1-3,4,5-8" by place, "z1..z3,z4" by name (NULL: each column is a
 * block). value[i * n_codes + j] is of block i and block j; there are no totals. The matrices are `r2-heldout`, the
 * mean R2 of the factors from the codes; `r2-heldout-codes`, of the codes from the factors; `mcc-weak`; and `mi-knn`,
 * in nats. */
ASSAY_API assay_status assay_block_matrix_make(const assay_rep *rep, const char *id, const char *factor_blocks,
                                               const char *code_blocks, uint64_t seed, uint32_t jobs, assay_matrix *to,
                                               assay_error *err);
ASSAY_API const char *assay_block_matrix_at(size_t index); /* NULL past the end */

#ifdef __cplusplus
}
#endif
#endif
