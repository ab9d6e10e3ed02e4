from contextlib import contextmanager, ExitStack, suppress
import logging, io, sys
log = logging.getLogger('db')
log.addHandler(logging.StreamHandler(sys.stdout))
log.setLevel('DEBUG')

@contextmanager
def tx(name):
    log.info('begin %s', name)
    try:
        yield name.upper()
    except Exception as e:
        log.error('rollback %r', e)
        raise
    else:
        log.debug('commit')
with tx('one') as n:
    print(n)
with suppress(KeyError), tx('two'):
    {}['x']
with ExitStack() as s:
    [s.enter_context(tx(str(i))) for i in range(2)]
