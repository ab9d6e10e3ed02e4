"""The form in Python of what a session has in one form."""

import _io
from io import *
from _io import *
from _io import _BufferedIOBase, _IOBase, _RawIOBase, _TextIOBase
