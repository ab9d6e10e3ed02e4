import sys
hook = sys.breakpointhook
sys.breakpointhook = lambda *args, **kw: ('hook', args, kw)
print(breakpoint(1, x=2), sys.__breakpointhook__ is hook)
del sys.breakpointhook
try: breakpoint()
except RuntimeError as e: print(e)
