if __name__ == "__main__":
    import json
    import sys

    with np.load(sys.argv[1]) as data:
        more = {k: data[k] for k in ("directions", "true_directions", "activations") if k in data}
        print(json.dumps(score(data["factors"], data["codes"], *sys.argv[2:3], **more), indent=1))
