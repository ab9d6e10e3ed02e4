"""Sets loggers up from a dict or a file."""

import logging
import sys

__all__ = ['dictConfig', 'fileConfig']


def _resolve(name):
    """The object that a dotted name stands for."""
    parts = name.split('.')
    for cut in range(len(parts), 0, -1):
        try:
            __import__('.'.join(parts[:cut]))
        except ImportError:
            continue
        found = sys.modules[parts[0]]
        for part in parts[1:]:
            found = getattr(found, part)
        return found
    raise ValueError('Cannot resolve %r' % name)


class _Setup:
    def __init__(self, config):
        self.config, self.formatters, self.filters, self.handlers = config, {}, {}, {}

    def value(self, x):
        if not isinstance(x, str):
            return x
        kind, given, rest = x.partition('://')
        if given and kind == 'ext':
            return _resolve(rest)
        if given and kind == 'cfg':
            found = self.config
            for part in rest.split('.'):
                found = found[part]
            return found
        return x

    def run(self):
        config = self.config
        if config.get('version') != 1:
            raise ValueError('Unsupported version: %s' % config.get('version') if 'version' in config
                             else "dictionary doesn't specify a version")
        incremental = config.get('incremental', False)
        if not incremental:
            if config.get('disable_existing_loggers', True):
                for name, logger in logging.root.manager.loggerDict.items():
                    if isinstance(logger, logging.Logger) and name not in config.get('loggers', {}):
                        logger.disabled = True
            self.make(self.formatters, 'formatters', 'formatter', self.formatter)
            self.make(self.filters, 'filters', 'filter', self.filter)
            self.make(self.handlers, 'handlers', 'handler', self.handler)
        for name, settings in config.get('loggers', {}).items():
            logger = logging.getLogger(name)
            logger.disabled = False
            self.logger(logger, settings, incremental)
            if settings.get('propagate') is not None:
                logger.propagate = settings['propagate']
        if 'root' in config:
            self.logger(logging.getLogger(), config['root'], incremental)

    def make(self, made, section, what, build):
        for name, settings in sorted(self.config.get(section, {}).items()):
            try:
                made[name] = build(dict(settings))
                if section == 'handlers':
                    made[name].name = name
            except Exception as e:
                raise ValueError('Unable to configure %s %r' % (what, name)) from e

    def custom(self, settings):
        factory = settings.pop('()')
        extra = settings.pop('.', {})
        made = (factory if callable(factory) else _resolve(factory))(**{k: self.value(v) for k, v in settings.items()})
        for name, value in extra.items():
            setattr(made, name, value)
        return made

    def formatter(self, settings):
        if '()' in settings:
            return self.custom(settings)
        kind = _resolve(settings['class']) if 'class' in settings else logging.Formatter
        return kind(settings.get('format'), settings.get('datefmt'), settings.get('style', '%'))

    def filter(self, settings):
        return self.custom(settings) if '()' in settings else logging.Filter(settings.get('name', ''))

    def handler(self, settings):
        formatter, level, filters = settings.pop('formatter', None), settings.pop('level', None), settings.pop('filters', ())
        if '()' in settings:
            made = self.custom(settings)
        else:
            kind = settings.pop('class')
            kind = _resolve(kind) if isinstance(kind, str) else kind
            if 'target' in settings:
                settings['target'] = self.handlers[settings['target']]
            made = kind(**{k: self.value(v) for k, v in settings.items()})
        if formatter:
            made.setFormatter(self.formatters[formatter])
        if level is not None:
            made.setLevel(level)
        for name in filters:
            made.addFilter(self.filters[name])
        return made

    def logger(self, logger, settings, incremental):
        if settings.get('level') is not None:
            logger.setLevel(settings['level'])
        if incremental:
            return
        for handler in logger.handlers[:]:
            logger.removeHandler(handler)
        for name in settings.get('handlers', ()):
            logger.addHandler(self.handlers[name])
        for name in settings.get('filters', ()):
            logger.addFilter(self.filters[name])


def dictConfig(config):
    """Sets formatters, filters, handlers and loggers up (version 1 of the schema)."""
    _Setup(config).run()


def fileConfig(fname, defaults=None, disable_existing_loggers=True, encoding=None):
    """Sets loggers up from an .ini file: sections [loggers], [handlers] and [formatters] list the names of further ones."""
    import configparser
    parser = fname
    if not isinstance(fname, configparser.RawConfigParser):
        parser = configparser.ConfigParser(defaults)
        if hasattr(fname, 'readline'):
            parser.read_file(fname)
        elif not parser.read(fname, encoding=encoding):
            raise FileNotFoundError("%s doesn't exist" % fname)
    names = {kind: _listed(parser.get(kind, 'keys')) for kind in ('formatters', 'handlers', 'loggers')}
    formatters = {name: _file_formatter(parser['formatter_' + name]) for name in names['formatters']}
    handlers = {name: _file_handler(parser['handler_' + name], formatters) for name in names['handlers']}
    sections = {parser.get('logger_' + name, 'qualname', fallback=name): parser['logger_' + name] for name in names['loggers']}
    for name, logger in logging.root.manager.loggerDict.items():
        if isinstance(logger, logging.Logger) and name not in sections:
            logger.disabled = disable_existing_loggers and not any(name.startswith(above + '.') for above in sections)
    for name, section in sections.items():
        logger = logging.getLogger(name)
        logger.disabled = False
        if 'level' in section:
            logger.setLevel(section['level'])
        if logger is not logging.root:
            logger.propagate = section.getint('propagate', 1)
        logger.handlers[:] = [handlers[handler] for handler in _listed(section.get('handlers', ''))]


def _listed(text):
    return [name.strip() for name in text.split(',') if name.strip()]


def _file_formatter(section):
    kind = _resolve(section['class']) if section.get('class') else logging.Formatter
    return kind(section.get('format', raw=True), section.get('datefmt', raw=True), section.get('style', '%', raw=True))


def _file_handler(section, formatters):
    """The handler of a section; its args and kwargs are Python, read with the names of logging."""
    import logging.handlers
    names = vars(logging)
    kind = eval(section['class'], names)
    made = kind(*eval(section.get('args', '()'), names), **eval(section.get('kwargs', '{}'), names))
    if section.get('level'):
        made.setLevel(section['level'])
    if section.get('formatter'):
        made.setFormatter(formatters[section['formatter']])
    return made
