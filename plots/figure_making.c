#include "figure_making.h"

#include "cores.h"
#include "embed.h"
#include "figure_script.h"
#include "fnv.h"
#include "gnuplot.h"
#include "grid.h"
#include "needed.h"
#include "plain_text.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <sys/stat.h>

/* what gnuplot's SVG lacks: what is seen, in words; names of curves alone; dark where the reader's
 * screen is. */

static void put_head(const char *title, const char *seen, FILE *to)
{
    fputs("\n<title>", to);
    grid_html_text(title, to);
    fputs("</title>\n<desc>", to);
    grid_html_text(seen, to);
    fputs("</desc>\n<style>@media (prefers-color-scheme:dark){svg{filter:invert(.92) hue-rotate(180deg)}}</style>", to);
}

/* Behind what of gnuplot's is left out: its own titles and description, and groups without anything in them, which go
 * by the figure that it drew before. NULL: it stays. */
static const char *left_out(const char *at)
{
    static const char *const own[][2] = { { "<title>Gnuplot</title>", "</title>" },
                                          { "<desc>Produced by GNUPLOT", "</desc>" },
                                          { "<title>gnuplot_plot_", "</title>" } },
                             none[] = "\n</g>\n";
    for (size_t k = 0; k < sizeof own / sizeof *own; k++) {
        const char *end = strncmp(at, own[k][0], strlen(own[k][0])) == 0 ? strstr(at, own[k][1]) : NULL;
        if (end) return end + strlen(own[k][1]);
    }
    const char *end = strncmp(at, "<g ", 3) == 0 ? strchr(at, '>') : NULL;
    return end && strncmp(end + 1, none, sizeof none - 1) == 0 ? end + sizeof none : NULL;
}

static void put_rest(const char *at, FILE *to)
{
    for (const char *next; (next = strchr(at, '<')) != NULL;) {
        const char *end = left_out(next), *behind = end ? end : next + 1;
        fwrite(at, 1, (size_t)((end ? next : behind) - at), to);
        at = behind;
    }
    fputs(at, to);
}

/* The picture with <title> and <desc> in the place of gnuplot's own, and without the titles that it numbers
 * ("gnuplot_plot_1"). Colours turn over, hues stay, where a screen is set to dark. A text that is no SVG is written as
 * it is. */
static void figure_svg_write(const char *svg, const char *title, const char *seen, FILE *to)
{
    const char *root = strstr(svg, "<svg"), *inside = root ? strchr(root, '>') : NULL;
    if (!inside || inside[-1] == '/') {
        fputs(svg, to);
        return;
    }
    fprintf(to, "%.*s<svg role=\"img\"", (int)(root - svg), svg);
    fwrite(root + 4, 1, (size_t)(inside + 1 - root - 4), to);
    put_head(title, seen, to);
    put_rest(inside + 1, to);
}

EMBED(figure_style, "plots/style.gp")
extern const char figure_style[];

/* The first is for reading; the others are as wide as the text of their class files, or a column of it. */
static const figure_paper papers[] = {
    { "", 84.0, 174.0 },    { "neurips", 84.0, 139.7 }, { "icml", 82.5, 171.4 },
    { "acl", 77.0, 160.0 }, { "jmlr", 84.0, 152.4 },    { "thesis", 84.0, 150.0 },
};
enum { PAPERS = sizeof papers / sizeof *papers };

static const figure_paper *figure_paper_of(uint32_t look)
{
    return &papers[look / FIGURE_PAPER < PAPERS ? look / FIGURE_PAPER : 0];
}

uint32_t figure_paper_named(const char *word)
{
    uint32_t k = PAPERS - 1;
    while (k && strcmp(papers[k].word, word) != 0) k--;
    return k * FIGURE_PAPER;
}

static int has_caption(const making *m) { return m->paper->word[0] != '\0'; }

static const struct {
    const char *name;
    uint32_t format;
} endings[] = {
    { "gp", 0 }, { "dat", 0 }, { "tex", 0 }, { "pdf", FIGURE_PDF }, { "svg", FIGURE_SVG }, { "png", FIGURE_PNG },
};
enum { ENDINGS = sizeof endings / sizeof *endings };

assay_status figure_formats(const char *list, uint32_t *to, assay_error *err)
{
    *to = 0;
    char name[64];
    while (list_next(&list, name, sizeof name)) {
        size_t k = 0;
        while (k < ENDINGS && (!endings[k].format || strcmp(endings[k].name, name) != 0)) k++;
        if (k == ENDINGS) return assay_fail(err, ASSAY_EUSAGE, "no figure format '%s'; there are: pdf, svg, png", name);
        *to |= endings[k].format;
    }
    return *to ? ASSAY_OK : assay_fail(err, ASSAY_EUSAGE, "no figure format given; there are: pdf, svg, png");
}

static void note_file(making *m, const char *name)
{
    m->to->file = kept_grown(m->to->file, sizeof *m->to->file, m->to->n_files, &m->to->file_room);
    m->to->file[m->to->n_files++] = phrase("%s", name);
}

const char *making_clean_name(const char *name)
{
    char *to = phrase("%s", name);
    for (char *c = to; *c; c++) {
        if (strchr("=;@:", *c)) *c = '-';
        else if (!isalnum((unsigned char)*c) && *c != '-') *c = '_';
    }
    return to;
}

const char *making_name(const char *name)
{
    enum { KEPT = 200 }; /* with its ending a file's name has at most 255 bytes */
    if (strlen(name) <= KEPT) return making_clean_name(name);
    return making_clean_name(phrase("%.*s-%016" PRIx64, KEPT, name, fnv_text(FNV_START, name)));
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

char *figure_read(const char *path, size_t *size)
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
static assay_status finish_file(making *m, const char *path, uint32_t format, const figure_entry *about)
{
    size_t size;
    OWNED char *text = figure_read(path, &size);
    FILE *to = text ? fopen(path, "wb") : NULL;
    int bad = !to;
    if (to && format == FIGURE_PDF) {
        fix_date(text, size);
        bad = fwrite(text, 1, size, to) != size;
    } else if (to) {
        figure_svg_write(text, about->title, about->seen, to);
        bad = ferror(to) != 0;
    }
    if (to && fclose(to) != 0) bad = 1;
    if (!bad) return ASSAY_OK;
    return assay_fail(m->err, ASSAY_EENVIRONMENT, "%s/%s: gnuplot wrote no picture", m->directory, about->name);
}

static assay_status check_drawn(making *m, const char *file, uint32_t format, const figure_entry *about)
{
    struct stat file_is;
    char path[UNFINISHED_PATH];
    ASSAY_TRY(unfinished_folder_path(&m->folder, file, path, m->err));
    if (stat(path, &file_is) != 0 || file_is.st_size == 0)
        return assay_fail(m->err, ASSAY_EENVIRONMENT, "gnuplot drew no %s: %s", file,
                          m->to->warnings[0] ? m->to->warnings : "is it built with cairo? apt-get install gnuplot-nox");
    return format == FIGURE_PNG ? ASSAY_OK : finish_file(m, path, format, about);
}

/* Lists the files of a figure, those that were drawn once they are as they should be. */
static assay_status finish_figure(making *m, const figure_entry *about)
{
    assay_status status = ASSAY_OK;
    for (size_t k = 0; k < ENDINGS && status == ASSAY_OK; k++) {
        if (endings[k].format && !(m->formats & endings[k].format)) continue;
        if (strcmp(endings[k].name, "tex") == 0 && !has_caption(m)) continue;
        const char *file = phrase("%s.%s", about->name, endings[k].name);
        if (endings[k].format) status = check_drawn(m, file, endings[k].format, about);
        if (status == ASSAY_OK) note_file(m, file);
    }
    return status;
}

static void write_script(const making *m, const figure *what, const char *note, FILE *to)
{
    fprintf(to,
            "# %s.gp -- draws figure %s from %s.dat, for gnuplot 5.4 or later.\n"
            "# To restyle: change this file, or style.gp for all figures, and in this folder run\n"
            "#     gnuplot %s.gp\n# ",
            what->name, what->name, what->name, what->name);
    gnuplot_comment(note, to);
    fprintf(to, "\n\nname = \"%s\"\nformats = \"%s\"   # any of: pdf svg png\n", what->name, m->words);
    fprintf(to,
            "W = %.1f   # millimetres\nH = %.1f\nx(mm) = mm / W           # from the left\n"
            "y(mm) = 1.0 - mm / H     # from the top\ndata = name.\".dat\"\n\n",
            what->width, what->foot + script_note(has_caption(m) ? "" : note, what->width, 0.0, NULL));
    fputs("do for [format in formats] {\n    reset\n    load \"style.gp\"\n    eval terminal(format, W, H)\n"
          "    set output name.\".\".format\n    set multiplot\n",
          to);
    script_note(has_caption(m) ? "" : note, what->width, what->foot, to);
    what->script(what->of, to);
    fputs("\n    unset multiplot\n    unset output\n}\n", to);
}

static void write_data(const making *m, const figure *what, const char *note, FILE *to)
{
    (void)m;
    fprintf(to, "# %s.dat -- the numbers of figure %s\n# ", what->name, what->name);
    gnuplot_comment(note, to);
    fputc('\n', to);
    what->data(what->of, to);
}

static void write_caption(const making *m, const figure *what, const char *note, FILE *to)
{
    const char *star = m->paper->text >= 2.0 * m->paper->column && what->width > m->paper->column ? "*" : "";
    fprintf(to,
            "%% needs \\usepackage{graphicx}\n\\begin{figure%s}\n\\centering\n\\includegraphics[width=%.1fmm]{%s.pdf}\n"
            "\\caption{",
            star, what->width, what->name);
    if (strncmp(note, what->title, strlen(what->title)) != 0) {
        grid_latex_text(what->title, to);
        fputs(". ", to);
    }
    grid_latex_text(note, to);
    fprintf(to, "}\n\\label{fig:%s}\n\\end{figure%s}\n", what->name, star);
}

/* The note with what the store lacks. */
static const char *whole_note(const making *m, const char *note)
{
    return m->lacking ? phrase("%s %s", note, m->lacking) : note;
}

double making_foot(const making *m, const char *note, double width)
{
    return script_note(has_caption(m) ? "" : whole_note(m, note), width, 0.0, NULL);
}

assay_status making_figure(making *m, const figure *what)
{
    static const struct {
        const char *ending;
        void (*write)(const making *, const figure *, const char *, FILE *);
    } sources[] = { { "gp", write_script }, { "dat", write_data }, { "tex", write_caption } };
    m->to->at = kept_grown(m->to->at, sizeof *m->to->at, m->to->count, &m->to->room);
    const char *note = whole_note(m, what->note);
    m->to->at[m->to->count++] =
        (figure_entry){ phrase("%s", what->name), phrase("%s", what->scenario), phrase("%s", what->title),
                        phrase("%s", note), phrase("%s%s", what->seen ? what->seen : "", note) };
    for (size_t k = 0; k < 2 + (size_t)has_caption(m); k++) {
        const char *file = phrase("%s.%s", what->name, sources[k].ending);
        FILE *to;
        ASSAY_TRY(unfinished_folder_create(&m->folder, file, &to, m->err));
        sources[k].write(m, what, note, to);
        ASSAY_TRY(unfinished_folder_written(&m->folder, file, to, ASSAY_OK, m->err));
    }
    return ASSAY_OK;
}

typedef struct hand {
    char **script, warnings[sizeof((figures *)0)->warnings];
    assay_status status;
    assay_error err;
} hand;

typedef struct hands {
    const char *folder;
    hand *at;
    size_t count;
    atomic_size_t next;
} hands;

static void *draw(void *context)
{
    hands *all = context;
    for (size_t k; (k = atomic_fetch_add(&all->next, 1)) < all->count;) {
        hand *one = &all->at[k];
        one->status = gnuplot_run(all->folder, one->script, one->warnings, sizeof one->warnings, &one->err);
    }
    return NULL;
}

static assay_status draw_all(making *m)
{
    enum { SOME = 8, MOST = 4 }; /* a gnuplot takes a while to start; how many there are goes by the figures alone */
    const size_t n = m->to->count, n_hands = n < 2 * SOME ? 1 : n < MOST * SOME ? n / SOME : MOST;
    hands all = { .folder = m->folder.making, .at = kept(n_hands, sizeof *all.at), .count = n_hands };
    assay_status status = ASSAY_OK;
    for (size_t h = 0; h < n_hands; h++) all.at[h].script = kept(n / n_hands + 2, sizeof(char *));
    for (size_t k = 0; k < n; k++) all.at[k % n_hands].script[k / n_hands] = phrase("%s.gp", m->to->at[k].name);
    cores_work(n_hands < cores_available() ? (unsigned)n_hands : cores_available(), draw, &all);
    for (size_t h = 0; h < n_hands; h++) {
        const hand *one = &all.at[h];
        if (!m->to->warnings[0]) memcpy(m->to->warnings, one->warnings, sizeof m->to->warnings);
        if (status == ASSAY_OK && one->status != ASSAY_OK) {
            status = one->status;
            *m->err = one->err;
        }
    }
    for (size_t k = 0; k < n && status == ASSAY_OK; k++) status = finish_figure(m, &m->to->at[k]);
    return status;
}

static assay_status write_style(making *m)
{
    static const char name[] = "style.gp";
    FILE *to;
    ASSAY_TRY(unfinished_folder_create(&m->folder, name, &to, m->err));
    fputs(figure_style, to);
    ASSAY_TRY(unfinished_folder_written(&m->folder, name, to, ASSAY_OK, m->err));
    note_file(m, name);
    return ASSAY_OK;
}

assay_status making_all(const char *directory, uint32_t formats, const char *lacking,
                        assay_status (*make)(making *m, const void *of), const void *of, figures *to, assay_error *err)
{
    making m = { .directory = directory,
                 .words = "",
                 .formats = formats,
                 .paper = figure_paper_of(formats),
                 .lacking = lacking,
                 .to = to,
                 .err = err };
    for (size_t k = 0; k < ENDINGS; k++)
        if (formats & endings[k].format) m.words = phrase_join(m.words, " ", endings[k].name);
    *to = (figures){ 0 };
    assay_status status = unfinished_folder_open(directory, &m.folder, err);
    if (status == ASSAY_OK) status = write_style(&m);
    if (status == ASSAY_OK) status = make(&m, of);
    if (status == ASSAY_OK) status = draw_all(&m);
    if (status == ASSAY_OK) status = unfinished_folder_move(&m.folder, err);
    unfinished_folder_close(&m.folder);
    if (status != ASSAY_OK) *to = (figures){ 0 };
    return status;
}
