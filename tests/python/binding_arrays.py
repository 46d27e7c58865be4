"""Arrays of any kind: what is borrowed, what is copied, which factors are classes, what is refused."""
import unittest
import warnings

import assay
import numpy as np
from assay import _arrays
from binding_data import KINDS, again, own


class Array:
    """An object that only offers __array__."""

    def __init__(self, array):
        self.array = array

    def __array__(self, dtype=None, copy=None):
        return self.array if dtype is None else self.array.astype(dtype)


class Tensor:
    """As PyTorch's: numpy() refuses while the tensor is on a device or in the graph; bfloat16 has no NumPy type."""

    def __init__(self, array, grad=False, device=False, odd=False):
        self.array, self.grad, self.device, self.odd = array, grad, device, odd

    def detach(self):
        return Tensor(self.array, False, self.device, self.odd)

    def cpu(self):
        return Tensor(self.array, self.grad, False, self.odd)

    def double(self):
        return Tensor(self.array.astype(np.float64), self.grad, self.device)

    def numpy(self):
        if self.grad:
            raise RuntimeError("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.")
        if self.device or self.odd:
            raise TypeError("can't convert; Got unsupported ScalarType BFloat16")
        return self.array

    def __array__(self, dtype=None, copy=None):
        raise TypeError("not this way")


class Category:
    """The type of a pandas column of categories."""

    name = "category"


class Nullable:
    """The type of a pandas Int64 column."""

    name, kind = "Int64", "i"


class Series:
    """A pandas column: NumPy's type or one of the two above; None is an absent value."""

    def __init__(self, values, dtype=None):
        self.values, self.dtype = values, dtype or values.dtype

    @property
    def cat(self):
        names = sorted({v for v in self.values if v is not None})
        codes = np.array([-1 if v is None else names.index(v) for v in self.values], dtype=np.int8)
        return type("", (), {"codes": Series(codes)})

    def to_numpy(self, dtype=None, na_value=None):
        if isinstance(self.dtype, np.dtype):
            return self.values
        assert dtype == "float64" and np.isnan(na_value)
        return np.array([np.nan if v is None else v for v in self.values], dtype=np.float64)


class Frame:
    """A pandas frame."""

    def __init__(self, columns, block=None):
        self.columns, self.block = list(columns), block
        self.held = columns

    def items(self):
        return self.held.items()

    def to_numpy(self):
        assert self.block is not None, "columns of several types are read one by one"
        return self.block


def address(array):
    return array.__array_interface__["data"][0]


def columns(data):
    return _arrays.read_table(data, "codes").values


class Borrowing(unittest.TestCase):
    def setUp(self):
        self.wanted = np.asfortranarray(np.random.default_rng(0).random((50, 3)))

    def test_borrowed(self):
        """float64 columns are borrowed: the library is given their address"""
        w = self.wanted
        block = Frame({k: Series(w[:, k]) for k in range(3)}, block=w)
        for about, data, at in (("F order", w, w), (".T of a C array", np.ascontiguousarray(w.T).T, None),
                                ("columns of a bigger one", w[:, 1:], w[:, 1:]), ("1-D", w[:, 1], w[:, 1]),
                                ("__array__", Array(w), w), ("tensor", Tensor(w), w),
                                ("in the graph", Tensor(w, True), w),
                                ("frame of floats", block, w)):
            with self.subTest(about=about):
                got = columns(data)
                self.assertEqual(address(got), address(data if at is None else at))
                self.assertTrue(got.flags.f_contiguous)

    def test_to_the_library(self):
        """and it is that address that the library sees"""
        factors, codes = (np.asfortranarray(a) for a in own())
        view = _arrays.prepare(factors, codes, "continuous").view()
        self.assertEqual((view.factors, view.codes), (address(factors), address(codes)))
        self.assertEqual((view.n, view.n_factors, view.n_codes), (400, 4, 5))
        labels = np.asfortranarray(np.arange(400.0).reshape(200, 2) % 4 // 2)
        prepared = _arrays.prepare(labels, codes[:200], "categorical")
        self.assertEqual((address(prepared.factors), prepared.levels.tolist()), (address(labels), [2, 2]))

    def test_read_only(self):
        """a borrowed array may be read-only, and is left as it was"""
        factors, codes = (np.asfortranarray(a) for a in own())
        before = factors.copy(), codes.copy()
        factors.flags.writeable = codes.flags.writeable = False
        assay.score("mig", factors, codes, KINDS)  # numbers classes, in a copy
        self.assertTrue(np.array_equal(factors, before[0]) and np.array_equal(codes, before[1]))

    def test_copied(self):
        """anything else is copied to the same columns"""
        w = np.floor(100 * self.wanted)
        odd = np.frombuffer(b"x" + w.tobytes(order="F"), np.uint8)[1:].view(np.float64).reshape((50, 3), order="F")
        for about, data in (("C order", np.ascontiguousarray(w)), ("rows backwards", w[::-1][::-1].copy()[:, :]),
                            ("every other row", np.repeat(w, 2, axis=0)[::2]), ("float32", w.astype(np.float32)),
                            ("float16", w.astype(np.float16)), ("big-endian", w.astype(">f8")), ("int8",
                            w.astype(np.int8)), ("uint64", w.astype(np.uint64)), ("list", w.tolist()),
                            ("unaligned", odd),
                            ("tensor of float32", Tensor(w.astype(np.float32), True)),
                            ("bfloat16 on a device", Tensor(w.astype(np.float32), True, True, True)),
                            ("masked, without a mask", np.ma.array(w))):
            with self.subTest(about=about):
                got = columns(data)
                self.assertTrue(np.array_equal(got, w) and got.dtype == np.float64)
                self.assertTrue(got.flags.f_contiguous and got.flags.aligned and got.dtype.isnative)

    def test_same_score(self):
        """every way to hold the same numbers has the same score"""
        factors, codes = own()
        codes = codes.astype(np.float32)
        want = again(assay.score_all(factors, codes, "mig,sap,dci-lasso", KINDS))
        for data in (codes.astype(float), np.asfortranarray(codes), Tensor(codes), codes.tolist(), Array(codes),
                     Frame({k: Series(codes[:, k]) for k in range(5)})):
            self.assertEqual(again(assay.score_all(factors, data, "mig,sap,dci-lasso", KINDS)), want)


class Kinds(unittest.TestCase):
    def prepared(self, factors, kinds=None):
        factors = np.asarray(factors) if isinstance(factors, list) else factors
        rows = len(columns(factors))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return _arrays.prepare(factors, np.arange(float(rows)), kinds)

    def test_auto(self):
        """integers and booleans are classes, floats are not; classes are numbered in ascending order"""
        got = self.prepared([5, -3, 5, 10**6])
        self.assertEqual((got.levels.tolist(), got.factors[:, 0].tolist()), ([3], [1, 0, 1, 2]))
        got = self.prepared([True, False, True])
        self.assertEqual((got.levels.tolist(), got.factors[:, 0].tolist()), ([2], [1, 0, 1]))
        self.assertEqual(self.prepared([5.0, -3, 5]).levels.tolist(), [0])
        self.assertEqual(self.prepared([7, 7, 7]).levels.tolist(), [1])

    def test_words(self):
        """words for all factors or one each, as a list or in one string"""
        two = [[0.5, 2], [0.5, 4], [1.5, 2]]
        for kinds, levels in (("categorical", [2, 2]), ("continuous", [0, 0]), ("continuous,categorical", [0, 2]),
                              (["categorical", "auto"], [2, 0]), (("auto",), [0, 0]), ("absent:categorical", [2, 2]),
                              ("lacking:categorical", [2, 2])):
            self.assertEqual(self.prepared(two, kinds).levels.tolist(), levels)
        self.assertEqual(self.prepared([[1, 2], [1, 3]], "continuous").levels.tolist(), [0, 0])
        for kinds, levels, period in (("ordinal,continuous", [2, 0], [-1, 0]), ("cyclic,cyclic:360", [2, 0], [1, 360]),
                                      ("absent:cyclic:2pi", [0, 0], [2 * np.pi] * 2), ("cyclic:pi", [0, 0], [np.pi] * 2)):
            got = self.prepared(two, kinds)
            self.assertEqual((got.levels.tolist(), got.period.tolist()), (levels, list(period)))
        for word in ("cyclic:0", "cyclic:-1", "cyclic:", "cyclic:x", "cyclic:inf", "cyclic:nan", "ordinal:2"):
            self.assertRaisesRegex(assay.UsageError, "is no kind", self.prepared, two, word)
        for kinds, words in (("order", "'order' is no kind"), (["auto"] * 3, "3 kinds for 2 factors")):
            self.assertRaisesRegex(assay.UsageError, words, self.prepared, two, kinds)

    def test_absent(self):
        """absent values stay absent, and are no class"""
        got = self.prepared([[4.0], [np.nan], [2.0]], "absent:categorical")
        self.assertEqual(got.levels.tolist(), [2])
        self.assertTrue(np.array_equal(got.factors[:, 0], [1, np.nan, 0], equal_nan=True))

    def test_frame(self):
        """frames: each column its own kind, categories and nullable integers too"""
        frame = Frame({"shape": Series(["cube", "ball", None, "cube"], Category()),
                       "size": Series(np.array([.5, 1, 2, 3])), "hue": Series([3, None, 9, 3], Nullable()),
                       "lit": Series(np.array([True, False, True, True]))})
        got = self.prepared(frame, "absent:auto")
        self.assertEqual(got.levels.tolist(), [2, 0, 2, 2])
        want = np.array([[1, .5, 0, 1], [0, 1, np.nan, 0], [np.nan, 2, 1, 1], [1, 3, 0, 1]])
        self.assertTrue(np.array_equal(got.factors, want, equal_nan=True))
        self.assertRaisesRegex(assay.InputError, "factor v1, row 2", self.prepared, frame)
        self.assertEqual(self.prepared(Series(["b", "a", "b"], Category())).levels.tolist(), [2])

    def test_warnings(self):
        """kinds that look wrong are mentioned, at the user's line"""
        codes = np.random.default_rng(4).permutation(np.arange(100.0))  # in no order
        for factors, words in ((codes // 10, "whole numbers only: v1"),
                               (codes.astype(int), "100 of 100 classes with fewer than 5 rows.*may be a number")):
            with self.assertWarnsRegex(assay.AssayWarning, words) as told:
                assay.score("mig", factors, codes)
            self.assertEqual(told.filename, __file__)
        with self.assertWarnsRegex(assay.AssayWarning, "whole numbers only") as told:
            assay.Metric("mig").update(codes // 10, codes)
        self.assertEqual(told.filename, __file__)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assay.score("mig", codes // 10, codes, "categorical")
            assay.score("mig", np.array(["x", "y"])[codes.astype(int) % 2], codes)
            assay.score("mig", codes // 10 + np.where(codes == 99, 0.5, 0), codes + 0.5)


    def test_text_and_names(self):
        """texts are classes in alphabetical order, and a frame's columns are named"""
        words = np.array(["red", "blue", "green"])[np.arange(60) % 3]
        codes = np.random.default_rng(2).random((60, 2)) + np.arange(60)[:, None] % 3
        want = assay.score("mig", np.array([2, 0, 1])[np.arange(60) % 3], codes)
        frame = Frame({"colour": Series(words.astype(object)), "z1": Series(codes[:, 0]), "z2": Series(codes[:, 1])})
        for factors, of in ((words, codes), (words.astype("S"), codes), (["colour"], frame), ("colour", frame)):
            self.assertEqual(float(assay.score("mig", factors, of)), float(want))
        for none in (None, np.nan, type("NAType", (), {"__ne__": lambda self, other: 1 / 0})()):  # pandas.NA has no truth
            missing = Series(np.array(["b", none, "a", "b"], dtype=object))
            got = _arrays.read_table(Frame({"s": missing}), "factors").values[:, 0]
            self.assertEqual((got[[0, 2, 3]].tolist(), np.isnan(got[1])), ([1, 0, 1], True))
        with self.assertRaisesRegex(assay.InputError, f"no column 'color': {assay._arrays.DID_YOU_MEAN} 'colour'"):
            assay.score("mig", ["color"], frame)
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            score = assay.score("mig", Frame({"hue": Series(np.zeros(len(codes), dtype=int))}), codes)
        self.assertEqual(score.undefined, "constant-factor: factor hue is constant")
        self.assertTrue(any("factor hue first" in str(one.message) for one in said))
        with self.assertRaisesRegex(assay.InputError, "40 different texts in 40 rows: is it an id"):
            assay.score("mig", np.arange(40).astype(str), np.random.default_rng(3).random(40))
        self.assertRaisesRegex(assay.InputError, "codes.*holds text", assay.score, "mig", np.arange(60) % 3, words)


class Indexed(Frame):
    """A frame whose rows have names."""

    def __init__(self, block, index):
        super().__init__({k: Series(block[:, k]) for k in range(block.shape[1])}, block=block)
        self.index = index


class Frames(unittest.TestCase):
    """Rows of two frames belong together by their names."""

    def test_rows_of_another_order_are_aligned_by_the_index(self):
        factors, codes = (np.asfortranarray(a[:60]) for a in own())
        order = np.random.default_rng(3).permutation(60)
        names = [f"row {k}" for k in range(60)]
        wanted = assay.score("mcc", factors, codes, kinds="continuous")
        frames = Indexed(factors, names), Indexed(codes[order], [names[k] for k in order])
        self.assertEqual(assay.score("mcc", *frames, kinds="continuous"), wanted)

    def test_rows_of_other_names_are_refused(self):
        block = np.random.default_rng(0).random((20, 2))
        for others in ([*range(1, 21)], [0] * 20, [*range(19), 18]):
            with self.subTest(others=others), self.assertRaises(assay.InputError) as caught:
                assay.score("mcc", Indexed(block, list(range(20))), Indexed(block, others), kinds="continuous")
            self.assertIn("indexes name other rows", str(caught.exception))

    def test_a_frame_goes_with_an_array_by_place(self):
        block = np.random.default_rng(0).random((20, 2))
        self.assertAlmostEqual(assay.score("mcc", Indexed(block, list(range(5, 25))), block, kinds="continuous"), 1.0)


class Refusals(unittest.TestCase):
    def test_refused(self):
        """what is no table of numbers is refused, with a remedy"""
        big = np.array([[2**53 + 1], [0]])
        for data, words in ((np.zeros((2, 2, 2)), "codes: has 3 dimensions.*a.reshape"), (3.0, "has 0 dimensions"),
                            (np.zeros((0, 2)), "has no rows"), (np.zeros((2, 0)), "has no columns"),
                            ([[1], [2, 3]], "no array of numbers|Python objects"),
                            (np.array(["a", "b"]), "holds text.*np.unique"),
                            (np.array([1j, 2]), "complex numbers.*real"),
                            (np.array([None, 1]), "Python objects.*astype"), (np.zeros(2, "M8[s]"), "dates"),
                            (big, "row 0, column 0.*beyond 2\\^53"), (-big, "beyond 2\\^53"),
                            (np.array([2**64 - 1], np.uint64), "beyond 2\\^53"),
                            (np.ma.array([1.0, 2], mask=[True, False]), "masked values.*filled"),
                            (Frame({"a": Series(np.array([1, 2])), "50$ b\\e": Series(np.array(["x", "y"]))}),
                             r"codes '50\$ b\\e': holds text"),
                            (Frame({"a": Series(np.array([1, 2])), "b": Series(np.array([1]))}), "differ in length")):
            with self.subTest(data=data), self.assertRaisesRegex(assay.InputError, words), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                columns(data)
        self.assertEqual(columns(np.array([2**62, -2**63])).tolist(), [[2.0**62], [-(2.0**63)]])
