"""torch.compiler (PyTorch 2.1): nothing is compiled here, so there is nothing to switch off or forget."""


def is_compiling():
    return False


is_dynamo_compiling = is_compiling


def reset():
    pass


def disable(fn=None, recursive=True):
    """fn as it is."""
    return fn if fn is not None else (lambda fn: fn)


def list_backends(exclude_tags=("debug", "experimental")):
    return []
