/* The relations, what of a metric's options they are given, what they cost it, and what they let it take. */
#include "request.h"

#include "option_list.h"
#include "owned.h"
#include "wording.h"
#include "work.h"

#define RELATION(name) extern const relation_kind relation_##name;
#include "relations_list.h"
#undef RELATION

static const relation_kind *const relations[] = {
#define RELATION(name) &relation_##name,
#include "relations_list.h"
#undef RELATION
};

size_t relation_count(void) { return sizeof relations / sizeof *relations; }

const relation_kind *relation_at(size_t index) { return index < relation_count() ? relations[index] : NULL; }

const relation_kind *relation_find(const char *id)
{
    const size_t length = strcspn(id, ":");
    for (size_t r = 0; r < relation_count(); r++)
        if (strlen(relations[r]->id) == length && memcmp(relations[r]->id, id, length) == 0) return relations[r];
    return NULL;
}

/* ---- options ---- */

static int relation_has(const relation_kind *kind, const char *id)
{
    return kind && option_called(kind->options, kind->n_options, id) < kind->n_options;
}

/* The same choice where one of the two offers fewer words. */
static double value_for(const assay_option *theirs, const assay_option *ours, double value)
{
    if (!ours->words) return value;
    size_t w = 0;
    while (theirs->words[w] && strcmp(theirs->words[w], ours->words[(size_t)value]) != 0) w++;
    return theirs->words[w] ? (double)w : theirs->standard;
}

void relation_options_of(const assay_metric *metric, const double *option, const relation_kind *kind, double *to)
{
    assay_options_standard(kind->options, kind->n_options, to);
    for (size_t k = 0; k < kind->n_options; k++) {
        const size_t own = option_called(metric->options, metric->n_options, kind->options[k].id);
        if (own < metric->n_options) to[k] = value_for(&kind->options[k], &metric->options[own], option[own]);
    }
}

const char *assay_metric_relation(const assay_metric *metric, const double *option)
{
    if (!metric || (metric->n_options && !option)) return NULL;
    for (size_t k = 0; k < metric->n_options; k++)
        if ((metric->options[k].flags & (ASSAY_CHOOSES | ASSAY_OF_CLASSES)) == ASSAY_CHOOSES)
            return metric->options[k].words[(size_t)option[k]];
    return metric->relation;
}

/* The relation that a metric aggregates; NULL: it asks for none. */
static const relation_kind *kind_of(const assay_metric *metric, const double *option)
{
    const char *chosen = assay_metric_relation(metric, option);
    return chosen ? relation_find(chosen) : NULL;
}

int32_t assay_option_read(const assay_metric *metric, const double *option, size_t index)
{
    if (!metric || !option || index >= metric->n_options) return ASSAY_UNREAD;
    const char *id = metric->options[index].id;
    int32_t read = ASSAY_UNREAD;
    int owned = 0;
    for (size_t k = 0; k < metric->n_options; k++) {
        const assay_option *choice = &metric->options[k];
        if (!(choice->flags & ASSAY_CHOOSES)) continue;
        for (size_t w = 0; choice->words[w]; w++) {
            if (!relation_has(relation_find(choice->words[w]), id)) continue;
            owned = 1;
            const int32_t how = choice->flags & ASSAY_OF_CLASSES ? ASSAY_READ_OF_CLASSES : ASSAY_READ;
            if ((double)w == option[k] && how > read) read = how;
        }
    }
    return owned ? read : ASSAY_READ;
}

/* Adds "relation=mi-knn, which has neighbours, entropy". */
static void describe_choice(const assay_option *choice, double value, wording *to)
{
    const char *word = choice->words[(size_t)value];
    const relation_kind *kind = relation_find(word);
    wording_add(to, "%s%s=%s", to->used ? ", and " : "", choice->id, word);
    for (size_t k = 0; kind && k < kind->n_options; k++)
        wording_add(to, "%s%s", k ? ", " : ", which has ", kind->options[k].id);
}

static assay_status refuse(const assay_metric *metric, const double *option, size_t index, assay_error *err)
{
    char chosen[768];
    wording w = WORDING(chosen);
    for (size_t k = 0; k < metric->n_options; k++)
        if (metric->options[k].flags & ASSAY_CHOOSES) describe_choice(&metric->options[k], option[k], &w);
    return assay_fail(err, ASSAY_EUSAGE, "no option '%s' with %s", metric->options[index].id, chosen);
}

assay_status assay_options_settle(const assay_metric *metric, const assay_preset *preset, const char *changes,
                                  double *to, assay_error *err)
{
    if (!metric) return assay_fail(err, ASSAY_EUSAGE, "metric is NULL");
    const size_t n = metric->n_options;
    if (n && !to) return assay_fail(err, ASSAY_EUSAGE, "to is NULL: it takes the %zu options of %s", n, metric->id);
    OWNED double *change = zeroed(n, sizeof *change); /* NaN: none */
    if (!change) return no_memory(NULL, err);
    for (size_t k = 0; k < n; k++) change[k] = NAN;
    assay_options_standard(metric->options, n, to);
    ASSAY_TRY(assay_options_parse(metric->options, n, preset ? preset->options : NULL, to, err));
    ASSAY_TRY(assay_options_parse(metric->options, n, changes, change, err));
    for (size_t k = 0; k < n; k++)
        if (!isnan(change[k])) to[k] = change[k];
    for (size_t k = 0; k < n; k++)
        if (!isnan(change[k]) && assay_option_read(metric, to, k) == ASSAY_UNREAD) return refuse(metric, to, k, err);
    return ASSAY_OK;
}

size_t relation_key(const relation_kind *kind, const double *option, int stream, char *to, size_t size)
{
    wording w = wording_in(to, size);
    wording_add(&w, "%s", kind->id);
    for (size_t k = 0; k < kind->n_options; k++) {
        char value[64];
        if (kind->options[k].flags & ASSAY_NAMED_IF_SET && option[k] == kind->options[k].standard) continue;
        if (stream && kind->options[k].flags & ASSAY_BY_ORDER && option[k] == kind->options[k].low) continue;
        if (stream && kind->options[k].flags & ASSAY_TESTS) continue; /* a test of what is drawn, which draws nothing */
        assay_option_print(&kind->options[k], option[k], value, sizeof value);
        wording_add(&w, ":%s=%s", kind->options[k].id, value);
    }
    return w.used;
}

/* ---- costs ---- */

static double bytes_of(column_table of)
{
    if (of.whole) return (double)sizeof(double) * (double)of.n * (double)of.count;
    return (double)(sizeof(double) + sizeof(uint32_t)) * (double)of.sparse.start[of.count];
}

assay_size assay_size_of(const assay_rep *rep)
{
    if (!rep) return (assay_size){ 0 };
    assay_size size = { .n = rep->n, .n_factors = rep->n_factors, .n_codes = rep->n_codes, .dims = rep->dims };
    for (size_t i = 0; i < rep->n_factors; i++) {
        size.n_categorical += rep->levels[i] > 0;
        size.n_binary += rep->levels[i] == 2;
        size.n_values += rep->levels[i] > 0 ? (size_t)rep->levels[i] : WORK_CLASSES;
    }
    if (!rep->codes || !rep->factors) size.bytes = bytes_of(factors_table(rep)) + bytes_of(codes_table(rep));
    if (!rep->codes) size.n_zeros = rep->n * rep->n_codes - rep->sparse_codes.start[rep->n_codes];
    for (size_t k = 0; rep->codes && k < rep->n * rep->n_codes; k++) size.n_zeros += rep->codes[k] == 0.0;
    return size;
}

double relation_cost_within(const assay_metric *metric, const double *option, const char *relation,
                            const assay_size *size)
{
    double own[RELATION_OPTIONS_MOST];
    const relation_kind *kind = relation_find(relation);
    if (!kind) return 0.0; /* a word that names none */
    relation_options_of(metric, option, kind, own);
    return kind->cost(size, own);
}

double assay_metric_cost(const assay_metric *metric, const double *option, const assay_size *size)
{
    if (!metric || !size || (metric->n_options && !option)) return NAN;
    const char *chosen = assay_metric_relation(metric, option);
    if (!metric->cost && !chosen) return NAN;
    double cost = (double)(size->n_factors * size->n_codes);
    if (metric->cost) cost = metric->cost(size, option);
    if (chosen) cost += relation_cost_within(metric, option, chosen, size);
    if (size->bytes > 0.0 && !relation_takes_sparse(metric, option)) cost += (double)size->n * (double)size->n_codes;
    const int classes = size->n_categorical || !size->n_values;
    for (size_t k = 0; k < metric->n_options && classes; k++) {
        if (!(metric->options[k].flags & ASSAY_OF_CLASSES)) continue;
        const char *word = metric->options[k].words[(size_t)option[k]];
        if (!chosen || strcmp(word, chosen) != 0) cost += relation_cost_within(metric, option, word, size);
    }
    return cost;
}

double assay_metric_tolerance(const assay_metric *metric, const double *option)
{
    if (!metric || (metric->n_options && !option)) return 0.0;
    const relation_kind *kind = kind_of(metric, option);
    return fmax(kind && kind->solver ? kind->solver->tolerance : 0.0, metric->solver ? metric->solver->tolerance : 0.0);
}

double assay_metric_solver_cost(const assay_metric *metric, const double *option, const assay_size *size,
                                const char **work)
{
    if (work) *work = NULL;
    if (!metric || !size || (metric->n_options && !option)) return 0.0;
    const relation_kind *kind = kind_of(metric, option);
    double own[RELATION_OPTIONS_MOST], cost = 0.0;
    if (kind && kind->solver) {
        relation_options_of(metric, option, kind, own);
        cost += kind->solver->cost(size, own);
        if (work) *work = kind->solver->work;
    }
    if (metric->solver) {
        cost += metric->solver->cost(size, option);
        if (work) *work = metric->solver->work;
    }
    return cost;
}

/* ---- data ---- */

/* Whether rows may be drawn with replacement: whether a row that stands twice counts twice and changes nothing else.
 * Neighbours at distance 0, ties in ranks, and a row that is learnt from and held out at once are something else. */
static int relation_allows(const char *id)
{
    const relation_kind *kind = relation_find(id);
    return !kind || kind->repeats; /* a word that is no relation asks for none */
}

static int option_allows(const assay_metric *metric, const double *option, size_t k)
{
    const assay_option *of = &metric->options[k];
    if (assay_option_read(metric, option, k) == ASSAY_UNREAD) return 1;
    if (of->flags & ASSAY_CHOOSES) return relation_allows(of->words[(size_t)option[k]]);
    if (of->flags & ASSAY_PART_OF_ROWS) return option[k] == of->low; /* all rows */
    if (of->flags & ASSAY_TESTS) return option[k] == of->high;
    return !(of->flags & ASSAY_LAST_RANKS) || option[k] != of->high;
}

int relation_takes_sparse(const assay_metric *metric, const double *option)
{
    double own[RELATION_OPTIONS_MOST];
    const relation_kind *kind = kind_of(metric, option);
    if (!(metric->flags & ASSAY_SPARSE) || !kind) return (metric->flags & ASSAY_SPARSE) != 0;
    relation_options_of(metric, option, kind, own);
    return kind->sparse && kind->sparse(own);
}

int relation_takes_cyclic(const assay_metric *metric, const double *option)
{
    const relation_kind *kind = kind_of(metric, option);
    if (metric->flags & ASSAY_CODES_ALONE) return 1;
    return metric->flags & ASSAY_CYCLIC && (!kind || kind->cyclic);
}

int relation_rows_may_repeat(const assay_metric *metric, const double *option)
{
    int may = (metric->flags & ASSAY_REPEATS) && (!metric->relation || relation_allows(metric->relation));
    for (size_t k = 0; k < metric->n_options && may; k++) may = option_allows(metric, option, k);
    return may;
}

/* ---- what relations are filled and asked for ---- */

assay_status relation_lend(assay_call *call, assay_relation *to, relation_cells *own)
{
    const size_t m = to->n_factors, d = to->n_codes;
    ASSAY_TRY(LEND(call, LOAN(own->value, m * d), LOAN(own->factor_total, m), LOAN(own->code_total, d),
                   LOAN(own->quality, m)));
    to->value = own->value;
    to->factor_total = own->factor_total;
    to->code_total = own->code_total;
    return ASSAY_OK;
}

assay_status relation_code_totals(const assay_rep *rep, assay_call *call, const relation_cells *to)
{
    const extents *z;
    ASSAY_TRY(extents_of_codes(rep, call, rep->n, &z));
    for (size_t j = 0; j < rep->n_codes; j++) to->code_total[j] = z->high[j] > z->low[j] ? 1.0 : 0.0;
    return ASSAY_OK;
}

assay_status relation_named(assay_call *call, const char *name, const assay_relation **to)
{
    char id[512];
    double option[RELATION_OPTIONS_MOST];
    const relation_kind *kind = relation_find(name);
    if (!kind) return call->fail(call, ASSAY_EINTERNAL, "no relation '%s'", name);
    relation_options_of(call->metric, call->option, kind, option);
    if (relation_key(kind, option, 0, id, sizeof id) >= sizeof id)
        return call->fail(call, ASSAY_EINTERNAL, "the relation's options are too long: %.80s...", id);
    return call->relation(call, id, to);
}

assay_status relation_asked(assay_call *call, size_t place, const assay_relation **to)
{
    return relation_named(call, call->metric->options[place].words[(size_t)call->option[place]], to);
}

assay_status relation_fixed(assay_call *call, const assay_relation **to)
{
    return relation_named(call, call->metric->relation, to);
}
