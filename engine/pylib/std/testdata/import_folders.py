# A folder without __init__.py is a package as well.
import importlib
import os
import sys

sys.path.insert(0, os.getcwd())
os.makedirs('shelf/upper')
with open('shelf/upper/book.py', 'w') as f:
    f.write('from ..lower import title\npages = 12\n')
with open('shelf/lower.py', 'w') as f:
    f.write('title = "T"\n')
importlib.invalidate_caches()
import shelf
print(shelf.__name__, shelf.__doc__, shelf.__package__, [os.path.basename(p) for p in shelf.__path__], shelf.__file__)
from shelf.upper import book
print(book.pages, book.title, book.__name__, book.__package__, shelf.upper.__name__)
for name in ('shelf.nothing', 'shelf.upper.nothing', 'nowhere.at.all'):
    try:
        importlib.import_module(name)
    except ModuleNotFoundError as e:
        print(e, e.name)
try:
    from shelf import nothing
except ImportError as e:
    print(e)
