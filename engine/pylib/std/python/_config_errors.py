"""What configparser raises."""

__name__ = 'configparser'

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
