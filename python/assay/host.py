"""Serves one Python metric to assay: JSON Lines on standard input and output (bench/candidates/candidate.h).

assay runs this text as `python3 -c TEXT FILE.py FUNCTION`. The function gets NumPy arrays of shape samples x factors
and samples x codes (codes first where its parameters say so: z and y, say), and the seed (also as random_state, below
2**32) and the factors' kinds if it has parameters of these names. Classes, instances, partial functions and objects
with update, compute and reset are called alike. It returns a number, an array with one item per factor or code, or a
dict of such; a str says why there is no value, "word: text".
Attributes of the function, all optional: `measures`, `outputs` (names, or name -> axis), `absent` (it takes NaN).
"""
import functools
import importlib.util
import inspect
import json
import os
import random
import sys
import traceback


WANTED = "it is to return a number, an array with an item per factor or per code, or a dict of such by name"


class Trouble(Exception):
    """Something to tell in place of an answer."""

    def __init__(self, text, kind="error"):
        super().__init__(text)
        self.kind = kind


def protocol():
    """The two ends of the conversation. What the metric prints goes to standard error, what it reads is empty."""
    requests = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    os.close(nothing)
    sys.stdout = open(1, "w", buffering=1, closefd=False, errors="backslashreplace")
    return requests, answers


def explain(error, path):
    """One sentence of an exception: what, and where in the metric's file."""
    return place(error, path) + getattr(error, "assay_note", "")


def place(error, path):
    text = "".join(traceback.format_exception_only(type(error), error)).strip().replace("\n", " ")
    if isinstance(error, SyntaxError):
        line = (error.text or "").strip()
        return f"{error.filename}:{error.lineno}: {type(error).__name__}: {error.msg}" + (f": {line}" if line else "")
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if frame.filename == path]
    if not own:
        return text
    where = f"{path}:{own[-1].lineno}, in {own[-1].name}: {own[-1].line}"
    last = frames[-1]
    if last.filename != path:
        where += f" (raised at {last.filename}:{last.lineno})"
    return f"{text} -- {where}"


def load(path):
    """The file as a module; its neighbours can be imported, and no bytecode is left beside it."""
    name = os.path.splitext(os.path.basename(path))[0]
    folder = os.path.dirname(os.path.abspath(path))
    if folder not in sys.path:
        sys.path.insert(0, folder)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader=None))
    module.__file__ = path
    if name not in sys.modules:
        sys.modules[name] = module
    with open(path, "rb") as file:
        source = file.read()
    exec(compile(source, path, "exec"), module.__dict__)
    return name, module


def choose(name, module, wanted, path):
    """The function that was asked for, or the only public one, or the one that is called like the file."""
    if wanted:
        function = getattr(module, wanted, None)
        if not callable(function) and not hasattr(function, "compute"):
            raise Trouble(f"{path} has no function '{wanted}'")
        return wanted, function
    public = {
        key: value
        for key, value in vars(module).items()
        if (inspect.isfunction(value) or (key == name and callable(value)))
        and not key.startswith("_")
        and getattr(value, "__module__", None) == name
    }
    if name in public:
        return name, public[name]
    if len(public) == 1:
        return next(iter(public.items()))
    others = [key for key, value in vars(module).items() if key not in public and not key.startswith("_")
              and (getattr(value, "__module__", None) == name if inspect.isclass(value) else
                   isinstance(value, functools.partial) or getattr(type(value), "__module__", None) == name)]
    if not public and len(others) == 1:
        return others[0], getattr(module, others[0])
    told = ", ".join([*public, *others]) if public or others else "none"
    raise Trouble(f"{path}: which function? It has {told}; say which: python:{path}:FUNCTION")


SEEDS = ("seed", "random_state")
FACTORS = ("factors", "v", "y", "ys", "labels", "gt", "ground_truth", "targets")
CODES = ("codes", "z", "zs", "c", "mus", "mu", "representations", "embeddings")


def exchanged(first, second):
    """Whether the names of two parameters say that the codes come first; what is called latents is what the other is
    not. By other names factors come first."""
    return (first in CODES and second in FACTORS + ("latents",)) or (first == "latents" and second in FACTORS)


def parameters(function, path):
    """Which of seed, random_state and kinds the function takes, by name; whether its third parameter is the seed;
    whether its first two are codes and factors, in this order, by their names."""
    try:
        known = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return [], False, False
    plain = [p for p in known if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    by_name = [p for p in known if p.kind != p.POSITIONAL_ONLY and p not in plain[:2]]
    named = [p.name for p in by_name if p.name in SEEDS + ("kinds",)]
    plain_third = plain[2] if len(plain) > 2 and plain[2].name not in named else None
    third = plain_third is not None and plain_third.kind == plain_third.POSITIONAL_ONLY and plain_third.name in SEEDS
    for p in by_name + ([plain_third] if plain_third and not third else []):
        required = p.default is p.empty and p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)
        if required and p.name not in named:
            raise Trouble(f"{path}: the function wants '{p.name}', which assay does not know: it gives factors, codes "
                          "and, by these names, seed or random_state, and kinds. Give it a default value")
    return named, third, len(plain) > 1 and exchanged(plain[0].name, plain[1].name)


def neighbours(path, before):
    """The files beside the metric's, or in folders below, that it has imported: they are part of what it is."""
    folder = os.path.dirname(os.path.realpath(path)) + os.sep
    files = set()
    for name in sys.modules.keys() - before:
        file = getattr(sys.modules[name], "__file__", None)
        real = os.path.realpath(file) if isinstance(file, str) else ""
        installed = f"{os.sep}site-packages{os.sep}" in real or f"{os.sep}dist-packages{os.sep}" in real
        own = real.startswith(folder) and real != os.path.realpath(path)
        if own and not installed and os.path.isfile(real) and real.isprintable():
            files.add(real)
    return sorted(files)


class Metric:
    def __init__(self, path, wanted):
        try:
            import numpy
        except ImportError as error:
            raise Trouble(f"{sys.executable}: {error}", "no-numpy") from error
        self.numpy = numpy
        self.path = path
        self.before = set(sys.modules)
        self.accumulator = None
        module_name, module = load(path)
        self.name, self.function = choose(module_name, module, wanted, path)
        if inspect.isclass(self.function):  # its instance is meant
            self.function = self.function()
        looked_at = self.function
        if all(callable(getattr(self.function, name, None)) for name in ("update", "compute", "reset")):
            looked_at = self.function.update
            self.accumulator, self.function = self.function, self.accumulated
        elif not callable(self.function):
            raise Trouble(f"{path}: {self.name} cannot be called: it has no __call__, nor update, compute and reset")
        self.named, self.third, self.codes_first = parameters(looked_at, path)
        if self.codes_first:
            print(f"assay: {self.name} is given codes, then factors, as its parameters are called", file=sys.stderr)
        self.outputs = None  # their names, once it has described itself

    def attribute(self, name, otherwise):
        return getattr(self.accumulator or self.function, name, otherwise)

    def accumulated(self, *arrays, **told):
        """The score of an object that is shown data and then asked, as those of TorchMetrics are."""
        self.accumulator.reset()
        self.accumulator.update(*arrays, **told)
        return self.accumulator.compute()

    def call(self, factors, codes, kinds, seed):
        random.seed(seed)  # a metric that draws from the global generators draws the same in every process
        self.numpy.random.seed(seed % 2**32)
        seed %= 2**32  # what NumPy's and scikit-learn's random_state take
        told = {"seed": seed, "random_state": seed, "kinds": kinds}
        third = (seed,) if self.third else ()
        arrays = (codes, factors) if self.codes_first else (factors, codes)
        return self.function(*arrays, *third, **{name: told[name] for name in self.named})

    def plain(self, result, name):
        """("value", x), ("items", [...]) or ("undefined", text) for one output."""
        numpy = self.numpy
        if result is None:
            return "undefined", "candidate-undefined: the function returned None (is a return missing?)"
        if isinstance(result, str):
            return "undefined", result
        array = numpy.asarray(result)
        if array.dtype.kind not in "biuf":
            told = f"{name}: the function returned {type(result).__name__}, not numbers"
            raise Trouble(f"{told} ({WANTED})", "shape")
        if array.ndim == 0:
            return "value", self.number(float(array))
        if array.ndim == 1:
            return "items", [self.number(x) for x in array.astype(float).tolist()]
        told = f"{name}: the function returned an array of shape {array.shape}, one axis is wanted"
        raise Trouble(f"{told} ({WANTED})", "shape")

    @staticmethod
    def number(x):
        if x - x == 0.0:
            return x
        return "nan" if x != x else "inf" if x > 0 else "-inf"

    def by_output(self, result):
        only = list(self.outputs) if self.outputs and len(self.outputs) == 1 else [self.name]
        results = result if isinstance(result, dict) else {only[0]: result}
        return {str(key): self.plain(value, str(key)) for key, value in results.items()}

    def trial(self):
        """Scores something small with 3 factors and 4 codes, to learn which outputs there are and what they are of."""
        numpy = self.numpy
        draws = numpy.random.default_rng(0)
        factors = draws.random((200, 3))
        codes = numpy.column_stack([factors + 0.1 * draws.random((200, 3)), draws.random(200)])
        axes = {}
        for name, (kind, value) in self.by_output(self.tried(factors, codes)).items():
            if kind == "items" and len(value) not in (3, 4):
                told = f"{name}: {len(value)} items in a trial with 3 factors and 4 codes"
                raise Trouble(f"{told} ({WANTED})", "shape")
            axes[name] = "overall" if kind != "items" else "factor" if len(value) == 3 else "code"
        if not axes:
            raise Trouble(f"{self.name}: the function returned an empty dict ({WANTED})", "shape")
        return axes

    def tried(self, factors, codes):
        """What the function returns in a trial; one that wants labels, say a classifier's, gets some."""
        codes = self.numpy.asfortranarray(codes)
        try:
            return self.call(self.numpy.asfortranarray(factors), codes.copy(order="F"), ["continuous"] * 3, 0)
        except Exception as error:
            labels = self.numpy.asfortranarray(self.numpy.floor(4 * factors))
            try:
                return self.call(labels, codes, ["categorical"] * 3, 0)
            except Exception:
                told = f"; this was a trial with 200 samples, 3 factors and 4 codes; without one: {self.name}.outputs = "
                error.assay_note = told + f'{{"{self.name}": "factor"}} or "code" or "overall"'
                raise error from None

    def described_outputs(self):
        told = self.attribute("outputs", None)
        if told is None:
            outputs = [{"name": name, "axis": axis} for name, axis in self.trial().items()]
        elif isinstance(told, dict):
            outputs = [{"name": name, "axis": axis} for name, axis in told.items()]
        else:
            outputs = [{"name": output} if isinstance(output, str) else output for output in told]
        self.outputs = [output["name"] for output in outputs]
        return outputs

    def describe(self, request):
        if request.get("again"):
            if self.attribute("outputs", None) is not None:
                self.described_outputs()  # they are told, so there is no trial
            return {"name": self.name}
        outputs = self.described_outputs()
        measures = self.attribute("measures", [])
        title = (inspect.getdoc(self.accumulator or self.function) or "").strip().split("\n")[0]
        answer = {
            "name": self.name,
            "measures": [measures] if isinstance(measures, str) else list(measures),
            "outputs": outputs,
            "deterministic": not (self.third or any(name in SEEDS for name in self.named)),
            "absent": bool(self.attribute("absent", False)),
            "kinds": "kinds" in self.named,
            "files": neighbours(self.path, self.before),
        }
        if title:
            answer["title"] = title
        return answer

    def score(self, request):
        factors, codes = (self.numpy.load(request[name]) for name in ("factors", "codes"))
        result = self.call(factors, codes, request["kinds"], request["seed"])
        scores = [{"output": name, kind: value} for name, (kind, value) in self.by_output(result).items()]
        answer = {"scores": scores}
        if "cell" in request:
            answer["cell"] = request["cell"]
        return answer


def guarded(work, path, argument):
    """What work(argument) gives; whatever it raises, told."""
    try:
        return work(argument)
    except Trouble as trouble:
        return {"error": str(trouble), "kind": trouble.kind}
    except MemoryError as error:
        return {"error": explain(error, path), "kind": "memory"}
    except BaseException as error:  # sys.exit() in a metric is its mistake, not our end
        return {"error": explain(error, path)}


def serve(path, wanted):
    requests, answers = protocol()
    sys.argv[:] = [path]  # a metric that parses arguments when it is imported finds none
    sys.path[0:1] = []  # -c put the working directory there, and a numpy.py in it would be taken for NumPy
    metric = guarded(lambda name: Metric(path, name), path, wanted)
    for line in requests:
        request = json.loads(line)
        if request["op"] == "bye":
            break
        if isinstance(metric, dict):
            answer = metric
        else:
            answer = guarded(metric.describe if request["op"] == "describe" else metric.score, path, request)
        try:
            text = json.dumps(answer, allow_nan=False)
        except (TypeError, ValueError) as error:
            text = json.dumps({"error": f"what {path} describes is not JSON: {error}"})
        answers.write(text.encode() + b"\n")
        answers.flush()
    sys.stderr.flush()
    os._exit(0)


if __name__ == "__main__":
    serve(sys.argv[1], sys.argv[2])
