"""Whether opt_einsum is there."""


def is_available():
    return False


def is_built():
    return False
