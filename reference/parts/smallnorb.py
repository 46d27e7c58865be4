# needs: draws
# SmallNORB: category, instance, elevation, azimuth, lighting (LeCun, Huang and Bottou 2004).
smallnorb = grid(5, 10, 9, 18, 6)
