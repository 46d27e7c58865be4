/*
 * sentences_ynoc -- in YEAR , NAME was a OCCUPATION in CITY .
 *
 * Source   Zhang, Prokhorov and Shareghi 2021, section 3.1: the numbers of words and the templates. The words are ours,
 *          each one token.
 * Draws    see sentences.h.
 */
#include "sentences.h"

#include "owned.h"

const int32_t ynoc_levels[YNOC_FACTORS] = { 10, 40, 20, 30 };

static const char *const years[] = { "2011", "2012", "2013", "2014", "2015", "2016", "2017", "2018", "2019", "2020" };
static const char *const names[] = {
    "Adam",   "Alice",  "Anna",  "Arthur", "Beth",  "Carl",   "Clara", "Daniel", "David",  "Diana",
    "Edward", "Elena",  "Emma",  "Eric",   "Fiona", "Frank",  "Grace", "Hannah", "Henry",  "Irene",
    "Jack",   "James",  "Julia", "Kevin",  "Laura", "Leo",    "Linda", "Lucas",  "Maria",  "Martin",
    "Nina",   "Oliver", "Paula", "Peter",  "Rosa",  "Samuel", "Sarah", "Thomas", "Victor", "Walter",
};
static const char *const occupations[] = {
    "actor",    "architect", "artist", "baker",  "chemist", "cook",  "dentist", "doctor",  "driver", "editor",
    "engineer", "farmer",    "judge",  "lawyer", "nurse",   "pilot", "singer",  "teacher", "waiter", "writer",
};
static const char *const cities[] = {
    "Amsterdam", "Athens",   "Barcelona", "Beijing", "Berlin", "Boston", "Brussels", "Cairo",     "Chicago",  "Dublin",
    "Geneva",    "Helsinki", "Istanbul",  "Lima",    "Lisbon", "London", "Madrid",   "Melbourne", "Montreal", "Moscow",
    "Nairobi",   "Oslo",     "Paris",     "Prague",  "Rome",   "Seoul",  "Sydney",   "Tokyo",     "Vienna",   "Warsaw",
};

/* A capital letter stands for the factor, ? for "a" or "an". */
static const char *const templates[YNOC_TEMPLATES] = {
    "in Y , N was ? O in C .",
    "in Y 's C , N was ? O .",
    "N was ? O in C in Y .",
};

static size_t write_sentence(const int32_t value[YNOC_FACTORS], size_t template, char *to)
{
    const char *occupation = occupations[value[2]];
    char *end = to;
    for (const char *c = templates[template]; *c; c++) {
        switch (*c) {
        case 'Y': end = stpcpy(end, years[value[0]]); break;
        case 'N': end = stpcpy(end, names[value[1]]); break;
        case 'O': end = stpcpy(end, occupation); break;
        case 'C': end = stpcpy(end, cities[value[3]]); break;
        case '?': end = stpcpy(end, strchr("aeiou", occupation[0]) ? "an" : "a"); break;
        default: *end++ = *c;
        }
    }
    return (size_t)(end - to);
}

assay_status ynoc_sentences(assay_stream *stream, sentence_taker *take, void *context)
{
    OWNED size_t *order = zeroed(YNOC_SENTENCES, sizeof *order);
    if (!order) return ASSAY_ENOMEM;
    assay_stream_permutation(stream, order, YNOC_SENTENCES);
    for (size_t k = 0; k < YNOC_SENTENCES; k++) {
        char text[128];
        int32_t value[YNOC_FACTORS];
        sentence s = { .text = text, .structure = order[k] % YNOC_TEMPLATES, .value = value };
        size_t rest = order[k] / YNOC_TEMPLATES;
        for (size_t i = YNOC_FACTORS; i-- > 0; rest /= (size_t)ynoc_levels[i])
            value[i] = (int32_t)(rest % (size_t)ynoc_levels[i]);
        s.length = write_sentence(value, s.structure, text);
        s.part = sentence_part(k, YNOC_SENTENCES);
        ASSAY_TRY(take(context, &s));
    }
    return ASSAY_OK;
}
