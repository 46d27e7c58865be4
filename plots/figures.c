/*
 * Figures of a store. Everything is made in a folder of its own inside the directory and moved out when the last file
 * is complete, so that an error, a full disk or a missing gnuplot leaves no half of a figure behind.
 */
#include "figures.h"

#include "figure_layout.h"
#include "figure_map.h"
#include "figure_script.h"
#include "gnuplot.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAME = 256, PATH = 4096, FORMATS = 3 };
enum { SETTINGS = 2 }; /* of a scenario; with more, one map instead of a figure for each */
static const double TALLEST = 235.0; /* millimetres of a page */

static const struct { const char *name; uint32_t bit; } formats_known[FORMATS] = {
    { "pdf", FIGURE_PDF }, { "svg", FIGURE_SVG }, { "png", FIGURE_PNG },
};

assay_status figure_formats(const char *list, uint32_t *to, assay_error *err)
{
    *to = 0;
    while (*list) {
        const size_t length = strcspn(list, ",");
        size_t k = 0;
        while (k < FORMATS &&
               (strlen(formats_known[k].name) != length || strncmp(list, formats_known[k].name, length) != 0))
            k++;
        if (k == FORMATS)
            return assay_fail(err, ASSAY_EUSAGE, "no figure format '%.*s'; there are: pdf, svg, png", (int)length,
                              list);
        *to |= formats_known[k].bit;
        list += length + (list[length] == ',');
    }
    return *to ? ASSAY_OK : assay_fail(err, ASSAY_EUSAGE, "no figure format given; there are: pdf, svg, png");
}

/* ---- what is being made ---- */

typedef struct making {
    const char *directory;
    char folder[PATH]; /* where files are made */
    uint32_t formats;
    figures *to;
    assay_error *err;
} making;

static assay_status no_memory(assay_error *err)
{
    return assay_fail(err, ASSAY_ENOMEM, "memory ran out while drawing");
}

static assay_status join(char to[PATH], const char *folder, const char *name, assay_error *err)
{
    if ((size_t)snprintf(to, PATH, "%s/%s", folder, name) < PATH) return ASSAY_OK;
    return assay_fail(err, ASSAY_EENVIRONMENT, "%s: the path is too long", folder);
}

static assay_status note_file(making *m, const char *name)
{
    char **grown = realloc(m->to->file, (m->to->n_files + 1) * sizeof *grown);
    if (!grown) return no_memory(m->err);
    m->to->file = grown;
    grown[m->to->n_files] = strdup(name);
    return grown[m->to->n_files] ? (m->to->n_files++, ASSAY_OK) : no_memory(m->err);
}

/* A file in the making; counted as written from now on. */
static assay_status open_file(making *m, const char *name, char path[PATH], FILE **to)
{
    *to = NULL;
    assay_status status = join(path, m->folder, name, m->err);
    if (status == ASSAY_OK) status = note_file(m, name);
    if (status == ASSAY_OK && !(*to = fopen(path, "w")))
        status = assay_fail(m->err, ASSAY_EENVIRONMENT, "%s/%s: %s", m->directory, name, strerror(errno));
    return status;
}

static assay_status close_file(making *m, const char *name, FILE *file)
{
    errno = 0;
    const int bad = ferror(file);
    if (fclose(file) == 0 && !bad) return ASSAY_OK;
    return assay_fail(m->err, ASSAY_EENVIRONMENT, "%s/%s: %s", m->directory, name, strerror(errno ? errno : EIO));
}

/* ---- words ---- */

static const char *formats_list(uint32_t formats, char to[32])
{
    size_t used = 0;
    to[0] = '\0';
    for (size_t k = 0; k < FORMATS; k++)
        if (formats & formats_known[k].bit)
            used += (size_t)snprintf(to + used, 32 - used, "%s%s", used ? " " : "", formats_known[k].name);
    return to;
}

/* "share of noise in every code, α": what is swept in words, where the scenario is a known one, and its symbol. Remarks
 * behind the name ("..., 1/4: all alike") do not fit below a panel. */
static void axis_text(const sheet *s, char *to, size_t size)
{
    enum { MOST = 50 }; /* characters below a panel */
    const assay_scenario *scenario = assay_scenario_find(s->scenario);
    const char *letter = symbol_text(s->symbol);
    snprintf(to, size, "%s", letter);
    for (size_t p = 0; scenario && p < scenario->n_parameters; p++) {
        const char *text = scenario->parameters[p].text;
        const size_t name = text ? strcspn(text, ",;:(") : 0;
        if (strcmp(scenario->sweeps[p].symbol, s->symbol) != 0 && strcmp(scenario->parameters[p].id, s->symbol) != 0)
            continue;
        if (!name || name > MOST) continue;
        snprintf(to, size, "%.*s", (int)name, text);
        const size_t end = strlen(letter); /* "number of factors" says the symbol already */
        if (end > name || end < 3 || memcmp(text + name - end, letter, end) != 0)
            snprintf(to, size, "%.*s, %s", (int)name, text, letter);
    }
}

static void count_values(const sheet *s, const panels *all, size_t first, size_t count, size_t *values,
                         size_t *undefined)
{
    const size_t end = first + count == all->count ? first + count + all->n_aside : first + count;
    *values = *undefined = 0;
    for (size_t k = first; k < end; k++) {
        for (size_t c = 0; c < all->at[k].n * s->n_points; c++) {
            const store_summary *cell = s->cell[all->at[k].curve[c / s->n_points] * s->n_points + c % s->n_points];
            if (!cell) continue;
            *values += cell->seeds;
            *undefined += cell->seeds - cell->defined;
        }
    }
}

/* " δ=0.25." */
static void fixed_text(const sheet *s, char *to, size_t size)
{
    to[0] = '\0';
    size_t used = 0;
    for (const char *c = s->fixed; *c && used < size;) {
        char name[NAME];
        const size_t length = strcspn(c, ";"), named = strcspn(c, "=;");
        snprintf(name, sizeof name, "%.*s", (int)named, c);
        used += (size_t)snprintf(to + used, size - used, "%s%s%.*s", used ? ", " : " ", symbol_text(name),
                                 (int)(length - named), c + named);
        c += length + (c[length] == ';');
    }
    if (used && used < size) snprintf(to + used, size - used, ".");
}

/* " Undefined throughout and not drawn: sap, mcc." on the last page. */
static void aside_text(const sheet *s, const panels *all, size_t end, char *to, size_t size)
{
    size_t used = 0;
    to[0] = '\0';
    if (end != all->count) return;
    for (size_t k = all->count; k < all->count + all->n_aside; k++) {
        for (size_t c = 0; c < all->at[k].n && used < size; c++) {
            char label[LABEL];
            curve_label(s->curve[all->at[k].curve[c]], NULL, label);
            used += (size_t)snprintf(to + used, size - used, "%s%s",
                                     used ? ", " : " Undefined throughout and not drawn: ", label);
        }
    }
    if (used && used < size) snprintf(to + used, size - used, ".");
}

static void note_text(const sheet *s, const panels *all, size_t first, size_t count, const char *name, char *to,
                      size_t size)
{
    char seeds[80], fixed[NAME], undefined[NAME], aside[3 * NAME];
    size_t values, missing;
    count_values(s, all, first, count, &values, &missing);
    fixed_text(s, fixed, sizeof fixed);
    aside_text(s, all, first + count, aside, sizeof aside);
    if (s->least_seeds == s->most_seeds)
        snprintf(seeds, sizeof seeds, "%zu seed%s", s->most_seeds, s->most_seeds == 1 ? "" : "s");
    else snprintf(seeds, sizeof seeds, "%zu to %zu seeds", s->least_seeds, s->most_seeds);
    if (missing)
        snprintf(undefined, sizeof undefined, " %zu of %zu values undefined, see %.120s.dat.", missing, values, name);
    else snprintf(undefined, sizeof undefined, " All %zu values defined.", values);
    snprintf(to, size, "%s.%s Mean over %s, %llu samples%s.%s%s", s->title, fixed, seeds,
             (unsigned long long)s->samples,
             s->most_seeds < 2 ? "" : s->numeric ? "; bands: 95 % confidence interval of the mean"
                                                 : "; bars: 95 % confidence interval of the mean", undefined, aside);
}

/* "dependent-delta-0_25-n2000-2": names that LaTeX and shells take as they are. */
static void page_name(const sheet *s, size_t part, size_t parts, char to[NAME])
{
    char size[32] = "", number[32] = "";
    if (s->several_samples) snprintf(size, sizeof size, "-n%llu", (unsigned long long)s->samples);
    if (parts > 1) snprintf(number, sizeof number, "-%zu", part + 1);
    snprintf(to, NAME, "%.90s%s%.90s%s%s", s->scenario, s->fixed[0] ? "-" : "", s->fixed, size, number);
    for (char *c = to; *c; c++) {
        if (*c == '=' || *c == ';') *c = '-';
        else if (!isalnum((unsigned char)*c) && *c != '-') *c = '_';
    }
}

/* ---- pages ---- */

/* A page of panels, or a map. */
static assay_status write_sources(making *m, const layout *page, const map *colours, const figure_words *words)
{
    char file[NAME + 8], path[PATH];
    FILE *to;
    snprintf(file, sizeof file, "%s.gp", words->name);
    assay_status status = open_file(m, file, path, &to);
    if (status != ASSAY_OK) return status;
    if (page) script_write(page, words, to);
    else map_write(colours, words, to);
    status = close_file(m, file, to);
    if (status != ASSAY_OK) return status;
    snprintf(file, sizeof file, "%s.dat", words->name);
    status = open_file(m, file, path, &to);
    if (status != ASSAY_OK) return status;
    if (page) script_write_data(page, words, to);
    else map_write_data(colours, words, to);
    return close_file(m, file, to);
}

/* Sets the date that cairo writes into a PDF to a fixed one of the same length: equal figures are equal bytes. */
static void fix_date(char *pdf, size_t size)
{
    static const char key[] = "/CreationDate (D:", date[] = "20000101000000";
    for (size_t k = 0; k + sizeof key + sizeof date < size; k++) {
        if (memcmp(pdf + k, key, sizeof key - 1) != 0) continue;
        char *digits = pdf + k + sizeof key - 1;
        if (strspn(digits, "0123456789") == sizeof date - 1) memcpy(digits, date, sizeof date - 1);
    }
}

static assay_status fix_pdf(making *m, const char *name)
{
    char path[PATH];
    assay_status status = join(path, m->folder, name, m->err);
    if (status != ASSAY_OK) return status;
    FILE *file = fopen(path, "r+b");
    char *pdf = NULL;
    long size = file && fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    if (size > 0) pdf = calloc((size_t)size + 1, 1);
    int bad = !pdf || fseek(file, 0, SEEK_SET) != 0 || fread(pdf, 1, (size_t)size, file) != (size_t)size;
    if (!bad) {
        fix_date(pdf, (size_t)size);
        bad = fseek(file, 0, SEEK_SET) != 0 || fwrite(pdf, 1, (size_t)size, file) != (size_t)size;
    }
    if (file && fclose(file) != 0) bad = 1;
    free(pdf);
    return bad ? assay_fail(m->err, ASSAY_EENVIRONMENT, "%s/%s: gnuplot wrote no PDF", m->directory, name) : ASSAY_OK;
}

static assay_status check_drawn(making *m, const char *name)
{
    struct stat about;
    char path[PATH];
    for (size_t k = 0; k < FORMATS; k++) {
        char file[NAME + 8];
        if (!(m->formats & formats_known[k].bit)) continue;
        snprintf(file, sizeof file, "%s.%s", name, formats_known[k].name);
        assay_status status = join(path, m->folder, file, m->err);
        if (status == ASSAY_OK && (stat(path, &about) != 0 || about.st_size == 0))
            status = assay_fail(m->err, ASSAY_EENVIRONMENT, "gnuplot drew no %s: %s", file,
                                m->to->warnings[0] ? m->to->warnings
                                                   : "is it built with cairo? apt-get install gnuplot-nox");
        if (status == ASSAY_OK) status = note_file(m, file);
        if (status == ASSAY_OK && formats_known[k].bit == FIGURE_PDF) status = fix_pdf(m, file);
        if (status != ASSAY_OK) return status;
    }
    return ASSAY_OK;
}

static assay_status note_figure(making *m, const sheet *s, const figure_words *words)
{
    figure_entry *grown = realloc(m->to->at, (m->to->count + 1) * sizeof *grown);
    if (!grown) return no_memory(m->err);
    m->to->at = grown;
    figure_entry *entry = &grown[m->to->count++];
    *entry = (figure_entry){ strdup(words->name), strdup(s->scenario), strdup(s->title), strdup(words->note) };
    return entry->name && entry->scenario && entry->title && entry->caption ? ASSAY_OK : no_memory(m->err);
}

static assay_status draw_sources(making *m, const sheet *s, const figure_words *words)
{
    char script[NAME + 8], said[sizeof m->to->warnings];
    snprintf(script, sizeof script, "%s.gp", words->name);
    assay_status status = gnuplot_run(m->folder, script, said, sizeof said, m->err);
    if (said[0] && !m->to->warnings[0]) memcpy(m->to->warnings, said, sizeof said);
    if (status == ASSAY_OK) status = check_drawn(m, words->name);
    return status == ASSAY_OK ? note_figure(m, s, words) : status;
}

/* The panels that fit on a page, from `first`. */
static size_t page_fill(const sheet *s, const panels *all, size_t first, size_t note_lines, layout *page)
{
    size_t count = all->count - first < FIGURE_PANELS ? all->count - first : FIGURE_PANELS;
    layout_make(s, all, first, count, note_lines, page);
    while (page->height > TALLEST && count > 1) layout_make(s, all, first, --count, note_lines, page);
    return count;
}

static assay_status draw_sheet(making *m, const sheet *s)
{
    enum { NOTE_LINES = 6 }; /* while parts are counted; as many as the note takes when they are drawn */
    char name[NAME], axis[NAME], note[6 * NAME], formats[32];
    panels all;
    layout page;
    if (panels_make(s, &all) != ASSAY_OK) return no_memory(m->err);
    size_t parts = 0;
    for (size_t first = 0; first < all.count; parts++) first += page_fill(s, &all, first, NOTE_LINES, &page);
    axis_text(s, axis, sizeof axis);
    assay_status status = ASSAY_OK;
    size_t first = 0;
    for (size_t part = 0; part < parts && status == ASSAY_OK; part++) {
        const size_t count = page_fill(s, &all, first, NOTE_LINES, &page);
        page_name(s, part, parts, name);
        note_text(s, &all, first, count, name, note, sizeof note);
        layout_make(s, &all, first, count, script_note_lines(note, page.width), &page);
        const figure_words words = { name, axis, note, formats_list(m->formats, formats) };
        status = write_sources(m, &page, NULL, &words);
        if (status == ASSAY_OK) status = draw_sources(m, s, &words);
        first += count;
    }
    panels_free(&all);
    return status;
}

/* ---- maps ---- */

static void map_note(const map *colours, char *to, size_t size)
{
    const sheet *s = colours->part[0];
    size_t values = 0, undefined = 0, least = s->least_seeds, most = s->most_seeds;
    char seeds[80];
    for (size_t k = 0; k < colours->n_parts; k++) {
        values += colours->part[k]->values;
        undefined += colours->part[k]->undefined;
        if (colours->part[k]->least_seeds < least) least = colours->part[k]->least_seeds;
        if (colours->part[k]->most_seeds > most) most = colours->part[k]->most_seeds;
    }
    if (least == most) snprintf(seeds, sizeof seeds, "%zu seed%s", most, most == 1 ? "" : "s");
    else snprintf(seeds, sizeof seeds, "%zu to %zu seeds", least, most);
    snprintf(to, size,
             "%s. Mean over %s, %llu samples; scores below 0 are as dark as 0. Grey: undefined (%zu of %zu values of "
             "all metrics) or not scored. Metrics that are undefined throughout or have no upper bound are left out.",
             s->title, seeds, (unsigned long long)s->samples, undefined, values);
}

/* All settings of a scenario at one number of samples. */
static assay_status draw_map(making *m, const sheets *all, size_t first)
{
    char name[NAME], axis[NAME], note[3 * NAME], formats[32];
    map colours;
    sheet whole = all->at[first];
    if (map_make(all, first, &colours) != ASSAY_OK) return no_memory(m->err);
    assay_status status = ASSAY_OK;
    if (colours.n_rows) {
        whole.fixed = "";
        page_name(&whole, 0, 1, name);
        axis_text(&whole, axis, sizeof axis);
        map_note(&colours, note, sizeof note);
        map_place(&colours, 0);
        map_place(&colours, script_note_lines(note, colours.width));
        const figure_words words = { name, axis, note, formats_list(m->formats, formats) };
        status = write_sources(m, NULL, &colours, &words);
        if (status == ASSAY_OK) status = draw_sources(m, &whole, &words);
    }
    map_free(&colours);
    return status;
}

/* How many settings the scenario has at this number of samples; *earlier: some of them come before. */
static size_t count_settings(const sheets *all, size_t k, int *earlier)
{
    size_t count = 0;
    *earlier = 0;
    for (size_t j = 0; j < all->count; j++) {
        if (strcmp(all->at[j].scenario, all->at[k].scenario) != 0 || all->at[j].samples != all->at[k].samples) continue;
        count++;
        if (j < k) *earlier = 1;
    }
    return count;
}

static assay_status draw_all(making *m, const sheets *all)
{
    assay_status status = ASSAY_OK;
    for (size_t k = 0; k < all->count && status == ASSAY_OK; k++) {
        int earlier;
        const int many = count_settings(all, k, &earlier) > SETTINGS;
        if (many && !earlier) status = draw_map(m, all, k);
        if (status == ASSAY_OK && (!many || m->formats & FIGURE_EACH)) status = draw_sheet(m, &all->at[k]);
    }
    return status;
}

/* ---- the directory ---- */

static assay_status make_directory(const char *directory, assay_error *err)
{
    char path[PATH];
    if ((size_t)snprintf(path, sizeof path, "%s", directory) >= sizeof path || !directory[0])
        return assay_fail(err, ASSAY_EUSAGE, "'%.100s': no name for a folder", directory);
    for (char *c = path + 1;; c++) {
        if (*c != '/' && *c) continue;
        const char kept = *c;
        *c = '\0';
        if (mkdir(path, 0777) != 0 && errno != EEXIST)
            return assay_fail(err, ASSAY_EENVIRONMENT, "%s: %s", path, strerror(errno));
        if (!(*c = kept)) break;
    }
    struct stat about;
    if (stat(directory, &about) == 0 && !S_ISDIR(about.st_mode))
        return assay_fail(err, ASSAY_EENVIRONMENT, "%s: not a folder", directory);
    return ASSAY_OK;
}

static assay_status open_folder(making *m)
{
    assay_status status = make_directory(m->directory, m->err);
    if (status == ASSAY_OK) status = join(m->folder, m->directory, ".drawing-XXXXXX", m->err);
    if (status != ASSAY_OK || mkdtemp(m->folder)) return status;
    const int why = errno;
    m->folder[0] = '\0';
    return assay_fail(m->err, ASSAY_EENVIRONMENT, "%s: no file can be written there: %s", m->directory, strerror(why));
}

static assay_status move_files(making *m)
{
    for (size_t k = 0; k < m->to->n_files; k++) {
        char from[PATH], to[PATH];
        assay_status status = join(from, m->folder, m->to->file[k], m->err);
        if (status == ASSAY_OK) status = join(to, m->directory, m->to->file[k], m->err);
        if (status == ASSAY_OK && rename(from, to) != 0)
            status = assay_fail(m->err, ASSAY_EENVIRONMENT, "%s: %s", to, strerror(errno));
        if (status != ASSAY_OK) return status;
    }
    return ASSAY_OK;
}

/* Removes the folder and what is left in it: every file that any step may have made. */
static void close_folder(const making *m)
{
    char path[PATH];
    if (!m->folder[0]) return;
    for (size_t k = 0; k < m->to->n_files; k++) {
        if (join(path, m->folder, m->to->file[k], NULL) == ASSAY_OK) unlink(path);
        char *dot = strrchr(path, '.');
        if (!dot || strcmp(dot, ".gp") != 0) continue;
        for (size_t f = 0; f < FORMATS; f++) { /* drawn, but not yet counted */
            snprintf(dot, (size_t)(path + PATH - dot), ".%s", formats_known[f].name);
            unlink(path);
        }
    }
    rmdir(m->folder);
}

static assay_status write_style(making *m)
{
    char path[PATH];
    FILE *to;
    const assay_status status = open_file(m, "style.gp", path, &to);
    if (status != ASSAY_OK) return status;
    script_write_style(to);
    return close_file(m, "style.gp", to);
}

assay_status figures_draw(const summaries *from, const char *directory, uint32_t formats, figures *to, assay_error *err)
{
    *to = (figures){ 0 };
    making m = { .directory = directory, .formats = formats, .to = to, .err = err };
    sheets all = { 0 };
    if (!from->count)
        return assay_fail(err, ASSAY_EINPUT, "nothing to draw: no scores in the store are what was asked for");
    if (sheets_build(from, &all) != ASSAY_OK) return no_memory(err);
    assay_status status = open_folder(&m);
    if (status == ASSAY_OK) status = write_style(&m);
    if (status == ASSAY_OK) status = draw_all(&m, &all);
    if (status == ASSAY_OK) status = move_files(&m);
    close_folder(&m);
    sheets_free(&all);
    if (status != ASSAY_OK) figures_free(to);
    return status;
}

assay_status figures_write(store *s, const store_filter *filter, const char *directory, uint32_t formats, figures *to,
                           assay_error *err)
{
    summaries rows = { 0 };
    *to = (figures){ 0 };
    assay_status status = summaries_read(s, filter, &rows, err);
    if (status == ASSAY_OK) status = figures_draw(&rows, directory, formats, to, err);
    summaries_free(&rows);
    return status;
}

void figures_free(figures *list)
{
    for (size_t k = 0; k < list->count; k++) {
        free(list->at[k].name);
        free(list->at[k].scenario);
        free(list->at[k].title);
        free(list->at[k].caption);
    }
    for (size_t k = 0; k < list->n_files; k++) free(list->file[k]);
    free(list->at);
    free(list->file);
    *list = (figures){ 0 };
}
