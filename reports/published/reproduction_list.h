/*
 * reproduction_list.h -- the checklist itself, and those of its rows that no score of a store can decide: what is out
 * of reach, what tests hold exactly, and what the generators count. Included by reproduction.c only.
 */

static const struct {
    const char *id, *title;
} items[] = {
    { "S0-a", "Watcharasupat et al. 2022: equations 1 to 6, seeds, bundles" },
    { "S0-b", "Watcharasupat et al. 2022: equations 7 to 10, smoothness and monotonicity" },
    { "S1-a", "Almudevar and Ortega 2025: figure 2, minimality and sufficiency" },
    { "S1-b", "Almudevar and Ortega 2025: figure 2, the other metrics" },
    { "S1-c", "Almudevar and Ortega 2025: figure 3, nuisances" },
    { "S1-d", "Almudevar and Ortega 2025: theorems 1 and 2" },
    { "S1-e", "Almudevar and Ortega 2025: figures 4 and 5, rank correlations over encoders" },
    { "S2-a", "Boilard 2022: figure 3.2, noise" },
    { "S2-b", "Boilard 2022: figure 3.3, mixing" },
    { "S2-c", "Boilard 2022: figure 3.5, non-linear relations" },
    { "S2-d", "Boilard 2022: table 3.1, modular but not compact" },
    { "S2-e", "Boilard 2022: figure 3.7, some of the factors" },
    { "S2-f", "Boilard 2022: table 3.2, verdicts on the metrics" },
    { "S2-g", "Boilard 2022: figures 2.1 and 2.2, Kendall correlations" },
    { "S2-h", "Boilard 2022: section 4.1.4, rotations, repeats and parts of a score" },
    { "S3-a", "Latte API pages: signatures and defaults" },
    { "S4-a", "Zhang et al. 2021: table 1, six metrics on ideal representations" },
    { "S4-b", "Zhang et al. 2021: table 2 and section 3.2, the corpus POS" },
    { "S4-c", "Zhang et al. 2021: section 3.1, the corpus YNOC" },
    { "S4-d", "Zhang et al. 2021: algorithms 1 to 6" },
    { "S4-e", "Zhang et al. 2021: footnotes, active units and Hoyer" },
    { "S4-f", "Zhang et al. 2021: tables 3 to 7, figures 1 to 4" },
};

/* Facts that the caller counts. */
#define FACT_TEST "tests/generators/test_corpora.c"
static const struct {
    const char *id, *source, *name;
    double value;
    const char *statement;
} facts_asked[] = {
    { "S4-b", "Zhang et al. 2021, table 2", "pos-structure-1", 200, "sentences n. v. n. end-punc." },
    { "S4-b", "Zhang et al. 2021, table 2", "pos-structure-2", 1000, "sentences n. v. adj. n. end-punc." },
    { "S4-b", "Zhang et al. 2021, table 2", "pos-structure-3", 1000, "sentences n. adv. v. n. end-punc." },
    { "S4-b", "Zhang et al. 2021, table 2", "pos-structure-4", 5000, "sentences n. adv. v. adj. n. end-punc." },
    { "S4-b", "Zhang et al. 2021, table 2", "pos-structure-5", 1000, "sentences n. v. prep. n. end-punc." },
    { "S4-b", "Zhang et al. 2021, table 2", "pos-structure-6", 5000, "sentences n. v. prep. adj. n. end-punc." },
    { "S4-b", "Zhang et al. 2021, table 2", "pos-structure-7", 5000, "sentences n. adv. v. prep. n. end-punc." },
    { "S4-b", "Zhang et al. 2021, table 2", "pos-structure-8", 25000, "sentences n. adv. v. prep. adj. n. end-punc." },
    { "S4-b", "Zhang et al. 2021, table 2", "pos-structure-9", 1000, "sentences adj. n. v. n. end-punc." },
    { "S4-b", "Zhang et al. 2021, table 2", "pos-structure-10", 4000, "sentences adj. n. v. adj. n. end-punc." },
    { "S4-b", "Zhang et al. 2021, table 2", "pos-structure-11", 5000, "sentences adj. n. adv. v. n. end-punc." },
    { "S4-b", "Zhang et al. 2021, table 2", "pos-structure-12", 20000, "sentences adj. n. adv. v. adj. n. end-punc." },
    { "S4-b", "Zhang et al. 2021, table 2", "pos-structure-13", 5000, "sentences adj. n. v. prep. n. end-punc." },
    { "S4-b", "Zhang et al. 2021, table 2", "pos-structure-14", 20000, "sentences adj. n. v. prep. adj. n. end-punc." },
    { "S4-b", "Zhang et al. 2021, table 2", "pos-structure-15", 25000, "sentences adj. n. adv. v. prep. n. end-punc." },
    { "S4-b", "Zhang et al. 2021, table 2", "pos-structure-16", 100000,
      "sentences adj. n. adv. v. prep. adj. n. end-punc." },
    { "S4-b", "Zhang et al. 2021, section 3.2", "pos-simple", 16, "simple sentence structures" },
    { "S4-b", "Zhang et al. 2021, section 3.2", "pos-complex", 279, "complex sentence structures" },
    { "S4-b", "Zhang et al. 2021, section 3.2", "pos-train", 1723680, "sentences to train" },
    { "S4-b", "Zhang et al. 2021, section 3.2", "pos-valid", 574560, "sentences to validate" },
    { "S4-b", "Zhang et al. 2021, section 3.2", "pos-test", 574560, "sentences to test" },
    { "S4-c", "Zhang et al. 2021, section 3.1", "ynoc-sentences", 720000, "sentences" },
    { "S4-c", "Zhang et al. 2021, section 3.1", "ynoc-train", 432000, "sentences to train (60 %)" },
    { "S4-c", "Zhang et al. 2021, section 3.1", "ynoc-valid", 144000, "sentences to validate (20 %)" },
    { "S4-c", "Zhang et al. 2021, section 3.1", "ynoc-test", 144000, "sentences to test (20 %)" },
};

/* Rows that are what they are. */
#define LATTE_GOLDEN "values of the published code, tests/metrics/test_golden_latte.c"
#define ZHANG_GOLDEN(test) "the published code's values, " test
#define NETWORKS "needs the trained networks. "
#define AGREE "`assay agree` makes the same correlations from any store, or from representations of your own"
#define OWN "`assay score --factors F --codes C` scores the codes of a network of your own"
static const struct {
    const char *id, *source, *metric, *preset, *statement;
    int status;
    const char *reason;
} known[] = {
    { "S0-a", "Watcharasupat et al. 2022, equation 1", "mig", "latte2021", "mutual information gap",
      REPRODUCTION_TESTED, LATTE_GOLDEN },
    { "S0-a", "Watcharasupat et al. 2022, equation 2", "sap", "latte2021", "separate attribute predictability",
      REPRODUCTION_TESTED, LATTE_GOLDEN },
    { "S0-a", "Watcharasupat et al. 2022, equation 3", "modularity", "latte2021", "modularity", REPRODUCTION_TESTED,
      LATTE_GOLDEN },
    { "S0-a", "Watcharasupat et al. 2022, equation 4", "dmig", "latte2021", "dependency-aware gap", REPRODUCTION_TESTED,
      LATTE_GOLDEN "; the code pairs attribute i with code i where the equation takes the best one" },
    { "S0-a", "Watcharasupat et al. 2022, equation 5", "xmig", "latte2021", "dependency-blind gap", REPRODUCTION_TESTED,
      LATTE_GOLDEN "; the equation's k not in D is, with D as the text defines it, the wrong side: the code takes the "
                   "codes that regularise nothing, and so do we" },
    { "S0-a", "Watcharasupat et al. 2022, equation 6", "dlig", "latte2021", "dependency-aware latent gap",
      REPRODUCTION_TESTED, LATTE_GOLDEN "; the code has a value per attribute where the equation has one per code" },
    { "S0-a", "Watcharasupat et al. 2022, section 2.1", "", "",
      "seed 42 is set by default, so scores are deterministic", REPRODUCTION_DIFFERS,
      "not supported by its own code, which starts without a seed; 42 applies once its seed function is called. Here "
      "the noise comes from the score's own seed" },
    { "S0-a", "Watcharasupat et al. 2022, section 2.2", "", "", "bundles of metrics share their settings",
      REPRODUCTION_TESTED, "bundle:dependency-aware-mi and bundle:liad, tests/bench/test_selection.c" },
    { "S0-a", "Watcharasupat et al. 2022, section 4", "", "",
      "metrics planned: latent density ratio, consistency and restrictiveness, density and coverage",
      REPRODUCTION_OUT_OF_REACH,
      NETWORKS "These score a generator, not a table of codes; the others that are "
               "planned there are here: linearity, explicitness, dci-*, irs, z-diff, z-min-var" },
    { "S0-b", "Watcharasupat et al. 2022, equations 7 and 8", "", "latte2021",
      "first and second differences of an attribute along a code", REPRODUCTION_TESTED,
      "closed forms and values of the published code, tests/metrics/test_interpolation.c" },
    { "S0-b", "Watcharasupat et al. 2022, equation 10", "monotonicity", "default",
      "a constant attribute has no direction", REPRODUCTION_TESTED,
      "undefined (degenerate-traverse), tests/metrics/test_interpolation.c" },
    { "S1-d", "Almudevar and Ortega 2025, theorem 1", "minimality", "default",
      "what is minimal is invariant to the other factors and to nuisances", REPRODUCTION_TESTED,
      "random discrete tables, to 1e-12, tests/reports/published/test_claims_theorems.c" },
    { "S1-d", "Almudevar and Ortega 2025, theorem 1", "minimality", "default",
      "what is invariant to the other factors and to nuisances is minimal", REPRODUCTION_DIFFERS,
      "not so where a factor and a nuisance tell something only together: z = y2 xor n is invariant to each and not "
      "minimal; invariance to both at once is minimality. tests/reports/published/test_claims_theorems.c" },
    { "S1-d", "Almudevar and Ortega 2025, theorem 2", "sufficiency", "default",
      "sufficient if and only if invariant to the other codes and explicit", REPRODUCTION_TESTED,
      "random discrete tables, to 1e-12, tests/reports/published/test_claims_theorems.c" },
    { "S1-e", "Almudevar and Ortega 2025, fig. 4", "rf1-acc", "almudevar2025",
      "sufficiency correlates best with the accuracy of a forest on 1000 samples, whatever the dependence",
      REPRODUCTION_OUT_OF_REACH, NETWORKS AGREE "; rf1-acc is that accuracy" },
    { "S1-e", "Almudevar and Ortega 2025, fig. 5", "irs", "almudevar2025",
      "minimality correlates strongly with the interventional robustness, other metrics weakly",
      REPRODUCTION_OUT_OF_REACH, NETWORKS AGREE "; irs is that robustness" },
    { "S2-a", "Boilard 2022, fig. 3.2", "", "", "mean curves of 17 scores over alpha", REPRODUCTION_OUT_OF_REACH,
      "only the curves are printed; what the text says of them is held above, and `assay plot --scenarios noise` draws "
      "ours" },
    { "S2-b", "Boilard 2022, fig. 3.3", "", "", "mean curves of 17 scores over alpha", REPRODUCTION_OUT_OF_REACH,
      "only the curves are printed; what the text says of them is held above, and `assay plot --scenarios mixing` "
      "draws ours" },
    { "S2-c", "Boilard 2022, fig. 3.5", "", "", "mean curves of 17 scores over alpha", REPRODUCTION_OUT_OF_REACH,
      "only the curves are printed; what the text says of them is held above, and `assay plot --scenarios nonlinear` "
      "draws ours" },
    { "S2-e", "Boilard 2022, fig. 3.7", "", "", "mean curves of 17 scores over the known factors",
      REPRODUCTION_OUT_OF_REACH,
      "only the curves are printed; what the text says of them is held above, and `assay plot --scenarios partial` "
      "draws ours" },
    { "S2-g", "Boilard 2022, fig. 2.1", "", "", "Kendall correlations between metrics over beta-VAEs on Cars3D",
      REPRODUCTION_OUT_OF_REACH, NETWORKS AGREE },
    { "S2-g", "Boilard 2022, fig. 2.2", "", "", "Kendall correlations between metrics over beta-VAEs on SmallNORB",
      REPRODUCTION_OUT_OF_REACH, NETWORKS AGREE },
    { "S2-h", "Boilard 2022, section 4.1.4", "", "", "scores should be repeated, and told with mean and deviation",
      REPRODUCTION_TESTED,
      "every score of a store has its mean and deviation over seeds, tests/reports/model/test_evidence.c" },
    { "S2-h", "Boilard 2022, section 4.1.4", "", "", "scores should be seen factor by factor and code by code",
      REPRODUCTION_TESTED, "`assay score --items`, and the items of `assay export`; tests/metrics/test_invariance.c" },
    { "S3-a", "Latte API pages", "mig", "latte2021",
      "reg_dim None, discrete False, fill_reg_dim False; one value per attribute", REPRODUCTION_TESTED,
      "tests/metrics/test_latte.c, tests/metrics/test_golden_latte.c; how the arguments are written here: "
      "docs/differences.md" },
    { "S3-a", "Latte API pages", "dmig", "latte2021",
      "reg_dim None is the identity, discrete False; one value per attribute", REPRODUCTION_TESTED,
      "tests/metrics/test_latte.c, tests/metrics/test_golden_latte.c" },
    { "S3-a", "Latte API pages", "dlig", "latte2021",
      "reg_dim None is the identity, discrete False; one value per attribute", REPRODUCTION_TESTED,
      "tests/metrics/test_latte.c, tests/metrics/test_golden_latte.c" },
    { "S3-a", "Latte API pages", "xmig", "latte2021",
      "reg_dim None is the identity, discrete False; one value per attribute", REPRODUCTION_TESTED,
      "tests/metrics/test_latte.c, tests/metrics/test_golden_latte.c" },
    { "S3-a", "Latte API pages", "sap", "latte2021", "l2_reg 1, thresh 1e-12; reg_dim None is the identity",
      REPRODUCTION_TESTED,
      "tests/metrics/test_golden_latte.c; reg_dim stays optional in the code, whatever the page says" },
    { "S3-a", "Latte API pages", "modularity", "latte2021", "thresh 1e-12; one value per attribute",
      REPRODUCTION_DIFFERS,
      "not supported by its own code, which gives a value per code and ignores reg_dim; so does the preset" },
    { "S4-d", "Zhang et al. 2021, algorithm 1", "z-diff", "zhang2021", "Higgins et al.", REPRODUCTION_TESTED,
      ZHANG_GOLDEN("tests/metrics/test_golden_intervention.c") },
    { "S4-d", "Zhang et al. 2021, algorithm 2", "z-min-var", "zhang2021", "Kim and Mnih", REPRODUCTION_TESTED,
      ZHANG_GOLDEN("tests/metrics/test_golden_intervention.c") "; it prints argmax, its code and the original take "
                                                               "argmin" },
    { "S4-d", "Zhang et al. 2021, algorithm 3", "sap", "zhang2021", "Kumar et al.", REPRODUCTION_TESTED,
      ZHANG_GOLDEN("tests/metrics/test_golden_predictors.c") },
    { "S4-d", "Zhang et al. 2021, algorithm 4", "mig", "zhang2021", "Chen et al.", REPRODUCTION_TESTED,
      ZHANG_GOLDEN("tests/metrics/test_golden_information.c") },
    { "S4-d", "Zhang et al. 2021, algorithm 5", "explicitness", "zhang2021",
      "Ridgeway and Mozer: modularity and explicitness", REPRODUCTION_TESTED,
      ZHANG_GOLDEN("tests/metrics/test_golden_predictors.c") "; it prints the area on the training rows, its code "
                                                             "takes the test rows" },
    { "S4-d", "Zhang et al. 2021, algorithm 6", "dci-rfc", "zhang2021", "Eastwood and Williams", REPRODUCTION_TESTED,
      ZHANG_GOLDEN("tests/metrics/test_golden_dci.c") "; it swaps two names and drops the weights, its code does not" },
    { "S4-e", "Zhang et al. 2021, footnote 5", "active-units", "zhang2021",
      "a code is active where its variance is above .01", REPRODUCTION_TESTED,
      "known answers, tests/metrics/test_unsupervised.c" },
    { "S4-e", "Zhang et al. 2021, footnote 6", "hoyer", "zhang2021",
      "Hoyer sparsity of the codes divided by their deviation", REPRODUCTION_TESTED,
      "known answers, tests/metrics/test_unsupervised.c" },
    { "S4-f", "Zhang et al. 2021, table 3", "active-units", "zhang2021",
      "KL, reconstruction, active units of nine models", REPRODUCTION_OUT_OF_REACH, NETWORKS OWN },
    { "S4-f", "Zhang et al. 2021, table 4", "hoyer", "zhang2021", "Hoyer sparsity of nine models",
      REPRODUCTION_OUT_OF_REACH, NETWORKS OWN },
    { "S4-f", "Zhang et al. 2021, table 5", "active-units", "zhang2021", "four couplings of code and decoder",
      REPRODUCTION_OUT_OF_REACH, NETWORKS OWN },
    { "S4-f", "Zhang et al. 2021, table 6", "", "", "an example of a homotopy along one dimension",
      REPRODUCTION_OUT_OF_REACH, NETWORKS "It is an illustration" },
    { "S4-f", "Zhang et al. 2021, table 7", "", "", "homotopies of sentences", REPRODUCTION_OUT_OF_REACH,
      NETWORKS "`assay generate` writes the corpora they are trained on" },
    { "S4-f", "Zhang et al. 2021, fig. 1", "", "", "six metrics on nine models", REPRODUCTION_OUT_OF_REACH,
      NETWORKS OWN },
    { "S4-f", "Zhang et al. 2021, fig. 2", "", "", "correlations between metrics over models",
      REPRODUCTION_OUT_OF_REACH, NETWORKS AGREE },
    { "S4-f", "Zhang et al. 2021, fig. 3", "", "", "metrics by coupling", REPRODUCTION_OUT_OF_REACH, NETWORKS OWN },
    { "S4-f", "Zhang et al. 2021, fig. 4", "", "", "accuracy of text classification", REPRODUCTION_OUT_OF_REACH,
      NETWORKS "rf-acc is a forest's accuracy from codes" },
};
