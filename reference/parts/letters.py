# needs: draws
# Four letters of 20 values (Zhang, Prokhorov and Shareghi 2021, section 2.2).
letters = grid(20, 20, 20, 20)
