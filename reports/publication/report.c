/*
 * A report: everything that is known of a store, read once, judged once, and written as a folder that appears whole or
 * not at all: the page, its tables and its figures.
 */
#include "corpus_facts.h"
#include "data_sets.h"
#include "evidence.h"
#include "needed.h"
#include "papers.h"
#include "published_tables.h"
#include "report_parts.h"
#include "sae_table.h"
#include "store_about.h"

#include <string.h>

/* What is wrong with models is no score of theirs. */
static int is_shown(const report *r, const evidence_series *s, int first)
{
    return strcmp(s->family, "dose") != 0 && evidence_shows(&r->all, s, r->filter.metrics) &&
           variant_is_listed(r->subject, s->metric, s->preset) == first;
}

/* The subject first. */
static void choose_shown(report *r)
{
    r->seeds.at = kept(r->all.count + 1, sizeof *r->seeds.at);
    r->judged.at = kept(r->every.count + 1, sizeof *r->judged.at);
    r->seeds.lacking = r->judged.lacking = r->all.lacking;
    for (int first = 1; first >= 0; first--) {
        for (size_t s = 0; s < r->all.count; s++)
            if (is_shown(r, &r->all.at[s], first)) r->seeds.at[r->seeds.count++] = r->all.at[s];
        for (size_t v = 0; v < r->every.count; v++)
            if (is_shown(r, r->every.at[v].series, first)) r->judged.at[r->judged.count++] = r->every.at[v];
    }
}

/* Groups of models are laid out and drawn like the points of a scenario. */
static void part_rows(report *r)
{
    score_rows scenarios = { 0 };
    score_rows_part(&r->read, &scenarios, &r->models, &r->doses);
    r->has_truth = scenarios.count > 0;
    group_points_make(&r->read, NULL, &r->grouped, &r->rows);
}

/* The subject comes first, then what leads, what is from outside, what publications print most often, and the rest. */
static size_t weight(const report *r, const evidence_series *s)
{
    enum { SUBJECT = 4000000, LEADS = 3000000, OUTSIDE = 2000000 };
    const papers *all = papers_all();
    size_t printed = 1;
    if (variant_is_listed(r->subject, s->metric, s->preset)) return SUBJECT;
    for (const choice_property *of = r->choice.made.property; of < r->choice.made.property + 3; of++)
        for (size_t k = 0; k < of->n_strips; k++)
            if (of->strip[k].leads && strcmp(of->strip[k].of->metric, s->metric) == 0) return LEADS;
    if (!assay_metric_find(s->metric)) return OUTSIDE;
    for (size_t k = 0; k < all->entries.count; k++) {
        const paper_entry *e = PAPER_AT(paper_entry, all->entries, k);
        printed += e->of.metric && !e->in->apart && strcmp(e->of.metric, s->metric) == 0;
    }
    return printed;
}

static void choose_front(report *r)
{
    size_t *left = kept(r->seeds.count + 1, sizeof *left);
    r->front.subject = r->subject;
    for (size_t k = 0; k < r->seeds.count; k++) left[k] = weight(r, &r->seeds.at[k]);
    for (size_t most = 1; most && r->front.n < FRONT;) {
        const char *metric = NULL;
        most = 0;
        for (size_t k = 0; k < r->seeds.count; k++) {
            if (left[k] <= most) continue;
            most = left[k];
            metric = r->seeds.at[k].metric;
        }
        if (most) r->front.metric[r->front.n++] = metric;
        for (size_t k = 0; k < r->seeds.count && most; k++)
            if (strcmp(r->seeds.at[k].metric, metric) == 0) left[k] = 0;
    }
}

/* Once, where nothing is left out; else the pairs by themselves, for all of them count. */
static assay_status read_store(report *r, assay_error *err)
{
    const store_filter *of = &r->filter;
    r->whole =
        !of->metrics && !of->scenarios && !of->samples && (!of->profile || strcmp(of->profile, PROFILE_OWN) == 0);
    if (r->whole) {
        ASSAY_TRY(evidence_read_both(r->scores, of, &r->all, &r->choice.scores, err));
        return stored_choice_make(r->scores, NULL, &r->choice, err);
    }
    ASSAY_TRY(evidence_read(r->scores, of, &r->all, err));
    return of->scenarios ? ASSAY_OK : stored_choice_read(r->scores, NULL, NULL, &r->choice, err);
}

static assay_status read_scores(report *r, assay_error *err)
{
    ASSAY_TRY(read_store(r, err));
    score_rows_list(&r->all, &r->read);
    part_rows(r);
    r->chooses = r->choice.made.rows > 0;
    if (!r->rows.count && !r->chooses)
        return assay_fail(err, ASSAY_EINPUT, "the store holds no such scores; `assay status` says what there is");
    sheets_build_along(&r->rows, &r->order);
    judge_all(&r->all, &r->every);
    choose_shown(r);
    choose_front(r);
    return ASSAY_OK;
}

/* Whose factors all scenarios are on, where they are not their own. */
static void put_profile(const report *r)
{
    const char *profile = r->all.profile;
    if (!profile) return;
    const int known = assay_profile_find(profile) != NULL;
    page_note(r->p,
              "All scores of scenarios are on the factors of %s %s%s%s, in the place of the factors that the scenarios "
              "draw themselves.",
              known ? "the profile" : "a file", known ? "" : "(", profile,
              known ? " (`assay describe` says which these are)" : ")");
}

static assay_status put_held_out(report *r, assay_error *err)
{
    const report_grids g = report_grids_of(held_out_grid(r->held_out, 1));
    page_html(r->p, "<h3 id=\"held-out\">On pairs that nobody had seen</h3>\n");
    page_grid(r->p, g.at[0]);
    return report_grids_write(r, "held-out", g, g, err);
}

static assay_status put_hunted(report *r, assay_error *err)
{
    page_html(r->p, "<h3 id=\"hunt\">The worst that was found</h3>\n");
    page_paragraph(r->p,
                   "Recipes of certain truth were searched for the worst that each metric can be made to say, with "
                   "the same number of evaluations for each output. `assay hunt` says how.");
    page_grid(r->p, r->hunted[0]);
    return report_grids_write(r, "hunt", report_grids_of(r->hunted[0]), report_grids_of(r->hunted[1]), err);
}

/* Of a store with the encoders of `features`. */
static void put_sparse(report *r)
{
    const grid *g = sae_grid(&r->seeds);
    if (g) page_html(r->p, "<h3 id=\"sparse\">What scores of sparse codes show</h3>\n");
    page_grid(r->p, g);
}

/* An audit: its subject. Else how a metric comes into the page. */
static assay_status put_mine(report *r, assay_error *err)
{
    page_section(r->p, "mine", "How did mine do");
    if (!r->subject) {
        page_paragraph(r->p, "`assay audit python:my_metric.py` puts your metric into this page.");
        return ASSAY_OK;
    }
    page_answers(r->p, &r->judged, r->subject);
    ASSAY_TRY(report_sheets(r, err));
    if (r->held_out) ASSAY_TRY(put_held_out(r, err));
    return r->hunted[0] ? put_hunted(r, err) : ASSAY_OK;
}

/* How far metrics agree: a heat map and the pairs as files. */
static assay_status put_agreement(report *r, assay_error *err)
{
    agreement_table t = { 0 };
    agreement a = { 0 };
    figures drawn = { 0 };
    const agreement_figure what = { &t, &a };
    page_section(r->p, "agreement", "Which metrics agree");
    agreement_table_from(&r->seeds, &t);
    if (t.n_series < 2) {
        page_note(r->p, "There are no two scores to compare.");
        return ASSAY_OK;
    }
    page_paragraph(r->p,
                   "Every two scores are compared by how they rank the same representations, all that both have: 1 "
                   "where they rank alike, 0 where one says nothing of the other, -1 where they contradict each "
                   "other. Two metrics of the same property should agree; two of different ones need not. "
                   "`tables/agreement.csv` has every pair, with its interval where that is defined%s.",
                   r->draws ? "; a map of all" : "");
    ASSAY_TRY(agreement_compute(&t, AGREE_KENDALL, AGREE_DRAWS, 0, &a, err));
    if (r->draws) {
        ASSAY_TRY(figure_agreement_draw(&what, r->figures, FIGURE_PDF | FIGURE_SVG, &drawn, err));
        report_figure_files(r->p, drawn.at[0].name);
    }
    return report_grids_write(r, "agreement", report_grids_of(agreement_grid(&t, &a, AGREE_KENDALL, AGREE_TRIANGLE)),
                              report_grids_of(agreement_grid(&t, &a, AGREE_KENDALL, AGREE_ROWS)), err);
}

/* The sums and what differs; the files have the checklist as `assay reproduce` shows it, with the corpora counted. */
static assay_status put_checklist(report *r, const reproduction *all, assay_error *err)
{
    const reproduction_view differing = { .caption = "what differs", .differing = 1 };
    report_grids people = { 0 };
    people.count = reproduction_tables(all, NULL, 1, &people.at);
    page_grid(r->p, people.at[0]);
    page_details_begin(r->p, "reproduced", "%s", "What differs, or is contradicted by its own paper");
    page_grid(r->p, reproduction_grid(all, &differing));
    page_details_end(r->p);
    return report_grids_write(r, "reproduction", people, report_grids_of(reproduction_grid(all, NULL)), err);
}

static assay_status put_reproduction(report *r, assay_error *err)
{
    reproduction all = { 0 };
    corpus_facts corpora = { .count = 0 };
    page_section(r->p, "reproduction", "What the papers say");
    page_html(r->p,
              "<p>What this store says of the numbers, statements and verdicts of studies. A number is reproduced "
              "where our mean rounds to what is printed, or the interval of the difference reaches it. <a "
              "href=\"tables/reproduction.md\">Everything</a>, with the command for what is not in this store; also "
              "as <a href=\"tables/reproduction.csv\">CSV</a>.</p>\n");
    ASSAY_TRY(corpus_facts_count(&corpora, err));
    const reproduction_facts facts = { corpora.at, corpora.count };
    if (r->whole) reproduction_of(&r->read, &r->every, NULL, &facts, &all);
    else ASSAY_TRY(reproduction_read(r->scores, NULL, &facts, &all, err));
    return put_checklist(r, &all, err);
}

static assay_status fill_page(report *r, assay_error *err)
{
    const int strips = (r->has_truth && !r->filter.scenarios) || r->chooses;
    if (r->all.lacking)
        page_html(r->p, "<p class=\"%s\">%s</p>\n", store_lacks(r->all.lacking) ? "banner" : "note", r->all.lacking);
    put_profile(r);
    if (r->has_truth || r->chooses) ASSAY_TRY(page_extent(r->p, r->scores, &r->filter, err));
    ASSAY_TRY(report_figures(r, err));
    ASSAY_TRY(report_models(r, err));
    if (strips) page_strips(r->p, &r->choice, &r->judged, r->subject);
    if (r->subject && r->has_truth) ASSAY_TRY(put_mine(r, err));
    if (r->has_truth) {
        page_cards(r->p, &r->judged, &r->choice.made);
        if (!r->subject) ASSAY_TRY(put_mine(r, err));
    }
    if (strips) page_strips_in_full(r->p, &r->choice, &r->judged, r->subject);
    if (r->has_truth) {
        page_properties(r->p, &r->judged, &r->front);
        put_sparse(r);
        ASSAY_TRY(report_fails(r, err));
    }
    if (!r->subject && r->has_truth && !r->all.profile) ASSAY_TRY(put_reproduction(r, err));
    if (r->rows.count) ASSAY_TRY(put_agreement(r, err));
    return page_settings(r->p, r->scores, &r->filter, &r->all, err);
}

static assay_status fill_folder(report *r, const char *directory, assay_error *err)
{
    const int of_metrics = r->has_truth || r->chooses;
    const char *title = of_metrics ? "Which disentanglement metric can you trust?" : "Models and their scores";
    ASSAY_TRY(unfinished_folder_open(directory, &r->folder, err));
    ASSAY_TRY(unfinished_folder_path(&r->folder, "figures", r->figures, err));
    r->p = page_new(r->title ? r->title : title);
    if (r->print_all) page_print_all(r->p);
    ASSAY_TRY(fill_page(r, err));
    ASSAY_TRY(report_tables(r, err));
    REPORT_WRITE(r, "index.html", err, page_write(r->p, to, err));
    return ASSAY_OK;
}

assay_status report_make(report *r, const char *directory, assay_error *err)
{
    assay_status status = papers_load(NULL, err);
    if (status == ASSAY_OK) status = read_scores(r, err);
    const int is_read = status == ASSAY_OK; /* before a folder is made */
    if (is_read) status = fill_folder(r, directory, err);
    store_close(r->scores); /* while open it keeps its log next to it, which may be in the folder that is replaced */
    r->scores = NULL;
    if (status == ASSAY_OK) status = unfinished_folder_move(&r->folder, err);
    if (is_read) unfinished_folder_close(&r->folder);
    page_free(r->p);
    return status;
}

void report_free_scores(report *r)
{
    stored_choice_free(&r->choice);
    evidence_free(&r->grouped);
    evidence_free(&r->all);
}
