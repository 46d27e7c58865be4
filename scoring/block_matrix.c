/*
 * What blocks of codes tell of blocks of factors, as block identifiability asks it: every pair of blocks is a
 * representation of its own.
 *
 *     r2-heldout        the mean R2 of the block's factors, given all codes of the block
 *     r2-heldout-codes  the same from the factors to the codes
 *     mcc-weak          canonical correlations of the two blocks, on rows held out
 *     mi-knn            their mutual information, neighbours being those of all columns together (mi_blocks.h)
 *
 * Source   von Kuegelgen et al. 2021, arXiv:2106.04619, definition 4.1 and section 5: R2 between blocks; Lachapelle and
 *          Lacoste-Julien 2022, arXiv:2207.07732, for several blocks.
 * R1  A block of which one value is undefined is undefined, for the same reason.
 * R2  Classes are no numbers: as what is regressed on, and in mi-knn, they do not apply; nor do absent values and
 *     circles.
 */
#include "mi_blocks.h"
#include "near_name.h"
#include "scoring_inside.h"

enum { R2, R2_CODES, MCC, MI, MATRICES };
static const char *const matrix_id[MATRICES] = { "r2-heldout", "r2-heldout-codes", "mcc-weak", "mi-knn" };
enum { NEIGHBOURS = 3 };

typedef struct block {
    size_t first, count;
} block;

/* Blocks of one side, and what they are called. */
typedef struct blocks {
    const assay_rep *rep;
    int32_t axis;
    size_t columns, count;
    block *at;
    const char **name;
} blocks;

/* By its name, or else by its place from 1 on; SIZE_MAX: there is none. */
static size_t column_called(const blocks *of, const char *name, size_t length)
{
    char *end;
    for (size_t k = 0; k < of->columns; k++) {
        const char *own = NAME_OF(of->rep, of->axis, k);
        if (strncmp(own, name, length) == 0 && !own[length]) return k;
    }
    const unsigned long place = length && name[0] >= '0' && name[0] <= '9' ? strtoul(name, &end, 10) : 0;
    return place && end == name + length && place <= of->columns ? place - 1 : SIZE_MAX;
}

static assay_status no_column(const blocks *of, size_t number, const char *name, size_t length, assay_error *err)
{
    char typed[64];
    snprintf(typed, sizeof typed, "%.*s", (int)(length < 60 ? length : 60), name);
    near_name near = near_to(typed);
    for (size_t k = 0; k < of->columns; k++) near_offer(&near, NAME_OF(of->rep, of->axis, k));
    return assay_fail(err, ASSAY_EUSAGE, "block %zu: %s", number, no_such(&near, axis_name(of->axis), NULL, NULL));
}

/* "z4", "4", "z1..z3", "1-3"; names may have a '-' of their own. */
static assay_status read_block(const blocks *of, const char *word, size_t length, block *to, assay_error *err)
{
    const size_t number = (size_t)(to - of->at) + 1;
    size_t first = column_called(of, word, length), last = first, split = 0, wide = 0;
    for (size_t k = 1; k + 1 < length && first == SIZE_MAX; k++) {
        const size_t sign = word[k] == '-' ? 1 : word[k] == '.' && word[k + 1] == '.' ? 2 : 0;
        if (!sign) continue;
        split = k, wide = sign;
        first = column_called(of, word, k);
        last = column_called(of, word + k + sign, length - k - sign);
        if (last == SIZE_MAX && first != SIZE_MAX) break;
    }
    if (!length) return assay_fail(err, ASSAY_EUSAGE, "block %zu has no %s", number, axis_name(of->axis));
    if (first == SIZE_MAX) return no_column(of, number, word, split ? split : length, err);
    if (last == SIZE_MAX) return no_column(of, number, word + split + wide, length - split - wide, err);
    if (last < first)
        return assay_fail(err, ASSAY_EUSAGE, "block %zu: %.*s stands behind its end; name the first one first", number,
                          (int)(length < 60 ? length : 60), word);
    *to = (block){ first, last - first + 1 };
    for (const block *other = of->at; other < to; other++)
        if (first < other->first + other->count && other->first <= last)
            return assay_fail(err, ASSAY_EUSAGE, "blocks %zu and %zu both have %s %s", (size_t)(other - of->at) + 1,
                              number, axis_name(of->axis),
                              NAME_OF(of->rep, of->axis, first > other->first ? first : other->first));
    return ASSAY_OK;
}

/* text NULL: every column is a block of its own. */
static assay_status read_blocks(const char *text, arena *memory, blocks *to, assay_error *err)
{
    to->count = text ? 1 : to->columns;
    for (const char *at = text; at && *at; at++) to->count += *at == ',';
    to->at = arena_alloc(memory, to->count, sizeof *to->at);
    to->name = arena_alloc(memory, to->count, sizeof *to->name);
    if (!to->at || !to->name) return ASSAY_ENOMEM;
    for (size_t k = 0; k < to->count; k++) {
        const size_t length = text ? strcspn(text, ",") : 0;
        char *name = text ? arena_alloc(memory, length + 1, 1) : arena_text(memory, NAME_OF(to->rep, to->axis, k));
        if (!name) return ASSAY_ENOMEM;
        to->name[k] = name;
        to->at[k] = (block){ k, 1 };
        if (!text) continue;
        memcpy(name, text, length);
        ASSAY_TRY(read_block(to, text, length, &to->at[k], err));
        text += length + 1;
    }
    return ASSAY_OK;
}

/* The columns of a block, as whole ones, and their names. */
static double *take(column_table of, const assay_rep *rep, int32_t axis, const block *b, arena *memory,
                    const char *const **names)
{
    double *to = arena_alloc(memory, b->count * of.n, sizeof *to);
    const char **name = arena_alloc(memory, b->count, sizeof *name);
    for (size_t k = 0; to && name && k < b->count; k++) {
        const double *column = column_lent(&of, b->first + k, to + k * of.n);
        if (column != to + k * of.n) memcpy(to + k * of.n, column, of.n * sizeof *to);
        name[k] = arena_text(memory, NAME_OF(rep, axis, b->first + k));
        if (!name[k]) return NULL;
    }
    *names = name;
    return name ? to : NULL;
}

/* What of a block is no number on a line, R2; NULL: nothing is. */
static const char *no_numbers(const assay_rep *pair)
{
    for (size_t i = 0; i < pair->n_factors; i++) {
        if (pair->levels[i] > 2 && !(pair->period[i] < 0.0))
            return "not-applicable: the block has classes, which are no numbers";
        if (factor_period(pair, i) > 0.0) return "not-applicable: the block has a cyclic factor";
    }
    for (size_t s = 0; s < pair->n * pair->n_factors; s++)
        if (isnan(pair->factors[s])) return "not-applicable: some values of the block are absent";
    return NULL;
}

/* What is asked of every pair of blocks. */
typedef struct asking {
    const assay_rep *rep;
    size_t which;
    uint64_t seed;
    uint32_t jobs;
    arena work, *memory; /* until the next cell; of the matrix */
} asking;

typedef struct cell {
    double value;
    const char *why; /* it is NaN; NULL: it is not */
} cell;

/* The overall value of the metric's first output, R1. */
static assay_status ask(const asking *a, const assay_rep *pair, const char *metric, cell *to, assay_error *err)
{
    FREED(assay_scores_free) assay_scores scores = { 0 };
    const scoring_place where = { a->seed, "", "" };
    ASSAY_TRY(score_list(pair, &where, a->jobs, metric, NULL, &scores, err));
    const assay_score *of = &scores.at[0];
    const assay_item *item = &of->overall;
    for (size_t k = 0; k < of->n_items && !item->undefined; k++)
        if (of->items[k].undefined) item = &of->items[k];
    *to = (cell){ item->value, item->undefined ? arena_text(a->memory, item->undefined) : NULL };
    return item->undefined && !to->why ? ASSAY_ENOMEM : ASSAY_OK;
}

static assay_status make_cell(asking *a, const block *v, const block *z, cell *to, assay_error *err)
{
    const assay_rep *rep = a->rep;
    arena *work = &a->work;
    assay_rep pair = {
        .abi = ASSAY_ABI, .n = rep->n, .n_factors = v->count, .n_codes = z->count, .learns = rep->learns
    };
    int32_t *levels = arena_alloc(work, v->count, sizeof *levels);
    double *period = arena_alloc(work, v->count, sizeof *period);
    double *x = take(factors_table(rep), rep, ASSAY_PER_FACTOR, v, work, &pair.factor_names);
    double *y = take(codes_table(rep), rep, ASSAY_PER_CODE, z, work, &pair.code_names);
    if (!levels || !period || !x || !y) return ASSAY_ENOMEM;
    for (size_t i = 0; i < v->count; i++) {
        levels[i] = rep->levels ? rep->levels[v->first + i] : 0;
        period[i] = rep->period ? rep->period[v->first + i] : 0.0;
    }
    pair.factors = x, pair.codes = y, pair.levels = levels, pair.period = period;
    for (size_t k = 0; k < 3; k++) pair.truth[k] = NAN;
    *to = (cell){ NAN, a->which == R2_CODES || a->which == MI ? no_numbers(&pair) : NULL };
    if (a->which == MI && !to->why && rep->n < NEIGHBOURS + 2) to->why = "too-few-samples: five rows at least";
    if (to->why) return ASSAY_OK;
    if (a->which == MI) {
        assay_stream noise;
        assay_stream_seed(&noise, a->seed);
        return mi_of_blocks(x, v->count, y, z->count, rep->n, NEIGHBOURS, &noise, &to->value);
    }
    if (a->which == R2_CODES) {
        const assay_rep back = pair;
        pair.n_factors = z->count, pair.n_codes = v->count;
        pair.factors = y, pair.codes = x;
        pair.factor_names = back.code_names, pair.code_names = back.factor_names;
        pair.levels = NULL, pair.period = NULL;
    }
    return ask(a, &pair, a->which == MCC ? matrix_id[MCC] : matrix_id[R2], to, err);
}

static assay_status make_cells(asking *a, const blocks *v, const blocks *z, assay_matrix *to, assay_error *err)
{
    const size_t count = v->count * z->count;
    double *value = arena_alloc(a->memory, count, sizeof *value);
    const char **why = arena_alloc(a->memory, count, sizeof *why);
    assay_status status = value && why ? ASSAY_OK : ASSAY_ENOMEM;
    for (size_t k = 0; k < count && status == ASSAY_OK; k++) {
        cell one;
        arena_reset(&a->work);
        status = make_cell(a, &v->at[k / z->count], &z->at[k % z->count], &one, err);
        if (status == ASSAY_OK) value[k] = one.value, why[k] = one.why;
    }
    arena_free(&a->work);
    to->relation = (assay_relation){ .n_factors = v->count, .n_codes = z->count, .value = value };
    to->factor_blocks = v->name, to->code_blocks = z->name, to->undefined = why;
    return status;
}

const char *assay_block_matrix_at(size_t index) { return index < MATRICES ? matrix_id[index] : NULL; }

static void matrix_dropped(assay_matrix **matrix) { assay_matrix_free(*matrix); }

assay_status assay_block_matrix_make(const assay_rep *rep, const char *id, const char *factor_blocks,
                                     const char *code_blocks, uint64_t seed, uint32_t jobs, assay_matrix *to,
                                     assay_error *err)
{
    size_t which = 0;
    if (!to) return assay_fail(err, ASSAY_EUSAGE, "to is NULL: the matrix has no place");
    *to = (assay_matrix){ 0 };
    while (which < MATRICES && strcmp(matrix_id[which], id ? id : "") != 0) which++;
    if (which == MATRICES) {
        near_name near = near_among(id, matrix_id, MATRICES);
        return assay_fail(err, ASSAY_EUSAGE, "%s", no_such(&near, "matrix of blocks", NULL, NULL));
    }
    ASSAY_TRY(scoring_check(rep, err));
    if (!rep->n_factors) return assay_fail(err, ASSAY_EINPUT, "blocks: there are codes alone, and no factors");
    blocks v = { .rep = rep, .axis = ASSAY_PER_FACTOR, .columns = rep->n_factors },
           z = { .rep = rep, .axis = ASSAY_PER_CODE, .columns = rep->n_codes };
    FREED(matrix_dropped) assay_matrix *made = to; /* unless it is made */
    scoring *s = to->owner = scoring_new();        /* whose memory it lives in */
    if (!s) return no_memory(NULL, err);
    asking all = { .rep = rep, .which = which, .seed = seed, .jobs = jobs, .memory = &s->kept };
    ASSAY_TRY(memory_named(read_blocks(factor_blocks, &s->kept, &v, err), NULL, err));
    ASSAY_TRY(memory_named(read_blocks(code_blocks, &s->kept, &z, err), NULL, err));
    ASSAY_TRY(memory_named(make_cells(&all, &v, &z, to, err), NULL, err));
    (void)given(&made);
    return ASSAY_OK;
}
