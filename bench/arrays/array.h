/*
 * array.h -- arrays in files: NumPy's .npy and .npz, SciPy's sparse .npz, .safetensors, .csv and .tsv, each also
 * packed by gzip; and whole representations made of them.
 *
 * Shapes    a file holds rows x columns, samples x factors (or codes); in memory columns are contiguous:
 *           value[c*rows + r].
 * Readers   fill `to` only when they return ASSAY_OK; otherwise it is empty and needs no free. Trouble with a file is
 *           ASSAY_EINPUT, with one sentence that names the file, the place in it and the remedy. The type of a file is
 *           told from its first bytes, then from its name. "-" is standard input. Limits (limits_list.h) are held
 *           against what a file declares, before memory is taken for it.
 *           They work apart (apart.h), so a file can do no more than be read wrongly.
 * Writers   never leave half a file: everything goes to a temporary beside the target, which is then renamed. What the
 *           operating system refuses is ASSAY_EENVIRONMENT, in its words.
 * Places    in .npy and .npz are counted from 0 as in NumPy, lines and columns of text from 1 as in an editor; every
 *           message says which.
 */
#pragma once

#include "assay.h"

/* The classes of a column of text, in alphabetical order of their bytes; the column holds their numbers. */
enum { TEXT_CLASSES_MOST = 1000, TEXT_MOST = 1000 /* bytes of one */ };
typedef struct text_classes {
    char *word[TEXT_CLASSES_MOST];      /* [count] */
    size_t count;                       /* TEXT_CLASSES_MOST + 1: there are more, and the column holds no numbers */
    size_t first_line;                  /* where its first text stands */
    const char *first;                  /* that text */
    uint16_t number[TEXT_CLASSES_MOST]; /* while it is read: in the order in which they came */
    struct text_classes *next;
} text_classes;

/* Zero-initialise before use. */
typedef struct array {
    size_t rows, cols;
    double *value;       /* [cols * rows]; NULL: sparse */
    assay_sparse sparse; /* what is not 0 of a matrix that is kept so */
    char *kind;          /* [cols] what the file held: 'f' float, 'i' integer, 'u' unsigned, 'b' boolean, 't' text */
    char **name;         /* [cols] the header of a text file; NULL where there is none */
    text_classes **text; /* [cols] of columns of text; NULL: there are none */
    text_classes *texts; /* all of them, owned */
    int32_t counted;     /* the header only counts the columns */
    int32_t picked;      /* columns were picked by name, so places are not the file's */
    uint64_t row_names;  /* a sum of row names that were left out; 1: they count rows, 0: there were none */
    size_t first_line;   /* text: the line of row 0, counted from 1; 0 for .npy and .npz */
    char *stated;        /* the kinds of its columns as its file states them; NULL: it states none */
    const char *where, *what; /* for messages, of a side that is checked: the file, borrowed; "factors" or "codes" */
    char type[16];            /* "float64", "int8", ...; "text" */
} array;

void array_free(array *data);

/* The files that are read and written, as help and errors name them. */
#define ARRAY_ENDS ".npy, .npz, .safetensors, .csv or .tsv"
#define ARRAY_WRITES ".npy, .npz or .csv"

/* Whether a path ends so, ".npy", or in one of a list, ".csv,.tsv", in any case, with something before it. */
int array_path_ends(const char *path, const char *ends);
int array_path_is_named(const char *path); /* .npz, .safetensors or a list of shards: arrays have names in it */
int array_path_is_text(const char *path);  /* .csv, .tsv, .txt, .data, .dat, or one of them packed */

/* Whether it is a pipe or a device, which may wait or have no end. */
int array_path_is_stream(const char *path);

/* The file of "FILE.npz:NAME" or "FILE.csv:COLUMNS", owned, and what is behind the colon; only where no file is called
 * so. */
char *array_path_split(const char *path, const char **member);

/* A whole table of a sparse one, under the limits. */
assay_status array_make_whole(array *data, const char *where, assay_error *err);

/* Numbers and kinds alone. `member` names the array of an .npz or .safetensors (NULL: the only one) and is ignored
 * otherwise. "FILE.npz:NAME" works too, and "FILE.csv:COLUMNS" (columns_pick). A sparse matrix becomes a whole one. */
assay_status array_read(const char *path, const char *member, array *to, assay_error *err);

/*
 * Reads a representation from two files, or from one: an .npz with arrays `factors` and `codes`, or a .csv whose header
 * names the columns v1, v2, ... and z1, z2, ... (or factor..., code...).
 *
 * kinds   "auto" (or NULL), "continuous", "categorical", "ordinal" (classes in order), "cyclic:360" or "cyclic:2pi"
 *         (numbers of that period), "cyclic" (classes around a circle), or a list of these, one per factor. auto takes
 *         integers and booleans as categorical and floats as continuous; in text, a column of whole numbers without a
 *         point counts as integers.
 *         An .npz with words `kinds` decides what auto leaves open: "absent:categorical", "continuous". `absent` in a
 *         cell of text is an absent value, as NaN is where kinds say so.
 *         The distinct values of a categorical factor become 0 .. K-1 in ascending order. A wrong list is ASSAY_EUSAGE.
 * note    one line for the user: what auto assumed, and factors whose kind looks wrong; empty when there is nothing to
 *         say. NULL is allowed.
 */
assay_status representation_read(const char *factors_path, const char *codes_path, const char *kinds, assay_data *to,
                                 char *note, size_t note_size, assay_error *err);

/*
 * One file may hold several code tables of the same rows: an .npz with `codes_1`, `codes_2`, ..., a .csv with columns
 * z1_1, z1_2, ... z2_1, ..., all tables of as many codes. They come side by side; *tables says how many, 1 where it is
 * one as ever. NULL: several are not looked for.
 */
assay_status representation_read_one(const char *path, const char *kinds, assay_data *to, size_t *tables, char *note,
                                     size_t note_size, assay_error *err);

/* One table whose columns are factors and codes by their names: columns[3] those of the factors, of the codes and of
 * neither, as columns_pick has them. NULL: what the other leaves; both NULL: as representation_read_one. */
typedef struct table_asked {
    const char *path, *kinds, *const *columns;
} table_asked;
assay_status table_read(const table_asked *asked, assay_data *to, size_t *tables, char *note, size_t size,
                        assay_error *err);

/* FILE:COLUMNS for one of them, all `but` those, and without `drop`; owned. NULL: memory ran out. */
char *columns_path(const char *file, const char *columns, const char *but, const char *drop);

/*
 * The arrays of a dictionary, which an .npz and a .safetensors may have by these names, too.
 * Directions are codes x dimensions and factors x dimensions; activations and what the decoder reconstructs of them,
 * samples x dimensions. What codes z reconstruct is scale * (z W) + bias, of one scale or one a dimension: directions
 * are kept times the scale, and activations and reconstruction less the bias, 0 in a row that is the bias as far as
 * single precision tells.
 */
enum space_part {
    SPACE_CODES,
    SPACE_FACTORS,
    SPACE_ACTIVATIONS,
    SPACE_BIAS,
    SPACE_SCALE,
    SPACE_RECONSTRUCTION,
    SPACE_PARTS
};
extern const char *const space_name[SPACE_PARTS];

/* From files of their own. NULL: there is none; directions of both sides are needed. */
assay_status directions_read(const char *const path[SPACE_PARTS], assay_data *to, assay_error *err);

/* Which rows of `to` are learnt from, to->learns: a column of 1 and 0, or of the words train and test. */
assay_status split_read(const char *path, assay_data *to, assay_error *err);

/* What to do with columns that have names of their own. */
#define COLUMNS_REMEDY                                                                                     \
    "name factors v1, v2, ... (or factor...) and codes z1, z2, ... (or code...), name columns, --factors " \
    "shape,scale --codes z1..z8, leave out with --drop, or give two files: --factors F --codes C"

/* What a column of text holds: v, v1, v_1, factor..., and likewise z and code: 'v', 'z', or 0 for any other name. */
char representation_column_role(const char *name);

/* One side alone, `factors` or `codes`, from a file of its own or one that holds a representation: a representation of
 * none of the other. */
assay_status side_read(const char *path, const char *part, const char *kinds, assay_data *to, char *note,
                       size_t note_size, assay_error *err);

/*
 * Writes by the name's end: .npz with float64 arrays `factors` and `codes` in C order, words `kinds`, and directions
 * where there are any; .npy as the pair X-factors.npy and X-codes.npy, where such a pair says all; .csv with the header
 * v1..vM,z1..zd, after a line "# kinds: LIST" where numbers do not say a kind (cyclic, ordinal). Same representation,
 * same bytes. In text a categorical factor is written as whole numbers and everything else with a point or exponent, so
 * that kinds survive the way back. "-" is text on standard output.
 */
assay_status representation_write(const char *path, const assay_rep *rep, assay_error *err);

/* Factors that are all classes, without codes: an .npz with integers `factors`, and words `kinds` and `names`. */
assay_status labels_write(const char *path, const assay_rep *rep, const char *const *name, assay_error *err);
