"""The lines that a command printed."""


class SList(list):
    """A list of lines that can also be had as text, and searched."""

    l = list = property(lambda self: self)
    s = spstr = property(" ".join)
    n = nlstr = property("\n".join)

    @property
    def p(self):
        from pathlib import Path
        return [Path(x) for x in self if Path(x).exists()]

    paths = p

    def grep(self, pattern, prune=False, field=None):
        """The lines (or with prune the others) that a pattern, or a function, finds, by
        one of their fields if a field is given."""
        found = pattern
        if isinstance(pattern, str):
            import re

            def found(text):
                return re.search(pattern, text, re.IGNORECASE)

        def part(line):
            words = line.split()
            if field is None:
                return line
            return words[field] if -len(words) <= field < len(words) else ""

        return SList(line for line in self if bool(found(part(line))) != bool(prune))

    def fields(self, *fields):
        """The words of each line; with numbers, only those words, joined."""
        if not fields:
            return [line.split() for line in self]
        chosen = SList()
        for words in self.fields():
            some = [words[i] for i in fields if -len(words) <= i < len(words)]
            if some:
                chosen.append(" ".join(some))
        return chosen

    def sort(self, field=None, nums=False):
        """The lines in the order of one of their fields, as numbers if nums."""
        def key(line):
            text = line if field is None else (SList([line]).fields(field) or [""])[0]
            if not nums:
                return text
            return int("".join(c for c in text if c.isdigit()) or 0)

        return SList(sorted(self, key=key))
