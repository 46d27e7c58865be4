/* Strips as tables and as JSON. */
#include "choice_table.h"

#include "claim_names.h"
#include "json_number.h"
#include "needed.h"

#include <string.h>

const char *choice_hurt_text(const choice_property *p, const choice_strip *s)
{
    const char *text = "";
    for (int k = 0; k < 2 && s->hurt[k] >= 0; k++)
        text = phrase("%s%s%s %.2f", text, k ? ", " : "", condition_text(&p->condition[s->hurt[k]]),
                      s->under[s->hurt[k]].effect);
    return text;
}

const char *choice_worst_text(const choice_property *p, const choice_strip *s)
{
    if (s->worst < 0) return "";
    return phrase("%.2f %s", s->under[s->worst].of.value, condition_text(&p->condition[s->worst]));
}

static void add_strip(grid *g, const choice_property *p, const choice_strip *s)
{
    const char *undefined = choice_is_control(s) ? "" : choice_undefined_text(p, s), *hurt = choice_hurt_text(p, s);
    const double ends[] = { s->all.low, s->all.high };
    GRID_ROW(g, GRID_TEXT(series_text(s->of)));
    if (s->leads) grid_strong(g);
    if (s->of->remark) grid_text(g, "not ranked");
    else if (s->all.pairs < CHOICE_LEAST) grid_text(g, "%zu defined: too few", s->all.pairs);
    else grid_written(g, s->all.value, grid_interval_text(s->all.value, ends, 2));
    if (s->leads) grid_mark(g, 'a');
    if (s->below) grid_mark(g, 'b');
    if (s->defined < 1.0) grid_mark(g, 'c');
    if (choice_is_chance(s)) grid_mark(g, 'g');
    if (s->is_partial) grid_mark(g, 'd');
    if (!choice_is_control(s) && !s->is_single) grid_mark(g, s->of->measures & 7 ? 'e' : 'f');
    if (p->banks_alone && s->leads) grid_text(g, "%zu of %zu banks", s->leads_in, p->banks_alone);
    else if (p->banks_alone) grid_text(g, "%s", "");
    GRID_CELLS(g, GRID_TEXT(choice_worst_text(p, s)),
               GRID_TEXT(phrase("%s%s", hurt, undefined + (*undefined && !*hurt ? 2 : 0))),
               GRID_NUMBER(s->resolution, 2),
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
    if (p->leaders && p->rivals == 1)
        grid_note(g, 0,
                  "What leads was compared with controls alone: no other metric of %s alone is scored and defined on "
                  "nine of ten pairs.",
                  claim_name(p->claim));
    if (!p->leaders) grid_note(g, 0, "%s", choice_sentence(p));
    else
        grid_note(g, 'a',
                  "leads: claims this property alone, is certainly above every control, and no other such metric is "
                  "certainly above it (level .05 for all comparisons together)");
}

grid *choice_grid(const choice *c, const choice_property *p, size_t most)
{
    const char *title = phrase("Which metric to report for %s", claim_name(p->claim)), *unscored = choice_unscored(p);
    if (p->too_few) {
        grid *none = grid_new(title);
        grid_note(none, 0, "%s", choice_sentence(p));
        return none;
    }
    grid *g = grid_new(
        phrase("%s: concordance, how often the better of two representations scores higher, whatever else differs (%zu "
               "pairs of known order%s of %zu bank%s, %llu rows%s)",
               title, p->usual, c->is_part ? phrase(" like the data asked for, of %zu", p->usual_there) : "", p->banks,
               p->banks == 1 ? "" : "s", (unsigned long long)c->rows,
               c->rows_asked == c->rows ? "" : phrase(", its nearest to %llu", (unsigned long long)c->rows_asked)));
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
    if (*unscored) grid_note(g, 0, "%s", unscored);
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
    COLUMN("hurt_by", grid_text(g, "%s", choice_hurt_text(p, s)))                                         \
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
            const char *worst = s->worst < 0 ? "" : condition_text(&p->condition[s->worst]);
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
        if (u->of.pairs < CHOICE_LEAST) continue;
        const char *name = condition_text(&p->condition[k]);
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
        for (size_t k = 0; k < property->n_strips; k++)
            json_array_append_new(outputs, strip_json(property, &property->strip[k]));
        json_array_append_new(
            properties,
            json_pack("{s:s, s:s, s:I, s:I, s:I, s:I, s:I, s:o}", "property", claim_name(property->claim), "sentence",
                      choice_sentence(property), "pairs", (json_int_t)property->usual, "pairs_of_all_kinds",
                      (json_int_t)property->usual_there, "banks", (json_int_t)property->banks, "banks_that_rank",
                      (json_int_t)property->banks_alone, "rows", (json_int_t)c->rows, "outputs", outputs));
    }
    json_t *all = json_pack("{s:o}", "properties", properties);
    const int failed = !all || json_dumpf(all, to, JSON_INDENT(1) | JSON_REAL_PRECISION(17)) || fputc('\n', to) == EOF;
    json_decref(all);
    return failed ? assay_fail(err, ASSAY_EENVIRONMENT, "the JSON could not be written") : ASSAY_OK;
}
