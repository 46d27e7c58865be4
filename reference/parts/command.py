if __name__ == "__main__":
    import json
    import sys

    with np.load(sys.argv[1]) as data:
        print(json.dumps(score(data["factors"], data["codes"], *sys.argv[2:3],
                               **{name: data[name] for name in SPACE if name in data}), indent=1))
