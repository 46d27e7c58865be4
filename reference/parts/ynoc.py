# needs: draws
# Year, name, occupation, city (Zhang, Prokhorov and Shareghi 2021, section 3.1).
ynoc = grid(10, 40, 20, 30)
