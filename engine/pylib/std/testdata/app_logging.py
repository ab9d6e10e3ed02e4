import io
import logging
import logging.config
import logging.handlers
import os
import sys
import warnings

logging.config.dictConfig({
    'version': 1, 'disable_existing_loggers': False,
    'formatters': {'brief': {'format': '%(levelname)-8s %(name)s:%(message)s'}, 'brace': {'format': '{levelname[0]}|{message}', 'style': '{'}},
    'filters': {'only': {'name': 'app.db'}},
    'handlers': {'out': {'class': 'logging.StreamHandler', 'stream': 'ext://sys.stdout', 'formatter': 'brief', 'level': 'INFO'},
                 'file': {'class': 'logging.FileHandler', 'filename': 'app.log', 'mode': 'w', 'formatter': 'brace', 'filters': ['only']}},
    'loggers': {'app': {'level': 'DEBUG', 'handlers': ['out', 'file'], 'propagate': False}, 'app.db': {'level': 'WARNING'}}})
app, db = logging.getLogger('app'), logging.getLogger('app.db')
app.debug('no')
app.info('yes %s %d', 'a', 3)
db.warning('db %(k)s', {'k': 1})
logging.LoggerAdapter(app, {'req': 7}).info('adapted')
print(app, db.parent, logging.getLogger(), app.handlers[0], logging.LoggerAdapter(app))
print([handler.name for handler in app.handlers])


class Counting(logging.Logger):
    def makeRecord(self, *args, **kwargs):
        record = super().makeRecord(*args, **kwargs)
        record.msg = 'counted: ' + record.msg
        return record


logging.setLoggerClass(Counting)
logging.getLogger('app.counting').info('one')
logging.setLoggerClass(logging.Logger)
deep = logging.getLogger('a.b.c')
print(type(logging.root.manager.loggerDict['a.b']).__name__, deep.parent)
print(logging.getLogger('a.b') is deep.parent, deep.parent, deep.getChild('d').name)

record = logging.makeLogRecord({'msg': 'x %s', 'args': (1,), 'levelname': 'INFO', 'name': 'n'})
print(record.getMessage(), logging.Formatter('%(name)s $ %(message)s').format(record), logging.Formatter('$name ${message}', style='$').format(record))
print(logging.Formatter('{extra} {message}', style='{', defaults={'extra': 'E'}).format(record), logging.BufferingFormatter().format([record, record]))
for args in (('{x}',), ('plain',), ('{', None, '{'), ('{a b}', None, '{'), ('$', None, '$'), ('x', None, '?')):
    try:
        logging.Formatter(*args)
    except ValueError as e:
        print(e)
try:
    logging.Formatter('%(nope)s').format(record)
except ValueError as e:
    print(e)

rotating = logging.handlers.RotatingFileHandler('r.log', maxBytes=30, backupCount=2)
quiet = logging.getLogger('quiet')
quiet.addHandler(rotating)
quiet.propagate = False
for i in range(6):
    quiet.warning('message %d', i)
print(sorted(f for f in os.listdir('.') if f.startswith('r.log')), open('r.log').read())


class Catch:
    write = staticmethod(lambda text: caught.append(text))
    flush = staticmethod(lambda: None)


caught, sys.stderr = [], Catch()
quiet.warning('bad %d', 'x')
text = ''.join(caught)
print(text.split('\n')[0], 'Call stack:' in text, text.split('\n')[-3:])
logging.raiseExceptions = False
quiet.warning('bad %d', 'x')

stream = io.StringIO()
logging.basicConfig(stream=stream, level=10, format='%(message)s', force=True)
logging.info('hi')
logging.captureWarnings(True)
warnings.warn('captured')
logging.captureWarnings(False)
logging.warning('where', stack_info=True)
print(stream.getvalue().split('\n')[0], 'UserWarning: captured' in stream.getvalue(), 'Stack (most recent call last):' in stream.getvalue())
try:
    app.warning('m', extra={'message': 1})
except KeyError as e:
    print(e)
with open('c.ini', 'w') as f:
    f.write('[loggers]\nkeys=root,s\n[handlers]\nkeys=h\n[formatters]\nkeys=f\n[logger_root]\nlevel=WARNING\nhandlers=h\n'
            '[logger_s]\nlevel=DEBUG\nhandlers=h\nqualname=s\npropagate=0\n[handler_h]\nclass=StreamHandler\nformatter=f\nargs=(sys.stdout,)\n'
            '[formatter_f]\nformat=INI %(name)s %(message)s\n')
logging.config.fileConfig('c.ini', disable_existing_loggers=False)
logging.getLogger('s').debug('from ini')
logging.shutdown()
print(open('app.log').read())
