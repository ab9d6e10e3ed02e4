"""Encodings applied piece by piece: to streams, and to text that comes in parts."""

import _codecs

__name__ = 'codecs'


class IncrementalEncoder:
    """Encodes a text part by part."""

    encoding = 'utf-8'

    def __init__(self, errors='strict'):
        self.errors, self._begun = errors, False

    def encode(self, input, final=False):
        data = _codecs.encode(input, self.encoding, self.errors)
        if self._begun:  # no second byte order mark
            data = data[len(_codecs.encode('', self.encoding, 'strict')):]
        self._begun = self._begun or bool(input)
        return data

    def reset(self):
        self._begun = False

    def getstate(self):
        return int(self._begun)

    def setstate(self, state):
        self._begun = bool(state)


class IncrementalDecoder:
    """Decodes bytes part by part; those of a character that is not complete wait for the next part."""

    encoding = 'utf-8'

    def __init__(self, errors='strict'):
        self.errors, self._rest = errors, b''

    def decode(self, input, final=False):
        data = self._rest + bytes(input)
        whole = data if final else data[:self._complete(data)]
        text = _codecs.decode(whole, self.encoding, self.errors)
        self._rest = data[len(whole):]
        return text

    def _complete(self, data):
        """How many bytes are whole characters."""
        for cut in range(4):
            try:
                _codecs.decode(data[:len(data) - cut], self.encoding, 'strict')
                return len(data) - cut
            except UnicodeDecodeError as error:
                if error.end < len(data) - cut or error.reason not in ('unexpected end of data', 'truncated data'):
                    return len(data)  # wrong, and not only short
                if cut == len(data):
                    break
        return max(0, len(data) - 4)

    def reset(self):
        self._rest = b''

    def getstate(self):
        return self._rest, 0

    def setstate(self, state):
        self._rest = state[0]


class StreamWriter:
    """Writes text to a binary stream."""

    encoding = 'utf-8'

    def __init__(self, stream, errors='strict'):
        self.stream, self.errors = stream, errors
        self._encoder = type('Encoder', (IncrementalEncoder,), {'encoding': self.encoding})(errors)

    def write(self, object):
        self.stream.write(self._encoder.encode(object))

    def writelines(self, list):
        self.write(''.join(list))

    def reset(self):
        self._encoder.reset()

    def __getattr__(self, name):
        return getattr(self.stream, name)

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.stream.close()


class StreamReader:
    """Reads text from a binary stream."""

    encoding = 'utf-8'

    def __init__(self, stream, errors='strict'):
        self.stream, self.errors = stream, errors
        self._decoder = type('Decoder', (IncrementalDecoder,), {'encoding': self.encoding})(errors)
        self._text = ''

    def read(self, size=-1, chars=-1, firstline=False):
        """Up to chars characters, made of about size bytes at a time; all there is by default."""
        while chars < 0 or len(self._text) < chars:
            data = self.stream.read(size if size >= 0 else -1)
            self._text += self._decoder.decode(data, final=size < 0)
            if size >= 0 or not data:
                break
        cut = len(self._text) if chars < 0 else chars
        found, self._text = self._text[:cut], self._text[cut:]
        return found

    def readline(self, size=None, keepends=True):
        while not self._text.endswith('\n'):
            data = self.stream.readline() if hasattr(self.stream, 'readline') else self.stream.read(72)
            self._text += self._decoder.decode(data, final=not data)
            if not data or len(self._text.splitlines()) > 1:
                break
        lines = self._text.splitlines(True)
        if not lines:
            return ''
        self._text = ''.join(lines[1:])
        return lines[0] if keepends else lines[0].splitlines()[0]

    def readlines(self, sizehint=None, keepends=True):
        return self.read().splitlines(keepends)

    def reset(self):
        self._decoder.reset()
        self._text = ''

    def seek(self, offset, whence=0):
        self.stream.seek(offset, whence)
        self.reset()

    def __iter__(self):
        return self

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def __getattr__(self, name):
        return getattr(self.stream, name)

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.stream.close()


def of(kind, encoding):
    """The class of an encoding."""
    return type(kind.__name__, (kind,), {'encoding': encoding})
