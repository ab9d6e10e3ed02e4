import ast
for s in ("[1,2,{'a':(1,2)}]", '-5', '1+2j', "'a' 'b'", '{1,2}', 'None', "b'x'", 'set()', 'f(1)', '1+1', '[', 'a', '{**{}}', ' 1', 'lambda:1', "'''x'''", '1_000', '...', 'True', "-'a'"):
    try:
        print(s, repr(ast.literal_eval(s)))
    except Exception as e:
        print(s, type(e).__name__, str(e).split(':')[0])
from concurrent.futures import *
import concurrent.futures
with ThreadPoolExecutor(max_workers=3) as ex:
    fs = [ex.submit(lambda x: x * 2, i) for i in range(3)]
    print([f.result() for f in fs], sorted((f.result() for f in as_completed(fs))), wait(fs).not_done)
    f = ex.submit(lambda: 1 / 0)
    try:
        f.result()
    except ZeroDivisionError as e:
        print(e)
    f.add_done_callback(lambda f: print('cb', f.done(), f.cancelled()))
    print(list(ex.map(pow, [1, 2], [3, 4])))
try:
    ex.submit(print)
except RuntimeError as e:
    print(e)
import reprlib
print(reprlib.repr(list(range(100))), reprlib.repr('x' * 100), reprlib.repr({i: i for i in range(9)}))
print(reprlib.repr(set(range(9))), reprlib.repr([[[[[[[1]]]]]]]), reprlib.repr((1,)))
print(reprlib.repr(10 ** 60))

class L(list):

    @reprlib.recursive_repr()
    def __repr__(self):
        return '<' + '|'.join(map(repr, self)) + '>'
l = L('a')
l.append(l)
print(l)
import graphlib
t = graphlib.TopologicalSorter({'d': {'b', 'c'}, 'b': {'a'}, 'c': {'a'}})
o = list(t.static_order())
print(o[0], o[-1])
try:
    list(graphlib.TopologicalSorter({'a': 'b', 'b': 'a'}).static_order())
except graphlib.CycleError as e:
    print(e.args[0], sorted(set(e.args[1])))
import contextvars as c
v = c.ContextVar('v', default=1)
t = v.set(5)
print(v.get(), t.old_value is c.Token.MISSING)
v.reset(t)
print(v.get())
x = c.copy_context()
print(x.run(lambda: (v.set(9), v.get())[1]), v.get())
try:
    c.ContextVar('w').get()
except LookupError:
    print('lookup')
import posixpath, os
print(posixpath is os.path or posixpath.join('a', 'b'))
import colorsys
print(colorsys.rgb_to_hsv(0.5, 0.5, 0.4), colorsys.hsv_to_rgb(0.5, 0.5, 0.4))
print(colorsys.rgb_to_hls(0.5, 0.2, 0.4), colorsys.hls_to_rgb(0.5, 0.2, 0.4))
import getopt
print(getopt.getopt(['-a', '-bx', '--long=5', 'w'], 'ab:', ['long=']), getopt.gnu_getopt(['w', '-a'], 'a'))
try:
    getopt.getopt(['-z'], 'a')
except getopt.GetoptError as e:
    print(e, e.opt)
import hmac, hashlib
print(hmac.new(b'k', b'm', 'sha256').hexdigest(), hmac.digest(b'k', b'm', 'md5').hex())
print(hashlib.pbkdf2_hmac('sha256', b'p', b's', 10).hex(), hashlib.sha3_256(b'a').hexdigest())
import sched, time
s = sched.scheduler(time.time, time.sleep)
s.enter(0.02, 1, print, ('b',))
s.enter(0.01, 1, print, ('a',))
s.run()
print(s.empty())
import signal
print(signal.SIGINT, signal.getsignal(signal.SIGTERM))
import errno, stat
print(errno.ENOENT, errno.errorcode[13], stat.filemode(33188), stat.S_ISDIR(16877))
