"""Nothing here reaches the network."""

__all__ = ('open_connection', 'start_server', 'open_unix_connection', 'start_unix_server')


def _refuse(name):
    async def refused(*args, **kwds):
        raise NotImplementedError(f'{name}: nothing here reaches the network')
    refused.__name__ = refused.__qualname__ = name
    return refused


open_connection = _refuse('open_connection')
start_server = _refuse('start_server')
open_unix_connection = _refuse('open_unix_connection')
start_unix_server = _refuse('start_unix_server')
