"""Whether openmp is there."""


def is_available():
    return True


def is_built():
    return True
