# needs: draws
# dSprites: shape, scale, orientation, positions x and y (Matthey et al. 2017).
dsprites = grid(3, 6, 40, 32, 32)
