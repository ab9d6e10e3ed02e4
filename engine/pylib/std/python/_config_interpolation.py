"""Values that stand for other values."""

import re
from _config_errors import (MAX_INTERPOLATION_DEPTH, InterpolationDepthError, InterpolationMissingOptionError,
                            InterpolationSyntaxError, NoOptionError, NoSectionError)

__name__ = 'configparser'


class Interpolation:
    """Leaves values as they are."""

    def before_get(self, parser, section, option, value, defaults):
        return value

    def before_set(self, parser, section, option, value):
        return value

    def before_read(self, parser, section, option, value):
        return value

    def before_write(self, parser, section, option, value):
        return value


class _References(Interpolation):
    """A mark and a name in brackets stand for another option; the mark twice is the mark."""

    mark = bracket = key = None

    def before_get(self, parser, section, option, value, defaults):
        parts = []
        self._expand(parser, option, parts, value, section, defaults, 1, value)
        return ''.join(parts)

    def before_set(self, parser, section, option, value):
        rest = self.key.sub('', value.replace(self.mark * 2, ''))
        if self.mark in rest:
            raise ValueError('invalid interpolation syntax in %r at position %d' % (value, rest.find(self.mark)))
        return value

    def _expand(self, parser, option, parts, rest, section, values, depth, whole):
        raw = parser.get(section, option, raw=True, fallback=rest)
        if depth > MAX_INTERPOLATION_DEPTH:
            raise InterpolationDepthError(option, section, raw)
        while rest:
            before, mark, after = rest.partition(self.mark)
            parts.append(before)
            if not mark:
                return
            rest = mark + after
            if after[:1] == self.mark:
                parts.append(self.mark)
                rest = after[1:]
            elif after[:1] == self.bracket:
                match = self.key.match(rest)
                if match is None:
                    raise InterpolationSyntaxError(option, section, 'bad interpolation variable reference %r' % rest)
                rest = rest[match.end():]
                where, name, value, inner = self._find(parser, section, option, match[1], values, raw, rest)
                if self.mark in value:
                    self._expand(parser, name, parts, value, where, inner, depth + 1, whole)
                else:
                    parts.append(value)
            else:
                raise InterpolationSyntaxError(option, section, '%r must be followed by %r or %r, found: %r' % (
                    self.mark, self.mark, self.bracket, rest))


class BasicInterpolation(_References):
    """%(name)s stands for another option of the section."""

    mark, bracket, key = '%', '(', re.compile(r'%\(([^)]+)\)s')

    def _find(self, parser, section, option, reference, values, raw, rest):
        name = parser.optionxform(reference)
        try:
            return section, option, values[name], values
        except KeyError:
            raise InterpolationMissingOptionError(option, section, raw, name) from None


class ExtendedInterpolation(_References):
    """${name} stands for another option of the section, ${section:name} for one elsewhere."""

    mark, bracket, key = '$', '{', re.compile(r'\$\{([^}]+)\}')

    def _find(self, parser, section, option, reference, values, raw, rest):
        path = reference.split(':')
        try:
            if len(path) == 1:
                where, name = section, parser.optionxform(reference)
                value = values[name]
            elif len(path) == 2:
                where, name = path[0], parser.optionxform(path[1])
                value = parser.get(where, name, raw=True)
            else:
                raise InterpolationSyntaxError(option, section, "More than one ':' found: %r" % (rest,))
        except (KeyError, NoSectionError, NoOptionError):
            raise InterpolationMissingOptionError(option, section, raw, reference) from None
        return where, name, value, dict(parser.items(where, raw=True)) if self.mark in value else None


class LegacyInterpolation(Interpolation):
    """What ConfigParser did long ago: the % operator, again and again."""

    _key = re.compile(r'%\(([^)]*)\)s|.')

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        import warnings
        warnings.warn('LegacyInterpolation has been deprecated since Python 3.2 and will be removed from the configparser module in '
                      'Python 3.13. Use BasicInterpolation or ExtendedInterpolation instead.', DeprecationWarning, stacklevel=2)

    def before_get(self, parser, section, option, value, vars):
        raw = value
        for _ in range(MAX_INTERPOLATION_DEPTH):
            if not value or '%(' not in value:
                return value
            value = self._key.sub(lambda match: match[0] if match[1] is None else '%%(%s)s' % parser.optionxform(match[1]), value)
            try:
                value = value % vars
            except KeyError as error:
                raise InterpolationMissingOptionError(option, section, raw, error.args[0]) from None
        if value and '%(' in value:
            raise InterpolationDepthError(option, section, raw)
        return value
