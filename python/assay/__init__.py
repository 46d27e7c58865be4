"""assay, a test bench for disentanglement metrics, from Python.

    import assay

    assay.score("mig@zaidi2020", factors, codes)           # one metric: a float that knows its items and its source
    assay.score_all(factors, codes, "mig@*,family:predictor")
    assay.relation("mi:bins=20", factors, codes)           # the factor x code matrix behind them
    assay.generate("noise", alpha=0.2, seed=3)             # data whose quality is known by construction
    assay.metrics(), assay.scenarios()                     # what there is, with formulas, sources, presets, defects
    assay.Accumulator("mig,sap")                           # update / compute / reset, for a training loop
    assay.check_metric(my_metric, against="mig")           # what any metric should do, in your own tests
    assay.study("models/", metrics="mig,dci-lasso")        # all of your models, with intervals and chance levels
    assay.run("quick", "quick.db").judge().frame     # plans, judge, advise, audits, figures: the program's commands
    assay.study({"a": (f, z), "b": (f, w)}).compare("a", "b")   # arrays in memory; who is above whom, how certain

Arrays are samples x factors and samples x codes: NumPy, tensors, pandas frames. What is float64 in Fortran order is
borrowed, anything else copied. Scores, data and messages are the library's, bit for bit those of the program `assay`.
"""
from ._arrays import AssayWarning
from ._catalog import (
    MetricInfo,
    Option,
    Output,
    Parameter,
    Preset,
    Representation,
    ScenarioInfo,
    generate,
    metrics,
    numpy_program,
    recipe,
    scenarios,
)
from ._library import (
    EnvironmentError_,
    Error,
    InputError,
    InternalError,
    InterruptedError_,
    LibraryNotFound,
    OutOfMemoryError,
    UsageError,
)
from ._scores import Accumulator, Metric, Reason, Relation, Score, Scores, relation, score, score_all
from ._store import Answer, Store, audit, hunt, run, validate
from ._study import Comparison, Study, StudyRows, study
from .checks import (Check, CheckFailed, CheckResult, CheckTable, MetricCheckError, check_metric, checks,
                     parametrize_with_checks)

__version__ = "0.1.0"

__all__ = [
    "Accumulator", "Answer", "AssayWarning", "Check", "CheckFailed", "CheckResult", "CheckTable", "Comparison",
    "EnvironmentError_",
    "Error", "InputError", "InternalError", "InterruptedError_", "LibraryNotFound", "Metric", "MetricCheckError",
    "MetricInfo", "Option", "OutOfMemoryError", "Output", "Parameter", "Preset",
    "Reason", "Relation", "Representation", "ScenarioInfo", "Score", "Scores", "Store", "Study", "StudyRows",
    "UsageError", "audit", "check_metric", "checks", "generate", "hunt", "metrics", "numpy_program", "recipe",
    "parametrize_with_checks", "relation", "run", "scenarios", "score", "score_all", "study", "validate",
]
