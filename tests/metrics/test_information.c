/* The information metrics: known answers, refusals, what the presets keep. */
#include "check.h"

#define TOL 1e-12 /* a few logarithms of counts up to 8: rounding stays below 1e-15 */

/* v0 = 0011 0011, v1 = 0101 0101; in bits H(v) = 1, H(AND) = 0.811278, I(v; AND) = 0.311278 */
#define AND_I 0.31127812445913283
#define AND_H 0.81127812445913283

static const double two_factors[16] = { 0, 0, 1, 1, 0, 0, 1, 1, 0, 1, 0, 1, 0, 1, 0, 1 };
static const int32_t binary[4] = { 2, 2, 2, 2 };

static const struct {
    const char *why;
    double codes[8]; /* four rows of each code, said twice */
    double mig, mig_sup, jemmig, dcimig, modularity, minimality, sufficiency;
    /* clang-format off */
} known[] = {
    { "z = v: I = H, runner-up 0", { 0, 0, 1, 1, 0, 1, 0, 1 }, 1, 1, 1, 1, 1, 1, 1 },
    { "codes swapped: the same", { 0, 1, 0, 1, 0, 0, 1, 1 }, 1, 1, 1, 1, 1, 1, 1 },
    { "a code upside down: the same", { 1, 1, 0, 0, 0, 1, 0, 1 }, 1, 1, 1, 1, 1, 1, 1 },
    { "both copy v0; v1 unheard: J = 1 of 2 bits, and 2 of 2", { 0, 0, 1, 1, 0, 0, 1, 1 }, 0, 1, 0.25, 0.5, 1, 1, 0.5 },
    { "z1 constant: it holds nothing; v1's J = H(v1, z1) = 1", { 0, 0, 1, 1, 7, 7, 7, 7 }, 0.5, 1, 0.75, 0.5, 1, 1,
      0.5 },
    { "z1 constant, first: the same", { 7, 7, 7, 7, 0, 0, 1, 1 }, 0.5, 1, 0.75, 0.5, 1, 1, 0.5 },
    { "z0 = v0 AND v1, z1 = v0: gaps 0.689 and 0.311; z0 belongs to both", { 0, 0, 0, 1, 0, 0, 1, 1 }, 0.5, 0.5,
      0.5 * ((1 - AND_I / 2) + (1 - (1 + AND_H - 2 * AND_I) / 2)), 0.5, 0.5, 0.5 * (AND_I / AND_H + 1),
      0.5 * (1 + AND_I) },
};
/* clang-format on */

static void two_by_two(assay_data *to, const double *four_of_each)
{
    double codes[16];
    for (size_t j = 0; j < 2; j++)
        for (size_t s = 0; s < 8; s++) codes[j * 8 + s] = four_of_each[j * 4 + s % 4];
    data_of(to, 8, 2, 2, two_factors, codes, binary);
}

TEST(test_known)
{
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        FREED(assay_data_free) assay_data data = { 0 };
        two_by_two(&data, known[k].codes);
        check_near(score_of(&data, "mig:columns=all"), known[k].mig, TOL, known[k].why);
        check_near(score_of(&data, "rmig:columns=all"), known[k].mig, TOL, known[k].why);
        check_near(score_of(&data, "mig-sup"), known[k].mig_sup, TOL, known[k].why);
        check_near(score_of(&data, "jemmig:bins=2:columns=all"), known[k].jemmig, TOL, known[k].why);
        check_near(score_of(&data, "dcimig"), known[k].dcimig, TOL, known[k].why);
        check_near(score_of(&data, "modularity:level=1"), known[k].modularity, TOL, known[k].why);
        check_near(score_of(&data, "minimality"), known[k].minimality, TOL, known[k].why);
        check_near(score_of(&data, "sufficiency"), known[k].sufficiency, TOL, known[k].why);
    }
}

TEST(test_three_codes)
{
    FREED(assay_data_free) assay_data data = { 0 };
    const double codes[24] = { 0, 0, 1, 1, 0, 0, 1, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1 };
    data_of(&data, 8, 2, 3, two_factors, codes, binary);
    check_near(score_of(&data, "mig"), 1 - AND_I, TOL, "z2 = AND is each factor's runner-up");
    check_near(score_of(&data, "rmig:normaliser=none"), (1 - AND_I) * 0.69314718055994531, TOL, "in nats");
    check_near(score_of(&data, "mig-sup"), 2.0 / 3, TOL, "z2 follows both alike");
    check_near(score_of(&data, "modularity:level=1"), 2.0 / 3, TOL, "z2: 1 - I^2/I^2 = 0");
    check_near(score_of(&data, "minimality"), (2 + AND_I / AND_H) / 3, TOL,
               "z2 says 0.311 of its 0.811 bits about either");
    check_near(score_of(&data, "mig:normaliser=code"), 1 - AND_I / AND_H, TOL, "ranked after division by H(z)");
    check_near(score_of(&data, "modularity:axis=factor"), 1 - AND_I * AND_I / 2, TOL, "over codes, by d - 1 = 2");
    check_near(score_of(&data, "mig:relation=r2:normaliser=none:nominal=number"), 2.0 / 3, TOL,
               "R^2(AND, v) = (1/8)^2/(1/4 3/16)");
    check_near(score_of(&data, "dcimig"), 1, TOL, "AND is credited with no gap");
    check_near(score_of(&data, "modularity:relation=r2:level=1"), 2.0 / 3, TOL, "two labels are numbers");
    data.levels[0] = data.levels[1] = 3;
    check_undefined(&data, "modularity:relation=r2", "not-applicable"); /* three are names there, too */
    check_undefined(&data, "minimality:relation=r2", "not-applicable");
}

/* The constant factor's item is undefined, the other is scored. */
TEST(test_constant_factor)
{
    FREED(assay_data_free) assay_data data = { 0 };
    const double factors[16] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 1 };
    data_of(&data, 8, 2, 2, factors, two_factors, binary);
    static const char *const per_factor[] = { "mig", "rmig", "jemmig:bins=2", "dcimig", "sufficiency" };
    for (size_t m = 0; m < sizeof per_factor / sizeof *per_factor; m++) {
        FREED(assay_scores_free) assay_scores scores = scores_of(&data, per_factor[m]);
        check_near(scores.at[0].overall.value, 1, TOL, per_factor[m]);
        assert_string_equal(scores.at[0].items[0].undefined, "constant-factor: factor v1 is constant");
        assert_int_equal(scores.at[0].n_undefined, 1);
        check_near(scores.at[0].items[1].value, 1, TOL, per_factor[m]);
    }
    check_near(score_of(&data, "mig-sup"), 0.5, TOL, "z1 = v1, z0 depends on nothing of anything");
    check_near(score_of(&data, "mig@zaidi2020"), 0.5, TOL, "counts as 0");
    check_near(score_of(&data, "jemmig@zaidi2020:bins=2"), 0.5, TOL, "1 - H(z)/log b = 0");
    check_undefined(&data, "mig@locatello2019", "constant-factor");
    check_undefined(&data, "mig@zhang2021", "constant-factor");
    check_undefined(&data, "sufficiency@almudevar2025", "constant-factor");

    memcpy(data.factors + 8, data.factors, 8 * sizeof(double)); /* all constant */
    for (size_t m = 0; m < sizeof per_factor / sizeof *per_factor; m++)
        check_undefined(&data, per_factor[m], "constant-factor");
    check_undefined(&data, "mig-sup", "constant-factor");
    check_undefined(&data, "modularity", "zero-importance");
    check_near(score_of(&data, "minimality"), 0, TOL, "codes that say nothing of any factor");
}

TEST(test_constant_code)
{
    FREED(assay_data_free) assay_data data = { 0 };
    two_by_two(&data, known[4].codes);
    static const char *const per_code[] = { "mig-sup", "modularity:level=1", "minimality" };
    for (size_t m = 0; m < sizeof per_code / sizeof *per_code; m++) {
        FREED(assay_scores_free) assay_scores scores = scores_of(&data, per_code[m]);
        assert_string_equal(scores.at[0].items[1].undefined, "constant-code: code z2 is constant");
        assert_null(scores.at[0].items[0].undefined);
    }
    static const char *const single[] = { "mig", "rmig", "jemmig", "sap:nominal=number" };
    for (size_t m = 0; m < sizeof single / sizeof *single; m++) check_undefined(&data, single[m], "one-code");
    static const char *const poisoned[] = { "mig@zaidi2020",           "rmig@zaidi2020",       "mig@almudevar2025",
                                            "mig-sup@zaidi2020",       "modularity@zaidi2020", "modularity@zhang2021",
                                            "minimality@almudevar2025" };
    for (size_t m = 0; m < sizeof poisoned / sizeof *poisoned; m++)
        check_undefined(&data, poisoned[m], "constant-code");
    check_near(score_of(&data, "modularity@locatello2019:rows=all"), 0.5, TOL, "counts as 0");
    check_near(score_of(&data, "mig@locatello2019:rows=all"), 0.5, TOL, "no obstacle");
    check_near(score_of(&data, "dcimig@zaidi2020"), 0.5, TOL, "a gap of 0");
}

TEST(test_zero_importance)
{
    FREED(assay_data_free) assay_data data = { 0 };
    /* z1 = v0 XOR v1: no factor alone says anything of it */
    two_by_two(&data, (const double[8]){ 0, 0, 1, 1, 0, 1, 1, 0 });
    check_reason(&data, "modularity:level=1", 0, 1, "zero-importance: code z2 carries no information about any factor");
    check_near(score_of(&data, "modularity:level=1"), 1, TOL, "left out");
    check_undefined(&data, "modularity@zaidi2020", "zero-importance");
    check_near(score_of(&data, "modularity@locatello2019:rows=all"), 0.5, TOL, "counts as 0");
    check_near(score_of(&data, "mig-sup"), 0.5, TOL, "not constant: its gap is 0");
}

TEST(test_one_of_each)
{
    FREED(assay_data_free) assay_data data = { 0 };
    data_of(&data, 8, 2, 1, two_factors, two_factors, binary);
    static const char *const need_codes[] = {
        "mig", "rmig", "jemmig", "sap", "mig@zaidi2020", "mig@locatello2019", "modularity@almudevar2025"
    };
    for (size_t m = 0; m < sizeof need_codes / sizeof *need_codes; m++)
        check_undefined(&data, need_codes[m], "one-code");
    check_near(score_of(&data, "sufficiency"), 0.5, TOL, "one code will do");
    data_of(&data, 8, 1, 2, two_factors, two_factors, binary);
    static const char *const need_factors[] = { "mig-sup", "dcimig", "modularity", "modularity@zaidi2020" };
    for (size_t m = 0; m < sizeof need_factors / sizeof *need_factors; m++)
        check_undefined(&data, need_factors[m], "one-factor");
    check_near(score_of(&data, "minimality"), 0.5, TOL, "one factor will do");
}

/* Ties for z_*: both codes hold all of v0, z1 something else besides. */
/* Codes that never change have the least joint entropy: nothing to score. One that changes is enough. */
TEST(test_jemmig_of_constants)
{
    FREED(assay_data_free) assay_data data = { 0 };
    const double dead[16] = { 3, 3, 3, 3, 3, 3, 3, 3, 5, 5, 5, 5, 5, 5, 5, 5 };
    const double one[16] = { 0, 1, 0, 1, 0, 1, 0, 1, 5, 5, 5, 5, 5, 5, 5, 5 };
    data_of(&data, 8, 1, 2, two_factors, dead, binary);
    check_undefined(&data, "jemmig:bins=4", "no-active-code");
    check_near(score_of(&data, "jemmig@zaidi2020:bins=4"), 2.0 / 3, TOL, "J = 1 - 0 + 0 of 1 + 2 bits, as published");
    data_of(&data, 8, 1, 2, two_factors, one, binary);
    check_near(score_of(&data, "jemmig:bins=4:columns=all"), 1 - 1.0 / 3, TOL,
               "none knows the factor, the constant has less entropy: J = 1 of 3 bits");
}

TEST(test_jemmig_ties)
{
    FREED(assay_data_free) assay_data data = { 0 };
    const double codes[16] = { 0, 0, 1, 1, 0, 0, 1, 1, 0, 1, 2, 3, 0, 1, 2, 3 };
    data_of(&data, 8, 1, 2, two_factors, codes, binary);
    check_near(score_of(&data, "jemmig:bins=4"), 1 - 1.0 / 3, TOL, "z_* = z0: J = 1 - 1 + 1 of 1 + 2 bits");
    check_near(score_of(&data, "jemmig:bins=4:ties=last"), 1 - 2.0 / 3, TOL, "z_* = z1: J = 2 - 1 + 1");
}

/* 12 labels cut into 10 widths: 0 and 1 fall together, and 10 and 11; the code says more than the cut factor holds. */
TEST(test_merged_labels)
{
    FREED(assay_data_free) assay_data data = { 0 };
    double labels[12];
    const int32_t levels = 12;
    for (size_t s = 0; s < 12; s++) labels[s] = (double)s;
    data_of(&data, 12, 1, 1, labels, labels, &levels);
    check_near(score_of(&data, "minimality:bins=12"), 1, TOL, "every label has its bin");
    check_near(score_of(&data, "minimality:bins=12:categories=cut"), (8 * log(12) + 4 * log(6)) / (12 * log(12)), TOL,
               "two pairs merged: H falls from log 12 to (8 log 12 + 4 log 6)/12");
    check_near(score_of(&data, "sufficiency:bins=12:categories=cut"), 1, TOL,
               "what is left of the factor is predicted");
}

/* minimality@almudevar2025: the last edge, max + 1e-9, is lost to rounding from about 1e7 on. */
TEST(test_lost_edge)
{
    FREED(assay_data_free) assay_data data = { 0 };
    two_by_two(&data, known[0].codes);
    check_near(score_of(&data, "minimality@almudevar2025"), 1, TOL, "small");
    for (size_t k = 0; k < 8; k++) data.codes[k] *= 1e9;
    check_undefined(&data, "minimality@almudevar2025", "not-applicable");
    check_undefined(&data, "sufficiency@almudevar2025", "not-applicable");
    FREED(assay_scores_free) assay_scores scores = scores_of(&data, "mig-sup:rule=linspace:last-edge=lose");
    assert_ptr_equal(strstr(scores.at[0].items[0].undefined, "not-applicable: code z1"),
                     scores.at[0].items[0].undefined);
    check_near(scores.at[0].overall.value, 1, TOL, "z1 has its gap");
    check_near(score_of(&data, "minimality"), 1, TOL, "default clamps");
}

/* zhang2021 draws 10000 of more rows: random, near the value of all rows, and its own for every seed. */
TEST(test_stratified)
{
    FREED(assay_data_free) assay_data data = { 0 };
    assert_int_equal(assay_generate("noise", "alpha=0.4", 12000, 0, &data, NULL), ASSAY_OK);
    data_make_labels(&data, 10);
    const double all = score_of(&data, "mig@zhang2021:estimate=joint:last-edge=clamp"),
                 drawn = score_of(&data, "mig@zhang2021");
    check_near(drawn, all, 0.01, "10000 of 12000 rows");
    assert_true(drawn != all);
    assay_data most = { 0 };
    assert_int_equal(assay_generate("noise", "alpha=0.4", 10020, 0, &most, NULL), ASSAY_OK);
    data_make_labels(&most, 10);
    check_near(score_of(&most, "mig@zhang2021"), score_of(&most, "mig@zhang2021:estimate=joint:last-edge=clamp"), 1e-3,
               "all but 20 of 10020 rows, none twice");
    assay_data_free(&most);
    assert_true(score_of(&data, "mig@zhang2021") == drawn);
    assay_scores scores = scores_drawn(&data, "mig@zhang2021", 1, 1);
    assert_true(scores.at[0].overall.value != drawn);
    assay_scores_free(&scores);

    /* 60 rows have value 1 and a code of their own each: 50 of them are drawn, so H(z | 1) = log 50 */
    memset(data.codes, 0, data.n * data.n_codes * sizeof *data.codes);
    for (size_t s = 0; s < data.n; s++) data.factors[s] = s % 200 == 100;
    for (size_t k = 0; k < 60; k++) data.codes[200 * k + 100] = 1.0 + (double)k;
    scores = scores_of(&data, "mig:estimate=stratified:normaliser=none:bins=61:columns=all");
    check_near(scores.at[0].items[0].value, -0.995 * log(0.995) + 0.005 * log(12000) - 0.005 * log(50), TOL, "exact");
    assay_scores_free(&scores);
}

TESTS_MAIN
