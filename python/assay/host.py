"""Serves one Python metric to assay: JSON Lines on standard input and output (lab/candidates/candidate.h).

assay runs this text as `python3 -c TEXT FILE.py FUNCTION FILE.py`, the last as the user wrote it, in an empty folder.
The function is called, and may return, what `assay help validate` says; in a dict "stages" may stand for {name of a
step: array} (docs/validating.md).
"""
import ast
import contextlib
import functools
import importlib.machinery
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
    note = getattr(error, "assay_note", "")
    if isinstance(error, FileNotFoundError) and not os.path.isabs(error.filename or "/"):
        note = "; candidates run in an empty folder: name it by os.path.dirname(__file__), or as a whole path" + note
    text = "".join(traceback.format_exception_only(type(error), error)).strip().replace("\n", " ")
    if isinstance(error, SyntaxError):
        line = (error.text or "").strip()
        where = f"{error.filename}:{error.lineno}: {type(error).__name__}: {error.msg}"
        return where + (f": {line}" if line else "") + note
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if frame.filename == path]
    if not own:
        return text + note
    where = f"{os.path.basename(path)}:{own[-1].lineno}, in {own[-1].name}: {own[-1].line}"
    last = frames[-1]
    if last.filename != path:
        where += f" (raised at {os.path.basename(last.filename)}:{last.lineno})"
    return f"{text} -- {where}{note}"


COMPUTING = ("jax", "tensorflow", "tensorflow_hub", "torch")
STOOD_FOR = COMPUTING + ("absl", "gin", "matplotlib", "six", "tqdm", "typing_extensions", "wandb")


class StandIn:
    """A module that is not installed, or something of it. What decorates, configures, logs or shows progress does
    nothing; what would compute is refused."""
    __getitem__ = __or__ = __ror__ = __enter__ = lambda self, *_: self
    __bool__ = __exit__ = __instancecheck__ = lambda self, *_: False
    __iter__ = lambda self: iter(())
    __mro_entries__ = lambda self, bases: ()

    def __init__(self, name):
        self.__name__, self.__path__ = name, []

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return StandIn(f"{self.__name__}.{name}")

    def __call__(self, *given, **named):
        if given and hasattr(given[0], "dtype") and self.__name__.startswith(COMPUTING):
            raise ModuleNotFoundError(f"{self.__name__} is called, and is not installed")
        return self if not given or isinstance(given[0], str) else given[0]


class Finder:
    """Modules that Python does not find: those of the checkout that the file lies in, and stand-ins. Asked last."""
    exec_module = lambda self, module: None
    create_module = lambda self, spec: StandIn(spec.name)

    def __init__(self, folder):
        self.above, self.used = [], set()  # the folders above the file; those of which something was imported
        while len(self.above) < 6 and not os.stat(folder).st_mode & 0o002:  # not where everybody may put modules
            self.above.append(folder)
            folder = os.path.dirname(folder)

    def find_spec(self, name, path=None, target=None):
        root = name.partition(".")[0]
        if root in STOOD_FOR and (name == root or isinstance(sys.modules.get(root), StandIn)):
            return importlib.util.spec_from_loader(name, self, is_package=True)
        for folder in self.above if name == root else ():
            spec = importlib.machinery.PathFinder.find_spec(name, [folder])
            if spec:
                self.used.add(folder)
                return spec
        return None


def load(path):
    """The file as a module; its neighbours and its checkout can be imported, and no bytecode is written."""
    name = os.path.splitext(os.path.basename(path))[0]
    folder = os.path.dirname(os.path.abspath(path))
    if folder not in sys.path:
        sys.path.insert(0, folder)
        sys.meta_path.append(Finder(folder))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader=None))
    while os.path.isfile(os.path.join(folder, "__init__.py")):  # its relative imports
        folder, last = os.path.split(folder)
        module.__package__ = f"{last}.{module.__package__}".rstrip(".")
    module.__file__ = path
    if name not in sys.modules:
        sys.modules[name] = module
    with open(path, "rb") as file:
        source = file.read()
    exec(compile(source, path, "exec"), module.__dict__)
    return name, module


def choose(name, module, wanted, path, flags):
    """The function or Class.method that was asked for, or the only public one, or the one called like the file."""
    public, others = metrics_in(name, module)
    if wanted:
        function = module
        for part in wanted.split("."):
            if inspect.isclass(function) and not isinstance(inspect.getattr_static(function, part, None), staticmethod):
                function = instance(function, path, flags)
            function = getattr(function, part, None)
        if not callable(function) and not any(hasattr(function, one) for one in METHODS):
            raise Trouble(f"{path} has no function '{wanted}'; it has {', '.join(public + others) or 'none'}")
        return wanted, function
    if name in public:
        return name, getattr(module, name)
    if len(public) == 1 or not public and len(others) == 1:
        only = (public or others)[0]
        return only, getattr(module, only)
    raise Trouble(f"{path}: which function? It has {', '.join(public + others) or 'none'}; say which: "
                  f"python:{path}:FUNCTION")


def metrics_in(name, module):
    """The names of a file's own functions, and of what else of its own may be called."""
    public = [key for key, value in vars(module).items() if not key.startswith("_")
              and (inspect.isfunction(value) or key == name and callable(value))
              and getattr(value, "__module__", None) == name]
    others = [key for key, value in vars(module).items() if key not in public and not key.startswith("_")
              and (getattr(value, "__module__", None) == name if inspect.isclass(value) else
                   isinstance(value, functools.partial) or getattr(type(value), "__module__", None) == name)]
    return public, others


SEEDS = ("seed", "random_state", "random_seed")
GENERATORS = ("rng", "generator")
FACTORS = ("factors", "factor", "v", "vs", "y", "ys", "y_true", "labels", "label", "targets", "target", "gt", "gts",
           "ground_truth", "gt_factors", "true_factors", "factor_values", "ground_truth_factors", "attributes")
CODES = ("codes", "code", "z", "zs", "c", "cs", "mu", "mus", "h", "zhat", "hz", "h_z", "latent_codes", "preds",
         "representation", "representations", "embedding", "embeddings", "features", "means", "reps")


OBSERVATIONS = ("observations", "images", "data", "x")
DATA = ("ground_truth_data", "ground_truth_dataset", "gt_data", "gt_dataset", "dataset")
ENCODERS = ("representation_function", "representation_fn", "encoder", "encode_fn", "encode")
METHODS = ("compute", "evaluate", "score", "calculate", "compute_score", "get_score", "forward")


def bare(name):
    """A parameter's name without which rows it is of, and these: "z_train" is z, of "train"."""
    name, part = name.lower(), ""
    for word in ("train", "test"):
        if word in name.split("_"):
            name, part = "_".join(x for x in name.split("_") if x != word), word
    return name, part


def is_guess(name):
    """Whether a name says of itself that it was found: s_hat."""
    return bool({"hat", "pred", "est", "rec", "estimated", "predicted", "recovered", "learned"} & {*name.split("_")})


def codes_come_first(first, second):
    """Whether the names of two parameters say so, in any case of letters: one of them has a name of its own and the
    other has not a name of the same side. By any other names ("latents" is neither) factors come first."""
    first, second = bare(first)[0], bare(second)[0]
    if is_guess(first) != is_guess(second):
        return is_guess(first)
    if first in FACTORS or second in CODES:
        return False
    return first in CODES or second in FACTORS


def needed(p):
    """A parameter without a default value, or with gin.REQUIRED."""
    required = getattr(sys.modules.get("gin"), "REQUIRED", p.empty)
    return isinstance(p.default, StandIn) or p.default is p.empty or p.default is required


def takes_data(known):
    """The same of a function that draws its rows from a data object and encodes them, as disentanglement_lib's do."""
    names = [p.name for p in known]
    given = {name: what for all, what in ((OBSERVATIONS, "row numbers"), (FACTORS, "factors"), (DATA, "data"),
                                          (ENCODERS, "encoder"), (SEEDS, "random state"), (("num_test",), "later half"))
             for name in all}
    for name in (p.name for p in known if p.name.startswith("num_") and (needed(p) or p.name == "num_train")):
        given.setdefault(name, "800" if "num_eval" in names and name in ("num_eval", "num_train") else
                         "first half" if "num_test" in names else "all")
    return [(p, given.get(p.name, "64")) for p in known if p.name in given or p.name == "batch_size" and needed(p)]


def takes_parts(plain):
    """The same of one that is given rows to learn from and rows to be tested on; [] of all others."""
    arrays = [(p, *bare(p.name)) for p in plain if needed(p)][:4]
    if len(arrays) < 4 or sum(part == "test" for p, name, part in arrays) != 2:
        return []
    first = codes_come_first(arrays[0][1], next(name for p, name, part in arrays if name != arrays[0][1]))
    return [(p, ("codes" if (name == arrays[0][1]) == first else "factors") + (" test" if part == "test" else " train"))
            for p, name, part in arrays]


def takes(function, path, codes_alone=False, flags={}, order=""):
    """[(parameter, what it is given)] of a function, from its parameters' names: factors, codes, seed, generator or
    kinds. The two arrays come first of all others, or have names of their own behind a *. codes_alone: one is
    enough; flags: what is given already; order: of the arrays, "codes" or "factors" first, where it was said."""
    try:
        known = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        known = []
    single = [p for p in known if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    for flag in set(flags) - {p.name for p in single} if not any(p.kind == p.VAR_KEYWORD for p in known) else ():
        raise Trouble(f"{path}: '{flag}' is no parameter ({', '.join(p.name for p in single)}) and no option of a "
                      "candidate: timeout, start, memory, measures, name, as, output")
    known, single = ([p for p in list if p.name not in flags] for list in (known, single))
    if any(p.name in DATA + ENCODERS and needed(p) for p in single):
        return takes_data(single)
    given = {name: what for names, what in ((SEEDS, "seed"), (GENERATORS, "generator"), (("kinds",), "kinds"))
             for name in names}
    plain = [p for p in single if p.kind != p.KEYWORD_ONLY]
    if not plain and any(p.kind == p.VAR_POSITIONAL for p in known) or not known:
        plain = [inspect.Parameter(name, inspect.Parameter.POSITIONAL_ONLY) for name in ("factors", "codes")]
        single = plain + single
    arrays = [p for p in plain if p.name not in given][:2]
    if len(arrays) < 2:
        arrays += [p for p in single if p.kind == p.KEYWORD_ONLY
                   and p.name.lower() in FACTORS + CODES + ("latents",)][:2 - len(arrays)]
    if len(arrays) == 1 and codes_alone:
        names = ("codes",)
    elif len(arrays) < 2:
        raise Trouble(f"{path}: the function takes {len(arrays)} array{'s' * (len(arrays) != 1)}; assay gives it two, "
                      "factors (samples x factors) and codes (samples x codes). One that takes the codes alone says "
                      'so: f.needs = "codes"')
    else:
        first = order == "codes" if order else codes_come_first(arrays[0].name, arrays[1].name)
        names = ("codes", "factors") if first else ("factors", "codes")
    given = {**given, **{p.name: what for p, what in takes_parts(plain) or zip(arrays, names)}}
    for p in single:
        if p.name not in given and needed(p):
            raise Trouble(f"{path}: the function wants '{p.name}', which assay does not know: it gives factors, codes "
                          f"and, by these names, {', '.join(SEEDS + GENERATORS)} and kinds. Say its value behind the "
                          f"name: python:{path}:FUNCTION:{p.name}=VALUE")
    return [(p, given[p.name]) for p in single if p.name in given]


class Rows:
    """Factors and codes as a data object of disentanglement_lib or disent. An observation is the number of a row, and
    the encoder looks its codes up. Rows are drawn in their order, each once, then from the first on."""
    sample_factors = lambda self, num, *_: self.sample(num)[0]
    sample_observations = lambda self, num, *_: self.sample(num)[1]
    encode = lambda self, rows: self.codes[self.numpy.asarray(rows)]

    def __init__(self, numpy, factors, codes, seed):
        self.numpy, self.factors, self.codes, self.at, self.drawn = numpy, factors, codes, 0, []
        self.random_state = numpy.random.RandomState(seed)
        self.num_factors, self.observation_shape = factors.shape[1], (1,)
        self.factors_num_values = self.factor_sizes = [len(numpy.unique(v)) for v in factors.T]

    def sample(self, num, random_state=None):
        rows = (self.at + self.numpy.arange(num)) % len(self.factors)
        self.at += num
        self.drawn = self.drawn[-7:] + [(self.factors[rows], rows)]
        return self.drawn[-1]

    def sample_observations_from_factors(self, factors, random_state=None, mode=None):
        """The rows that were drawn; of one whose factors were changed since, any that has the changed ones."""
        rows, alike = next((rows.copy() for kept, rows in self.drawn if kept is factors), None), {}
        if rows is None:
            rows = self.numpy.array([(self.factors != one).sum(1).argmin() for one in factors])
        for k, changed in enumerate(self.factors[rows] != factors):
            key = changed.tobytes(), factors[k, changed].tobytes()
            if changed.any() and key not in alike:
                alike[key] = self.numpy.flatnonzero((self.factors[:, changed] == factors[k, changed]).all(1))
            if len(alike.get(key, ())):
                rows[k] = self.random_state.choice(alike[key])
        return rows

    dataset_batch_from_factors = sample_observations_from_factors


def understood(name, known, flags, turned, order):
    """"mig(z, y, seed): z the codes, y the factors, seed a whole number below 2^32": how a function is called."""
    words = {"seed": "a whole number below 2^32", "generator": "a numpy.random.Generator of the seed",
             "kinds": "the factors' kinds", "random state": "a RandomState", "all": "all rows"}
    given = [f"{p.name} {words.get(what, what if what.isdigit() else 'the ' + what)}" for p, what in known]
    given += [f"{flag} {value!r}" for flag, value in flags.items()] + ["arrays columns x samples"] * turned
    unsaid = not order and [what for _, what in known[:2]] == ["factors", "codes"] and \
        not any(bare(p.name)[0] in FACTORS + CODES or is_guess(p.name) for p, what in known[:2])
    given += ["by their order"] * unsaid
    absent = sorted({at.partition(".")[0] for at, module in sys.modules.items() if isinstance(module, StandIn)})
    return f"{name}({', '.join([*(p.name for p, what in known), *flags])}): {', '.join(given)}" + \
        f"; not installed, calls of it do nothing: {', '.join(absent)}" * bool(absent)


def neighbours(path, before):
    """The files next to the metric's, in folders below or of its checkout, that it has imported: they are part of what
    it is."""
    roots = {os.path.dirname(path)}.union(*(finder.used for finder in sys.meta_path if isinstance(finder, Finder)))
    folders = tuple(os.path.realpath(root) + os.sep for root in roots)
    files = set()
    for name in sys.modules.keys() - before:
        file = getattr(sys.modules[name], "__file__", None)
        real = os.path.realpath(file) if isinstance(file, str) else ""
        installed = f"{os.sep}site-packages{os.sep}" in real or f"{os.sep}dist-packages{os.sep}" in real
        own = real.startswith(folders) and real != os.path.realpath(path)
        if own and not installed and os.path.isfile(real) and real.isprintable():
            files.add(real)
    return sorted(files)


def instance(of, path, flags):
    """A class stands for what it makes without arguments, or with flags, which are then used up."""
    try:
        known = [p for p in inspect.signature(of).parameters.values()
                 if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    except (TypeError, ValueError):
        known = []
    given = {p.name: flags.pop(p.name) for p in known if p.name in flags}
    lacking = [p.name for p in known if p.default is p.empty and p.name not in given]
    if lacking:
        raise Trouble(f"{path}: the class {of.__name__} wants {', '.join(lacking)}: python:{path}:{of.__name__}:"
                      f"{lacking[0]}=VALUE, or make an instance in the file and name that")
    return of(**given)


class Tensor:
    """What is asked of a torch tensor on its way to NumPy."""
    cpu = detach = clone = float = double = to = contiguous = lambda self, *_, **__: self
    numpy = lambda self: self.view(sys.modules["numpy"].ndarray)


def literal(text):
    """What a flag's value means in Python; a word is a text."""
    try:
        return ast.literal_eval(text)
    except (SyntaxError, ValueError):
        return text


class Metric:
    flags, order, wanted = {}, "", ""  # what was said behind the name: arguments, as= and output=
    turned = False         # its arrays are columns x samples

    def __init__(self, path, wanted):
        try:
            import numpy
        except ImportError as error:
            raise Trouble(f"{sys.executable}: {error}", "no-numpy") from error
        self.numpy = numpy
        self.path = path
        self.before = set(sys.modules)
        wanted, *flags = (wanted or "").split(":")
        self.flags = {name: literal(value) for name, _, value in (flag.partition("=") for flag in flags)}
        self.order, self.wanted = self.flags.pop("as", ""), self.flags.pop("output", "")
        if self.order not in ("", "codes-first", "factors-first", "disentanglement_lib"):
            raise Trouble(f"as={self.order}: it is codes-first, factors-first or disentanglement_lib")
        module_name, module = load(path)
        self.name, function = choose(module_name, module, wanted, path, self.flags)
        self.settle(function)
        self.outputs = None  # their names, once it has described itself

    def settle(self, function):
        """How it is called: an instance for a class, update and compute, which parameter is given what."""
        path, self.function, self.accumulator = self.path, function, None
        if inspect.isclass(self.function):  # its instance is meant
            self.function = instance(self.function, path, self.flags)
        looked_at = self.function
        if all(callable(getattr(self.function, name, None)) for name in ("update", "compute", "reset")):
            looked_at = self.function.update
            self.accumulator, self.function = self.function, self.accumulated
        elif not callable(self.function):
            known = [name for name in METHODS if callable(getattr(self.function, name, None))]
            if not known:
                raise Trouble(f"{path}: {self.name} cannot be called: it has no __call__, nor update, compute and "
                              f"reset, nor {', '.join(METHODS)}")
            looked_at = self.function = getattr(self.function, known[0])
        self.codes_alone = self.needs_codes_alone()
        self.takes = takes(looked_at, path, self.codes_alone, self.flags, self.order.replace("-first", ""))
        self.tensors = self.made_of_tensors()
        names = [p.name.partition("_")[0] for p, what in self.takes if what.startswith(("codes", "factors"))]
        self.turned = self.order == "disentanglement_lib" or \
            not self.order and {"mus", "ys"} <= {*names} and self.turns()

    def turns(self):
        """Whether it takes columns x samples, as what is called mus and ys often does: only there it notices that other
        rows go together."""
        factors, codes = self.small(60)

        def notices(turned):
            self.turned = turned
            try:
                return len({str(self.call(self.numpy.floor(4 * factors), z, ["categorical"] * 3, 0))
                            for z in (codes, codes[::-1])}) > 1
            except Exception:
                return False
        return not notices(False) and notices(True)

    def small(self, n):
        """Data of 3 factors and 4 codes, to learn something of the function."""
        draws = self.numpy.random.default_rng(0)
        factors = draws.random((n, 3))
        return factors, self.numpy.column_stack([factors + 0.1 * draws.random((n, 3)), draws.random(n)])

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

    def accumulated(self, *arrays, **known):
        """The score of an object that is shown data and then asked, as those of TorchMetrics are."""
        self.accumulator.reset()
        self.accumulator.update(*arrays, **known)
        return self.accumulator.compute()

    def call(self, factors, codes, kinds, seed):
        random.seed(seed)  # a metric that draws from the global generators draws the same in every process
        seed %= 2**32  # what NumPy's and scikit-learn's random_state take
        self.numpy.random.seed(seed)
        self.sizes = factors.shape[1], codes.shape[1]
        half, rows = len(codes) // 2, None
        known = {"seed": seed, "kinds": kinds, "all": len(codes), "first half": half, "later half": len(codes) - half}
        if any(what in ("data", "encoder") for _, what in self.takes):
            rows = Rows(self.numpy, factors, codes, seed)
            known.update({"data": rows, "encoder": rows.encode, "row numbers": self.numpy.arange(len(codes))})
        for name, x in (("factors", factors), ("codes", codes)):
            for part, kept in (("", x), (" train", x[:half]), (" test", x[half:])):
                kept = kept.T if self.turned else kept
                known[name + part] = self.tensors(kept) if self.tensors else kept
        by_place, by_name = [], dict(self.flags)
        for parameter, what in self.takes:
            value = self.numpy.random.default_rng(seed) if what == "generator" else \
                self.numpy.random.RandomState(seed) if what == "random state" else \
                int(what) if what.isdigit() else known[what]
            if parameter.kind == parameter.POSITIONAL_ONLY or what in ("factors", "codes") and len(by_name) == \
                    len(self.flags) and parameter.kind != parameter.KEYWORD_ONLY:
                by_place.append(value)
            else:
                by_name[parameter.name] = value
        try:
            return self.function(*by_place, **by_name)
        except AttributeError as error:  # it asks its arrays for what a tensor has
            if self.tensors or "numpy.ndarray" not in str(error) or not hasattr(Tensor, str(error).split("'")[-2]):
                raise
            self.tensors = lambda array: array.view(type("Tensor", (Tensor, self.numpy.ndarray), {}))
            return self.call(factors, codes, kinds, seed)

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
        if isinstance(result, numpy.ma.MaskedArray):  # what is masked is no number
            array = result.astype(float).filled(numpy.nan)
        if array.dtype.kind not in "biuf":
            raise Trouble(f"{name}: the function returned {type(result).__name__}, not numbers ({WANTED})", "shape")
        if array.ndim == 0:
            return {"value": self.number(float(array))}
        if array.ndim == 1:
            return {"items": [self.number(x) for x in array.astype(float).tolist()]}
        raise Trouble(f"{name}: the function returned an array of shape {array.shape}, one axis is wanted ({WANTED})",
                      "shape")

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
        result = pairs(result)
        only = list(self.outputs) if self.outputs and len(self.outputs) == 1 else [self.name]
        if self.outputs and (result is None or isinstance(result, str)):  # why none of them has a value
            only = list(self.outputs)
        if isinstance(result, tuple) and self.outputs and len(result) == len(self.outputs) > 1:
            result = dict(zip(self.outputs, result))
        known = self.attribute("outputs", None) and len(only) == 1  # a tuple has its items
        results = self.parts(result, "" if isinstance(result, dict) else self.name) \
            if isinstance(result, dict) or isinstance(result, tuple) and not known else dict.fromkeys(only, result)
        if self.wanted and not (result is None or isinstance(result, str)):
            if self.wanted not in results:
                raise Trouble(f"it has no output '{self.wanted}'; it has {', '.join(map(str, results))}")
            results = {self.wanted: results[self.wanted]}
        return {str(key): self.plain(value, str(key)) for key, value in results.items()}

    def parts(self, result, name):
        """What a dict or tuple has that can be an output, by "outer.inner" and "name.1"; all where nothing can."""
        if not isinstance(result, (dict, tuple)) or is_pair(result) and self.is_output(result):
            return {name: result}
        found = {}
        for key, value in result.items() if isinstance(result, dict) else enumerate(result, 1):
            key = f"{name}.{key}" if name else str(key)
            whole = isinstance(result, dict) and self.is_output(value)
            found.update({key: value} if whole else self.parts(value, key))
        fit = {key: value for key, value in found.items() if self.is_output(value)
               and not (value is None and isinstance(result, tuple))}
        return {name: next(iter(fit.values()))} if isinstance(result, tuple) and len(fit) == 1 else fit or found

    def is_output(self, value):
        """A number or a reason, as many as factors or codes, or both: (value, items)."""
        if is_pair(value):
            return self.is_output(value[1])
        return is_plain(value) or not isinstance(value, dict) and len(value) in self.sizes and \
            all(map(is_plain, value))

    def trial(self):
        """Scores something small with 3 factors and 4 codes, to learn which outputs there are and what they are of."""
        axes = {}
        for name, found in self.by_output(self.tried(*self.small(200))).items():
            items = len(found.get("items", ()))
            if "items" in found and items not in (3, 4):
                raise Trouble(f"{name}: {items} items in a trial with 3 factors and 4 codes ({WANTED})", "shape")
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
                known = "; this was a trial with 200 samples, 3 factors and 4 codes; without one: "
                error.assay_note = known + f'{self.name}.outputs = {{"{self.name}": "factor"}} or "code" or "overall"'
                raise error from None

    def bound(self, value):
        """An end of a range as JSON has it; None and infinity are none."""
        return None if value is None else self.number(float(value))

    def described_outputs(self):
        known = self.attribute("outputs", None)
        if known is None:
            outputs = [{"name": name, "axis": axis} for name, axis in self.trial().items()]
        elif isinstance(known, dict):
            outputs = [{"name": name, "axis": axis} for name, axis in known.items()]
        else:
            outputs = [{"name": output} if isinstance(output, str) else
                       {key: self.bound(value) if key in ("low", "high") else value for key, value in output.items()}
                       for output in known]
        self.outputs = [output["name"] for output in outputs]
        return outputs

    def describe(self, request):
        if request.get("again"):
            if self.attribute("outputs", None) is not None:
                self.described_outputs()  # they are declared, so there is no trial
            return {"name": self.name}
        outputs = self.described_outputs()
        measures = self.attribute("measures", [])
        given = {what for _, what in self.takes}
        title = (inspect.getdoc(self.accumulator or self.function) or "").strip().split("\n")[0].rstrip(".")
        answer = {
            "name": self.name,
            "measures": [measures] if isinstance(measures, str) else list(measures),
            "outputs": outputs,
            "deterministic": bool(self.attribute("deterministic", not {"seed", "generator"} & given)),
            "absent": bool(self.attribute("absent", False)),
            "kinds": "kinds" in given,
            "needs": "codes" if self.codes_alone else "both",
            "understood": understood(self.name, self.takes, self.flags, self.turned, self.order),
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


def pairs(result):
    """{"value": x, "items": y}, as scores are written everywhere, is (x, y), also within a dict."""
    if not isinstance(result, dict):
        return result
    if result.keys() == {"value", "items"}:
        return result["value"], result["items"]
    return {key: pairs(value) for key, value in result.items()}


def is_pair(what):
    """A number and its items; a tuple of numbers alone is as many outputs."""
    return isinstance(what, tuple) and len(what) == 2 and is_plain(what[0]) and not is_plain(what[1])


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


def answered(metric, request, path, written=None):
    """The line that answers a request; metric: or what went wrong when it was read."""
    if isinstance(metric, dict):
        answer = metric
    else:
        answer = guarded(metric.describe if request["op"] == "describe" else metric.score, path, request)
    if "error" in answer and written:
        answer["error"] = answer["error"].replace(path, written)
    try:
        text = json.dumps(answer, allow_nan=False)
    except (TypeError, ValueError) as error:
        text = json.dumps({"error": f"what {path} describes is not JSON: {error}"})
    return text.encode() + b"\n"


def serve(path, wanted, written):
    """written: how the user wrote the path."""
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
        answers.write(answered(metric, request, path, written))
        answers.flush()
    sys.stderr.flush()
    os._exit(0)


if __name__ == "__main__":
    serve(*sys.argv[1:4])
