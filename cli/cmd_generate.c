/* assay generate -- one representation of a scenario, or the sentences of a corpus, into files. */
#include "array.h"
#include "counted.h"
#include "needed.h"
#include "profiles.h"
#include "scenario_args.h"

#include "sentences.h"
#include "terminal.h"
#include "wording.h"

#include <string.h>

static const struct {
    const char *id;
    assay_status (*stream)(assay_stream *stream, sentence_taker *take, void *context);
} corpora[] = { { "ynoc", ynoc_sentences }, { "pos", pos_sentences } };

/* Where each part goes: three files, or one output for all. */
typedef struct text_files {
    cli_output output[SENTENCE_PARTS];
    char *path[SENTENCE_PARTS];
    int n;
} text_files;

static assay_status take_sentence(void *context, const sentence *s)
{
    const text_files *files = context;
    FILE *to = files->output[files->n == 1 ? 0 : s->part].file;
    const int fine = fwrite(s->text, 1, s->length, to) == s->length && putc('\n', to) != EOF;
    return fine ? ASSAY_OK : ASSAY_EENVIRONMENT; /* which cli_output_finish explains */
}

/* One output for "-"; else "a/b.txt" becomes "a/b-train.txt" and so on. */
static int text_open(const char *path, text_files *files)
{
    static const char *const parts[SENTENCE_PARTS] = { "train", "valid", "test" };
    const char *folder = strrchr(path, '/'), *name = folder ? folder + 1 : path, *dot = strrchr(name, '.');
    const int all = strcmp(path, "-") == 0;
    int status = 0;
    if (!dot || dot == name) dot = name + strlen(name);
    for (; !status && files->n < (all ? 1 : SENTENCE_PARTS); files->n += !status) {
        files->path[files->n] =
            all ? strdup(path) : wording_made("%.*s-%s%s", (int)(dot - path), path, parts[files->n], dot);
        status = cli_output_open(needed(files->path[files->n]), &files->output[files->n]);
    }
    return status;
}

/* All files or, after a mistake, none; the file that could not be written says why. */
static void text_close(text_files *files, int *status)
{
    for (int k = 0; k < files->n && !*status; k++) {
        if (!ferror(files->output[k].file)) continue;
        *status = cli_output_finish(&files->output[k]);
        files->output[k] = (cli_output){ 0 };
    }
    for (int k = 0; k < files->n; k++) {
        if (*status) cli_output_discard(&files->output[k]);
        else *status = cli_output_finish(&files->output[k]);
    }
    for (int k = 0; k < SENTENCE_PARTS; k++) free(files->path[k]);
}

static int write_text(const cli_args *args, const char *path)
{
    size_t c = 0;
    while (c < ASSAY_COUNT(corpora) && strcmp(corpora[c].id, args->word[0]) != 0) c++;
    if (c == ASSAY_COUNT(corpora))
        return cli_usage("generate --text: %s has no sentences; ynoc and pos have", args->word[0]);
    text_files files = { .n = 0 };
    assay_stream stream;
    assay_stream_seed(&stream, cli_number(args, "seed", 0));
    int status = text_open(path, &files);
    if (!status) {
        const assay_status streamed = corpora[c].stream(&stream, take_sentence, &files);
        if (streamed != ASSAY_EENVIRONMENT) status = cli_fail(streamed);
    }
    text_close(&files, &status);
    return status;
}

static int write_arrays(const cli_args *args, const char *path)
{
    FREED(assay_data_free) assay_data data = { 0 };
    char point[POINT_TEXT];
    CLI_TRY(scenario_args_build(args, scenario_args_id(args, args->word[0]), &data, point, sizeof point, NULL));
    const assay_rep rep = assay_data_view(&data);
    CLI_OK(representation_write(path, &rep, &cli_error));
    if (rep.directions && !array_path_ends(path, ".npz"))
        terminal_say("%s holds factors and codes; .npz holds their directions, too\n", path);
    return 0;
}

/* Of a data set, without a scenario. */
static int write_grid(const cli_args *args, const char *path)
{
    FREED(assay_data_free) assay_data data = { 0 };
    const char *name[GRID_COLUMNS];
    if (args->n_words || !cli_given(args, "profile") || !path)
        return cli_usage("generate --grid: --profile NAME and -o FILE.npz are wanted, and no scenario");
    CLI_OK(profile_grid(cli_value(args, "profile"), &data, name, &cli_error));
    const assay_rep rep = assay_data_view(&data);
    return cli_fail(labels_write(path, &rep, name, &cli_error));
}

int cmd_generate(const cli_args *args)
{
    const char *path = cli_value(args, "output"), *text = cli_value(args, "text");
    if (cli_given(args, "grid")) return write_grid(args, path);
    if (cli_given(args, "recipe") == (args->n_words > 0))
        return cli_usage("generate: one scenario is wanted, or --recipe TEXT (`assay list scenarios`)");
    if (cli_given(args, "numpy")) return scenario_args_program(args, scenario_args_id(args, args->word[0]));
    if (!path && !text)
        return cli_usage("generate: -o FILE is missing (" ARRAY_WRITES "; - for CSV on standard output)");
    const int status = path ? write_arrays(args, path) : 0;
    return text && !status ? write_text(args, text) : status;
}
