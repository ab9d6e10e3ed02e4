"""Settings in sections, as in INI files."""

import io
import re
from collections.abc import MutableMapping

__all__ = ['ConfigParser', 'RawConfigParser', 'SectionProxy', 'BasicInterpolation', 'ExtendedInterpolation', 'Interpolation', 'Error',
           'NoSectionError', 'NoOptionError', 'DuplicateSectionError', 'DuplicateOptionError', 'InterpolationError',
           'InterpolationMissingOptionError', 'InterpolationDepthError', 'InterpolationSyntaxError', 'ParsingError',
           'MissingSectionHeaderError', 'DEFAULTSECT', 'MAX_INTERPOLATION_DEPTH']

DEFAULTSECT, MAX_INTERPOLATION_DEPTH = 'DEFAULT', 10
_UNSET = object()


class Error(Exception):
    def __init__(self, msg=''):
        self.message = msg
        super().__init__(msg)

    def __repr__(self):
        return self.message

    __str__ = __repr__


class NoSectionError(Error):
    def __init__(self, section):
        super().__init__('No section: %r' % (section,))
        self.section = section
        self.args = (section,)


class NoOptionError(Error):
    def __init__(self, option, section):
        super().__init__('No option %r in section: %r' % (option, section))
        self.option, self.section = option, section
        self.args = (option, section)


class DuplicateSectionError(Error):
    def __init__(self, section, source=None, lineno=None):
        where = 'While reading from %r%s: section ' % (source, ' [line %2d]' % lineno if lineno else '') if source else 'Section '
        super().__init__(where + '%r already exists' % (section,))
        self.section, self.source, self.lineno = section, source, lineno
        self.args = (section, source, lineno)


class DuplicateOptionError(Error):
    def __init__(self, section, option, source=None, lineno=None):
        where = 'While reading from %r%s: option ' % (source, ' [line %2d]' % lineno if lineno else '') if source else 'Option '
        super().__init__(where + '%r in section %r already exists' % (option, section))
        self.section, self.option, self.source, self.lineno = section, option, source, lineno
        self.args = (section, option, source, lineno)


class InterpolationError(Error):
    def __init__(self, option, section, msg):
        super().__init__(msg)
        self.option, self.section = option, section
        self.args = (option, section, msg)


class InterpolationMissingOptionError(InterpolationError):
    def __init__(self, option, section, rawval, reference):
        super().__init__(option, section, 'Bad value substitution: option %r in section %r contains an interpolation key %r which is '
                         'not a valid option name. Raw value: %r' % (option, section, reference, rawval))
        self.reference = reference


class InterpolationSyntaxError(InterpolationError):
    pass


class InterpolationDepthError(InterpolationError):
    def __init__(self, option, section, rawval):
        super().__init__(option, section, 'Recursion limit exceeded in value substitution: option %r in section %r contains an '
                         'interpolation key which cannot be substituted in %d steps. Raw value: %r'
                         % (option, section, MAX_INTERPOLATION_DEPTH, rawval))


class ParsingError(Error):
    def __init__(self, source):
        super().__init__('Source contains parsing errors: %r' % source)
        self.source, self.errors = source, []

    def append(self, lineno, line):
        self.errors.append((lineno, line))
        self.message += '\n\t[line %2d]: %s' % (lineno, line)


class MissingSectionHeaderError(ParsingError):
    def __init__(self, filename, lineno, line):
        Error.__init__(self, 'File contains no section headers.\nfile: %r, line: %d\n%r' % (filename, lineno, line))
        self.source, self.lineno, self.line = filename, lineno, line


class Interpolation:
    """Leaves values as they are."""

    def before_get(self, parser, section, option, value, defaults):
        return value

    def before_set(self, parser, section, option, value):
        return value


class BasicInterpolation(Interpolation):
    """%(name)s stands for another option."""

    _key = re.compile(r'%\(([^)]+)\)s')

    def before_get(self, parser, section, option, value, defaults):
        return self._expand(parser, section, option, value, value, defaults, 1)

    def before_set(self, parser, section, option, value):
        if '%' in self._key.sub('', value.replace('%%', '')):
            raise ValueError('invalid interpolation syntax in %r at position %d' % (value, value.find('%')))
        return value

    def _expand(self, parser, section, option, raw, rest, values, depth):
        if depth > MAX_INTERPOLATION_DEPTH:
            raise InterpolationDepthError(option, section, raw)
        out = ''
        while rest:
            before, mark, rest = rest.partition('%')
            out += before
            if not mark:
                break
            if rest[:1] == '%':
                out, rest = out + '%', rest[1:]
                continue
            match = self._key.match('%' + rest)
            if not match:
                if rest[:1] == '(':
                    raise InterpolationSyntaxError(option, section, 'bad interpolation variable reference %r' % ('%' + rest))
                raise InterpolationSyntaxError(option, section, "'%%' must be followed by '%%' or '(', found: %r" % ('%' + rest))
            name = parser.optionxform(match[1])
            rest = rest[match.end() - 1:]
            if name not in values:
                raise InterpolationMissingOptionError(option, section, raw, name)
            value = values[name]
            out += self._expand(parser, section, option, raw, value, values, depth + 1) if '%' in value else value
        return out


class ExtendedInterpolation(Interpolation):
    """${name} and ${section:name} stand for another option."""

    def before_get(self, parser, section, option, value, defaults):
        return self._expand(parser, section, option, value, value, defaults, 1)

    def _expand(self, parser, section, option, raw, text, values, depth):
        if depth > MAX_INTERPOLATION_DEPTH:
            raise InterpolationDepthError(option, section, raw)

        def replace(match):
            if match[0] == '$$':
                return '$'
            where, _, name = match[1].rpartition(':')
            try:
                found = parser.get(where, name, raw=True) if where else values[parser.optionxform(name)]
            except (KeyError, NoSectionError, NoOptionError):
                raise InterpolationMissingOptionError(option, section, raw, match[1]) from None
            inner = dict(parser.items(where, raw=True)) if where else values
            return self._expand(parser, where or section, option, raw, found, inner, depth + 1) if '$' in found else found

        return re.sub(r'\$\$|\$\{([^}]+)\}', replace, text)


class RawConfigParser(MutableMapping):
    BOOLEAN_STATES = {'1': True, 'yes': True, 'true': True, 'on': True, '0': False, 'no': False, 'false': False, 'off': False}
    _DEFAULT_INTERPOLATION = Interpolation()

    def __init__(self, defaults=None, dict_type=dict, allow_no_value=False, *, delimiters=('=', ':'), comment_prefixes=('#', ';'),
                 inline_comment_prefixes=None, strict=True, empty_lines_in_values=True, default_section=DEFAULTSECT,
                 interpolation=_UNSET, converters=None):
        self._sections, self._defaults, self.default_section = {}, {}, default_section
        self._empty_values, self._strict, self._comments = allow_no_value, strict, tuple(comment_prefixes or ())
        self._inline, self._delimiters, self._empty_lines = tuple(inline_comment_prefixes or ()), tuple(delimiters), empty_lines_in_values
        self._interpolation = self._DEFAULT_INTERPOLATION if interpolation is _UNSET else interpolation or Interpolation()
        self._option = re.compile('(.*?)\\s*(%s)\\s*(.*)$' % '|'.join(map(re.escape, self._delimiters)))
        for name, function in (converters or {}).items():
            setattr(self, 'get' + name, lambda section, option, *, f=function, **kw: self._convert(section, option, f, **kw))
        if defaults:
            self.read_dict({default_section: defaults})

    def optionxform(self, optionstr):
        return optionstr.lower()

    def defaults(self):
        return self._defaults

    def sections(self):
        return list(self._sections)

    def has_section(self, section):
        return section in self._sections

    def add_section(self, section):
        if section == self.default_section:
            raise ValueError('Invalid section name: %r' % section)
        if section in self._sections:
            raise DuplicateSectionError(section)
        self._sections[section] = {}

    def options(self, section):
        return list(self._values(section))

    def _values(self, section, vars=None):
        if section != self.default_section and section not in self._sections:
            raise NoSectionError(section)
        values = {**self._defaults, **self._sections.get(section, {})}
        own = self._sections.get(section, {})
        values = {**own, **{k: v for k, v in values.items() if k not in own}}
        values.update((self.optionxform(k), v if v is None else str(v)) for k, v in (vars or {}).items())
        return values

    def has_option(self, section, option):
        if not section or section == self.default_section:
            return self.optionxform(option) in self._defaults
        return section in self._sections and self.optionxform(option) in self._values(section)

    def read(self, filenames, encoding=None):
        if isinstance(filenames, (str, bytes)) or hasattr(filenames, '__fspath__'):
            filenames = [filenames]
        done = []
        for name in filenames:
            try:
                with open(name, encoding=encoding) as f:
                    self._read(f, name)
            except OSError:
                continue
            done.append(name)
        return done

    def read_file(self, f, source=None):
        self._read(f, source or getattr(f, 'name', '<???>'))

    def read_string(self, string, source='<string>'):
        self._read(io.StringIO(string), source)

    def read_dict(self, dictionary, source='<dict>'):
        seen = set()
        for section, values in dictionary.items():
            section = str(section)
            if section != self.default_section and section not in self._sections:
                self.add_section(section)
            elif self._strict and section in seen:
                raise DuplicateSectionError(section, source)
            seen.add(section)
            for key, value in values.items():
                self.set(section, str(key), value if value is None else str(value))

    def _read(self, lines, source):
        current = option = None
        indent, errors, seen = 0, None, set()
        for number, line in enumerate(lines, 1):
            text = self._strip(line)
            if not text:
                if option is not None and self._empty_lines and current is not None and not line.strip() and current[option] is not None:
                    current[option].append('')
                continue
            depth = len(line) - len(line.lstrip())
            if current is not None and option is not None and depth > indent:
                current[option].append(text)
                continue
            indent = depth
            header = re.match(r'\[(.+)\]', text)
            if header:
                current, option = self._begin(header[1], seen, source, number), None
                continue
            if current is None:
                raise MissingSectionHeaderError(source, number, line)
            match = self._option.match(text)
            if match and match[1]:
                name, value = self.optionxform(match[1].rstrip()), [match[3].strip()]
            elif not match and self._empty_values:
                name, value = self.optionxform(text), None
            else:
                errors = errors or ParsingError(source)
                errors.append(number, repr(line))
                continue
            if self._strict and (id(current), name) in seen:
                raise DuplicateOptionError(self._where, name, source, number)
            seen.add((id(current), name))
            current[name] = value
            option = name
        for values in [self._defaults, *self._sections.values()]:
            for name, value in values.items():
                if isinstance(value, list):
                    values[name] = '\n'.join(value).rstrip()
        if errors:
            raise errors

    def _strip(self, line):
        text = line.strip()
        if text.startswith(self._comments):
            return ''
        for prefix in self._inline:
            at = re.search('(?:^|\\s)' + re.escape(prefix), line)
            if at:
                text = line[:at.start()].strip()
        return text

    def _begin(self, name, seen, source, number):
        self._where = name
        if name == self.default_section:
            return self._defaults
        if name in self._sections:
            if self._strict and name in seen:
                raise DuplicateSectionError(name, source, number)
        else:
            self._sections[name] = {}
        seen.add(name)
        return self._sections[name]

    def get(self, section, option, *, raw=False, vars=None, fallback=_UNSET):
        try:
            values = self._values(section, vars)
            name = self.optionxform(option)
            if name not in values:
                raise NoOptionError(option, section)
        except (NoSectionError, NoOptionError):
            if fallback is _UNSET:
                raise
            return fallback
        value = values[name]
        return value if raw or value is None else self._interpolation.before_get(self, section, option, value, values)

    def _convert(self, section, option, function, *, raw=False, vars=None, fallback=_UNSET):
        try:
            return function(self.get(section, option, raw=raw, vars=vars))
        except (NoSectionError, NoOptionError):
            if fallback is _UNSET:
                raise
            return fallback

    def getint(self, section, option, **kwargs):
        return self._convert(section, option, int, **kwargs)

    def getfloat(self, section, option, **kwargs):
        return self._convert(section, option, float, **kwargs)

    def getboolean(self, section, option, **kwargs):
        return self._convert(section, option, self._boolean, **kwargs)

    def _boolean(self, value):
        if value.lower() not in self.BOOLEAN_STATES:
            raise ValueError('Not a boolean: %s' % value)
        return self.BOOLEAN_STATES[value.lower()]

    def items(self, section=_UNSET, raw=False, vars=None):
        if section is _UNSET:
            return [(name, self[name]) for name in self]
        names = dict.fromkeys([*self._defaults, *self._values(section, vars)])
        return [(name, self.get(section, name, raw=raw, vars=vars)) for name in names]

    def set(self, section, option, value=None):
        if value:
            value = self._interpolation.before_set(self, section, option, value)
        if not section or section == self.default_section:
            values = self._defaults
        elif section in self._sections:
            values = self._sections[section]
        else:
            raise NoSectionError(section)
        values[self.optionxform(option)] = value

    def remove_option(self, section, option):
        if section != self.default_section and section not in self._sections:
            raise NoSectionError(section)
        values = self._defaults if section == self.default_section else self._sections[section]
        return values.pop(self.optionxform(option), self) is not self

    def remove_section(self, section):
        return self._sections.pop(section, None) is not None

    def write(self, fp, space_around_delimiters=True):
        delimiter = ' %s ' % self._delimiters[0] if space_around_delimiters else self._delimiters[0]
        every = ([(self.default_section, self._defaults)] if self._defaults else []) + list(self._sections.items())
        for name, values in every:
            fp.write('[%s]\n' % name)
            for key, value in values.items():
                fp.write(key + ('' if value is None else delimiter + str(value).replace('\n', '\n\t')) + '\n')
            fp.write('\n')

    def __getitem__(self, key):
        if key != self.default_section and key not in self._sections:
            raise KeyError(key)
        return SectionProxy(self, key)

    def __setitem__(self, key, value):
        if key == self.default_section:
            self._defaults.clear()
        elif key in self._sections:
            self._sections[key].clear()
        self.read_dict({key: value})

    def __delitem__(self, key):
        if key == self.default_section:
            raise ValueError('Cannot remove the default section.')
        if key not in self._sections:
            raise KeyError(key)
        self.remove_section(key)

    def __contains__(self, key):
        return key == self.default_section or key in self._sections

    def __len__(self):
        return len(self._sections) + 1

    def __iter__(self):
        return iter([self.default_section, *self._sections])


class ConfigParser(RawConfigParser):
    """A parser that interpolates, and whose values are strings."""

    _DEFAULT_INTERPOLATION = BasicInterpolation()

    def set(self, section, option, value=None):
        if not isinstance(option, str):
            raise TypeError('option keys must be strings')
        if not isinstance(value, str) and not (value is None and self._empty_values):
            raise TypeError('option values must be strings')
        super().set(section, option, value)

    def add_section(self, section):
        if not isinstance(section, str):
            raise TypeError('section names must be strings')
        super().add_section(section)


class SectionProxy(MutableMapping):
    """One section as a mapping."""

    def __init__(self, parser, name):
        self.parser, self.name = parser, name

    def __repr__(self):
        return '<Section: %s>' % self.name

    def __getitem__(self, key):
        if not self.parser.has_option(self.name, key):
            raise KeyError(key)
        return self.parser.get(self.name, key)

    def __setitem__(self, key, value):
        self.parser.set(self.name, key, value)

    def __delitem__(self, key):
        if not (self.parser.has_option(self.name, key) and self.parser.remove_option(self.name, key)):
            raise KeyError(key)

    def __contains__(self, key):
        return self.parser.has_option(self.name, key)

    def __len__(self):
        return len(self.parser.options(self.name))

    def __iter__(self):
        return iter(self.parser.options(self.name))

    def get(self, option, fallback=None, *, raw=False, vars=None):
        return self.parser.get(self.name, option, raw=raw, vars=vars, fallback=fallback)

    def getint(self, option, fallback=None, **kwargs):
        return self.parser.getint(self.name, option, fallback=fallback, **kwargs)

    def getfloat(self, option, fallback=None, **kwargs):
        return self.parser.getfloat(self.name, option, fallback=fallback, **kwargs)

    def getboolean(self, option, fallback=None, **kwargs):
        return self.parser.getboolean(self.name, option, fallback=fallback, **kwargs)
