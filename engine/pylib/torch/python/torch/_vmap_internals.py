"""The names that vmap had before functorch."""

from functorch import vmap


def _vmap(func, in_dims=0, out_dims=0, allow_none_pass_through=False):
    """vmap; with allow_none_pass_through func may return None for what has no value."""
    if not allow_none_pass_through:
        return vmap(func, in_dims, out_dims)
    places = []

    def present(*args):
        result = func(*args)
        results = result if isinstance(result, tuple) else (result,)
        places[:] = [isinstance(result, tuple), [x is None for x in results]]
        return tuple(x for x in results if x is not None)

    def call(*args):
        found = iter(vmap(present, in_dims, out_dims)(*args))
        results = tuple(None if missing else next(found) for missing in places[1])
        return results if places[0] else results[0]
    return call
