# stops | ends
import sys
def t(*a):
    while True: pass
sys.settrace(t)
def f(): pass
f()
while True: pass
