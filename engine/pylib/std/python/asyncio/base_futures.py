"""How futures and tasks are shown."""

import reprlib

from . import format_helpers

_PENDING, _CANCELLED, _FINISHED = 'PENDING', 'CANCELLED', 'FINISHED'


def isfuture(obj):
    """Whether obj is a Future, or says that it behaves as one."""
    return hasattr(obj.__class__, '_asyncio_future_blocking') and obj._asyncio_future_blocking is not None


def _format_callbacks(callbacks):
    shown = [format_helpers._format_callback_source(callback, ()) for callback, _ in callbacks]
    if len(shown) > 2:
        shown = [shown[0], f'<{len(shown) - 2} more>', shown[-1]]
    return f"cb=[{', '.join(shown)}]"


def _future_repr_info(future):
    info = [future._state.lower()]
    if future._state == _FINISHED:
        if future._exception is not None:
            info.append(f'exception={future._exception!r}')
        else:
            info.append(f'result={reprlib.repr(future._result)}')
    if future._callbacks:
        info.append(_format_callbacks(future._callbacks))
    return info


@reprlib.recursive_repr()
def _future_repr(future):
    return f"<{future.__class__.__name__} {' '.join(future._repr_info())}>"
