import logging, os
logging.basicConfig(filename='app.log', filemode='w', level=logging.DEBUG, format='%(asctime)s %(levelname)-8s %(name)s: %(message)s', datefmt='X')
logging.debug('d')
logging.getLogger('x.y').warning('w %d', 5)
print(open('app.log').read())
import logging.config
logging.config.dictConfig({'version': 1, 'formatters': {'f': {'format': '%(levelname)s|%(message)s'}}, 'handlers': {'h': {'class': 'logging.StreamHandler', 'formatter': 'f', 'stream': 'ext://sys.stdout'}}, 'root': {'level': 'INFO', 'handlers': ['h']}})
logging.info('configured')
from logging.handlers import RotatingFileHandler, MemoryHandler
h = RotatingFileHandler('r.log', maxBytes=50, backupCount=2)
l = logging.getLogger('rot')
l.addHandler(h)
l.propagate = False
for i in range(5):
    l.warning('message number %d padded', i)
h.close()
print(sorted((f for f in os.listdir('.') if f.startswith('r.log'))))
