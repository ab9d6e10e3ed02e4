def dataclass_repr(obj, indent=0, width=80):
    return repr(obj)
