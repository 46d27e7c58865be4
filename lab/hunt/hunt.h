/*
 * hunt.h -- a search for the worst that an output can be made to say, over recipes whose truth is certain by rules
 *
 *   A witness is one recipe, or two, A and B, and a number of rows. What counts (HUNT_CLAIMS) is only what
 *   recipe_truth makes certain, of what the output claims; its size is a share of the output's range.
 */
#pragma once

#include "shard.h"
#include "store.h"

#include <pthread.h>
#include <signal.h>

/* A row for each claim: name, whether it has a second recipe, what it is. */
#define HUNT_CLAIMS(ROW)                                                                                            \
    ROW(FALSE_ALARM, "false-alarm", 0, "all that is claimed is 1, and the score is not")                            \
    ROW(FALSE_PRAISE, "false-praise", 0, "codes are noise, or each mixes all factors alike, and the score is high") \
    ROW(WRONG_ORDER, "wrong-order", 1, "B is worse than the perfect A in what is claimed, and scores higher")       \
    ROW(BLIND, "blind", 1, "A is perfect and B is noise, and they score alike")                                     \
    ROW(NOT_INVARIANT, "not-invariant", 1, "B is A in another order, unit or sign, or with dead codes")             \
    ROW(UNDEFINED, "undefined", 0, "all that is claimed is 1, no factor is constant, and there is no score")        \
    ROW(LENIENT, "lenient", 0, "codes are worse than perfect in what both claim, and it scores above the other metric")
#define HUNT_ENUM(id, name, two, text) HUNT_##id,
enum { HUNT_CLAIMS(HUNT_ENUM) HUNT_N_CLAIMS, HUNT_ALL = (1 << HUNT_LENIENT) - 1 };

/* A witness as numbers from 0 to 1; 0 is the simplest choice of each. */
enum { HUNT_GENES = 48, HUNT_WORDS = 1000 };

typedef struct hunt_witness {
    double gene[HUNT_GENES];
    char text[2][HUNT_WORDS]; /* canonical; [1] "": there is no second */
    size_t rows;
} hunt_witness;

enum { HUNT_SEEDS = 20, HUNT_MANY_ROWS = 20000, HUNT_KEPT = 3, HUNT_HANGS = 3 };
#define HUNT_FIRST_SEED UINT64_C(1000000) /* of confirmation: the search uses others */

/* A smaller violation is not reported. A score that hardly moves from perfect codes to noise is blind; one that moves
 * by half is a false alarm or a false praise, and reported as such. */
#define HUNT_LEAST(claim) ((claim) == HUNT_BLIND ? 0.8 : (claim) == HUNT_NOT_INVARIANT ? 0.02 : 0.1)

typedef struct hunt_size {
    double mean, low, high, score[2]; /* of the violation, and the mean scores of A and B, or of both metrics */
} hunt_size;

typedef struct hunt_found {
    int claim;
    hunt_witness at;
    hunt_size here, many; /* at its rows, at HUNT_MANY_ROWS */
    uint64_t reason;      /* of a search: the fewest words that do it */
} hunt_found;

/* Scores of one output while it is hunted: what its store is written by, one thread at a time, and what failed. */
typedef struct hunt_log {
    pthread_mutex_t lock;
    store *cells;       /* NULL: none */
    int64_t variant[2]; /* the metric, and the one that it is held against */
    double since;
    int fresh; /* scores are made again, whatever the store has */
    size_t calls, failed, hung, first_failed;
    char reason[200];    /* of the first that failed */
    assay_status status; /* the first that ended the hunt: all that is measured from then on is NaN */
    assay_error why;
} hunt_log;

typedef struct hunt_asked {
    const variant *of;
    const char *name; /* as it was typed, of a metric from outside; NULL: its id and variant name it */
    size_t output;
    const variant *against; /* of HUNT_LENIENT; NULL: none */
    const char *held_to;    /* "alignment=modularity": what an output that claims nothing is held to; NULL: nothing */
    uint32_t claims;        /* bits of HUNT_FALSE_ALARM, ... */
    size_t evaluations;
    uint64_t seed;
    uint32_t threads;
    store *cells; /* has scores and gets them; NULL: none */
    shard part;   /* a search is of one output and one claim; of them that are counted from `nth` those of this shard */
    size_t nth;
    const volatile sig_atomic_t *stop;
    void (*progress)(void *context, const struct hunt_asked *a, int claim, size_t done, size_t all, double best);
    void *context;
    hunt_log *log;                   /* of hunt_log_open */
    const struct hunt_result *found; /* until now */
} hunt_asked;

typedef struct hunt_result {
    hunt_found found[HUNT_N_CLAIMS * HUNT_KEPT];
    size_t n_found, reasons, evaluations; /* reasons: of what was found, over all claims */
    char unfit[256];                      /* why nothing of this metric can be certified; "": it can */
    char failed[256];                     /* "3 of 400 calls failed: candidate-error: ...", "" */
} hunt_result;

/* The properties that a->output is held to: what it claims, as far as the metric that it is held against does, too. */
uint32_t hunt_measures(const hunt_asked *a);

const char *hunt_claim_name(int claim);
const char *hunt_claim_text(int claim);

/* "the definition" or "dependent factors" where it holds at HUNT_MANY_ROWS, else "few rows". */
const char *hunt_fault_of(const hunt_found *f);
enum { HUNT_SENTENCE = 160 };
void hunt_words(const hunt_found *f, char to[HUNT_SENTENCE]); /* "scores 0.99 for codes of noise" */

/* Of not-invariant: the harmless step, the rows and the damage of a sequence that leaves none out. */
void hunt_spread(size_t nth, hunt_witness *w);

/* The witness of a claim that the genes describe; 0: its truth is not certain for these properties. */
int hunt_decode(int claim, uint32_t measures, hunt_witness *w);
int hunt_is_certain(int claim, uint32_t measures, const hunt_witness *w);

/* The scores of a->of go into a->cells, a transaction that is ended with hunt_log_close, which returns log->status. */
void hunt_log_open(const hunt_asked *a, hunt_log *to);
assay_status hunt_log_close(hunt_log *log);

typedef struct hunt_draws {
    size_t rows; /* 0: a witness's own */
    uint64_t first;
    size_t seeds;
} hunt_draws;

/* The violations of n witnesses; NaN where a score is undefined or failed (of HUNT_UNDEFINED: 1). The same for any
 * number of threads. */
void hunt_measure(const hunt_asked *a, int claim, const hunt_witness *w, size_t n, const hunt_draws *draws,
                  hunt_size *to);

/* At its rows, at HUNT_MANY_ROWS where that holds, on seeds that no search used. 0: it does not hold. */
int hunt_confirm(const hunt_asked *a, hunt_found *f);

assay_status hunt_search(const hunt_asked *a, hunt_result *to, assay_error *err);

/* Writes a folder DIR/METRIC-CLAIM-HASH; its path into to. */
assay_status hunt_certify(const hunt_asked *a, const hunt_found *f, const char *dir, char *to, size_t size,
                          assay_error *err);

/* Regenerates and scores again. ASSAY_OK and why "": it holds; else the field or file that does not match. run: also a
 * metric from outside that the certificate names. */
assay_status hunt_check(const char *folder, uint32_t threads, int run, char *why, size_t size, assay_error *err);
