/* Strips as tables and as JSON. */
#include "choice_table.h"

#include "claim_names.h"
#include "json_number.h"
#include "names.h"

#include <string.h>

void condition_text(const choice_condition *c, char *to, size_t size)
{
    if (c->rows) snprintf(to, size, "%llu rows", (unsigned long long)c->rows);
    else snprintf(to, size, "%s=%s", c->name, c->word);
}

void choice_hurt_text(const choice_property *p, const choice_strip *s, char *to, size_t size)
{
    wording w = wording_in(to, size);
    for (int k = 0; k < 2 && s->hurt[k] >= 0; k++) {
        char name[64], one[96];
        condition_text(&p->condition[s->hurt[k]], name, sizeof name);
        snprintf(one, sizeof one, "%s %.2f", name, s->under[s->hurt[k]].effect);
        wording_join(&w, ", ", one);
    }
}

void choice_worst_text(const choice_property *p, const choice_strip *s, char *to, size_t size)
{
    char under[64];
    to[0] = '\0';
    if (s->worst < 0) return;
    condition_text(&p->condition[s->worst], under, sizeof under);
    snprintf(to, size, "%.2f %s", s->under[s->worst].of.value, under);
}

static void add_strip(grid *g, const choice_property *p, const choice_strip *s)
{
    char name[160], undefined[240] = "", hurt[200], worst[96], interval[64];
    wording w = WORDING(undefined);
    series_text(s->of, name, sizeof name);
    if (!choice_is_control(s)) add_undefined(&w, p, s);
    GRID_ROW(g, GRID_TEXT(name));
    if (s->leads) grid_strong(g);
    grid_interval_text(s->all.value, (const double[]){ s->all.low, s->all.high }, 2, interval, sizeof interval);
    if (s->of->remark) grid_text(g, "not ranked");
    else if (s->all.pairs < CHOICE_LEAST) grid_text(g, "%zu defined: too few", s->all.pairs);
    else grid_written(g, s->all.value, interval);
    if (s->leads) grid_mark(g, 'a');
    if (s->below) grid_mark(g, 'b');
    if (s->defined < 1.0) grid_mark(g, 'c');
    if (choice_is_chance(s)) grid_mark(g, 'g');
    if (s->is_partial) grid_mark(g, 'd');
    if (!choice_is_control(s) && !s->is_single) grid_mark(g, s->of->measures & 7 ? 'e' : 'f');
    if (p->banks_alone && s->leads) grid_text(g, "%zu of %zu banks", s->leads_in, p->banks_alone);
    else if (p->banks_alone) grid_text(g, "%s", "");
    choice_worst_text(p, s, worst, sizeof worst);
    grid_text(g, "%s", worst);
    choice_hurt_text(p, s, hurt, sizeof hurt);
    if (undefined[0]) snprintf(hurt + strlen(hurt), sizeof hurt - strlen(hurt), "%s", undefined + (hurt[0] ? 0 : 2));
    GRID_CELLS(g, GRID_TEXT(hurt), GRID_NUMBER(s->resolution, 2),
               isinf(s->false_difference) ? GRID_TEXT("no response") : GRID_NUMBER(s->false_difference, 2),
               GRID_NUMBER(s->seconds * 1e3, 1));
}

static int is_kept(const choice_property *p, size_t k, size_t most)
{
    return k < most || choice_is_control(&p->strip[k]) || p->strip[k].leads;
}

/* What the marks mean that a strip has. */
static void note_marks(grid *g, const choice_property *p, size_t most)
{
    int below = 0, undefined = 0, partial = 0, several = 0, none = 0, chance = 0;
    for (size_t k = 0; k < p->n_strips; k++) {
        if (!is_kept(p, k, most)) continue;
        below |= p->strip[k].below != NULL;
        undefined |= p->strip[k].defined < 1.0;
        partial |= p->strip[k].is_partial;
        chance |= choice_is_chance(&p->strip[k]);
        if (choice_is_control(&p->strip[k]) || p->strip[k].is_single) continue;
        if (p->strip[k].of->measures & 7) several = 1;
        else none = 1;
    }
    if (below) grid_note(g, 'b', "certainly below a control, which measures nothing of the property");
    if (undefined)
        grid_note(g, 'c', "undefined for some pairs, which do not count; a leader is defined on nine of ten");
    if (partial) grid_note(g, 'd', "not scored on all pairs: compared with no other");
    if (chance) grid_note(g, 'g', "not distinguishable from a constant: the interval contains one half");
    if (several) grid_note(g, 'e', "claims other properties, too: its change does not say which one changed");
    if (none) grid_note(g, 'f', "claims no property: it may order pairs, and does not lead");
}

static void note_leaders(grid *g, const choice_property *p)
{
    char why[6000];
    if (p->leaders && p->rivals == 1)
        grid_note(
            g, 0,
            "What leads was compared with controls alone: no other score of %s alone is defined on nine of ten pairs.",
            claim_name(p->claim));
    choice_sentence(p, why, sizeof why);
    if (!p->leaders) grid_note(g, 0, "%s", why);
    else
        grid_note(g, 'a',
                  "leads: claims this property alone, is certainly above every control, and no other such metric is "
                  "certainly above it (level .05 for all comparisons together)");
}

grid *choice_grid(const choice *c, const choice_property *p, size_t most)
{
    char caption[1200], like[80] = "", nearest[64] = "";
    if (c->is_part) snprintf(like, sizeof like, " like the data asked for, of %zu", p->usual_there);
    if (c->rows_asked != c->rows)
        snprintf(nearest, sizeof nearest, ", its nearest to %llu", (unsigned long long)c->rows_asked);
    snprintf(caption, sizeof caption,
             "Which metric to report for %s: concordance, how often the better of two representations scores higher, "
             "whatever else differs (%zu pairs of known order%s of %zu bank%s, %llu rows%s)",
             claim_name(p->claim), p->usual, like, p->banks, p->banks == 1 ? "" : "s", (unsigned long long)c->rows,
             nearest);
    if (p->too_few) *strchr(caption, ':') = '\0';
    grid *g = grid_new(caption);
    if (p->too_few) {
        choice_sentence(p, caption, sizeof caption);
        grid_note(g, 0, "%s", caption);
        return g;
    }
    GRID_COLUMNS(g, { "metric", "Metric", GRID_LEFT }, { "concordance", "Concordance", GRID_RIGHT });
    if (p->banks_alone) GRID_COLUMNS(g, { "leads_in", "Leads in", GRID_LEFT });
    GRID_COLUMNS(g, { "worst", "Worst, under", GRID_LEFT }, { "hurt_by", "Hurt most by", GRID_LEFT },
                 { "resolution", "Resolution", GRID_RIGHT }, { "false_difference", "False difference", GRID_RIGHT },
                 { "milliseconds", "ms", GRID_RIGHT });
    grid_stub(g, 1);
    size_t left = 0;
    for (size_t k = 0; k < p->n_strips; k++)
        if (is_kept(p, k, most)) add_strip(g, p, &p->strip[k]);
        else left++;
    if (left) grid_note(g, '%', "%zu scores of lower concordance are left out: --all has them", left);
    note_leaders(g, p);
    note_marks(g, p, most);
    for (size_t k = 0; k < p->n_strips; k++)
        if (p->strip[k].of->remark) grid_note(g, 0, "%s", p->strip[k].of->remark);
    choice_unscored(p, caption, sizeof caption);
    if (caption[0]) grid_note(g, 0, "%s", caption);
    grid_note(
        g, 0,
        "A constant, a random score and a detector of any signal have .5. Intervals: 95 %%, of what other banks would "
        "give.");
    grid_note(g, 0,
              "Hurt: change against pairs that differ in this condition alone, where it is certain. Resolution: "
              "difference in truth from which 95 of 100 pairs are ordered rightly. False difference: 95 %% point of "
              "differences between representations that have the property alike, in units of the response.");
    return g;
}

#define COLUMNS(COLUMN)                                                                                   \
    COLUMN("property", grid_text(g, "%s", claim_name(p->claim)))                                          \
    COLUMN("metric", grid_text(g, "%s", s->of->metric))                                                   \
    COLUMN("preset", grid_text(g, "%s", s->of->preset))                                                   \
    COLUMN("output", grid_text(g, "%s", s->of->output))                                                   \
    COLUMN("control", grid_count(g, (uint64_t)choice_is_control(s)))                                      \
    COLUMN("claims", grid_text(g, "%s", claims_text(s->of->measures)))                                    \
    COLUMN("leading", grid_count(g, (uint64_t)s->leads))                                                  \
    COLUMN("remark", grid_text(g, "%s", s->of->remark ? s->of->remark : ""))                              \
    COLUMN("leads_in", grid_count(g, s->leads_in))                                                        \
    COLUMN("banks", grid_count(g, p->banks))                                                              \
    COLUMN("below_control", grid_text(g, "%s", s->below ? s->below->metric : ""))                         \
    COLUMN("pairs", grid_count(g, s->all.pairs))                                                          \
    COLUMN("complete", grid_count(g, (uint64_t)!s->is_partial))                                           \
    COLUMN("concordance", grid_number(g, s->all.value, 4))                                                \
    COLUMN("low", grid_number(g, s->all.low, 4))                                                          \
    COLUMN("high", grid_number(g, s->all.high, 4))                                                        \
    COLUMN("defined", grid_number(g, s->defined, 4))                                                      \
    COLUMN("worst_condition", grid_text(g, "%s", worst))                                                  \
    COLUMN("worst", grid_number(g, s->worst < 0 ? NAN : s->under[s->worst].of.value, 4))                  \
    COLUMN("hurt_by", grid_text(g, "%s", hurt))                                                           \
    COLUMN("resolution", grid_number(g, s->resolution, 4))                                                \
    COLUMN("false_difference", grid_number(g, isinf(s->false_difference) ? NAN : s->false_difference, 4)) \
    COLUMN("rows", grid_number(g, s->rows ? (double)s->rows : NAN, 0))                                    \
    COLUMN("seconds", grid_number(g, s->seconds, 6))

grid *choice_rows_grid(const choice *c)
{
    grid *g = grid_new("");
    COLUMNS(GRID_NAME)
    for (size_t k = 0; k < 3; k++) {
        const choice_property *p = &c->property[k];
        for (size_t i = 0; i < p->n_strips; i++) {
            const choice_strip *s = &p->strip[i];
            char worst[96] = "", hurt[200];
            if (s->worst >= 0) condition_text(&p->condition[s->worst], worst, sizeof worst);
            choice_hurt_text(p, s, hurt, sizeof hurt);
            grid_row(g);
            COLUMNS(GRID_PUT)
        }
    }
    return g;
}

static json_t *strip_json(const choice_property *p, const choice_strip *s)
{
    json_t *conditions = json_array();
    for (size_t k = 0; k < p->n_conditions; k++) {
        const choice_effect *u = &s->under[k];
        char name[64];
        if (u->of.pairs < CHOICE_LEAST) continue;
        condition_text(&p->condition[k], name, sizeof name);
        json_array_append_new(conditions,
                              json_pack("{s:s, s:I, s:o, s:o, s:o, s:o, s:o, s:o}", "condition", name, "pairs",
                                        (json_int_t)u->of.pairs, "concordance", json_number(u->of.value), "low",
                                        json_number(u->of.low), "high", json_number(u->of.high), "effect",
                                        json_number(u->effect), "effect_low", json_number(u->low), "effect_high",
                                        json_number(u->high)));
    }
    return json_pack(
        "{s:s, s:s, s:s, s:s, s:I, s:o, s:o, s:o, s:s?, s:b, s:b, s:I, s:b, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",
        "metric", s->of->metric, "preset", s->of->preset, "output", s->of->output, "claims",
        claims_text(s->of->measures), "pairs", (json_int_t)s->all.pairs, "concordance", json_number(s->all.value),
        "low", json_number(s->all.low), "high", json_number(s->all.high), "remark", s->of->remark, "at_chance",
        choice_is_chance(s), "leading", s->leads, "leads_in", (json_int_t)s->leads_in, "control",
        (s->of->flags & ASSAY_CONTROL) != 0, "below_control", s->below ? json_string(s->below->metric) : json_null(),
        "defined", json_number(s->defined), "resolution", json_number(s->resolution), "false_difference",
        json_number(s->false_difference), "rows", s->rows ? json_integer((json_int_t)s->rows) : json_null(), "seconds",
        json_number(s->seconds), "conditions", conditions);
}

assay_status choice_json(const choice *c, FILE *to, assay_error *err)
{
    json_t *properties = json_array();
    for (int p = 0; p < 3; p++) {
        const choice_property *property = &c->property[p];
        if (!property->n_strips && !property->too_few) continue;
        json_t *outputs = json_array();
        char sentence[6000];
        choice_sentence(property, sentence, sizeof sentence);
        for (size_t k = 0; k < property->n_strips; k++)
            json_array_append_new(outputs, strip_json(property, &property->strip[k]));
        json_array_append_new(
            properties,
            json_pack("{s:s, s:s, s:I, s:I, s:I, s:I, s:I, s:o}", "property", claim_name(property->claim), "sentence",
                      sentence, "pairs", (json_int_t)property->usual, "pairs_of_all_kinds",
                      (json_int_t)property->usual_there, "banks", (json_int_t)property->banks, "banks_that_rank",
                      (json_int_t)property->banks_alone, "rows", (json_int_t)c->rows, "outputs", outputs));
    }
    json_t *all = json_pack("{s:o}", "properties", properties);
    const int failed = !all || json_dumpf(all, to, JSON_INDENT(1) | JSON_REAL_PRECISION(17)) || fputc('\n', to) == EOF;
    json_decref(all);
    return failed ? assay_fail(err, ASSAY_EENVIRONMENT, "the JSON could not be written") : ASSAY_OK;
}
