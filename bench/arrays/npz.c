/*
 * .npz -- several NumPy arrays: a ZIP archive with one NAME.npy for each.
 *
 * Sizes are read from the central directory, since NumPy streams its members with ZIP64 local headers that hold none.
 *
 * Source   numpy.savez, numpy.savez_compressed; PKWARE APPNOTE 6.3 (ZIP); libzip.
 * Refused  before memory is taken: a member whose .npy header, declared size and compressed size do not fit together
 *          (deflate never shrinks more than 1032-fold, so a tiny file cannot announce a huge array); while it is read:
 *          a member that ends early, goes on past its array or fails its checksum.
 * R1  Two members of one name, with or without .npy, are refused: NumPy takes the last, others the first.
 * R2  A compressed member becomes no more than the limit member-bytes, inflated and as float64; what is stored has
 *     its size on the disk and knows the limits of every array only.
 * Writing  stored, not deflated, dated 1980-01-01: the same arrays give the same bytes on every machine.
 */
#include "array_file.h"
#include "columns.h"
#include "plain_text.h"

#include <zip.h>

/* Whether it ends as an archive does, with a comment of whatever length. */
static int has_directory(const array_bytes *bytes)
{
    for (size_t k = bytes->size < 22 ? 0 : bytes->size - 21; k-- > 0;)
        if (memcmp(bytes->at + k, "PK\5\6", 4) == 0) return 1;
    return 0;
}

/* An archive in memory, and whom to blame. */
typedef struct archive {
    zip_t *zip; /* NULL: it cannot be opened */
    size_t size;
    const char *where;
    assay_error *err;
} archive;

static void archive_close(archive *a)
{
    if (a->zip) zip_discard(a->zip);
}

/* source is owned by zip once opened. */
static assay_status archive_open(const array_bytes *bytes, const char *where, archive *to, assay_error *err)
{
    zip_error_t why;
    zip_error_init(&why);
    zip_source_t *source = zip_source_buffer_create(bytes->at, bytes->size, 0, &why);
    *to = (archive){ source ? zip_open_from_source(source, ZIP_RDONLY, &why) : NULL, bytes->size, where, err };
    assay_status status = ASSAY_OK;
    if (!to->zip) {
        const int code = zip_error_code_zip(&why), memory = code == ZIP_ER_MEMORY;
        /* libzip also says so where memory ran out while it read the directory */
        const int perhaps = code == ZIP_ER_NOZIP && has_directory(bytes);
        status = memory
                     ? no_memory(where, err)
                     : bad_input(where, err,
                                 "is no readable .npz (ZIP) archive: %s; cut short or damaged, save or copy it again%s",
                                 zip_error_strerror(&why), perhaps ? " (or memory ran out)" : "");
        if (source) zip_source_free(source);
    }
    zip_error_fini(&why);
    return status;
}

/* The length of a name without its .npy: NumPy takes NAME.npy and NAME for the same. */
static size_t bare_length(const char *name)
{
    const size_t length = strlen(name);
    return length > 4 && strcmp(name + length - 4, ".npy") == 0 ? length - 4 : length;
}

/* How many members go by a name, or how many there are if it is NULL; *found (or NULL) is the first. */
static size_t count_members(zip_t *zip, const char *member, zip_uint64_t *found)
{
    const size_t length = member ? bare_length(member) : 0;
    size_t count = 0;
    for (zip_int64_t k = 0; k < zip_get_num_entries(zip, 0); k++) {
        const char *name = zip_get_name(zip, (zip_uint64_t)k, 0);
        if (member && (!name || bare_length(name) != length || memcmp(name, member, length) != 0)) continue;
        if (count++ == 0 && found) *found = (zip_uint64_t)k;
    }
    return count;
}

static assay_status locate(const archive *a, const char *member, zip_uint64_t *found)
{
    const size_t count = count_members(a->zip, member, found);
    if (count == 1) return ASSAY_OK;
    if (member && count > 1) /* R1 */
        return BAD_INPUT(a,
                         "%zu arrays are called '%.60s', and readers differ in which they take; save it again with one",
                         count, member);
    char there[320]; /* "factors, codes": what an archive holds, without the .npy */
    wording w = WORDING(there);
    for (zip_int64_t k = 0; k < zip_get_num_entries(a->zip, 0); k++) {
        const char *name = zip_get_name(a->zip, (zip_uint64_t)k, 0);
        if (name) wording_join(&w, ", ", array_shown_of(name, bare_length(name), 64).text);
    }
    if (w.used >= sizeof there) memcpy(there + sizeof there - 4, "...", 4);
    if (!there[0]) return BAD_INPUT(a, "holds no array at all; save it again");
    if (strstr(there, "data.pkl"))
        return BAD_INPUT(a, "is a PyTorch file, a pickle, which runs code when it is read; load it where you trust "
                            "it and save safetensors.torch.save_file({\"factors\": ..., \"codes\": ...}, FILE)");
    if (!member) return BAD_INPUT(a, "holds several arrays (%s); choose one by writing FILE.npz:NAME", there);
    return BAD_INPUT(
        a,
        "no array '%.60s' in it, there is: %s; save it as np.savez(file, factors=..., codes=...), or give two "
        "arrays, FILE.npz:NAME each: --factors and --codes, or columns `factors` and `codes` of a study's manifest",
        member, there);
}

/* Whether the directory's numbers can be true in an archive of `size` bytes. */
static assay_status check_entry(const zip_stat_t *about, size_t size, const char *shown, assay_error *err)
{
    const zip_uint64_t needed = ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD;
    if ((about->valid & needed) != needed || about->comp_size > size)
        return bad_input(shown, err, "the archive's directory is damaged; save or copy it again");
    if (about->valid & ZIP_STAT_ENCRYPTION_METHOD && about->encryption_method != ZIP_EM_NONE)
        return bad_input(shown, err, "is encrypted; save it without a password");
    if (about->comp_method != ZIP_CM_STORE && about->comp_method != ZIP_CM_DEFLATE)
        return bad_input(
            shown, err,
            "is compressed by method %u, which NumPy does not write; save it with np.savez or np.savez_compressed",
            about->comp_method);
    const zip_uint64_t most = about->comp_method == ZIP_CM_STORE ? about->comp_size : about->comp_size * 1032 + 1024;
    if (about->size > most)
        return bad_input(shown, err,
                         "declares %llu bytes, but its %llu bytes in the archive cannot hold more than %llu; the "
                         "file is damaged, save it again",
                         (unsigned long long)about->size, (unsigned long long)about->comp_size,
                         (unsigned long long)most);
    return about->comp_method == ZIP_CM_STORE ? ASSAY_OK /* R2 */
                                              : limit_check(LIMIT_MEMBER_BYTES, (double)about->size, shown, err);
}

/* What libzip says; memory that ran out is not the file's fault. */
static assay_status refuse_data(zip_error_t *why, const char *shown, size_t at, assay_error *err)
{
    enum { ZLIB_MEMORY = -4 }; /* Z_MEM_ERROR */
    const int code = zip_error_code_zip(why);
    if (code == ZIP_ER_MEMORY || (code == ZIP_ER_ZLIB && zip_error_code_system(why) == ZLIB_MEMORY))
        return no_memory(shown, err);
    return bad_input(shown, err, "damaged at byte %zu of the array: %s; save or copy it again", at,
                     zip_error_strerror(why));
}

/* A member that is being read. */
typedef struct open_member {
    zip_file_t *file;
    size_t size, have; /* bytes that its directory declares; that were read */
    int is_packed;
    char shown[400];
    assay_error *err;
} open_member;

static void member_close(open_member *m)
{
    if (m->file) zip_fclose(m->file);
}

/* name: as messages have it; NULL: its own. */
static assay_status member_open(const archive *a, const char *member, const char *name, open_member *to)
{
    zip_uint64_t entry;
    zip_stat_t about;
    ASSAY_TRY(locate(a, member, &entry));
    const char *full = zip_get_name(a->zip, entry, 0);
    const array_shown own = array_shown_of(full ? full : "", SIZE_MAX, 80);
    *to = (open_member){ .err = a->err };
    snprintf(to->shown, sizeof to->shown, "%s, array %.200s", a->where, name ? name : own.text);
    zip_stat_init(&about);
    zip_stat_index(a->zip, entry, 0, &about);
    ASSAY_TRY(check_entry(&about, a->size, to->shown, a->err));
    to->size = (size_t)about.size;
    to->is_packed = about.comp_method != ZIP_CM_STORE;
    to->file = zip_fopen_index(a->zip, entry, 0);
    return to->file ? ASSAY_OK : refuse_data(zip_get_error(a->zip), to->shown, 0, a->err);
}

/* Its bytes up to `until`, from the one that was not read yet. */
static assay_status member_read(open_member *m, char *to, size_t until)
{
    while (m->have < until) {
        const zip_int64_t got = zip_fread(m->file, to, until - m->have);
        if (got < 0) return refuse_data(zip_file_get_error(m->file), m->shown, m->have, m->err);
        if (got == 0)
            return bad_input(m->shown, m->err,
                             "is cut short: %zu bytes were declared, %zu are there; save or copy it again", m->size,
                             m->have);
        to += got;
        m->have += (size_t)got;
    }
    return ASSAY_OK;
}

/* The end of the member, where its checksum is held against what was read. */
static assay_status member_end(const open_member *m)
{
    char beyond;
    const zip_int64_t got = zip_fread(m->file, &beyond, 1);
    if (got < 0) return refuse_data(zip_file_get_error(m->file), m->shown, m->size, m->err);
    if (got == 0) return ASSAY_OK;
    return bad_input(m->shown, m->err,
                     "goes on past the %zu bytes its directory declares; the file is damaged, save it again", m->size);
}

/* Its numbers, in blocks of rows; `start` holds what was read of it. */
static assay_status read_numbers(open_member *m, const npy_header *header, const char *start, array *to)
{
    enum { BLOCK_ROWS = 256 };
    const size_t numbers = header->rows * header->cols, started = m->have;
    const size_t most = header->rows < BLOCK_ROWS ? numbers : BLOCK_ROWS * header->cols;
    OWNED char *block = zeroed(most * header->item, 1);
    if (!block) return no_memory(m->shown, m->err);
    ASSAY_TRY(npy_data_begin(header, m->shown, to, m->err));
    m->have = header->offset; /* bytes of the member that are in the array or in the block */
    m->size = header->offset + header->bytes;
    for (size_t first = 0; first < numbers; first += most) {
        const size_t count = numbers - first < most ? numbers - first : most, end = m->have + count * header->item;
        const size_t known = started < m->have ? 0 : (started < end ? started : end) - m->have;
        memcpy(block, start + m->have, known);
        m->have += known;
        ASSAY_TRY(member_read(m, block + known, end));
        ASSAY_TRY(npy_data_part(header, block, first, count, m->shown, to, m->err));
    }
    return member_end(m);
}

static assay_status read_array(const archive *a, const char *member, array *to)
{
    FREED(member_close) open_member m = { .file = NULL };
    npy_header header;
    ASSAY_TRY(member_open(a, member, NULL, &m));
    const size_t room = m.size < NPY_HEADER_MOST ? m.size : NPY_HEADER_MOST;
    OWNED char *start = zeroed(room, 1);
    if (!start) return no_memory(m.shown, a->err);
    ASSAY_TRY(member_read(&m, start, room));
    ASSAY_TRY(npy_header_read(start, m.have, m.size, m.shown, &header, a->err));
    if (m.is_packed) /* R2 */
        ASSAY_TRY(limit_check(LIMIT_MEMBER_BYTES, 8.0 * (double)header.rows * (double)header.cols, m.shown, a->err));
    const assay_status status = read_numbers(&m, &header, start, to);
    if (status != ASSAY_OK) array_free(to);
    return status;
}

static assay_status read_words(const archive *a, const char *member, char **to)
{
    FREED(member_close) open_member m = { .file = NULL };
    ASSAY_TRY(member_open(a, member, member ? member : "", &m));
    OWNED char *at = zeroed(m.size, 1);
    if (!at) return no_memory(m.shown, a->err);
    ASSAY_TRY(member_read(&m, at, m.size));
    ASSAY_TRY(member_end(&m));
    return npy_words(&(array_bytes){ at, m.size }, m.shown, to, a->err);
}

/* ---- sparse matrices, as scipy.sparse.save_npz writes them ---- */

typedef struct sparse {
    array data, indices, indptr, shape;
    char *format; /* "csr", "csc", "coo": col and row stand in indices and indptr then */
} sparse;

static void sparse_drop(sparse *s)
{
    array_free(&s->data);
    array_free(&s->indices);
    array_free(&s->indptr);
    array_free(&s->shape);
    free(s->format);
}

/* The numbers of an array in half its memory, in the place of its values; NULL: one is not in 0 .. most - 1. */
static uint32_t *take_indices(array *of, size_t most)
{
    char *at = (char *)of->value;
    for (size_t k = 0; k < of->rows; k++) {
        double x;
        memcpy(&x, at + k * sizeof x, sizeof x);
        if (!(x >= 0 && x < (double)most)) return NULL;
        const uint32_t index = (uint32_t)x;
        memcpy(at + k * sizeof index, &index, sizeof index);
    }
    void *half = realloc(at, (of->rows + 1) * sizeof(uint32_t));
    of->value = NULL;
    if (!half) half = at;
    return given(&half);
}

/* Line k has the entries from start[k] to start[k + 1]; NULL: no such lines, or memory ran out. */
static size_t *take_lines(const array *of, size_t lines, size_t entries)
{
    const double *at = of->value;
    int fits = of->rows == lines + 1 && at[0] == 0 && at[lines] == (double)entries;
    for (size_t k = 0; fits && k < lines; k++) fits = at[k] <= at[k + 1];
    size_t *start = fits ? malloc((lines + 1) * sizeof *start) : NULL;
    for (size_t k = 0; start && k <= lines; k++) start[k] = (size_t)at[k];
    return start;
}

/* Where each entry goes, in the place of its column; start [cols + 2] zeros: where columns end up. */
static void find_places(uint32_t *column, size_t entries, size_t cols, size_t *start)
{
    for (size_t k = 0; k < entries; k++) start[column[k] + 2]++;
    for (size_t c = 0; c < cols; c++) start[c + 2] += start[c + 1];
    for (size_t k = 0; k < entries; k++) column[k] = (uint32_t)start[column[k] + 1]++;
}

/* Values, then rows: both at once would be the most memory of all. */
static assay_status move_entries(sparse *s, const uint32_t *place, size_t rows, assay_sparse *to)
{
    const size_t entries = s->data.rows;
    to->value = malloc((entries + 1) * sizeof *to->value);
    for (size_t k = 0; to->value && k < entries; k++) to->value[place[k]] = s->data.value[k];
    owned_free(&s->data.value);
    to->row = malloc((entries + 1) * sizeof *to->row);
    if (!to->value || !to->row) return ASSAY_ENOMEM;
    if (strcmp(s->format, "coo") == 0) {
        OWNED uint32_t *row = s->indptr.rows == entries ? take_indices(&s->indptr, rows) : NULL;
        for (size_t k = 0; row && k < entries; k++) to->row[place[k]] = row[k];
        return row ? ASSAY_OK : ASSAY_EINPUT;
    }
    OWNED size_t *start = take_lines(&s->indptr, rows, entries);
    for (size_t r = 0; start && r < rows; r++)
        for (size_t k = start[r]; k < start[r + 1]; k++) to->row[place[k]] = (uint32_t)r;
    return start ? ASSAY_OK : ASSAY_EINPUT;
}

static assay_status gather(sparse *s, size_t rows, size_t cols, assay_sparse *to)
{
    const int by_column = strcmp(s->format, "csc") == 0;
    const size_t entries = s->data.rows;
    OWNED uint32_t *index = s->indices.rows == entries ? take_indices(&s->indices, by_column ? rows : cols) : NULL;
    if (!index) return ASSAY_EINPUT;
    *to = (assay_sparse){ 0 };
    to->start = by_column ? take_lines(&s->indptr, cols, entries) : zeroed(cols + 2, sizeof *to->start);
    assay_status status = to->start ? ASSAY_OK : by_column ? ASSAY_EINPUT : ASSAY_ENOMEM;
    if (by_column) {
        to->row = given(&index);
        to->value = given(&s->data.value);
    } else if (status == ASSAY_OK) {
        find_places(index, entries, cols, to->start);
        status = move_entries(s, index, rows, to);
    }
    if (status == ASSAY_OK) status = sparse_order(to, cols);
    if (status != ASSAY_OK) sparse_free(to);
    return status;
}

static assay_status make_columns(const archive *a, sparse *s, array *to)
{
    if (s->shape.rows * s->shape.cols != 2 || !(s->shape.value[0] >= 1) || !(s->shape.value[1] >= 1))
        return BAD_INPUT(a, "the shape of the sparse matrix is not two numbers");
    *to = (array){ .rows = (size_t)fmin(s->shape.value[0], 1e15), .cols = (size_t)fmin(s->shape.value[1], 1e15) };
    ASSAY_TRY(array_check_limits(to->rows, 1, a->where, a->err));
    ASSAY_TRY(array_check_limits(1, to->cols, a->where, a->err));
    if (!(to->kind = zeroed(to->cols, 1))) return no_memory(a->where, a->err);
    memset(to->kind, s->data.kind[0], to->cols);
    snprintf(to->type, sizeof to->type, "%s", s->data.type);
    const assay_status status = gather(s, to->rows, to->cols, &to->sparse);
    if (status == ASSAY_ENOMEM)
        assay_fail(a->err, status, "%s: memory ran out for %zu entries", a->where, s->data.rows);
    if (status == ASSAY_EINPUT)
        assay_fail(a->err, status, "%s: indices of the sparse matrix lie outside it; save it again", a->where);
    if (status != ASSAY_OK) array_free(to);
    return status;
}

static assay_status read_sparse(const archive *a, array *to)
{
    FREED(sparse_drop) sparse s = { .format = NULL };
    ASSAY_TRY(read_words(a, "format", &s.format));
    if (!list_has("csr,csc,coo", s.format))
        return BAD_INPUT(a, "a sparse matrix of format '%.40s'; save it as m.tocsr()", s.format);
    const int listed = strcmp(s.format, "coo") == 0;
    ASSAY_TRY(read_array(a, "data", &s.data));
    ASSAY_TRY(read_array(a, listed ? "col" : "indices", &s.indices));
    ASSAY_TRY(read_array(a, listed ? "row" : "indptr", &s.indptr));
    ASSAY_TRY(read_array(a, "shape", &s.shape));
    return make_columns(a, &s, to);
}

assay_status npz_parse(const array_bytes *bytes, const char *where, const char *member, array *to, assay_error *err)
{
    *to = (array){ 0 };
    FREED(archive_close) archive a;
    ASSAY_TRY(archive_open(bytes, where, &a, err));
    const int is_table = !member || ((strcmp(member, "codes") == 0 || strcmp(member, "factors") == 0) &&
                                     !count_members(a.zip, member, NULL));
    const int is_sparse = count_members(a.zip, "format", NULL) == 1 && count_members(a.zip, "shape", NULL) == 1 &&
                          count_members(a.zip, "data", NULL) == 1;
    if (is_table && is_sparse) return read_sparse(&a, to);
    ASSAY_TRY(read_array(&a, member, to));
    const int of_factors = member && bare_length(member) == 7 && strncmp(member, "factors", 7) == 0;
    if (!of_factors || !count_members(a.zip, "kinds", NULL)) return ASSAY_OK;
    const assay_status status = read_words(&a, "kinds", &to->stated);
    for (char *at = to->stated; status == ASSAY_OK && (at = strchr(at, '\n'));) *at = ',';
    if (status != ASSAY_OK) array_free(to);
    return status;
}

assay_status npz_words(const array_bytes *bytes, const char *where, const char *member, char **to, assay_error *err)
{
    FREED(archive_close) archive a;
    ASSAY_TRY(archive_open(bytes, where, &a, err));
    return read_words(&a, member, to);
}

enum { TABLES_MOST = 1000 };

assay_status npz_code_tables(const array_bytes *bytes, const char *where, size_t *to, assay_error *err)
{
    FREED(archive_close) archive a;
    char name[32] = "";
    size_t all = 0;
    *to = 0;
    ASSAY_TRY(archive_open(bytes, where, &a, err));
    for (zip_int64_t k = 0; k < zip_get_num_entries(a.zip, 0); k++) {
        const char *one = zip_get_name(a.zip, (zip_uint64_t)k, 0);
        all += one && strncmp(one, "codes_", 6) == 0;
    }
    for (int more = count_members(a.zip, "codes", NULL) == 0; more && *to < TABLES_MOST; *to += (size_t)more) {
        snprintf(name, sizeof name, "codes_%zu", *to + 1);
        more = count_members(a.zip, name, NULL) > 0;
    }
    if (!*to || *to >= all) return ASSAY_OK;
    return bad_input(where, err,
                     "there is no array 'codes_%zu', and %zu arrays are called codes_...; number code tables 1, "
                     "2, 3, ... (is one lost?)",
                     *to + 1, all);
}

int npz_has(const array_bytes *bytes, const char *member)
{
    FREED(archive_close) archive a;
    const assay_status status = archive_open(bytes, "", &a, NULL);
    return status == ASSAY_ENOMEM ? -1 : status == ASSAY_OK && count_members(a.zip, member, NULL) > 0;
}

static int add_member(zip_t *zip, const char *name, const array_bytes *data)
{
    zip_source_t *source = zip_source_buffer(zip, data->at, data->size, 0);
    if (!source) return -1;
    const zip_int64_t index = zip_file_add(zip, name, source, ZIP_FL_ENC_UTF_8);
    if (index < 0) {
        zip_source_free(source);
        return -1;
    }
    const zip_uint16_t day = 1 << 5 | 1; /* 1980-01-01, the first that ZIP can write */
    return zip_set_file_compression(zip, (zip_uint64_t)index, ZIP_CM_STORE, 0) ||
           zip_file_set_dostime(zip, (zip_uint64_t)index, 0, day, 0);
}

/* What libzip has written into a source. */
static assay_status take_source(zip_source_t *source, array_bytes *to)
{
    zip_stat_t about;
    zip_stat_init(&about);
    if (zip_source_stat(source, &about) != 0 || !(about.valid & ZIP_STAT_SIZE)) return ASSAY_EINTERNAL;
    OWNED char *at = zeroed((size_t)about.size + 1, 1);
    if (!at) return ASSAY_ENOMEM;
    const zip_int64_t got = zip_source_open(source) == 0 ? zip_source_read(source, at, about.size) : -1;
    if (got >= 0) zip_source_close(source);
    if (got < 0 || (zip_uint64_t)got != about.size) return ASSAY_EINTERNAL;
    *to = (array_bytes){ given(&at), (size_t)about.size };
    return ASSAY_OK;
}

assay_status npz_build(const char *const *name, array_bytes *member, size_t n, array_bytes *to, assay_error *err)
{
    *to = (array_bytes){ 0 };
    zip_error_t why;
    zip_error_init(&why);
    zip_source_t *source = zip_source_buffer_create(NULL, 0, 0, &why);
    if (source) zip_source_keep(source); /* zip_close gives up its own hold */
    zip_t *zip = source ? zip_open_from_source(source, ZIP_TRUNCATE, &why) : NULL;
    if (source && !zip) zip_source_free(source);
    int built = zip != NULL;
    for (size_t k = 0; k < n && built; k++) built = add_member(zip, name[k], &member[k]) == 0;
    built = built && zip_close(zip) == 0;
    if (zip && !built) zip_discard(zip);
    const assay_status status = built ? take_source(source, to) : ASSAY_ENOMEM;
    if (source) zip_source_free(source);
    zip_error_fini(&why);
    if (status == ASSAY_ENOMEM) assay_fail(err, status, "memory ran out while the .npz was built");
    if (status == ASSAY_EINTERNAL) assay_fail(err, status, "libzip lost the .npz it had built");
    return status;
}
