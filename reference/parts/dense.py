# needs: draws
# Matrices that mix every factor into every code, (codes, factors): Joshi et al. 2026, published code. A matrix is taken
# apart by rotations of columns (Hestenes 1958) and reflections (Householder 1958), in this order of operations.
def dot(x, y):
    return total(x * y)


def spaced(k, d, condition):
    """Singular value k of d, from 1 to 1 / condition in even steps."""
    return 1.0 if d < 2 else 1.0 + (1.0 / condition - 1.0) * k / (d - 1)


def orthogonalised(g):
    """The columns of U S and of V of g, as rows of the first and the second."""
    u, v = g.T.copy(), np.eye(len(g))
    d = len(g)
    for _ in range(60):
        turned = False
        for j in range(d - 1):
            for k in range(j + 1, d):
                xx, yy, xy = dot(u[j], u[j]), dot(u[k], u[k]), dot(u[j], u[k])
                if np.abs(xy) <= 2.0 ** -52 * np.sqrt(xx) * np.sqrt(yy):
                    continue
                half = (yy - xx) / (2.0 * xy)
                t = (-1.0 if half < 0.0 else 1.0) / (np.abs(half) + np.sqrt(half * half + 1.0))
                c = 1.0 / np.sqrt(t * t + 1.0)
                for a in u, v:
                    a[j], a[k] = c * a[j] - t * c * a[k], t * c * a[j] + c * a[k]
                turned = True
        if not turned:
            break
    return u, v


def dense_square(r, d, condition):
    """The singular vectors of a Gaussian matrix with other singular values, the largest for the longest."""
    u, v = orthogonalised(r.standard_normal((d, d)))
    length, a = np.sqrt(dot(u, u)), np.zeros((d, d))
    for j in range(d):
        a += spaced(int(np.sum(length > length[j])), d, condition) / length[j] * u[j][:, None] * v[j]
    return a


def mirrored(y, x, scale):
    """y less its part along x, `scale` times."""
    return y - scale * dot(x, y) * x


def orthonormal(g):
    """The columns, as rows, of the Q of g: reflections onto the axes, away from the first entry; the last column is
    left as it is."""
    q, m = g.T.copy(), len(g)
    normal, scale = np.zeros((m, m)), np.zeros(m)
    for j in range(m):
        x = normal[j]
        x[j:] = q[j, j:]
        length = np.sqrt(dot(x, x))
        x[j] += -length if x[j] < 0.0 else length
        square = dot(x, x)
        scale[j] = 0.0 if j + 1 == m or square == 0.0 else 2.0 / square
        for k in range(j, m):
            q[k] = mirrored(q[k], x, scale[j])
    for j in range(m):
        y = np.eye(m)[j]
        for k in reversed(range(m)):
            y = mirrored(y, normal[k], scale[k])
        q[j] = y
    return q


def dense_wide(r, m, d, condition):
    """Orthonormal columns times singular values times an orthogonal matrix; a block before them is drawn and left."""
    r.standard_normal((m, d))
    left, right, a = orthonormal(r.standard_normal((m, m))), orthonormal(r.standard_normal((d, d))), np.zeros((m, d))
    for k in range(d):
        a += spaced(k, d, condition) * left[k][:, None] * right[k]
    return a
