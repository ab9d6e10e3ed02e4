src='def f(p):\n'
for i in range(400): src+=f'    v{i} = p + {i}\n'
src+='    def g(): return v399, v5\n    w = [v3 for _ in range(2)]\n    yy = sum([v%d for _ in [0]][0] for _ in range(1))\n' % 7
src+='    del v300\n    try: v300\n    except UnboundLocalError as e: print(e)\n    try: print(zz)\n    except NameError as e: print(e)\n    if 0: zz = 1\n'
src+='    return sum([' + ', '.join(f'v{i}' for i in range(400) if i!=300) + ']), g(), w, yy, len(locals())\n'
ns={}
exec(src,ns)
print(ns['f'](0)); print(ns['f'](1)[:3])
src2=src.replace('def f(p)','def gen(p)').replace('    return sum','    yield v0\n    yield v399\n    v399 = 5\n    yield g()\n    return sum')
exec(src2,ns)
print(list(ns['gen'](1)), list(ns['gen'](2)))
print(eval('+'.join(['1']*2000)), eval('('*80+'1'+')'*80))
print(len(eval('['+','.join(map(str,range(3000)))+']')), len(eval('{'+','.join(f'{i}:{i}' for i in range(3000))+'}')))
def many(*a,**k): return len(a),len(k)
print(eval('many('+','.join(map(str,range(600)))+')'), eval('many('+','.join(f'a{i}={i}' for i in range(600))+')'))
exec('def f('+','.join(f'a{i}' for i in range(180))+'): return a0+a179'); print(f(*range(180)))
exec('x='+'if'.join(['1']) ); print(eval('1 if 0 else '*60+'2'), eval('0 or '*300+'3'), eval('1<'*0+'1<2<3<4'))
exec('if 0: pass\n'+''.join(f'elif x=={i+5}: pass\n' for i in range(400))+'else: print("else")')
print(eval('f"'+'{x}'*400+'"')[:5])
exec('a0,'+','.join(f'a{i}' for i in range(1,150))+'=range(150)'); print(a149)
