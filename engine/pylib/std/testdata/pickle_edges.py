import collections, copyreg, datetime, decimal, enum, fractions, hashlib, io, pickle, re
class A:
    def __init__(s): s.x=1; s.y=[1]
    def __eq__(s,o): return s.__dict__==o.__dict__
class B(A):
    __slots__=('q',)
    def __init__(s): super().__init__(); s.q=5
class C(enum.Enum): R=1
class L(list): pass
class D(dict): pass
class N(collections.namedtuple('N','a b')): pass
class E(Exception):
    pass
class Out:
    class In:
        def m(self): return 1
objs=[None,True,1,-1,255,256,65535,65536,2**31-1,2**31,-2**31,-2**31-1,-128,-2**63,2**100,-2**1000,1.5,float('inf'),'','a','é','\ud800','你好\U0001f600','a\\b\n\r\0\x1a','x'*300,'x'*70000,b'',b'ab',b'\xff'*300,b'z'*70000,bytearray(),bytearray(b'abc'),(),(1,),(1,2),(1,2,3),(1,2,3,4),[],[1],[1,2],list(range(1000)),list(range(1001)),list(range(2000)),{}, {1:2},{1:2,3:4},{i:i for i in range(1000)},{i:i for i in range(1001)},set(),{1},set(range(1000)),frozenset(),frozenset([1,2]),A(),B(),C.R,L([1,2]),D(a=1),N(1,2),E('x',1),Out.In,Out.In.m,len,int,type(None),...,NotImplemented,type(...),collections.OrderedDict(a=1),collections.Counter('ab'),collections.defaultdict(list,{1:[2]}),collections.deque([1,2],5),datetime.datetime(2020,1,2),decimal.Decimal('1.1'),fractions.Fraction(1,3),range(5),slice(1,2),1+2j,[].append,'abc'.upper,datetime.timedelta(1),object(),property, str.upper,
 (lambda: 0), (i for i in [])]
r=[];r.append(r); t=([],);t[0].append(t); d={};d[1]=d
objs+=[r,t,d,[1.0]*3,['ab','ab',('q',)*2]]
for o in objs:
    for p in range(6):
        try:
            s=pickle.dumps(o,p)
            print(p, type(o).__name__, s if len(s)<200 else (len(s),hashlib.md5(s).hexdigest()))
            b=pickle.loads(s)
            try: print(b==o, type(b))
            except RecursionError: print('rec')
        except Exception as e:
            print(p, type(o).__name__, type(e).__name__, re.sub('0x[0-9a-f]+','0x',str(e)))
bad=[b'',b'.',b'X',b'\x80\x09.',b'K',b'(.',b'(1.',b'1.',b'0.',b't.',b'u.',b'e.',b'ab.',b'}(K\x01u.',b'](K\x01K\x02e.',b'](K\x01ea.',b'h\x00.',b'g5\n.',b'q\x00.',b'cfoo\nbar\n.',b'cbuiltins\nfoo\n.',b'\x80\x04\x8c\x08builtins\x8c\x03foo\x93.',b'NR.',b'N)R.',b'N)\x81.',b'cbuiltins\nint\nN\x81.',b'NNb.',b'Q.',b'P1\n.',b'\x97.',b'\x98.',b'I01\n.',b'I5\n.',b'Ix\n.',b'L5L\n.',b'F1.5\n.',b"S'abc'\n.",b"S'abc\n.",b'Sabc\n.',b'V\\u00e9x\n.',b'U\x03abc.',b'U\x03ab\xff.',b'\x82\x05.',b'\x82\x00.',b'\x95\x05\x00\x00\x00\x00\x00\x00\x00K\x01.',b'\x8e\xff\xff\xff\xff\xff\xff\xff\xff',b'\x8b\xff\xff\xff\xff.',b'(lp0\n(ia\nb\n.',b'(cbuiltins\nlist\no.',b'(ibuiltins\nlist\n.',b'(I1\nibuiltins\nfloat\n.',b'2.',b'N2.',b'(2.',b'(N(.',b'\x93.',b'K\x01K\x02\x93.',b'd.',b'(K\x01d.',b'(K\x01K\x02d.',b'\x8f(K\x01\x90.',b'(]\x91.',b'N(K\x01e.',b'N(K\x01\x90.',b'Na.',b'NK\x01a.',b'NK\x01K\x02s.',b'p-1\nN.',b'Np-1\n.',b'Npx\n.',b'\xff.',b'\x00.',b'".',b"'.",b'\\.', b'N)}\x92.', b'cbuiltins\nint\n)N\x92.', b'cbuiltins\nint\nN}\x92.', b'K\x01\x85.', b'\x85.', b'G1.', b'(K\x01(K\x02tt.']
for x in bad:
    for how in (lambda: pickle.loads(x), lambda: pickle.load(io.BytesIO(x))):
        try: print(x, how())
        except Exception as e: print(x, type(e).__name__, e)
class P(pickle.Pickler):
    def persistent_id(self,o): return 'pid' if type(o) is int and o==5 else None
    def reducer_override(self,o): return (int,('7',)) if isinstance(o,A) else NotImplemented
class U(pickle.Unpickler):
    def persistent_load(self,i): return 'got '+i
    def find_class(self,m,n): print('find',m,n); return super().find_class(m,n)
for p in range(6):
    f=io.BytesIO(); k=P(f,p); k.dump([5,A(),6]); k.dump([5,'second']); f.seek(0); u=U(f); print(f.getvalue(), u.load(), u.load())
f=io.BytesIO(); k=pickle.Pickler(f); x=[1]; k.dump(x); k.dump(x); k.clear_memo(); k.dump(x); print(f.getvalue(), k.bin, k.fast)
print(issubclass(pickle.PicklingError,pickle.PickleError), pickle.PicklingError)
for f in (lambda: pickle.dumps(1,6), lambda: pickle.dumps(1,-1), lambda: pickle.Pickler(1), lambda: pickle.Unpickler(1), lambda: pickle.loads('x'), lambda: pickle.dumps(1,2,buffer_callback=print)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
bufs=[]; s=pickle.dumps(pickle.PickleBuffer(b'abc'),5,buffer_callback=bufs.append); print(s, bufs[0].raw().tobytes(), bytes(pickle.loads(s,buffers=bufs).raw()) if hasattr(pickle.loads(s,buffers=bufs),'raw') else pickle.loads(s,buffers=bufs)); print(pickle.dumps(pickle.PickleBuffer(b'abc'),5), pickle.dumps(pickle.PickleBuffer(bytearray(b'abc')),5))
class R:
    def __reduce__(self): return self.r
for r in [5,(1,2),(int,),(int,5),(int,()),'foo',(int,(),None,5),(int,(),None,None,5),(int,(),None,None,None,5),(list,(),None,iter([1,2])),(dict,(),None,None,iter([(1,2)])),(dict,(),None,None,iter([1])), (list,(),None,iter(range(1000))), (copyreg.__newobj__,()), (copyreg.__newobj__,(int,)), (copyreg.__newobj_ex__,(int,)),(A,(),{'z':1}),(A,(),({'z':1},{'w':2})), (A,(),{'z':1},None,None,setattr)]:
    o=R(); o.r=r
    for p in (0,2,4):
        try: s=pickle.dumps(o,p); print(p,s); print(pickle.loads(s).__class__)
        except Exception as e: print(p,type(e).__name__, re.sub('0x[0-9a-f]+','0x',str(e)))
x=[]
for i in range(100000): x=[x]
try: pickle.dumps(x)
except RecursionError as e: print('RecursionError')
