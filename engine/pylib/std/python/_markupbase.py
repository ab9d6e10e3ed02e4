"""What parsers of markup share: where they are in their text."""


class ParserBase:
    """A parser that knows line and column; a subclass says what it reads."""

    def __init__(self):
        if type(self) is ParserBase:
            raise RuntimeError('_markupbase.ParserBase must be subclassed')

    def reset(self):
        """Back to the first line."""
        self.lineno, self.offset = 1, 0

    def getpos(self):
        return self.lineno, self.offset

    def updatepos(self, i, j):
        """Counts the lines and columns between two places."""
        if i < j:
            newlines = self.rawdata.count('\n', i, j)
            self.lineno += newlines
            self.offset = j - (self.rawdata.rindex('\n', i, j) + 1) if newlines else self.offset + j - i
        return j
