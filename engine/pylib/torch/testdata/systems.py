"""Products and systems: complex factors, beta=0, left=False, matrices without elements, and what is said of out= of another shape."""
import torch, warnings, math
torch.manual_seed(0)
a=torch.tensor([[2.,1.],[0.5,3.]],dtype=torch.float64); b=torch.tensor([[1.,2.],[3.,4.]],dtype=torch.float64)
print(torch.linalg.solve(a,b,left=False), torch.linalg.solve(a+1j*b,b+0j,left=False))
z=torch.ones(2,2,dtype=torch.complex128)
print(torch.addmm(z,z,z,beta=.5j,alpha=2j), torch.addmv(z[0],z,z[0],beta=1j), torch.baddbmm(z[None],z[None],z[None],alpha=1j))
n=torch.full((2,2),math.nan)
o=torch.ones(2,2,2)
print(torch.addbmm(n,o,o,beta=0), torch.addr(n,o[0,0],o[0,0],beta=0), torch.addbmm(n,o,o,beta=0.0,alpha=2))
print(torch.slogdet(torch.zeros(0,2,2,dtype=torch.complex64)), torch.det(torch.zeros(2,0,0,dtype=torch.complex64)))
print(torch.logdet(torch.eye(2,dtype=torch.complex128)*(1+2j)), [tuple(x.shape) for x in torch.linalg.eig(torch.zeros(2,0,0))])
print(torch.linalg.lu(torch.zeros(2,0,3)), torch.linalg.tensorinv(torch.zeros(0,2,0)).shape)
for f in (lambda: torch.linalg.solve(a,b[0],left=False), lambda: torch.inverse(torch.zeros(1,2,2)), lambda: torch.inverse(torch.zeros(1,2,2,dtype=torch.complex64)), lambda: torch.inverse(torch.zeros(2,3,dtype=torch.complex64)), lambda: torch.linalg.cholesky(torch.zeros(1,2,2)), lambda: torch.linalg.solve(torch.zeros(1,2,2),torch.zeros(1,2,2))):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
for f in (lambda: torch.add(a,b,out=torch.empty(3,dtype=torch.float64)), lambda: torch.kron(a,b,out=torch.empty(3,dtype=torch.float64)), lambda: torch.max(a,0,out=(torch.empty(3,dtype=torch.float64),torch.empty(1,dtype=torch.int64))), lambda: torch.sum(a,0,out=torch.empty(0,dtype=torch.float64)), lambda: torch.cat([a,b],out=torch.empty(1,dtype=torch.float64)),lambda: torch.mm(a,b,out=torch.empty(5,dtype=torch.float64)),lambda: torch.randn(3,out=torch.empty(5)) is None,lambda: torch.ones(3,out=torch.empty(5)), lambda: torch.nonzero(a,out=torch.empty(5,dtype=torch.int64)),lambda: torch.sort(a,out=(torch.empty(5,dtype=torch.float64),torch.empty(5,dtype=torch.int64))),lambda: torch.index_select(a,0,torch.tensor([0]),out=torch.empty(5,dtype=torch.float64)),lambda: torch.eye(2,out=torch.empty(5)), lambda: torch.linspace(0,1,3,out=torch.empty(5)), lambda: torch.masked_select(a,a>1,out=torch.empty(5,dtype=torch.float64)), lambda: torch.stack([a,b],out=torch.empty(5,dtype=torch.float64)), lambda: torch.normal(0.,1.,(2,),out=torch.empty(5)).shape, lambda: torch.cumsum(a,0,out=torch.empty(5,dtype=torch.float64)), lambda: torch.gather(a,0,torch.zeros(1,2,dtype=torch.int64),out=torch.empty(5,dtype=torch.float64)), lambda: torch.full((2,),1.,out=torch.empty(5)), lambda: torch.bmm(o,o,out=torch.empty(5)), lambda: torch.tril(a,out=torch.empty(5,dtype=torch.float64)), lambda: torch.where(a>1,a,b), lambda: torch.abs(a,out=torch.empty(5,dtype=torch.float64)), lambda: torch.linalg.inv(a,out=torch.empty(5,dtype=torch.float64)), lambda: torch.topk(a,1,out=(torch.empty(5,dtype=torch.float64),torch.empty(5,dtype=torch.int64))), lambda: torch.conj_physical(z,out=torch.empty(5,dtype=torch.complex128)), lambda: torch.logspace(0,1,3,out=torch.empty(5)), lambda: torch.diag(a,out=torch.empty(5,dtype=torch.float64)), lambda: torch.take(a,torch.tensor([0]),out=torch.empty(5,dtype=torch.float64)), lambda: torch.addmm(a,a,b,out=torch.empty(5,dtype=torch.float64)), lambda: torch.unique(a).shape, lambda: torch.histc(a,out=torch.empty(5,dtype=torch.float64)).shape, lambda: torch.zeros(2,out=torch.empty(5)), lambda: torch.matmul(a,b,out=torch.empty(5,dtype=torch.float64)),lambda: torch.dot(a[0],b[0],out=torch.empty(5,dtype=torch.float64)), lambda: torch.argmax(a,0,out=torch.empty(5,dtype=torch.int64)), lambda: torch.norm(a,out=torch.empty(5,dtype=torch.float64)), lambda: torch.outer(a[0],a[1],out=torch.empty(5,dtype=torch.float64)), lambda: torch.bincount(torch.tensor([1])).shape):
    with warnings.catch_warnings(record=True) as w:
        warnings.simplefilter('always')
        try: r=f()
        except Exception as e: r=str(e)[:100]
        print(len(w), str(w[0].message)[:130] if w else '', str(r)[:30].split('(')[0])
