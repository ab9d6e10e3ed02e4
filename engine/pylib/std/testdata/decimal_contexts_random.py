"""Random operations on random numbers in random contexts: results, signals and errors."""
from decimal import *
import random
r = random.Random(7)
rounds = [ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_DOWN, ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN, ROUND_05UP]
sig = [InvalidOperation, FloatOperation, DivisionByZero, Overflow, Subnormal, Underflow, Rounded, Inexact, Clamped]
def num():
    k = r.random()
    if k < .08: return r.choice(['0','-0','0E5','0E-7','Inf','-Inf','NaN','sNaN','NaN12','-NaN','sNaN5','0.00'])
    s = r.choice(['','-'])
    n = r.choice([1,1,2,3,5,9,12,30])
    d = ''.join(r.choice('0123456789') for _ in range(n))
    if r.random()<.3: d = d[:1]+r.choice(['0','9','5'])*(n-1)
    e = r.choice([0,0,0,-1,-2,1,3,-5,-10,10,-30,20,r.randrange(-60,60)])
    return s+d+('E%d'%e if e or r.random()<.2 else '')
def flags(c): return [f.__name__ for f in sig if c.flags[f]]
ops = {'add':lambda a,b:a+b,'sub':lambda a,b:a-b,'mul':lambda a,b:a*b,'div':lambda a,b:a/b,'fdiv':lambda a,b:a//b,'mod':lambda a,b:a%b,'divmod':divmod,'quantize':lambda a,b:a.quantize(b),'neg':lambda a,b:-a,'pos':lambda a,b:+a,'abs':lambda a,b:abs(a),'lt':lambda a,b:a<b,'eq':lambda a,b:a==b,'ge':lambda a,b:a>=b,
 'cmp':lambda a,b:a.compare(b),'eng':lambda a,b:a.to_eng_string(),'int':lambda a,b:int(a),'float':lambda a,b:repr(float(a)),'hash':lambda a,b:hash(a) if not a.is_nan() else 0,'tiv':lambda a,b:a.to_integral_value(),'tie':lambda a,b:a.to_integral_exact(),'norm':lambda a,b:a.normalize(),'tuple':lambda a,b:a.as_tuple(),'adj':lambda a,b:a.adjusted(),'round':lambda a,b:round(a,2),'round0':lambda a,b:round(a),'eqf':lambda a,b:a==1.5,'ltf':lambda a,b:a<0.1,'fromf':lambda a,b:Decimal(r.random()),'ctx':lambda a,b:getcontext().create_decimal(a),'remnear':lambda a,b:a.remainder_near(b),'fma':lambda a,b:a.fma(b,Decimal(1)),'sqrt':lambda a,b:a.sqrt(),'max':lambda a,b:a.max(b),'str':lambda a,b:str(a), 'addi':lambda a,b:3+a,'rdiv':lambda a,b:1/a,'copysign':lambda a,b:a.copy_sign(b),'nextp':lambda a,b:a.next_plus(),'logb':lambda a,b:a.logb(),'scaleb':lambda a,b:a.scaleb(3),
 'exp':lambda a,b:a.exp() if abs(a)<100 else 0,'ln':lambda a,b:a.ln(),'log10':lambda a,b:a.log10(),'fmt':lambda a,b:format(a,r.choice(['.2f','10.3f','e','.3e','g','.4g','%',',','+.1f','>20','<20','^20','010.2f'])),'same':lambda a,b:a.same_quantum(b),'ct':lambda a,b:a.compare_total(b)}
for i in range(3000):
    c = Context(prec=r.choice([1,2,3,5,9,16,28]), rounding=r.choice(rounds), Emin=r.choice([-999999,-10,-3,0]), Emax=r.choice([999999,10,3,0]), clamp=r.choice([0,0,1]), capitals=r.choice([1,1,0]), traps=[t for t in sig if r.random()<.1])
    setcontext(c)
    a, b = num(), num()
    name = r.choice(list(ops))
    try: x, y = Decimal(a), Decimal(b)
    except Exception as e: print(i, 'new', a, b, type(e).__name__, e); continue
    try: res = ops[name](x, y)
    except Exception as e: res = type(e).__name__ + ' ' + str(e)
    print(i, name, a, b, c.prec, c.rounding, c.Emin, c.Emax, c.clamp, '->', res, flags(c))
