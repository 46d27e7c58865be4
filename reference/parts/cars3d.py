# needs: draws
# Cars3D: elevation, azimuth, car (Reed et al. 2015, as in Locatello et al. 2019, arXiv:1811.12359).
cars3d = grid(4, 24, 183)
