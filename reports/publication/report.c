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
static int is_shown(const report_request *asked, const evidence *all, const evidence_series *s, int first)
{
    return strcmp(s->family, "dose") != 0 && evidence_shows(all, s, asked->filter.metrics) &&
           variant_is_listed(asked->subject, s->metric, s->preset) == first;
}

/* The subject first. */
static void choose_shown(const report_request *asked, report_view *to)
{
    to->shown.at = kept(to->all.count + 1, sizeof *to->shown.at);
    to->judged.at = kept(to->every.count + 1, sizeof *to->judged.at);
    to->shown.lacking = to->judged.lacking = to->all.lacking;
    for (int first = 1; first >= 0; first--) {
        for (size_t s = 0; s < to->all.count; s++)
            if (is_shown(asked, &to->all, &to->all.at[s], first)) to->shown.at[to->shown.count++] = to->all.at[s];
        for (size_t v = 0; v < to->every.count; v++)
            if (is_shown(asked, &to->all, to->every.at[v].series, first))
                to->judged.at[to->judged.count++] = to->every.at[v];
    }
}

/* The subject comes first, then what leads, what is from outside, what publications print most often, and the rest. */
static size_t weight(const char *subject, const choice *made, const evidence_series *s)
{
    enum { SUBJECT = 4000000, LEADS = 3000000, OUTSIDE = 2000000 };
    const papers *all = papers_all();
    size_t printed = 1;
    if (variant_is_listed(subject, s->metric, s->preset)) return SUBJECT;
    for (const choice_property *of = made->property; of < made->property + 3; of++)
        for (size_t k = 0; k < of->n_strips; k++)
            if (of->strip[k].leads && strcmp(of->strip[k].of->metric, s->metric) == 0) return LEADS;
    if (!assay_metric_find(s->metric)) return OUTSIDE;
    for (size_t k = 0; k < all->entries.count; k++) {
        const paper_entry *e = PAPER_AT(paper_entry, all->entries, k);
        printed += e->of.metric && !e->in->apart && strcmp(e->of.metric, s->metric) == 0;
    }
    return printed;
}

static void choose_front(const char *subject, report_view *to)
{
    const evidence *shown = &to->shown;
    size_t *left = kept(shown->count + 1, sizeof *left);
    to->front.subject = subject;
    for (size_t k = 0; k < shown->count; k++) left[k] = weight(subject, &to->choice.made, &shown->at[k]);
    for (size_t most = 1; most && to->front.n < FRONT;) {
        const char *metric = NULL;
        most = 0;
        for (size_t k = 0; k < shown->count; k++) {
            if (left[k] <= most) continue;
            most = left[k];
            metric = shown->at[k].metric;
        }
        if (most) to->front.metric[to->front.n++] = metric;
        for (size_t k = 0; k < shown->count && most; k++)
            if (strcmp(shown->at[k].metric, metric) == 0) left[k] = 0;
    }
}

/* Whether nothing of its scenarios' own scores is left out. */
static int is_whole(const store_filter *of)
{
    return !of->metrics && !of->scenarios && !of->samples && (!of->profile || strcmp(of->profile, PROFILE_OWN) == 0);
}

/* Once, where nothing is left out; else the pairs by themselves, for all of them count. */
static assay_status read_store(store *scores, const store_filter *of, report_view *to, assay_error *err)
{
    if (is_whole(of)) {
        ASSAY_TRY(evidence_read_both(scores, of, &to->all, &to->choice.scores, err));
        return stored_choice_make(scores, NULL, &to->choice, err);
    }
    ASSAY_TRY(evidence_read(scores, of, &to->all, err));
    return of->scenarios ? ASSAY_OK : stored_choice_read(scores, NULL, NULL, &to->choice, err);
}

static assay_status view_make(const report_request *asked, report_view *to, report_drawn *drawn, assay_error *err)
{
    score_rows scenarios = { 0 };
    ASSAY_TRY(papers_load(NULL, err));
    ASSAY_TRY(read_store(asked->scores, &asked->filter, to, err));
    score_rows_list(&to->all, &to->read);
    score_rows_part(&to->read, &scenarios, &to->models, &to->doses);
    to->has_truth = scenarios.count > 0, to->has_pairs = to->choice.made.rows > 0;
    to->chooses = (to->has_truth && !asked->filter.scenarios) || to->has_pairs;
    group_points_make(&to->read, NULL, &drawn->grouped, &drawn->rows);
    if (!drawn->rows.count && !to->has_pairs)
        return assay_fail(err, ASSAY_EINPUT, "the store holds no such scores; `assay status` says what there is");
    sheets_build_along(&drawn->rows, &drawn->order);
    judge_all(&to->all, &to->every);
    to->metrics = asked->filter.metrics;
    choose_shown(asked, to);
    choose_front(asked->subject, to);
    return ASSAY_OK;
}

/* Whose factors all scenarios are on, where they are not their own. */
static void put_profile(page *p, const char *profile)
{
    if (!profile) return;
    const int known = assay_profile_find(profile) != NULL;
    page_note(p,
              "All scores of scenarios are on the factors of %s %s%s%s, in the place of the factors that the scenarios "
              "draw themselves.",
              known ? "the profile" : "a file", known ? "" : "(", profile,
              known ? " (`assay describe` says which these are)" : ")");
}

static assay_status put_held_out(const held_out_lines *lines, report_place *to, assay_error *err)
{
    const report_grids g = report_grids_of(held_out_grid(lines, 1));
    page_html(to->p, "<h3 id=\"held-out\">On pairs that nobody had seen</h3>\n");
    page_grid(to->p, g.at[0]);
    return report_grids_write(to, "held-out", g, g, err);
}

static assay_status put_hunted(grid *const hunted[2], report_place *to, assay_error *err)
{
    page_html(to->p, "<h3 id=\"hunt\">The worst that was found</h3>\n");
    page_paragraph(to->p,
                   "Recipes of certain truth were searched for the worst that each metric can be made to say, with "
                   "the same number of evaluations for each output. `assay hunt` says how.");
    page_grid(to->p, hunted[0]);
    return report_grids_write(to, "hunt", report_grids_of(hunted[0]), report_grids_of(hunted[1]), err);
}

/* Of a store with the encoders of `features`. */
static void put_sparse(page *p, const evidence *shown)
{
    const grid *g = sae_grid(shown);
    if (g) page_html(p, "<h3 id=\"sparse\">What scores of sparse codes show</h3>\n");
    page_grid(p, g);
}

/* An audit: its subject. Else how a metric comes into the page. */
static assay_status put_mine(const report_view *of, const score_rows *rows, report_place *to, assay_error *err)
{
    const report_found *found = of->found;
    page_section(to->p, "mine", "How did mine do");
    if (!of->front.subject) {
        page_paragraph(to->p, "`assay audit python:my_metric.py` puts your metric into this page.");
        return ASSAY_OK;
    }
    page_answers(to->p, &of->judged, &of->front);
    ASSAY_TRY(report_sheets(rows, of->front.subject, to, err));
    if (found && found->held_out) ASSAY_TRY(put_held_out(found->held_out, to, err));
    return found && found->hunted[0] ? put_hunted(found->hunted, to, err) : ASSAY_OK;
}

/* How far metrics agree: a heat map and the pairs as files. */
static assay_status put_agreement(const evidence *shown, report_place *to, assay_error *err)
{
    agreement_table t = { 0 };
    agreement a = { 0 };
    figures drawn = { 0 };
    const agreement_figure what = { &t, &a };
    page_section(to->p, "agreement", "Which metrics agree");
    agreement_table_from(shown, &t);
    if (t.n_series < 2) {
        page_note(to->p, "There are no two scores to compare.");
        return ASSAY_OK;
    }
    page_paragraph(to->p,
                   "Every two scores are compared by how they rank the same representations, all that both have: 1 "
                   "where they rank alike, 0 where one says nothing of the other, -1 where they contradict each "
                   "other. Two metrics of the same property should agree; two of different ones need not. "
                   "`tables/agreement.csv` has every pair, with its interval where that is defined%s.",
                   to->draws ? "; a map of all" : "");
    ASSAY_TRY(agreement_compute(&t, AGREE_KENDALL, AGREE_DRAWS, 0, &a, err));
    if (to->draws) {
        ASSAY_TRY(figure_agreement_draw(&what, to->figures, FIGURE_PDF | FIGURE_SVG, &drawn, err));
        report_figure_files(to->p, drawn.at[0].name);
    }
    return report_grids_write(to, "agreement", report_grids_of(agreement_grid(&t, &a, AGREE_KENDALL, AGREE_TRIANGLE)),
                              report_grids_of(agreement_grid(&t, &a, AGREE_KENDALL, AGREE_ROWS)), err);
}

/* The sums and what differs; the files have the checklist as `assay reproduce` shows it, with the corpora counted. */
static assay_status put_checklist(const reproduction *all, report_place *to, assay_error *err)
{
    const reproduction_view differing = { .caption = "what differs", .differing = 1 };
    report_grids people = { 0 };
    people.count = reproduction_tables(all, NULL, 1, &people.at);
    page_grid(to->p, people.at[0]);
    page_details_begin(to->p, "reproduced", "%s", "What differs, or is contradicted by its own paper");
    page_grid(to->p, reproduction_grid(all, &differing));
    page_details_end(to->p);
    return report_grids_write(to, "reproduction", people, report_grids_of(reproduction_grid(all, NULL)), err);
}

static assay_status put_reproduction(const report_request *asked, const report_view *view, report_place *to,
                                     assay_error *err)
{
    reproduction all = { 0 };
    corpus_facts corpora = { .count = 0 };
    page_section(to->p, "reproduction", "What the papers say");
    page_html(to->p,
              "<p>What this store says of the numbers, statements and verdicts of studies. A number is reproduced "
              "where our mean rounds to what is printed, or the interval of the difference reaches it. <a "
              "href=\"tables/reproduction.md\">Everything</a>, with the command for what is not in this store; also "
              "as <a href=\"tables/reproduction.csv\">CSV</a>.</p>\n");
    ASSAY_TRY(corpus_facts_count(&corpora, err));
    const reproduction_facts facts = { corpora.at, corpora.count };
    if (is_whole(&asked->filter)) reproduction_of(&view->read, &view->every, NULL, &facts, &all);
    else ASSAY_TRY(reproduction_read(asked->scores, NULL, &facts, &all, err));
    return put_checklist(&all, to, err);
}

/* What is known of metrics by scenarios and by pairs. */
static assay_status put_metrics(const report_view *of, const report_drawn *drawn, report_place *to, assay_error *err)
{
    const int is_audit = of->front.subject != NULL;
    if (of->chooses) page_strips(to->p, &of->choice, &of->judged, &of->front);
    if (of->has_truth && is_audit) ASSAY_TRY(put_mine(of, &drawn->rows, to, err));
    if (of->has_truth) page_cards(to->p, &of->judged, &of->choice.made);
    if (of->has_truth && !is_audit) ASSAY_TRY(put_mine(of, &drawn->rows, to, err));
    if (of->chooses) page_strips_in_full(to->p, &of->choice, &of->judged, &of->front);
    if (!of->has_truth) return ASSAY_OK;
    page_properties(to->p, &of->judged, &of->front);
    put_sparse(to->p, &of->shown);
    return report_fails(of, drawn, to, err);
}

static assay_status fill_page(const report_request *asked, const report_view *view, report_drawn *drawn,
                              report_place *to, assay_error *err)
{
    if (to->lacking)
        page_html(to->p, "<p class=\"%s\">%s</p>\n", store_lacks(to->lacking) ? "banner" : "note", to->lacking);
    put_profile(to->p, view->all.profile);
    if (view->has_truth || view->has_pairs) ASSAY_TRY(page_extent(to->p, asked->scores, &asked->filter, err));
    ASSAY_TRY(report_draw(drawn, to, err));
    if (view->models.count) ASSAY_TRY(report_models(view, drawn, to, err));
    ASSAY_TRY(put_metrics(view, drawn, to, err));
    if (view->has_truth && !asked->subject && !view->all.profile) ASSAY_TRY(put_reproduction(asked, view, to, err));
    if (drawn->rows.count) ASSAY_TRY(put_agreement(&view->shown, to, err));
    return page_settings(to->p, asked->scores, &asked->filter, &view->all, err);
}

static assay_status fill_folder(const report_request *asked, const report_view *view, report_drawn *drawn,
                                report_place *to, assay_error *err)
{
    const int of_metrics = view->has_truth || view->has_pairs;
    const char *title = of_metrics ? "Which disentanglement metric can you trust?" : "Models and their scores";
    ASSAY_TRY(unfinished_folder_path(&to->folder, "figures", to->figures, err));
    to->p = page_new(asked->title ? asked->title : title);
    if (asked->print_all) page_print_all(to->p);
    ASSAY_TRY(fill_page(asked, view, drawn, to, err));
    ASSAY_TRY(report_tables(view, &drawn->rows, to, err));
    REPORT_WRITE(to, "index.html", err, page_write(to->p, out, err));
    return ASSAY_OK;
}

assay_status report_make(const report_request *asked, const report_found *found, const char *directory,
                         report_view *read, assay_error *err)
{
    report_drawn drawn = { .rows.count = 0 };
    report_place to = { .draws = 0 };
    assay_status status = view_make(asked, read, &drawn, err);
    read->found = found, to.lacking = read->all.lacking;
    const int is_read = status == ASSAY_OK; /* before a folder is made */
    if (is_read) status = unfinished_folder_open(directory, &to.folder, err);
    if (status == ASSAY_OK) status = fill_folder(asked, read, &drawn, &to, err);
    store_close(asked->scores); /* while open its log is next to it, which may be in the folder that is replaced */
    if (status == ASSAY_OK) status = unfinished_folder_move(&to.folder, err);
    if (is_read) unfinished_folder_close(&to.folder);
    page_free(to.p);
    evidence_free(&drawn.grouped);
    return status;
}

void report_view_free(report_view *read)
{
    stored_choice_free(&read->choice);
    evidence_free(&read->all);
}
