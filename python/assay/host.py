"""Serves one Python metric to assay: JSON Lines on standard input and output (lab/candidates/candidate.h).

assay runs this text as `python3 -c TEXT FILE.py FUNCTION FILE.py`, the last as the user wrote it, in an empty folder.
The function is called, and may return, what `assay help validate` says; in a dict "stages" may stand for {name of a
step: array} (docs/validating.md).
"""
import contextlib
import functools
import importlib.util
import inspect
import json
import os
import random
import sys
import traceback
import zlib


WANTED = ("it is to return a number, an array with an item per factor or per code, (number, array), or a dict of such "
          "by name")


class Trouble(Exception):
    """Something to report in place of an answer."""

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
    """One sentence of an exception: what, and where in the file. A store keeps it, so no folder is in it."""
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
    where = f"{os.path.basename(path)}:{own[-1].lineno}, in {own[-1].name}: {own[-1].line}"
    last = frames[-1]
    if last.filename != path:
        where += f" (raised at {os.path.basename(last.filename)}:{last.lineno})"
    return f"{text} -- {where}"


def load(path):
    """The file as a module; its neighbours can be imported, and no bytecode is written."""
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
            raise Trouble(f"{path} has no function '{wanted}'; it has {listed(*metrics_in(name, module))}")
        return wanted, function
    public, others = metrics_in(name, module)
    if name in public:
        return name, getattr(module, name)
    if len(public) == 1 or not public and len(others) == 1:
        only = (public or others)[0]
        return only, getattr(module, only)
    raise Trouble(f"{path}: which function? It has {listed(public, others)}; say which: python:{path}:FUNCTION")


def listed(public, others):
    return ", ".join(public + others) or "none"


def metrics_in(name, module):
    """The names of a file's own functions, and of what else of its own may be called."""
    public = {
        key: value
        for key, value in vars(module).items()
        if (inspect.isfunction(value) or (key == name and callable(value)))
        and not key.startswith("_")
        and getattr(value, "__module__", None) == name
    }
    others = [key for key, value in vars(module).items() if key not in public and not key.startswith("_")
              and (getattr(value, "__module__", None) == name if inspect.isclass(value) else
                   isinstance(value, functools.partial) or getattr(type(value), "__module__", None) == name)]
    return list(public), others


SEEDS = ("seed", "random_state", "random_seed")
GENERATORS = ("rng", "generator")
FACTORS = ("factors", "factor", "v", "vs", "y", "ys", "y_true", "labels", "label", "targets", "target", "gt", "gts",
           "ground_truth", "gt_factors", "true_factors", "factor_values", "ground_truth_factors", "attributes")
CODES = ("codes", "code", "z", "zs", "c", "cs", "mu", "mus", "h", "z_hat", "zhat", "z_pred", "hz", "h_z", "hat_z",
         "z_est", "z_rec", "latent_codes", "preds",
         "representation", "representations", "embedding", "embeddings", "features", "means", "reps")


def codes_come_first(first, second):
    """Whether the names of two parameters say so, in any case of letters: one of them has a name of its own and the
    other has not a name of the same side. By any other names ("latents" is neither) factors come first."""
    first, second = first.lower(), second.lower()
    if first in FACTORS or second in CODES:
        return False
    return first in CODES or second in FACTORS


def takes(function, path, codes_alone=False):
    """[(parameter, what it is given)] of a function, from its parameters' names: factors, codes, seed, generator or
    kinds. The two arrays come first of all others, or have names of their own behind a *. codes_alone: one is
    enough."""
    try:
        known = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        known = []
    given = {name: what for names, what in ((SEEDS, "seed"), (GENERATORS, "generator"), (("kinds",), "kinds"))
             for name in names}
    single = [p for p in known if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    plain = [p for p in single if p.kind != p.KEYWORD_ONLY]
    if not plain and any(p.kind == p.VAR_POSITIONAL for p in known) or not known:
        plain = [inspect.Parameter(name, inspect.Parameter.POSITIONAL_ONLY) for name in ("factors", "codes")]
        single = plain + single
    arrays = [p for p in plain if p.name not in given][:2]
    if len(arrays) < 2:
        arrays += [p for p in single if p.kind == p.KEYWORD_ONLY
                   and p.name.lower() in FACTORS + CODES + ("latents",)][:2 - len(arrays)]
    if len(arrays) == 1 and codes_alone:
        order = ("codes",)
    elif len(arrays) < 2:
        raise Trouble(f"{path}: the function takes {len(arrays)} array{'s' * (len(arrays) != 1)}; assay gives it two, "
                      "factors (samples x factors) and codes (samples x codes). One that takes the codes alone says "
                      'so: f.needs = "codes"')
    else:
        order = ("codes", "factors") if codes_come_first(arrays[0].name, arrays[1].name) else ("factors", "codes")
    given = {**given, **{array.name: what for array, what in zip(arrays, order)}}
    for p in single:
        if p.name not in given and p.default is p.empty:
            raise Trouble(f"{path}: the function wants '{p.name}', which assay does not know: it gives factors, codes "
                          f"and, by these names, {', '.join(SEEDS + GENERATORS)} and kinds. Give it a default value, "
                          "or wrap the function: functools.partial")
    return [(p, given[p.name]) for p in single if p.name in given]


def understood(name, told):
    """"mig(z, y, seed): z the codes, y the factors, seed a whole number below 2^32": how a function is called."""
    words = {"factors": "the factors", "codes": "the codes", "seed": "a whole number below 2^32",
             "generator": "a numpy.random.Generator of the seed", "kinds": "the factors' kinds"}
    given = ", ".join(f"{p.name} {words[what]}" for p, what in told)
    return f"{name}({', '.join(p.name for p, what in told)}): {given}"


def neighbours(path, before):
    """The files next to the metric's, or in folders below, that it has imported: they are part of what it is."""
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


def instance(of, path):
    """A class stands for what it makes without arguments."""
    try:
        needed = [p.name for p in inspect.signature(of).parameters.values()
                  if p.default is p.empty and p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    except (TypeError, ValueError):
        needed = []
    if needed:
        raise Trouble(f"{path}: the class {of.__name__} wants {', '.join(needed)}; make an instance in the file and "
                      f"name that: metric = {of.__name__}(...), python:{path}:metric")
    return of()


class Metric:
    def __init__(self, path, wanted):
        try:
            import numpy
        except ImportError as error:
            raise Trouble(f"{sys.executable}: {error}", "no-numpy") from error
        self.numpy = numpy
        self.path = path
        self.before = set(sys.modules)
        module_name, module = load(path)
        self.name, function = choose(module_name, module, wanted, path)
        self.settle(function)
        self.outputs = None  # their names, once it has described itself

    def settle(self, function):
        """How it is called: an instance for a class, update and compute, which parameter is given what."""
        path, self.function, self.accumulator = self.path, function, None
        if inspect.isclass(self.function):  # its instance is meant
            self.function = instance(self.function, path)
        looked_at = self.function
        if all(callable(getattr(self.function, name, None)) for name in ("update", "compute", "reset")):
            looked_at = self.function.update
            self.accumulator, self.function = self.function, self.accumulated
        elif not callable(self.function):
            raise Trouble(f"{path}: {self.name} cannot be called: it has no __call__, nor update, compute and reset")
        self.codes_alone = self.needs_codes_alone()
        self.takes = takes(looked_at, path, self.codes_alone)
        self.tensors = self.made_of_tensors()

    def needs_codes_alone(self):
        """What `needs` says: "codes", or both (also where it is not there)."""
        needs = self.attribute("needs", "both")
        words = {needs} if isinstance(needs, str) else set(needs)
        if not words <= {"both", "factors", "codes"} or words == {"factors"}:
            raise Trouble(f'{self.path}: {self.name}.needs is {needs!r}; it is "codes" where it takes the codes alone, '
                          'and "both" otherwise')
        return words == {"codes"}

    def attribute(self, name, otherwise):
        return getattr(self.accumulator or self.function, name, otherwise)

    def made_of_tensors(self):
        """What makes tensors of arrays, for a module of torch, which takes nothing else; None for all others."""
        torch = sys.modules.get("torch")
        own = self.accumulator or self.function
        return torch.from_numpy if torch and isinstance(own, torch.nn.Module) else None

    def accumulated(self, *arrays, **told):
        """The score of an object that is shown data and then asked, as those of TorchMetrics are."""
        self.accumulator.reset()
        self.accumulator.update(*arrays, **told)
        return self.accumulator.compute()

    def call(self, factors, codes, kinds, seed):
        random.seed(seed)  # a metric that draws from the global generators draws the same in every process
        seed %= 2**32  # what NumPy's and scikit-learn's random_state take
        self.numpy.random.seed(seed)
        if self.tensors:
            factors, codes = self.tensors(factors), self.tensors(codes)
        told = {"factors": factors, "codes": codes, "seed": seed, "kinds": kinds}
        by_place, by_name = [], {}
        for parameter, what in self.takes:
            value = self.numpy.random.default_rng(seed) if what == "generator" else told[what]
            if parameter.kind == parameter.POSITIONAL_ONLY or what in ("factors", "codes") and not by_name and \
                    parameter.kind != parameter.KEYWORD_ONLY:
                by_place.append(value)
            else:
                by_name[parameter.name] = value
        return self.function(*by_place, **by_name)

    def plain(self, result, name):
        """{"value": x}, {"items": [...]}, {"undefined": text}, or items with one of the others, for one output."""
        numpy = self.numpy
        if isinstance(result, tuple) and len(result) == 2 and numpy.ndim(result[0]) == 0 and not is_plain(result[1]):
            return {**self.plain(result[0], name), **self.plain(list(result[1]), name)}
        if hasattr(result, "detach"):  # a tensor
            result = result.detach().cpu().numpy()
        if result is None:
            return {"undefined": "candidate-undefined: the function returned None (is a return missing?)"}
        if isinstance(result, str):
            if is_number(result):
                raise Trouble(f"{name}: the function returned the text {result!r}; a text is the reason why a value is "
                              f"undefined, a value is a number: float({result!r})", "shape")
            return {"undefined": result}
        if isinstance(result, list) and any(item is None or isinstance(item, str) for item in result):
            return {"items": [self.item(item, name) for item in result]}
        array = numpy.asarray(result)
        if array.dtype.kind not in "biuf":
            told = f"{name}: the function returned {type(result).__name__}, not numbers"
            raise Trouble(f"{told} ({WANTED})", "shape")
        if array.ndim == 0:
            return {"value": self.number(float(array))}
        if array.ndim == 1:
            return {"items": [self.number(x) for x in array.astype(float).tolist()]}
        told = f"{name}: the function returned an array of shape {array.shape}, one axis is wanted"
        raise Trouble(f"{told} ({WANTED})", "shape")

    def stage(self, value):
        """A step that the function returned, a row after the other."""
        value = self.numpy.atleast_1d(self.numpy.asarray(value, float))
        return {"rows": len(value), "values": [x if x - x == 0.0 else None for x in value.ravel().tolist()]}

    def item(self, item, name):
        """A number, or the reason why there is none."""
        plain = self.plain(item, name)
        if "items" in plain:
            raise Trouble(f"{name}: an item is an array ({WANTED})", "shape")
        return plain.get("value", plain.get("undefined"))

    @staticmethod
    def number(x):
        if x - x == 0.0:
            return x
        return "nan" if x != x else "inf" if x > 0 else "-inf"

    def by_output(self, result):
        self.offered = result.pop("stages", {}) if isinstance(result, dict) else {}
        only = list(self.outputs) if self.outputs and len(self.outputs) == 1 else [self.name]
        if self.outputs and (result is None or isinstance(result, str)):  # why none of them has a value
            only = list(self.outputs)
        results = result if isinstance(result, dict) else dict.fromkeys(only, result)
        return {str(key): self.plain(value, str(key)) for key, value in results.items()}

    def trial(self):
        """Scores something small with 3 factors and 4 codes, to learn which outputs there are and what they are of."""
        numpy = self.numpy
        draws = numpy.random.default_rng(0)
        factors = draws.random((200, 3))
        codes = numpy.column_stack([factors + 0.1 * draws.random((200, 3)), draws.random(200)])
        axes = {}
        for name, found in self.by_output(self.tried(factors, codes)).items():
            items = len(found.get("items", ()))
            if "items" in found and items not in (3, 4):
                told = f"{name}: {items} items in a trial with 3 factors and 4 codes"
                raise Trouble(f"{told} ({WANTED})", "shape")
            axes[name] = "overall" if "items" not in found else "factor" if items == 3 else "code"
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
                told = "; this was a trial with 200 samples, 3 factors and 4 codes; without one: "
                error.assay_note = told + f'{self.name}.outputs = {{"{self.name}": "factor"}} or "code" or "overall"'
                raise error from None

    def bound(self, value):
        """An end of a range as JSON has it; None and infinity are none."""
        return None if value is None else self.number(float(value))

    def described_outputs(self):
        told = self.attribute("outputs", None)
        if told is None:
            outputs = [{"name": name, "axis": axis} for name, axis in self.trial().items()]
        elif isinstance(told, dict):
            outputs = [{"name": name, "axis": axis} for name, axis in told.items()]
        else:
            outputs = [{"name": output} if isinstance(output, str) else
                       {key: self.bound(value) if key in ("low", "high") else value for key, value in output.items()}
                       for output in told]
        self.outputs = [output["name"] for output in outputs]
        return outputs

    def describe(self, request):
        if request.get("again"):
            if self.attribute("outputs", None) is not None:
                self.described_outputs()  # they are told, so there is no trial
            return {"name": self.name}
        outputs = self.described_outputs()
        measures = self.attribute("measures", [])
        given = {what for _, what in self.takes}
        title = (inspect.getdoc(self.accumulator or self.function) or "").strip().split("\n")[0]
        answer = {
            "name": self.name,
            "measures": [measures] if isinstance(measures, str) else list(measures),
            "outputs": outputs,
            "deterministic": bool(self.attribute("deterministic", not {"seed", "generator"} & given)),
            "absent": bool(self.attribute("absent", False)),
            "kinds": "kinds" in given,
            "needs": "codes" if self.codes_alone else "both",
            "understood": understood(self.name, self.takes),
            "files": neighbours(self.path, self.before),
        }
        if title:
            answer["title"] = title
        for bound in ("low", "high"):
            value = self.attribute(bound, self)  # None: there is none; self: it is not said
            if value is not self:
                answer[bound] = self.bound(value)
        return answer

    def score(self, request):
        given = {name: self.numpy.load(request[name]) for name in ("factors", "codes")}
        before = {name: imprint(array) for name, array in given.items()}
        watch = observer(self.path, **given, codes_alone=self.codes_alone) if "observe" in request else None
        with watch or contextlib.nullcontext():
            result = self.call(given["factors"], given["codes"], request["kinds"], request["seed"])
        changed = [name for name, array in given.items() if imprint(array) != before[name]]
        scores = [{"output": name, **found} for name, found in self.by_output(result).items()]
        answer = {"scores": scores}
        if changed:
            answer["changed"] = changed
        if watch:
            answer["observed"] = guarded(watch.report, self.path, request["observe"])
            answer["observed"]["offered"] = [{"name": f'your step "{name}"', "step": name, **self.stage(value)}
                                             for name, value in self.offered.items()]
        if "cell" in request:
            answer["cell"] = request["cell"]
        return answer


def observer(path, factors, codes, codes_alone):
    """What watches a call (observer.py, whose text is the third argument)."""
    if "Watch" not in globals():
        exec(compile(OBSERVER, "observer", "exec"), globals())
    return globals()["Watch"](path, factors, codes, codes_alone)


def imprint(array):
    """What is another number once a function has written into an array. It takes no memory, as a copy would, and the
    array stays writable: right functions hand theirs to code that asks for that."""
    try:
        return array.shape, array.dtype.str, zlib.crc32(array.T)
    except (ValueError, BufferError):  # its memory no longer lies as it did
        return None


def is_plain(what):
    """A number or a text, or nothing: no items."""
    return what is None or isinstance(what, str) or not hasattr(what, "__len__")


def is_number(text):
    try:
        float(text)
    except ValueError:
        return False
    return True


def guarded(work, path, argument):
    """What work(argument) gives; whatever it raises, reported."""
    try:
        return work(argument)
    except Trouble as trouble:
        return {"error": str(trouble), "kind": trouble.kind}
    except MemoryError as error:
        return {"error": explain(error, path), "kind": "memory"}
    except BaseException as error:  # sys.exit() in a metric is its mistake, not our end
        return {"error": explain(error, path)}


OBSERVER = ""


def answered(metric, request, path, told=None):
    """The line that answers a request; metric: or what went wrong when it was read."""
    if isinstance(metric, dict):
        answer = metric
    else:
        answer = guarded(metric.describe if request["op"] == "describe" else metric.score, path, request)
    if "error" in answer and told:
        answer["error"] = answer["error"].replace(path, told)
    try:
        text = json.dumps(answer, allow_nan=False)
    except (TypeError, ValueError) as error:
        text = json.dumps({"error": f"what {path} describes is not JSON: {error}"})
    return text.encode() + b"\n"


def serve(path, wanted, told):
    """told: how the user wrote the path."""
    requests, answers = protocol()
    global OBSERVER
    OBSERVER = sys.argv[4] if len(sys.argv) > 4 else ""
    sys.argv[:] = [path]  # a metric that parses arguments when it is imported finds none
    sys.path[0:1] = []  # -c put the working directory there, and a numpy.py in it would be taken for NumPy
    metric = guarded(lambda name: Metric(path, name), path, wanted)
    for line in requests:
        request = json.loads(line)
        if request["op"] == "bye":
            break
        answers.write(answered(metric, request, path, told))
        answers.flush()
    sys.stderr.flush()
    os._exit(0)


if __name__ == "__main__":
    serve(*sys.argv[1:4])
