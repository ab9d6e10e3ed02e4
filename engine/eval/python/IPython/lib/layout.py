"""The layout of text that may be broken into lines: Oppen's ("Prettyprinting", 1980), with
whole groups broken, outermost first.

Text waits in a buffer as long as it may stay on the line; once the line is too long, the
outermost group that has places to break in the buffer is broken at all of them.
"""

MAX_SEQ_LENGTH = 1000  # items of a container that are written


class _Group:
    """Text that is broken at all of its breaks or at none."""

    __slots__ = ("depth", "waiting", "broken")

    def __init__(self, depth):
        self.depth = depth
        self.waiting = 0  # breaks in the buffer
        self.broken = False


class _Break:
    __slots__ = ("text", "group", "indentation")

    def __init__(self, text, group, indentation):
        self.text, self.group, self.indentation = text, group, indentation


class _Within:
    """What is done before and after the body of a with statement."""

    __slots__ = ("begin", "end")

    def __init__(self, begin, end):
        self.begin, self.end = begin, end

    def __enter__(self):
        self.begin()

    def __exit__(self, *error):
        self.end()


class PrettyPrinter:
    """Lays out text; knows nothing of objects."""

    def __init__(self, output, max_width=79, newline="\n", max_seq_length=MAX_SEQ_LENGTH):
        self.output = output
        self.max_width = max_width
        self.newline = newline
        self.max_seq_length = max_seq_length
        self.indentation = 0
        self.output_width = 0  # of the line written so far
        self.buffer_width = 0
        self.buffer = []  # str and _Break; never begins with str
        root = _Group(0)
        self.group_stack = [root]
        self._undecided = [[root]]  # groups by depth

    def text(self, obj):
        if self.buffer:
            self.buffer.append(obj)
            self.buffer_width += len(obj)
            self._fit()
        else:
            self.output.write(obj)
            self.output_width += len(obj)

    def breakable(self, sep=" "):
        group = self.group_stack[-1]
        if group.broken:
            self._new_line()
            return
        self.buffer.append(_Break(sep, group, self.indentation))
        group.waiting += 1
        self.buffer_width += len(sep)
        self._fit()

    def break_(self):
        group = self._outermost()
        if group:
            self._break(group)
        self._new_line()

    def begin_group(self, indent=0, open=""):
        if open:
            self.text(open)
        group = _Group(self.group_stack[-1].depth + 1)
        self.group_stack.append(group)
        while len(self._undecided) <= group.depth:
            self._undecided.append([])
        self._undecided[group.depth].append(group)
        self.indentation += indent

    def end_group(self, dedent=0, close=""):
        self.indentation -= dedent
        group = self.group_stack.pop()
        if not group.waiting:
            self._decided(group)
        if close:
            self.text(close)

    def group(self, indent=0, open="", close=""):
        return _Within(lambda: self.begin_group(indent, open), lambda: self.end_group(indent, close))

    def indent(self, indent):
        return _Within(lambda: self._move(indent), lambda: self._move(-indent))

    def _move(self, indent):
        self.indentation += indent

    def flush(self):
        while self.buffer:
            self._write_one()

    def _new_line(self):
        self.flush()
        self._start_line(self.indentation)

    def _start_line(self, indentation):
        self.output.write(self.newline + " " * indentation)
        self.output_width = indentation

    def _fit(self):
        while self.output_width + self.buffer_width > self.max_width:
            group = self._outermost()
            if group is None:
                return
            self._break(group)

    def _break(self, group):
        """Write the buffer up to the group's last break, and the text that follows it."""
        while group.waiting or self.buffer and type(self.buffer[0]) is str:
            self._write_one()

    def _write_one(self):
        item = self.buffer.pop(0)
        if type(item) is str:
            text = item
        else:
            text, group = item.text, item.group
            group.waiting -= 1
            if group.broken:
                self.buffer_width -= len(text)
                self._start_line(item.indentation)
                return
            if not group.waiting:
                self._decided(group)
        self.output.write(text)
        self.output_width += len(text)
        self.buffer_width -= len(text)

    def _outermost(self):
        """The next group to break. Those around it cannot stay on one line either. Of groups
        side by side the last is broken and the first is settled."""
        for groups in self._undecided:
            for group in reversed(groups):
                if group.waiting:
                    del groups[len(groups) - 1 - groups.index(group)]
                    group.broken = True
                    return group
            for group in groups:
                group.broken = True
            groups.clear()
        return None

    def _decided(self, group):
        try:
            self._undecided[group.depth].remove(group)
        except ValueError:
            pass

    def _enumerate(self, seq):
        """Like enumerate, but it says so and ends after max_seq_length items."""
        for i, x in enumerate(seq):
            if self.max_seq_length and i >= self.max_seq_length:
                self.text(",")
                self.breakable()
                self.text("...")
                return
            yield i, x

    def _items(self, seq, write):
        for i, x in self._enumerate(seq):
            if i:
                self.text(",")
                self.breakable()
            write(x)
