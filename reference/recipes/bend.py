bend = lambda x, w, scale: (lambda p: scale * (p[0] / p[1]) + 0.5)(sincos(w * (x - 0.5)))
