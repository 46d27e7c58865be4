/* The first part of a report: the words and signs of the others. */
#include "page_parts.h"

const char *page_mark_class(int outcome)
{
    static const char *const classes[VERDICT_KINDS] = { "mark pass",      "mark fail",    "mark undefined",
                                                        "mark undecided", "mark not-run", "mark not-claimed" };
    return outcome >= 0 && outcome < VERDICT_KINDS ? classes[outcome] : "mark";
}

static void define(page *p, const char *term, const char *text)
{
    page_html(p, "<dt>%s</dt><dd>%s</dd>\n", term, text);
}

void page_reading(page *p)
{
    page_section(p, "reading", "How to read this page");
    page_paragraph(p, "A disentanglement metric gives a representation a score. Whether the score can be trusted is "
                      "asked here by experiment: representations are built whose qualities are known beforehand, every "
                      "metric scores them, and what it says is held against what is true.");
    page_html(p, "<dl class=\"terms\">");
    define(p, "Representation",
           "Samples of factors (what the data were made from) and of codes (what a model would "
           "say of them). Modular: each code depends on one factor. Compact: each factor is found "
           "in one code. Explicit: the codes determine the factors.");
    define(p, "Scenario",
           "A family of representations in which one thing is changed step by step, the rest held: more "
           "noise in the codes, stronger mixing of factors, more copies of a code. Each step is a "
           "point.");
    define(p, "Seed",
           "One drawing of the random data, the same for all metrics. Where a point was scored with several "
           "seeds, the scores shown are means over them.");
    define(p, "Interval, bar",
           "Where the mean would lie with very many seeds. In charts a bar holds it in 95 of "
           "100 studies (Student's t). In verdicts all intervals of one verdict hold together in "
           "95 of 100 (Bonferroni) where scores spread normally, so they are wider; of five seeds "
           "with a long tail in fewer.");
    define(p, "Property",
           "Something a good metric should do, such as give a perfect representation its best score, or "
           "not rise when only noise is added. It is decided by rules with thresholds that are all "
           "listed below.");
    define(p, "@, and two words",
           "`mig@zaidi2020` is the metric `mig` as the code published with that study computes "
           "it, defects included; `mig` alone follows its definition. `dci-lasso modularity` is "
           "one of a metric's several scores.");
    page_html(p, "</dl>\n");
    page_paragraph(
        p, "A verdict is one of six, and each symbol in the table but – leads to its evidence. A verdict is no grade: "
           "a property says what a metric does in these scenarios, at these sizes, with these seeds, and no "
           "more.");
}
