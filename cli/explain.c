/* Curves on the factors of a study's representations, and what its scores say by them. */
#include "explain.h"

#include "plan.h"
#include "print.h"
#include "run_store.h"
#include "store_study.h"
#include "story.h"
#include "terminal.h"

#include <stdlib.h>
#include <string.h>

enum { NAME = 64, FEW = 5 /* representations whose scores are shown one by one */ };

/* ---- curves ---- */

/* Notes with the representation whose factors its curves are on, beside what its manifest says. */
static assay_status note_profile(store *s, const study_entry *e, const char *profile, assay_error *err)
{
    const char **name = calloc(e->n_columns + 1, sizeof *name), **text = calloc(e->n_columns + 1, sizeof *text);
    int64_t point = 0;
    size_t n = 0;
    assay_status status = name && text ? store_begin(s, err) : assay_fail(err, ASSAY_ENOMEM, "memory ran out");
    const int begun = status == ASSAY_OK;
    for (size_t k = 0; begun && e->text && k < e->n_columns; k++) {
        if (!e->text[k] || strcmp(e->column[k], STORY_COLUMN) == 0) continue;
        name[n] = e->column[k];
        text[n++] = e->text[k];
    }
    if (begun) {
        name[n] = STORY_COLUMN;
        text[n++] = profile;
        status = store_representation(s, e->group, e->name, e->path, &point, err);
    }
    if (status == ASSAY_OK) status = store_representation_columns(s, point, name, text, n, err);
    if (begun) status = store_end(s, status, err);
    free(name);
    free(text);
    return status;
}

static int note_in(const char *db, const study_entry *e, const char *profile)
{
    store *scores = NULL;
    assay_error err = { "" };
    int bad = cli_fail(store_open(db, STORE_WRITE, &scores, &err), &err);
    if (!bad) bad = cli_fail(note_profile(scores, e, profile, &err), &err);
    store_close(scores);
    return bad;
}

/* The curves of one representation; seen[n] are profiles whose curves are there. */
static int curves_of(const study_entry *e, const plan_changes *changes, const char *db, unsigned jobs,
                     char (*seen)[NAME], size_t *n)
{
    plan asked;
    assay_error err = { "" };
    if (plan_read("explain", changes, &asked, &err) != ASSAY_OK) {
        terminal_say("no curves for %s: %s\n", e->path, err.text); /* the study has told what cannot be read */
        return 0;
    }
    const char *profile = asked.from_file[0]->id;
    char command[256];
    size_t k = 0;
    int bad = note_in(db, e, profile);
    while (k < *n && strcmp(seen[k], profile) != 0) k++;
    if (!bad && k == *n) {
        snprintf(seen[(*n)++], NAME, "%s", profile);
        terminal_say("curves on the factors of %s\n", e->path);
        snprintf(command, sizeof command, "assay study ... --explain --db %.200s", db);
        free(asked.name);
        asked.name = malloc(NAME + 16);
        if (asked.name) snprintf(asked.name, NAME + 16, "explain %s", profile);
        bad = asked.name ? run_store(&asked, db, jobs, command) : cli_fail(ASSAY_ENOMEM, NULL);
    }
    plan_free(&asked);
    return bad;
}

int explain_run(const cli_args *args, const study_files *files, const char *db, const char *metrics, unsigned jobs)
{
    char (*seen)[NAME] = calloc(files->count + 1, NAME);
    size_t n = 0;
    if (!seen) return cli_fail(ASSAY_ENOMEM, NULL);
    int bad = 0;
    for (size_t k = 0; k < files->count && !bad; k++) {
        const study_entry *e = &files->at[k];
        const plan_changes changes = { .metrics = metrics, .factors = e->factors, .kinds = cli_value(args, "kinds") };
        bad = curves_of(e, &changes, db, jobs, seen, &n);
    }
    free(seen);
    return bad;
}

/* ---- what they say ---- */

static int print_stories(const cli_args *args, const stories *all, int format)
{
    const int for_people = format != GRID_CSV && format != GRID_JSON;
    grid *grids[2];
    size_t n = 0;
    if (for_people) grids[n++] = stories_grid(all);
    if (!for_people || all->count <= FEW) grids[n++] = doses_grid(all, for_people);
    return print_grids(args, grids, n, format);
}

int explain_print(const cli_args *args, const char *db)
{
    store *scores = NULL;
    evidence from = { 0 };
    stories all = { 0 };
    int format;
    const store_filter overall = { .overall = 1 };
    assay_error err = { "" };
    int bad = print_format(args, &format);
    if (!bad) bad = cli_fail(store_open(db, STORE_READ, &scores, &err), &err);
    if (!bad) bad = cli_fail(evidence_read(scores, &overall, &from, &err), &err);
    if (!bad) bad = cli_fail(stories_make(&from, &all, &err), &err);
    if (!bad && !all.count)
        bad = cli_fail(assay_fail(&err, ASSAY_EINPUT, "%s has no representations of a study; name their files", db),
                       &err);
    if (!bad) bad = print_stories(args, &all, format);
    stories_free(&all);
    evidence_free(&from);
    store_close(scores);
    return bad;
}
