# needs: draws
# 3D Shapes: hues of floor, wall and object, scale, shape, orientation (Burgess and Kim 2018).
shapes3d = grid(10, 10, 10, 8, 4, 15)
