import textwrap, string, heapq, bisect, copy, contextlib, random
random.seed(3)
words=['alpha','well-known','x','state-of-the-art','end.','supercalifragilistic','--opt','a--b','it\'s','e-mail','-','foo-']
for k in range(20):
    t=' '.join(random.choice(words) for _ in range(random.randrange(1,30)))
    if k%3==0: t=t.replace(' ','  ',3)
    kw=dict(width=random.randrange(5,40))
    if k%5==0: kw['max_lines']=random.randrange(1,4); kw['width']+=8
    if k%7==0: kw['break_long_words']=False
    if k%11==0: kw['subsequent_indent']='  '
    if k%13==0: kw['break_on_hyphens']=False
    if k%4==0: kw['drop_whitespace']=False
    print(textwrap.wrap(t,**kw))
    print(textwrap.shorten(t, 25))
print(repr(textwrap.dedent("   a\n     b\n\n   c\n \t\n")), repr(textwrap.indent("a\n\nb","> ")))
T=string.Template('$who likes ${what} $$5'); print(T.substitute(who='t',what='w'), T.safe_substitute(who=1))
try: string.Template('a\n$ x').substitute()
except ValueError as e: print(e)
f=string.Formatter(); print(f.format('{} {0!r:>5} {a.real} {b[k]}' if 0 else '{0} {0!r:>5} {a.real} {b[k]} {{}}', 'x', a=3, b={'k':9}), f.format('{}{:{}}',1,2,5), string.capwords('ab cd'))
for _ in range(20):
    h=[random.randrange(20) for _ in range(random.randrange(1,15))]; heapq.heapify(h); heapq.heappush(h,5); print(heapq.heappop(h), h, heapq.heappushpop(h,3), heapq.heapreplace(h,8) if h else 0, h)
print(list(heapq.merge([1,4],[2,3],[0,9])), heapq.nlargest(2,[1,5,3]), heapq.nsmallest(2,'hello',key=lambda c:-ord(c)), list(heapq.merge([5,1],[4,2],reverse=True)))
print(bisect.bisect([1,2,2,3],2), bisect.bisect_left([1,2,2,3],2), bisect.bisect([{'a':1}],1,key=lambda d:d['a']))
class A:
    def __init__(s): s.x=[1]; s.me=s
a=A(); b=copy.copy(a); c=copy.deepcopy(a); print(b.x is a.x, c.x is a.x, c.me is c, copy.deepcopy([a,a])[0] is not a)
l=[1]; l.append(l); m=copy.deepcopy(l); print(m[1] is m, copy.copy({1:2}), copy.deepcopy((1,[2])))
class Sub(list): pass
s=Sub([1,[2]]); s.tag='t'; s2=copy.deepcopy(s); print(type(s2), s2, s2.tag, s2[1] is s[1])
@contextlib.contextmanager
def cm(x):
    print('in',x)
    try: yield x*2
    except ValueError as e: print('caught',e)
    finally: print('out')
with cm(3) as v: print(v)
with cm(3) as v: raise ValueError('q')
try:
    with cm(1): raise KeyError('k')
except KeyError as e: print('k',e)
@cm(7)
def dec(): print('body')
dec(); dec()
with contextlib.ExitStack() as st:
    st.callback(print,'cb'); st.enter_context(cm(5)); print('body')
with contextlib.suppress(ZeroDivisionError): 1/0
import io
o=io.StringIO()
with contextlib.redirect_stdout(o): print('hidden')
print(repr(o.getvalue()))
with contextlib.nullcontext(4) as n: print(n)
try:
    with contextlib.ExitStack() as st:
        st.callback(lambda: 1/0); raise ValueError('a')
except ZeroDivisionError as e: print(repr(e.__context__))
import abc
class S(abc.ABC):
    @abc.abstractmethod
    def f(self): ...
    @property
    @abc.abstractmethod
    def g(self): ...
try: S()
except TypeError as e: print(e)
class S1(S):
    def f(self): return 1
try: S1()
except TypeError as e: print(e)
class S2(S1): g=3
print(S2().g, S.__abstractmethods__==frozenset({'f','g'}))
S.register(int); print(isinstance(3,S), issubclass(bool,S), isinstance('',S), isinstance(S2(),S))
