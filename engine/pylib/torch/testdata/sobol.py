"""Sobol' sequences."""

import torch
S=torch.quasirandom.SobolEngine
e=S(5); print(e, e.draw(3)); print(e.draw(2), e.num_generated); e.reset(); print(e.draw(1)); e.fast_forward(4); print(e.draw(2,dtype=torch.float64)); print(S(2,scramble=True,seed=3).draw(4)); print(S(3).draw_base2(3)); print(S(20).draw(4))
for f in [lambda:S(0),lambda:S(30000),lambda:S(3).draw(0),lambda:(lambda q:(q.draw(3),q.draw_base2(2)))(S(3)), lambda: S(3).draw(2,out=torch.empty(0)), lambda: S(2,scramble=True), lambda: S(1).draw(3), lambda: S(3).draw_base2(2), lambda: S(4,scramble=True,seed=0).draw(2), lambda: S.MAXDIM, lambda: S.MAXBIT, lambda: repr(S(3,scramble=True,seed=5))]:
    try: print(f())
    except Exception as x: print(type(x).__name__, x)
print(S(400).sobolstate.sum(0), S(400).draw(5)[:, ::50])
