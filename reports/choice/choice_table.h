/* choice_table.h -- strips as tables and as JSON. */
#pragma once

#include "choice.h"
#include "grid.h"

/* A grid of one property: its strips from the highest concordance down, notes that say what leads. Of more than `most`
 * scores the first, those that lead and the controls. */
grid *choice_grid(const choice *c, const choice_property *of, size_t most);

/* {"properties": [{"property", "pairs", "outputs": [{"metric", "preset", "output", "concordance", "low", "high",
 * ...}]}]}
 */
assay_status choice_json(const choice *c, FILE *to, assay_error *err);

/* The strips of all properties as rows for programs. */
grid *choice_rows_grid(const choice *c);

/* What leads, in a sentence or two. */
const char *choice_sentence(const choice_property *of);

/* What leads for each property, of what claims it alone, in one line without a full stop; "": no pairs were scored. */
const char *choice_found(const choice *c);

/* The built-in metrics that claim the property and have no strip, and how to add one; "": all have one. */
const char *choice_unscored(const choice_property *of);

/* For the methods of a paper, one paragraph: what leads for each property and its source. "": nothing leads. */
const char *choice_paragraph(const choice *c);

/* BibTeX entries of the sources that the paragraph names, with the DOI of what is on arXiv; "": it names none. */
const char *choice_references(const choice *c);

/* One entry, of the first work that a source cites, "ours, after Kim and Mnih 2018", as literature.csv has it, else as
 * the source says. NULL: it has no year and cites nothing. */
const char *choice_reference(const char *id, const char *title, const char *source);

/* "noise=better-side -0.21, 200 rows -0.10"; "" where no condition certainly takes concordance. */
const char *choice_hurt_text(const choice_property *p, const choice_strip *s);

/* "0.71 kinds=mixed"; "" where no condition has pairs enough. */
const char *choice_worst_text(const choice_property *p, const choice_strip *s);

/* ", undefined with kinds=categorical"; nothing where it is defined under every condition. */
const char *choice_undefined_text(const choice_property *p, const choice_strip *s);

/* "noise=better-side", "200 rows" */
const char *condition_text(const choice_condition *c);

/* Concordance on published pairs against that on pairs that nobody had seen, and what is known against a variant. */
typedef struct held_out_line {
    const evidence_series *of; /* of the held-out scores */
    uint32_t claim;
    concordance published, held_out; /* pairs 0: not known */
    double change, low, high;        /* held out minus published, 95 % for all lines together; NaN: not known */
    const char *remark;              /* of the published scores or else the held-out ones; NULL: nothing is known */
} held_out_line;

typedef struct held_out_lines {
    uint64_t seed, rows;
    held_out_line *line; /* by property, then from the highest concordance down */
    size_t count;
} held_out_lines;

/* Both are borrowed. */
void held_out_lines_make(const evidence *published, const evidence *held_out, held_out_lines *to);

/* A line falls for certain, which an honest metric is said to in one of forty checks at most, or has a remark. */
int held_out_failed(const held_out_lines *lines);

/* Without remarks it follows from the seed alone: what is asked again is drawn anew by each run. */
grid *held_out_grid(const held_out_lines *lines, int with_remarks);
