"""Values of Python in a command: {expression} and $name."""

import re
import string

_dollar = re.compile(r"\$(\$|[A-Za-z_][\w.]*)")


class Template(string.Formatter):
    """{expression:format}, {{ and }}, $name.attribute and $$; $name inside '…' is the shell's."""

    def __init__(self, names):
        self.names = names

    def format(self, text):
        parts = []
        for literal, expression, spec, conversion in self.parse(text):
            parts.append(_dollar.sub(self._named, literal))
            if expression is not None:
                value = self.convert_field(self._value(expression), conversion)
                parts.append(format(value, self.format(spec) if "{" in spec else spec))
        return "".join(parts)

    def _value(self, expression):
        return eval(expression, {}, self.names)

    def _named(self, match):
        if match[1] == "$":
            return "$"
        name, dot, rest = match[1].partition(".")
        if name not in self.names or match.string.count("'", match.end()) % 2:
            return match[0]
        try:
            return str(self._value(match[1]))
        except (AttributeError, SyntaxError):
            return str(self.names[name]) + dot + rest
