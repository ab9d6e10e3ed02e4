"""Settings in sections, as in INI files."""

import io
import os
import re
from collections import ChainMap
from collections.abc import MutableMapping
from functools import partial

__all__ = ['NoSectionError', 'DuplicateOptionError', 'DuplicateSectionError', 'NoOptionError', 'InterpolationError',
           'InterpolationDepthError', 'InterpolationMissingOptionError', 'InterpolationSyntaxError', 'ParsingError',
           'MissingSectionHeaderError', 'ConfigParser', 'SafeConfigParser', 'RawConfigParser', 'Interpolation',
           'BasicInterpolation', 'ExtendedInterpolation', 'LegacyInterpolation', 'SectionProxy', 'ConverterMapping',
           'DEFAULTSECT', 'MAX_INTERPOLATION_DEPTH']

MAX_INTERPOLATION_DEPTH = 10


class Error(Exception):
    """What the exceptions of configparser are."""

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


def _already(what, source, lineno):
    if source is None:
        return '%s already exists' % what
    line = '' if lineno is None else ' [line %2d]' % lineno
    return 'While reading from %r%s: %s already exists' % (source, line, what[0].lower() + what[1:])


class DuplicateSectionError(Error):
    def __init__(self, section, source=None, lineno=None):
        super().__init__(_already('Section %r' % (section,), source, lineno))
        self.section, self.source, self.lineno = section, source, lineno
        self.args = (section, source, lineno)


class DuplicateOptionError(Error):
    def __init__(self, section, option, source=None, lineno=None):
        super().__init__(_already('Option %r in section %r' % (option, section), source, lineno))
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
        self.args = (option, section, rawval, reference)


class InterpolationSyntaxError(InterpolationError):
    pass


class InterpolationDepthError(InterpolationError):
    def __init__(self, option, section, rawval):
        super().__init__(option, section, 'Recursion limit exceeded in value substitution: option %r in section %r contains an '
                         'interpolation key which cannot be substituted in %d steps. Raw value: %r'
                         % (option, section, MAX_INTERPOLATION_DEPTH, rawval))
        self.args = (option, section, rawval)


class ParsingError(Error):
    def __init__(self, source=None, filename=None):
        if (source is None) == (filename is None):
            raise ValueError("Required argument `source' not given." if source is None else
                             "Cannot specify both `filename' and `source'. Use `source'.")
        source = filename if source is None else source
        super().__init__('Source contains parsing errors: %r' % source)
        self.source, self.errors = source, []
        self.args = (source,)

    @property
    def filename(self):
        _old_name()
        return self.source

    @filename.setter
    def filename(self, value):
        _old_name()
        self.source = value

    def append(self, lineno, line):
        self.errors.append((lineno, line))
        self.message += '\n\t[line %2d]: %s' % (lineno, line)


def _old_name():
    import warnings
    warnings.warn("The 'filename' attribute will be removed in Python 3.12. Use 'source' instead.", DeprecationWarning, stacklevel=3)


class MissingSectionHeaderError(ParsingError):
    def __init__(self, filename, lineno, line):
        Error.__init__(self, 'File contains no section headers.\nfile: %r, line: %d\n%r' % (filename, lineno, line))
        self.source, self.lineno, self.line, self.errors = filename, lineno, line, []
        self.args = (filename, lineno, line)


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


def _get_expanded(self, parser, section, option, value, defaults):
    """A mark and a name in brackets stand for another option; the mark twice is the mark."""
    parts = []
    self._expand(parser, option, parts, value, section, defaults, 1, value)
    return ''.join(parts)


def _set_checked(self, parser, section, option, value):
    rest = self.key.sub('', value.replace(self.mark * 2, ''))
    if self.mark in rest:
        raise ValueError('invalid interpolation syntax in %r at position %d' % (value, rest.find(self.mark)))
    return value


def _expanded(self, parser, option, parts, rest, section, values, depth, whole):
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


class BasicInterpolation(Interpolation):
    """%(name)s stands for another option of the section."""

    mark, bracket, key = '%', '(', re.compile(r'%\(([^)]+)\)s')
    before_get, before_set, _expand = _get_expanded, _set_checked, _expanded

    def _find(self, parser, section, option, reference, values, raw, rest):
        name = parser.optionxform(reference)
        try:
            return section, option, values[name], values
        except KeyError:
            raise InterpolationMissingOptionError(option, section, raw, name) from None


class ExtendedInterpolation(Interpolation):
    """${name} stands for another option of the section, ${section:name} for one elsewhere."""

    mark, bracket, key = '$', '{', re.compile(r'\$\{([^}]+)\}')
    before_get, before_set, _expand = _get_expanded, _set_checked, _expanded

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


DEFAULTSECT = 'DEFAULT'
_UNSET = object()
_default_dict = dict


class RawConfigParser(MutableMapping):
    BOOLEAN_STATES = {'1': True, 'yes': True, 'true': True, 'on': True, '0': False, 'no': False, 'false': False, 'off': False}
    _DEFAULT_INTERPOLATION = Interpolation()

    OPTCRE = re.compile(r'(?P<option>.*?)\s*(?:(?P<vi>=|:)\s*(?P<value>.*)$)')
    OPTCRE_NV = re.compile(r'(?P<option>.*?)\s*(?:(?P<vi>=|:)\s*(?P<value>.*))?$')
    SECTCRE = re.compile(r'\[(?P<header>.+)\]')

    def __init__(self, defaults=None, dict_type=_default_dict, allow_no_value=False, *, delimiters=('=', ':'),
                 comment_prefixes=('#', ';'), inline_comment_prefixes=None, strict=True, empty_lines_in_values=True,
                 default_section=DEFAULTSECT, interpolation=_UNSET, converters=_UNSET):
        self._dict = dict_type
        self._sections, self._defaults, self.default_section = dict_type(), dict_type(), default_section
        self._converters, self._proxies = ConverterMapping(self), dict_type()
        self._proxies[default_section] = SectionProxy(self, default_section)
        self._empty_values, self._strict, self._comments = allow_no_value, strict, tuple(comment_prefixes or ())
        self._inline, self._delimiters, self._empty_lines = tuple(inline_comment_prefixes or ()), tuple(delimiters), empty_lines_in_values
        if interpolation is _UNSET:
            interpolation = self._DEFAULT_INTERPOLATION
        self._interpolation = Interpolation() if interpolation is None else interpolation
        if not isinstance(self._interpolation, Interpolation):
            raise TypeError('interpolation= must be None or an instance of Interpolation; got an object of type %s' % type(interpolation))
        self._option = self.OPTCRE_NV if allow_no_value else self.OPTCRE
        if delimiters != ('=', ':'):
            self._option = re.compile(self._option.pattern.replace('=|:', '|'.join(map(re.escape, self._delimiters))))
        if converters is not _UNSET:
            self._converters.update(converters)
        if defaults:
            self._read_defaults(defaults)

    def _read_defaults(self, defaults):
        for key, value in defaults.items():
            self._defaults[self.optionxform(key)] = value

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
        self._begin(section)

    def options(self, section):
        if section not in self._sections:
            raise NoSectionError(section) from None
        return list({**self._sections[section], **self._defaults})

    def _values(self, section, vars=None):
        """The options of a section, and where it has none, those of vars and the defaults."""
        if section != self.default_section and section not in self._sections:
            raise NoSectionError(section) from None
        first = {self.optionxform(key): value if value is None else str(value) for key, value in (vars or {}).items()}
        return ChainMap(first, self._sections.get(section, {}), self._defaults)

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
            done.append(os.fspath(name))
        return done

    def read_file(self, f, source=None):
        self._read(f, getattr(f, 'name', '<???>') if source is None else source)

    def readfp(self, fp, filename=None):
        import warnings
        warnings.warn("This method will be removed in Python 3.12. Use 'parser.read_file()' instead.", DeprecationWarning, stacklevel=2)
        self.read_file(fp, source=filename)

    def read_string(self, string, source='<string>'):
        self._read(io.StringIO(string), source)

    def read_dict(self, dictionary, source='<dict>'):
        seen = set()
        for section, values in dictionary.items():
            section = str(section)
            try:
                self.add_section(section)
            except (DuplicateSectionError, ValueError):
                if self._strict and section in seen:
                    raise
            seen.add(section)
            for key, value in values.items():
                key = self.optionxform(str(key))
                if self._strict and (section, key) in seen:
                    raise DuplicateOptionError(section, key, source)
                seen.add((section, key))
                self.set(section, key, value if value is None else str(value))

    def _begin(self, name):
        """The options of a section, which is made if there is none."""
        if name == self.default_section:
            return self._defaults
        if name not in self._sections:
            self._sections[name], self._proxies[name] = self._dict(), SectionProxy(self, name)
        return self._sections[name]

    def _read(self, lines, source):
        section = options = option = errors = None
        indent, seen = 0, set()
        for number, line in enumerate(lines, 1):
            text, comment = self._strip(line)
            if not text:
                if not self._empty_lines:
                    indent = float('inf')
                elif not comment and option and options is not None and options[option] is not None:
                    options[option].append('')
                continue
            depth = len(line) - len(line.lstrip())
            if options is not None and option and depth > indent:
                options[option].append(text)
                continue
            indent = depth
            if header := self.SECTCRE.match(text):
                section, option = header['header'], None
                if self._strict and section in seen:
                    raise DuplicateSectionError(section, source, number)
                options = self._begin(section)
                if section != self.default_section:
                    seen.add(section)
                continue
            if options is None:
                raise MissingSectionHeaderError(source, number, line)
            match = self._option.match(text)
            if not match or not match['option']:
                errors = errors or ParsingError(source)
                errors.append(number, repr(line))
                if not match:
                    continue
            option = self.optionxform(match['option'].rstrip())
            if self._strict and (section, option) in seen:
                raise DuplicateOptionError(section, option, source, number)
            seen.add((section, option))
            options[option] = None if match['value'] is None else [match['value'].strip()]
        self._join_lines()
        if errors:
            raise errors

    def _join_lines(self):
        for section, values in [(self.default_section, self._defaults), *self._sections.items()]:
            for name, value in values.items():
                if isinstance(value, list):
                    value = '\n'.join(value).rstrip()
                values[name] = self._interpolation.before_read(self, section, name, value)

    def _strip(self, line):
        """A line without comment, and whether it had one."""
        if self._comments and line.strip().startswith(self._comments):
            return '', True
        ends = []
        for prefix in self._inline:
            at = line.find(prefix)
            while at > 0 and not line[at - 1].isspace():
                at = line.find(prefix, at + 1)
            if at >= 0:
                ends.append(at)
        return line[:min(ends, default=None)].strip(), bool(ends)

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
        return value if raw or value is None else self._interpolation.before_get(self, section, name, value, values)

    @property
    def converters(self):
        return self._converters

    def _get_conv(self, section, option, conv=None, *, raw=False, vars=None, fallback=_UNSET):
        try:
            return conv(self.get(section, option, raw=raw, vars=vars))
        except (NoSectionError, NoOptionError):
            if fallback is _UNSET:
                raise
            return fallback

    def getint(self, section, option, **kwargs):
        return self._get_conv(section, option, int, **kwargs)

    def getfloat(self, section, option, **kwargs):
        return self._get_conv(section, option, float, **kwargs)

    def getboolean(self, section, option, **kwargs):
        return self._get_conv(section, option, self._convert_to_boolean, **kwargs)

    def _convert_to_boolean(self, value):
        if value.lower() not in self.BOOLEAN_STATES:
            raise ValueError('Not a boolean: %s' % value)
        return self.BOOLEAN_STATES[value.lower()]

    def items(self, section=_UNSET, raw=False, vars=None):
        if section is _UNSET:
            return super().items()
        values = self._values(section, vars)
        names = {**self._defaults, **self._sections.get(section, {})}
        if raw:
            return [(name, values[name]) for name in names]
        return [(name, self._interpolation.before_get(self, section, name, values[name], values)) for name in names]

    def popitem(self):
        """Removes a section and returns it, with its name."""
        for name in self.sections():
            value = self[name]
            del self[name]
            return name, value
        raise KeyError

    def set(self, section, option, value=None):
        if value:
            value = self._interpolation.before_set(self, section, option, value)
        if not section or section == self.default_section:
            values = self._defaults
        elif section in self._sections:
            values = self._sections[section]
        else:
            raise NoSectionError(section) from None
        values[self.optionxform(option)] = value

    def remove_option(self, section, option):
        if section != self.default_section and section not in self._sections:
            raise NoSectionError(section) from None
        values = self._defaults if section == self.default_section else self._sections[section]
        return values.pop(self.optionxform(option), self) is not self

    def remove_section(self, section):
        if section not in self._sections:
            return False
        del self._sections[section], self._proxies[section]
        return True

    def write(self, fp, space_around_delimiters=True):
        delimiter = ' %s ' % self._delimiters[0] if space_around_delimiters else self._delimiters[0]
        every = ([(self.default_section, self._defaults)] if self._defaults else []) + list(self._sections.items())
        for name, values in every:
            fp.write('[%s]\n' % name)
            for key, value in values.items():
                value = self._interpolation.before_write(self, name, key, value)
                text = '' if value is None and self._empty_values else delimiter + str(value).replace('\n', '\n\t')
                fp.write('%s%s\n' % (key, text))
            fp.write('\n')

    def __getitem__(self, key):
        if key != self.default_section and key not in self._sections:
            raise KeyError(key)
        return self._proxies[key]

    def __setitem__(self, key, value):
        if key in self and self[key] is value:
            return
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

    def _read_defaults(self, defaults):
        kept, self._interpolation = self._interpolation, Interpolation()  # what they stand for may come later
        try:
            self.read_dict({self.default_section: defaults})
        finally:
            self._interpolation = kept

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


class SafeConfigParser(ConfigParser):
    """What ConfigParser was called long ago."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        import warnings
        warnings.warn('The SafeConfigParser class has been renamed to ConfigParser in Python 3.2. This alias will be removed in '
                      'Python 3.12. Use ConfigParser directly instead.', DeprecationWarning, stacklevel=2)


class SectionProxy(MutableMapping):
    """One section as a mapping."""

    def __init__(self, parser, name):
        self._parser, self._name = parser, name
        for kind in parser.converters:
            setattr(self, 'get' + kind, partial(self.get, _impl=getattr(parser, 'get' + kind)))

    parser = property(lambda self: self._parser)
    name = property(lambda self: self._name)

    def __repr__(self):
        return '<Section: %s>' % self._name

    def __getitem__(self, key):
        if not self._parser.has_option(self._name, key):
            raise KeyError(key)
        return self._parser.get(self._name, key)

    def __setitem__(self, key, value):
        self._parser.set(self._name, key, value)

    def __delitem__(self, key):
        if not (self._parser.has_option(self._name, key) and self._parser.remove_option(self._name, key)):
            raise KeyError(key)

    def __contains__(self, key):
        return self._parser.has_option(self._name, key)

    def _names(self):
        if self._name == self._parser.default_section:
            return list(self._parser.defaults())
        return self._parser.options(self._name)

    def __len__(self):
        return len(self._names())

    def __iter__(self):
        return iter(self._names())

    def get(self, option, fallback=None, *, raw=False, vars=None, _impl=None, **kwargs):
        return (_impl or self._parser.get)(self._name, option, raw=raw, vars=vars, fallback=fallback, **kwargs)


class ConverterMapping(MutableMapping):
    """The functions of get methods: {'int': f} is getint, of the parser and of its sections."""

    def __init__(self, parser):
        self._parser = parser
        self._functions = {name[3:]: None for name in dir(parser) if re.match('get.', name) and callable(getattr(parser, name))}

    def __getitem__(self, key):
        return self._functions[key]

    def __setitem__(self, key, value):
        if not str(key).isidentifier() or key is None:
            raise ValueError('Incompatible key: cannot use "%s" as a name' % key)
        self._functions[key] = value
        convert = partial(self._parser._get_conv, conv=value)
        setattr(self._parser, 'get' + key, convert)
        for proxy in self._parser.values():
            setattr(proxy, 'get' + key, partial(proxy.get, _impl=convert))

    def __delitem__(self, key):
        made = self._functions.pop(key)
        for holder in [self._parser, *self._parser.values()]:
            if 'get' + key in vars(holder):
                delattr(holder, 'get' + key)
            elif made is None and holder is self._parser:
                raise KeyError(key)

    def __iter__(self):
        return iter(self._functions)

    def __len__(self):
        return len(self._functions)
