# dictConfig with what texts stand for, and what basicConfig and the configuration refuse.
import logging, logging.config, logging.handlers, io, os, tempfile
out = io.StringIO()
logging.raiseExceptions = True
def made(prefix, suffix=''):
    return logging.Formatter(prefix + '%(message)s' + suffix)
class Only:
    def __init__(self, word): self.word = word
    def filter(self, record): return self.word in record.getMessage()
logging.config.dictConfig({
    'version': 1,
    'formatters': {'plain': {'format': '{levelname}|{message}', 'style': '{'}, 'own': {'()': made, 'prefix': '> ', 'suffix': 'cfg://extra.end[1]'}},
    'filters': {'only': {'()': Only, 'word': 'yes'}},
    'handlers': {'a': {'class': 'logging.StreamHandler', 'stream': out, 'formatter': 'plain', 'filters': ['only']},
                 'b': {'()': logging.StreamHandler, 'stream': out, 'formatter': 'own', 'level': 'ERROR', '.': {'terminator': '!\n'}},
                 'c': {'class': 'logging.handlers.MemoryHandler', 'capacity': 10, 'target': 'z'},
                 'z': {'class': 'logging.StreamHandler', 'stream': 'cfg://extra.out'}},
    'loggers': {'x': {'handlers': ['a', 'b'], 'level': 'DEBUG', 'propagate': False}, 'x.y': {'handlers': ['c'], 'propagate': False}},
    'root': {'level': 'WARNING'},
    'extra': {'end': ['(', ')'], 'out': out},
})
x = logging.getLogger('x')
x.info('yes'); x.info('no'); x.error('yes and no')
y = logging.getLogger('x.y'); y.error('kept'); print(y.handlers[0].name, len(y.handlers[0].buffer), y.handlers[0].target.name)
print(out.getvalue(), end='')
logging.config.dictConfig({'version': 1, 'incremental': True, 'handlers': {'a': {'level': 'ERROR'}}, 'loggers': {'x': {'level': 'ERROR'}}})
print(logging.getHandlerByName('a').level if hasattr(logging, 'getHandlerByName') else logging._handlers['a'].level, x.level)
for wrong in ({}, {'version': 2}, {'version': 1, 'handlers': {'h': {'class': 'logging.Nothing'}}}, {'version': 1, 'loggers': {'l': {'handlers': ['none']}}},
              {'version': 1, 'formatters': {'f': {'format': '%(message)s', 'style': '!'}}}, {'version': 1, 'incremental': True, 'handlers': {'q': {}}}):
    try:
        logging.config.dictConfig(wrong)
    except ValueError as e:
        print(e, '|', type(e.__cause__).__name__)
for wrong in dict(loglevel=3), dict(stream=out, filename='a'), dict(handlers=[], stream=out), dict(style='!'):
    logging.root.handlers.clear()
    try:
        logging.basicConfig(**wrong)
    except ValueError as e:
        print(e)
c = logging.config.BaseConfigurator({'a': {'b': [1, ('x', 'ext://os.sep')]}, 'n': 'cfg://a.b[1]'})
print(c.config['a']['b'][1][1], c.config['n'][0], c.config.get('q', 'none'), c.convert('plain://x'))
for wrong in 'cfg://!', 'cfg://a!', 'ext://no.module':
    try:
        c.convert(wrong)
    except (ValueError, KeyError) as e:
        print(type(e).__name__, e)
adapter = logging.LoggerAdapter(x, {'k': 1}); print(adapter.manager is x.manager)
