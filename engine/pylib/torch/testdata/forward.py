"""Forward-mode gradients, Jacobians and Hessians by every way, functions of functions."""

import torch
import torch.autograd.forward_ad as fwAD
from torch.autograd.forward_ad import make_dual, unpack_dual, dual_level
def t(label, f):
    try: print(label, f())
    except Exception as e: print(label, "!", type(e).__name__, str(e)[:300])
p=torch.tensor([1.,2.]); tg=torch.tensor([1.,0.])
t("nolevel", lambda: make_dual(p,tg))
t("nolevelu", lambda: unpack_dual(p))
with dual_level() as lv:
    print(lv)
    d=make_dual(p,tg); print(d)
    t("is", lambda: (unpack_dual(d).tangent is tg, unpack_dual(d).primal is p, unpack_dual(d)))
    e=d.exp(); print(e); print(unpack_dual(e)); print(unpack_dual(e*p+3).tangent, unpack_dual(p), unpack_dual(p.exp()).tangent)
    t("nested", lambda: fwAD.enter_dual_level())
    t("int", lambda: make_dual(torch.tensor([1]),tg)); t("int2", lambda: make_dual(p,torch.tensor([1]))); t("shape", lambda: make_dual(p,torch.ones(3))); t("dtype", lambda: make_dual(p,tg.double()))
    t("again", lambda: make_dual(d,tg))
    t("matmul", lambda: unpack_dual(torch.ones(2,2)@d).tangent); t("relu", lambda: unpack_dual(torch.relu(d-1)).tangent); t("sum", lambda: unpack_dual((d**3).sum())); t("sort", lambda: unpack_dual(d.sort(descending=True)[0]).tangent); t("cat", lambda: unpack_dual(torch.cat([d,p])).tangent); t("argmax", lambda: unpack_dual(d.argmax())); t("view", lambda: unpack_dual(d.view(2,1)).tangent)
    t("softmax", lambda: unpack_dual(torch.softmax(d,0)).tangent); t("ln", lambda: unpack_dual(torch.nn.functional.layer_norm(d,(2,))).tangent)
    q=d.clone(); q.mul_(d); t("inpl", lambda: unpack_dual(q))
    t("detach", lambda: unpack_dual(d.detach()).tangent)
    r=torch.tensor([3.,4.],requires_grad=True); dr=make_dual(r,tg); o=unpack_dual((dr**2)); print(o.tangent.tolist(), o.primal.tolist()); t("rev", lambda: torch.autograd.grad(o.tangent.sum(), r))
    lin=torch.nn.Linear(2,2)
    with torch.no_grad(): lin.weight.fill_(1.); lin.bias.fill_(.5)
    t("mod", lambda: unpack_dual(lin(d)).tangent.tolist())
    params={n:q for n,q in lin.named_parameters()}
    for n,q in params.items():
        delattr(lin,n); setattr(lin,n,make_dual(q,torch.ones_like(q)))
    t("mod2", lambda: unpack_dual(lin(p)).tangent.tolist())
t("after", lambda: unpack_dual(e).tangent); t("afterd", lambda: unpack_dual(d).tangent)
t("exit", lambda: fwAD.exit_dual_level())
class Fn(torch.autograd.Function):
    @staticmethod
    def forward(ctx, foo):
        result = torch.exp(foo); ctx.result = result; return result
    @staticmethod
    def jvp(ctx, gI):
        gO = gI * ctx.result; del ctx.result; return gO
primal=torch.randn(3,2,dtype=torch.double,requires_grad=True)
with dual_level():
    do=Fn.apply(make_dual(primal,torch.ones_like(primal))); print(torch.allclose(unpack_dual(do).tangent, primal.exp()))
t("gc", lambda: torch.autograd.gradcheck(Fn.apply,(primal,),check_forward_ad=True,check_backward_ad=False,check_undefined_grad=False,check_batched_grad=False))
t("gc2", lambda: torch.autograd.gradcheck(torch.sin,(primal,),check_forward_ad=True))
class NoJ(torch.autograd.Function):
    @staticmethod
    def forward(ctx,x): return x*2
    @staticmethod
    def backward(ctx,g): return g*2
with dual_level(): t("nojvp", lambda: NoJ.apply(make_dual(p,tg)))
class Bad(Fn):
    @staticmethod
    def jvp(ctx,g): return g*ctx.result*2
t("gc3", lambda: torch.autograd.gradcheck(Bad.apply,(primal,),check_forward_ad=True,check_backward_ad=False,check_undefined_grad=False,check_batched_grad=False,raise_exception=False))
from torch.autograd.functional import *
f=lambda x,y: (x*y.sum(), x.exp())
a=torch.tensor([1.,2.]); b=torch.tensor([3.,4.,5.])
t("jac", lambda: jacobian(f,(a,b))); t("jacf", lambda: jacobian(lambda x:x.exp()*x.sum(),a,strategy="forward-mode",vectorize=True)); t("jacfn", lambda: jacobian(lambda x:x.exp(),a,strategy="forward-mode")); t("jacv", lambda: jacobian(f,(a,b),vectorize=True)); t("hes", lambda: hessian(lambda x,y:(x**2).sum()*y.sum(),(a,b))); t("hesf", lambda: hessian(lambda x:(x**3).sum(),a,vectorize=True,outer_jacobian_strategy="forward-mode").detach())
t("vjp", lambda: vjp(f,(a,b),(torch.ones(2),torch.ones(2)))); t("jvp", lambda: jvp(f,(a,b),(torch.ones(2),torch.ones(3)))); t("jvp1", lambda: jvp(lambda x:x.sum(),a,torch.ones(2))); t("hvp", lambda: hvp(lambda x:(x**3).sum(),a,torch.ones(2))); t("vhp", lambda: vhp(lambda x,y:(x**3).sum()+y.sum(),(a,b),(torch.ones(2),torch.ones(3))))
t("vjp2", lambda: vjp(lambda x:x.exp(),a)); t("jvp2", lambda: jvp(lambda x:x.exp(),a)); t("vjp3", lambda: vjp(lambda x:x.exp(),a,torch.ones(3))); t("jst", lambda: jacobian(lambda x: a.exp(),a,strict=True)); t("jns", lambda: jacobian(lambda x: a.exp(),a)); t("hst", lambda: hessian(lambda x: x.sum(),a,strict=True)); t("hns", lambda: hessian(lambda x: x.sum(),a)); t("jtyp", lambda: jacobian(lambda x: 3,a)); t("jin", lambda: jacobian(lambda x: x,[a])); t("hvec", lambda: hessian(lambda x: x.exp(),a)); t("cg", lambda: jacobian(lambda x: x.exp(),a,create_graph=True)); t("cg2", lambda: hvp(lambda x:(x**3).sum(),a.requires_grad_(),torch.ones(2),create_graph=True)); t("vjpg", lambda: vjp(lambda x:(x**3).sum(),a,create_graph=True)); t("strictj", lambda: jvp(lambda x: torch.ones(2), a.detach(), torch.ones(2), strict=True)); t("badstrat", lambda: jacobian(lambda x:x,a,strategy="foo")); t("jz", lambda: jvp(lambda x: torch.ones(2), a.detach(), torch.ones(2)))
import functorch
from functorch import vmap, grad, jacrev, jacfwd, hessian as H, vjp as V, jvp as J, make_functional
a=a.detach()
t("g", lambda: grad(lambda x:(x**2).sum())(a)); t("gg", lambda: grad(grad(lambda x: torch.sin(x)))(torch.tensor(1.))); t("vm", lambda: vmap(torch.dot)(torch.ones(3,2),torch.ones(3,2))); t("vm2", lambda: vmap(lambda x,y:x*y,in_dims=(0,None))(torch.arange(3.),torch.tensor(2.))); t("vm3", lambda: vmap(vmap(lambda x,y:x+y,(None,0)),(0,None))(torch.arange(2.),torch.arange(3.))); t("psg", lambda: vmap(grad(lambda w,x,y:((x@w-y)**2).sum()),(None,0,0))(a,torch.ones(3,2),torch.arange(3.))); t("jr", lambda: jacrev(torch.sin)(a)); t("jf", lambda: jacfwd(torch.sin)(a).abs()); t("H", lambda: H(lambda x:(x**3).sum())(a)); t("V", lambda: V(torch.sin,a)[1](torch.ones(2))); t("J", lambda: J(torch.sin,(a,),(torch.ones(2),)))
t("vmr", lambda: vmap(lambda x: x+torch.rand(1))(a)); t("vmrs", lambda: vmap(lambda x: x+torch.rand(1),randomness="same")(a).shape); t("od", lambda: vmap(lambda x: (x,x*2),out_dims=(0,1))(torch.ones(2,3))[1].shape); t("neg", lambda: vmap(lambda x: x.sum(),in_dims=-1)(torch.ones(2,3))); t("gaux", lambda: grad(lambda x:((x**2).sum(),x),has_aux=True)(a)); t("garg", lambda: grad(lambda x,y:(x*y).sum(),argnums=(0,1))(a,a)); t("gv", lambda: functorch.grad_and_value(lambda x:(x**2).sum())(a)); t("gerr", lambda: grad(lambda x:x)(a)); t("vmerr", lambda: vmap(lambda x,y:x)(torch.ones(2),torch.ones(3))); t("vm0", lambda: vmap(lambda x:x)(torch.tensor(1.)))
