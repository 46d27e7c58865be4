# needs: draws
# MPI3D: colour, shape, size, camera height, background, two axes (Gondal et al. 2019, arXiv:1906.03292).
mpi3d = grid(6, 6, 2, 3, 3, 40, 40)
