/* The folder, the files and gnuplot: what all kinds of figures share. */
#include "figure_making.h"

#include "figure_script.h"
#include "figure_svg.h"
#include "fnv.h"
#include "gnuplot.h"
#include "wording.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FORMATS = 3 };

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

static assay_status no_memory(assay_error *err)
{
    return assay_fail(err, ASSAY_ENOMEM, "memory ran out while drawing");
}

assay_status making_no_memory(const making *m) { return no_memory(m->err); }

/* ---- files ---- */

static assay_status note_file(making *m, const char *name)
{
    char **grown = realloc(m->to->file, (m->to->n_files + 1) * sizeof *grown);
    if (!grown) return no_memory(m->err);
    m->to->file = grown;
    grown[m->to->n_files] = strdup(name);
    return grown[m->to->n_files] ? (m->to->n_files++, ASSAY_OK) : no_memory(m->err);
}

assay_status making_open(making *m, const char *name, FILE **to)
{
    *to = NULL;
    const assay_status status = note_file(m, name);
    return status == ASSAY_OK ? unfinished_folder_create(&m->folder, name, to, m->err) : status;
}

assay_status making_close(making *m, const char *name, FILE *file)
{
    return unfinished_folder_written(&m->folder, name, file, ASSAY_OK, m->err);
}

void making_clean_name(char *name)
{
    for (; *name; name++) {
        if (strchr("=;@:", *name)) *name = '-';
        else if (!isalnum((unsigned char)*name) && *name != '-') *name = '_';
    }
}

void making_name(const char *const *part, size_t n, char to[FIGURE_NAME])
{
    enum { KEPT = 200 }; /* with its ending a file's name has at most 255 bytes */
    uint64_t hash = FNV_START;
    size_t length = 0, kept = 0;
    for (size_t k = 0; k < n; k++) {
        hash = fnv_text(hash, part[k]);
        for (const char *c = part[k]; *c; c++, length++)
            if (kept < KEPT) to[kept++] = *c;
    }
    to[kept] = '\0';
    if (length > kept) snprintf(to + kept, FIGURE_NAME - kept, "-%016" PRIx64, hash);
    making_clean_name(to);
}

/* ---- drawing ---- */

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

/* A file as gnuplot left it, ended by a 0; NULL: it cannot be read. */
static char *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    const long length = file && fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    char *text = length > 0 ? calloc((size_t)length + 1, 1) : NULL;
    const int bad = !text || fseek(file, 0, SEEK_SET) != 0 || fread(text, 1, (size_t)length, file) != (size_t)length;
    if (file) fclose(file);
    *size = bad ? 0 : (size_t)length;
    if (!bad) return text;
    free(text);
    return NULL;
}

/* What of a drawn file does not depend on the figure alone, or is missing from it. */
static assay_status finish_file(making *m, const char *name, uint32_t format, const figure_entry *about)
{
    char path[UNFINISHED_PATH];
    size_t size;
    assay_status status = unfinished_folder_path(&m->folder, name, path, m->err);
    if (status != ASSAY_OK || format == FIGURE_PNG) return status;
    char *text = read_file(path, &size);
    FILE *to = text ? fopen(path, "wb") : NULL;
    int bad = !to;
    if (to && format == FIGURE_PDF) {
        fix_date(text, size);
        bad = fwrite(text, 1, size, to) != size;
    } else if (to) {
        figure_svg_write(text, about->title, m->seen ? m->seen : about->caption, to);
        bad = ferror(to) != 0;
    }
    if (to && fclose(to) != 0) bad = 1;
    free(text);
    return bad ? assay_fail(m->err, ASSAY_EENVIRONMENT, "%s/%s: gnuplot wrote no picture", m->directory, name)
               : ASSAY_OK;
}

static assay_status check_drawn(making *m, const char *name, const figure_entry *about)
{
    struct stat file_is;
    char path[UNFINISHED_PATH];
    for (size_t k = 0; k < FORMATS; k++) {
        char file[FIGURE_NAME + 8];
        if (!(m->formats & formats_known[k].bit)) continue;
        snprintf(file, sizeof file, "%s.%s", name, formats_known[k].name);
        assay_status status = unfinished_folder_path(&m->folder, file, path, m->err);
        if (status == ASSAY_OK && (stat(path, &file_is) != 0 || file_is.st_size == 0))
            status = assay_fail(m->err, ASSAY_EENVIRONMENT, "gnuplot drew no %s: %s", file,
                                m->to->warnings[0] ? m->to->warnings
                                                   : "is it built with cairo? apt-get install gnuplot-nox");
        if (status == ASSAY_OK) status = note_file(m, file);
        if (status == ASSAY_OK) status = finish_file(m, file, formats_known[k].bit, about);
        if (status != ASSAY_OK) return status;
    }
    return ASSAY_OK;
}

static void entry_free(figure_entry *entry)
{
    free(entry->name);
    free(entry->scenario);
    free(entry->title);
    free(entry->caption);
}

assay_status making_draw(making *m, const char *name, const char *title, const char *scenario, const char *caption)
{
    char script[FIGURE_NAME + 8], said[sizeof m->to->warnings];
    figure_entry *grown = realloc(m->to->at, (m->to->count + 1) * sizeof *grown);
    if (!grown) return no_memory(m->err);
    m->to->at = grown;
    figure_entry *entry = &grown[m->to->count];
    *entry = (figure_entry){ strdup(name), strdup(scenario), strdup(title), strdup(caption) };
    if (!entry->name || !entry->scenario || !entry->title || !entry->caption) {
        entry_free(entry);
        return no_memory(m->err);
    }
    m->to->count++;
    snprintf(script, sizeof script, "%s.gp", name);
    const assay_status status = gnuplot_run(m->folder.making, script, said, sizeof said, m->err);
    if (said[0] && !m->to->warnings[0]) memcpy(m->to->warnings, said, sizeof said);
    return status == ASSAY_OK ? check_drawn(m, name, entry) : status;
}

/* ---- start and finish ---- */

static assay_status write_style(making *m)
{
    FILE *to;
    ASSAY_TRY(making_open(m, "style.gp", &to));
    script_write_style(to);
    return making_close(m, "style.gp", to);
}

static void list_formats(uint32_t formats, char *to, size_t size)
{
    wording w = wording_in(to, size);
    for (size_t k = 0; k < FORMATS; k++)
        if (formats & formats_known[k].bit) wording_join(&w, " ", formats_known[k].name);
}

assay_status making_start(making *m, const char *directory, uint32_t formats, figures *to, assay_error *err)
{
    *to = (figures){ 0 };
    *m = (making){ .directory = directory, .formats = formats, .to = to, .err = err };
    list_formats(formats, m->words, sizeof m->words);
    const assay_status status = unfinished_folder_open(directory, &m->folder, err);
    return status == ASSAY_OK ? write_style(m) : status;
}

char *making_note(const making *m, const char *note)
{
    return wording_made("%s%s%s", note, m->lacking ? " " : "", m->lacking ? m->lacking : "");
}

assay_status making_finish(making *m, assay_status status)
{
    if (status == ASSAY_OK) status = unfinished_folder_move(&m->folder, m->err);
    unfinished_folder_close(&m->folder);
    if (status != ASSAY_OK) figures_free(m->to);
    return status;
}

void figures_free(figures *list)
{
    for (size_t k = 0; k < list->count; k++) entry_free(&list->at[k]);
    for (size_t k = 0; k < list->n_files; k++) free(list->file[k]);
    free(list->at);
    free(list->file);
    *list = (figures){ 0 };
}
