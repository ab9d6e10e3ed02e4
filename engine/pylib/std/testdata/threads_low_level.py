# _thread: what a started function raises does not reach the one who started it
import _thread
tid = None
def entry(fail=None):
    global tid
    tid = _thread.get_ident()
    if fail: raise fail
for args in (), (ValueError('x'),), (SystemExit(),):
    new = _thread.start_new_thread(entry, args)
    import time; time.sleep(0.05)
    print(type(new).__name__, new == tid or tid is None, tid != _thread.get_ident())
_thread.start_new_thread(_thread.exit, ())
for args in (5, ()), (entry, []), (entry, (), 5):
    try: _thread.start_new_thread(*args)
    except TypeError as e: print(e)
_thread.stack_size(512 * 1024)
print(_thread.stack_size())
