# needs: draws
# Functions of one and of two factors (Joshi et al. 2026, published code; the bounded ones are ours). Those of the C
# library are asked one number at a time: NumPy has others, whose last bit depends on the processor.
import math


def library(function, x):
    def at(t):
        try:
            return function(t)
        except OverflowError:
            return math.copysign(math.inf, t)
    return np.array([at(t) for t in np.ravel(x).tolist()]).reshape(np.shape(x))


def tanh(x):
    return library(math.tanh, x)


def cubed(x):
    return library(lambda t: math.pow(t, 3.0), x)


def curve(k, x):
    return [lambda: tanh(2.0 * cubed(x) - 0.1), lambda: library(math.sinh, 2.0 * cubed(x) + 0.1),
            lambda: np.sign(x) * np.sqrt(np.abs(x)), lambda: cubed(x), lambda: library(lambda t: math.pow(t, 5.0), x),
            lambda: library(math.exp, x), lambda: np.sign(x) * library(math.log1p, np.abs(3.0 * x + 1.0))][k % 7]()


def joint(k, x, y):
    return [lambda: x * y, lambda: x + y, lambda: x * x + y * y, lambda: tanh(x) * tanh(y),
            lambda: np.sign(x * y) * np.sqrt(np.abs(x * y))][k % 5]()


def bounded_curve(k, x):
    return [lambda: tanh(2.0 * x), lambda: x / (1.0 + np.abs(x)), lambda: tanh(x * x * x)][k % 3]()


def bounded_joint(k, x, y):
    return tanh(x) * bounded_curve(k, y)
