like = lambda a, b: np.sort(a)[np.argsort(np.argsort(b, kind='stable'), kind='stable')]
