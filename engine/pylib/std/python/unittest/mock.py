"""Stand-ins for objects in tests."""

import io
from ._mock_autospec import create_autospec
from ._mock_calls import ANY, DEFAULT, CallList as _CallList, _Call, call, sentinel
from ._mock_magic import MagicMock, NonCallableMagicMock, PropertyMock
from ._mock_object import CallableMixin, InvalidSpecError, Mock, NonCallableMock
from ._mock_patch import patch

__all__ = ['Mock', 'MagicMock', 'AsyncMock', 'patch', 'sentinel', 'DEFAULT', 'ANY', 'call', 'create_autospec', 'FILTER_DIR',
           'NonCallableMock', 'NonCallableMagicMock', 'mock_open', 'PropertyMock', 'seal']

FILTER_DIR = True


def __getattr__(name):
    if name == 'AsyncMock':  # asyncio is loaded for those who use it
        global AsyncMock
        from ._mock_async import AsyncMock
        return AsyncMock
    raise AttributeError(f'module {__name__!r} has no attribute {name!r}')


class _File:
    """What the handle of mock_open answers: lines of the data, one reading at a time."""

    def __init__(self, handle, data):
        self.handle, self.data = handle, data
        self.rewind()

    def rewind(self):
        self.stream = (io.StringIO if isinstance(self.data, str) else io.BytesIO)(self.data)

    def _wanted(self, name):
        """The return_value that a test has set for a method, else None."""
        result = getattr(self.handle, name)._mock_return_value
        return None if result is DEFAULT else result

    def read(self, *args, **kwargs):
        wanted = self._wanted('read')
        return self.stream.read(*args, **kwargs) if wanted is None else wanted

    def readlines(self, *args, **kwargs):
        wanted = self._wanted('readlines')
        return self.stream.readlines(*args, **kwargs) if wanted is None else wanted

    def readline(self, *args, **kwargs):
        wanted = self._wanted('readline')
        return self.stream.readline(*args, **kwargs) if wanted is None else wanted

    def lines(self):
        wanted = self._wanted('readline')
        while wanted is not None:
            yield wanted
        yield from iter(self.stream.readline, self.data[:0])

    def next(self):
        return next(self.lines())


def mock_open(mock=None, read_data=''):
    """A mock for open(): its handle reads read_data, which every call begins anew."""
    names = sorted({*dir(io.TextIOWrapper), *dir(io.BytesIO)})
    if not isinstance(read_data, str):
        read_data = bytes(read_data)
    if mock is None:
        mock = MagicMock(name='open', spec=open)
    handle = MagicMock(spec=names)
    handle.__enter__.return_value = handle
    handle.write.return_value = None
    file = _File(handle, read_data)
    handle.read.side_effect, handle.readlines.side_effect, handle.readline.side_effect = file.read, file.readlines, file.readline
    handle.__iter__.side_effect, handle.__next__.side_effect = file.lines, file.next

    def opened(*args, **kwargs):
        file.rewind()
        return DEFAULT

    mock.side_effect, mock.return_value = opened, handle
    return mock


def seal(mock):
    """From now on, attributes that were not set up do not exist; nor do those of the mock's own mocks."""
    mock.__dict__['_mock_sealed'] = True
    for child in [*mock._mock_children.values(), mock.__dict__.get('_mock_return_value')]:
        if isinstance(child, NonCallableMock) and not child._mock_sealed and child._mock_new_parent is mock:
            seal(child)
