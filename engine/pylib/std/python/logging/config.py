"""Sets loggers up from a dict or a file."""

import logging
import logging.handlers
import re

__all__ = ['dictConfig', 'fileConfig']


def _resolve(name, importer=__import__):
    """The object that a dotted name stands for."""
    first, *parts = name.split('.')
    found, used = importer(first), first
    for part in parts:
        used += '.' + part
        try:
            found = getattr(found, part)
        except AttributeError:
            importer(used)
            found = getattr(found, part)
    return found


class ConvertingMixin:
    """A container whose items are converted when they are got: texts such as ext://sys.stdout, and containers."""

    def convert_with_key(self, key, value, replace=True):
        result = self.configurator.convert(value)
        if value is not result:
            if replace:
                self[key] = result
            if type(result) in (ConvertingDict, ConvertingList, ConvertingTuple):
                result.parent, result.key = self, key
        return result

    def convert(self, value):
        result = self.configurator.convert(value)
        if value is not result and type(result) in (ConvertingDict, ConvertingList, ConvertingTuple):
            result.parent = self
        return result


class ConvertingDict(dict, ConvertingMixin):
    def __getitem__(self, key):
        return self.convert_with_key(key, dict.__getitem__(self, key))

    def get(self, key, default=None):
        return self.convert_with_key(key, dict.get(self, key, default))

    def pop(self, key, default=None):
        return self.convert_with_key(key, dict.pop(self, key, default), replace=False)


class ConvertingList(list, ConvertingMixin):
    def __getitem__(self, key):
        return self.convert_with_key(key, list.__getitem__(self, key))

    def pop(self, idx=-1):
        return self.convert(list.pop(self, idx))


class ConvertingTuple(tuple, ConvertingMixin):
    def __getitem__(self, key):
        return self.convert_with_key(key, tuple.__getitem__(self, key), replace=False)


class BaseConfigurator:
    """Finds what the texts of a configuration stand for."""

    CONVERT_PATTERN = re.compile(r'^(?P<prefix>[a-z]+)://(?P<suffix>.*)$')
    WORD_PATTERN = re.compile(r'^\s*(\w+)\s*')
    DOT_PATTERN = re.compile(r'^\.\s*(\w+)\s*')
    INDEX_PATTERN = re.compile(r'^\[\s*(\w+)\s*\]\s*')
    DIGIT_PATTERN = re.compile(r'^\d+$')

    value_converters = {'ext': 'ext_convert', 'cfg': 'cfg_convert'}
    importer = staticmethod(__import__)

    def __init__(self, config):
        self.config = ConvertingDict(config)
        self.config.configurator = self

    def resolve(self, s):
        """The object that a dotted name stands for."""
        try:
            return _resolve(s, self.importer)
        except ImportError as e:
            raise ValueError('Cannot resolve %r: %s' % (s, e)) from e

    def ext_convert(self, value):
        return self.resolve(value)

    def cfg_convert(self, value):
        """The part of the configuration that a path such as handlers.file[0] leads to."""
        found = self.WORD_PATTERN.match(value)
        if found is None:
            raise ValueError('Unable to convert %r' % value)
        rest, at = value[found.end():], self.config[found[1]]
        while rest:
            found = self.DOT_PATTERN.match(rest)
            if found:
                at = at[found[1]]
            else:
                found = self.INDEX_PATTERN.match(rest)
                if not found:
                    raise ValueError('Unable to convert %r at %r' % (value, rest))
                try:
                    at = at[int(found[1])] if self.DIGIT_PATTERN.match(found[1]) else at[found[1]]
                except TypeError:
                    at = at[found[1]]
            rest = rest[found.end():]
        return at

    def convert(self, value):
        """A text as what it stands for, a container as one that converts."""
        for plain, converting in ((dict, ConvertingDict), (list, ConvertingList), (tuple, ConvertingTuple)):
            if isinstance(value, plain) and not isinstance(value, converting) and not hasattr(value, '_fields'):
                value = converting(value)
                value.configurator = self
                return value
        if isinstance(value, str) and (found := self.CONVERT_PATTERN.match(value)):
            converter = self.value_converters.get(found['prefix'])
            if converter:
                return getattr(self, converter)(found['suffix'])
        return value

    def configure_custom(self, config):
        """Calls the factory of key (), sets the attributes of key "."."""
        factory = config.pop('()')
        if not callable(factory):
            factory = self.resolve(factory)
        made = factory(**{k: config[k] for k in config if k.isidentifier()})
        for name, value in (config.pop('.', None) or {}).items():
            setattr(made, name, value)
        return made

    def as_tuple(self, value):
        return tuple(value) if isinstance(value, list) else value


class DictConfigurator(BaseConfigurator):
    """Sets logging up by a dict of version 1 of the schema."""

    def configure(self):
        config = self.config
        if 'version' not in config:
            raise ValueError("dictionary doesn't specify a version")
        if config['version'] != 1:
            raise ValueError('Unsupported version: %s' % config['version'])
        with logging._lock:
            (self._change if config.pop('incremental', False) else self._begin)(config)

    def _change(self, config):
        """Levels only."""
        for name, settings in config.get('handlers', {}).items():
            if name not in logging._handlers:
                raise ValueError('No handler found with name %r' % name)
            try:
                if level := settings.get('level'):
                    logging._handlers[name].setLevel(logging._checkLevel(level))
            except Exception as e:
                raise ValueError('Unable to configure handler %r' % name) from e
        self._configure_loggers(config.get('loggers', {}), True)
        self._configure_root(config, True)

    def _begin(self, config):
        keep = not config.pop('disable_existing_loggers', True)
        logging._handlers.clear()
        logging.shutdown(logging._handlerList[:])
        del logging._handlerList[:]
        self._make(config.get('formatters', {}), 'formatter', self.configure_formatter)
        self._make(config.get('filters', {}), 'filter', self.configure_filter)
        self._make_handlers(config.get('handlers', {}))
        loggers = config.get('loggers', {})
        children = tuple(name + '.' for name in loggers)
        for name, logger in logging.root.manager.loggerDict.items():
            if not isinstance(logger, logging.Logger) or name in loggers:
                continue
            if name.startswith(children):  # of one that is named: as if it were new
                logger.level, logger.handlers, logger.propagate = logging.NOTSET, [], True
            else:
                logger.disabled = not keep
        self._configure_loggers(loggers, False)
        self._configure_root(config, False)

    def _make(self, section, what, make):
        for name in section:
            try:
                section[name] = make(section[name])
            except Exception as e:
                raise ValueError('Unable to configure %s %r' % (what, name)) from e

    def _make_handlers(self, handlers):
        """In the order of their names; one whose target is not made yet waits."""
        waiting = sorted(handlers)
        while waiting:
            later = []
            for name in waiting:
                try:
                    handler = self.configure_handler(handlers[name])
                    handler.name = name
                    handlers[name] = handler
                except Exception as e:
                    if ' not configured yet' not in str(e.__cause__) or len(waiting) == 1:
                        raise ValueError('Unable to configure handler %r' % name) from e
                    later.append(name)
            if len(later) == len(waiting):
                raise ValueError('Unable to configure handler %r' % later[0])
            waiting = later

    def _configure_loggers(self, loggers, incremental):
        for name in loggers:
            try:
                self.configure_logger(name, loggers[name], incremental)
            except Exception as e:
                raise ValueError('Unable to configure logger %r' % name) from e

    def _configure_root(self, config, incremental):
        if root := config.get('root'):
            try:
                self.configure_root(root, incremental)
            except Exception as e:
                raise ValueError('Unable to configure root logger') from e

    def configure_formatter(self, config):
        if '()' in config:
            factory = config['()']
            try:
                return self.configure_custom(config)
            except TypeError as e:
                if "'format'" not in str(e):
                    raise
                config['fmt'], config['()'] = config.pop('format'), factory  # as the constructor of Formatter calls it
                return self.configure_custom(config)
        kind = config.get('class')
        kind = self.resolve(kind) if kind else logging.Formatter
        more = {'validate': config['validate']} if 'validate' in config else {}
        if config.get('defaults') is not None:
            more['defaults'] = config['defaults']
        return kind(config.get('format', None), config.get('datefmt', None), config.get('style', '%'), **more)

    def configure_filter(self, config):
        return self.configure_custom(config) if '()' in config else logging.Filter(config.get('name', ''))

    def add_filters(self, filterer, filters):
        for f in filters:
            try:
                if callable(f) or callable(getattr(f, 'filter', None)):
                    filterer.addFilter(f)
                else:
                    filterer.addFilter(self.config['filters'][f])
            except Exception as e:
                raise ValueError('Unable to add filter %r' % f) from e

    def configure_handler(self, config):
        given = dict(config)  # to be put back where its target is not made yet
        formatter, level, filters = config.pop('formatter', None), config.pop('level', None), config.pop('filters', None)
        if formatter:
            try:
                formatter = self.config['formatters'][formatter]
            except Exception as e:
                raise ValueError('Unable to set formatter %r' % formatter) from e
        if '()' in config:
            factory = config.pop('()')
            factory = factory if callable(factory) else self.resolve(factory)
        else:
            kind = config.pop('class')
            factory = kind if callable(kind) else self.resolve(kind)
            if issubclass(factory, logging.handlers.MemoryHandler) and 'target' in config:
                try:
                    target = self.config['handlers'][config['target']]
                    if not isinstance(target, logging.Handler):
                        config.update(given)
                        raise TypeError('target not configured yet')
                    config['target'] = target
                except Exception as e:
                    raise ValueError('Unable to set target handler %r' % config['target']) from e
        attributes = config.pop('.', None)
        settings = {k: config[k] for k in config if k.isidentifier()}
        try:
            made = factory(**settings)
        except TypeError as e:
            if "'stream'" not in str(e):
                raise
            settings['strm'] = settings.pop('stream')  # what the argument once was called
            made = factory(**settings)
        if formatter:
            made.setFormatter(formatter)
        if level is not None:
            made.setLevel(logging._checkLevel(level))
        if filters:
            self.add_filters(made, filters)
        for name, value in (attributes or {}).items():
            setattr(made, name, value)
        return made

    def add_handlers(self, logger, handlers):
        for h in handlers:
            try:
                logger.addHandler(self.config['handlers'][h])
            except Exception as e:
                raise ValueError('Unable to add handler %r' % h) from e

    def common_logger_config(self, logger, config, incremental=False):
        if (level := config.get('level')) is not None:
            logger.setLevel(logging._checkLevel(level))
        if incremental:
            return
        for h in logger.handlers[:]:
            logger.removeHandler(h)
        if handlers := config.get('handlers'):
            self.add_handlers(logger, handlers)
        if filters := config.get('filters'):
            self.add_filters(logger, filters)

    def configure_logger(self, name, config, incremental=False):
        logger = logging.getLogger(name)
        self.common_logger_config(logger, config, incremental)
        logger.disabled = False
        if (propagate := config.get('propagate')) is not None:
            logger.propagate = propagate

    def configure_root(self, config, incremental=False):
        self.common_logger_config(logging.getLogger(), config, incremental)


dictConfigClass = DictConfigurator


def dictConfig(config):
    """Sets formatters, filters, handlers and loggers up (version 1 of the schema)."""
    dictConfigClass(config).configure()


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
    try:
        kind = eval(section['class'], names)
    except (AttributeError, NameError):
        kind = _resolve(section['class'])
    made = kind(*eval(section.get('args', '()'), names), **eval(section.get('kwargs', '{}'), names))
    if section.get('level'):
        made.setLevel(section['level'])
    if section.get('formatter'):
        made.setFormatter(formatters[section['formatter']])
    return made
