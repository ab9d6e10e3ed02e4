"""Factorizations of complex matrices, with their gradients; which triangle eigh reads."""
import torch
from torch.autograd import gradcheck
torch.manual_seed(3)
def near(a,b): return bool(torch.allclose(a,b,atol=1e-9))
for shape in ((4,4),(2,3,3),(1,1),(0,2,2)):
    a=torch.randn(*shape,dtype=torch.complex128)
    h=a@a.mH+torch.eye(shape[-1])
    L=torch.linalg.cholesky(h); print(near(L@L.mH,h), near(torch.linalg.cholesky(h,upper=True),L.mH))
    w,v=torch.linalg.eigh(h); print(w.dtype, near(v*w.unsqueeze(-2)@v.mH,h), near(torch.linalg.eigvalsh(h,UPLO='U'),w))
    w,v=torch.linalg.eig(a); print(w.dtype, near(a@v, v*w.unsqueeze(-2)), near(torch.linalg.eigvals(a),w))
    U,S,V=torch.linalg.svd(a); print(S.dtype, near(U*S.unsqueeze(-2)@V,a))
    P,l,u=torch.linalg.lu(a); print(near(P.to(a.dtype)@l@u,a))
    Q,R=torch.linalg.qr(a); print(near(Q@R,a), R.diagonal(0,-2,-1).imag.abs().max().item() if R.numel() else 0)
    if a.numel(): print(near(torch.linalg.pinv(a)@a, torch.eye(shape[-1],dtype=a.dtype).expand_as(a)))
for m,n in ((5,3),(3,5)):
    a=torch.randn(m,n,dtype=torch.complex128)
    for full in (False,True):
        U,S,V=torch.linalg.svd(a,full_matrices=full); print(U.shape,V.shape,near((U[...,:3]*S)@V[:3],a))
    for mode in ('reduced','complete','r'):
        Q,R=torch.linalg.qr(a,mode); print(Q.shape,R.shape, mode=='r' or near(Q@R,a))
    print(torch.linalg.matrix_rank(a), near(torch.svd(a).V, torch.linalg.svd(a,full_matrices=False).Vh.mH))
a=torch.randn(3,3,dtype=torch.complex128,requires_grad=True)
r=torch.randn(3,3,dtype=torch.float64,requires_grad=True)
t=torch.randn(4,3,dtype=torch.complex128,requires_grad=True)
print(gradcheck(lambda a: torch.linalg.cholesky(a@a.mH+torch.eye(3)),(a,)))
print(gradcheck(lambda a: torch.linalg.eigvalsh(a+a.mH),(a,)))
print(gradcheck(lambda a: (lambda w,v: (v.abs(), w))(*torch.linalg.eigh(a+a.mH)),(a,)))
print(gradcheck(lambda a: torch.linalg.svdvals(a),(t,)))
print(gradcheck(lambda a: (lambda u,s,vh: (u.abs(),s,vh.abs(),u@vh))(*torch.linalg.svd(a,full_matrices=False)),(t,)))
print(gradcheck(lambda a: (lambda u,s,vh: (u.abs(),s,vh.abs(),u@vh))(*torch.linalg.svd(a.mH,full_matrices=False)),(t,)))
print(gradcheck(lambda a: torch.linalg.qr(a),(t,)))
print(gradcheck(lambda a: torch.linalg.eigvals(a),(a,)), gradcheck(lambda a: torch.linalg.eigvals(a),(r,)))
print(gradcheck(lambda a: (lambda w,v: (w,v.abs()))(*torch.linalg.eig(a)),(a,)),gradcheck(lambda a: (lambda w,v: (w,v.abs()))(*torch.linalg.eig(a)),(r,)))
print(gradcheck(lambda a: torch.linalg.lu_factor(a).LU,(a,)), gradcheck(lambda a: torch.linalg.pinv(a),(t,)), gradcheck(torch.logdet, (a.detach()@a.detach().mH,)) if 0 else '')
for f in (lambda: torch.linalg.eig(torch.tensor([[float('nan'),1],[0,1]])), lambda: torch.linalg.eigh(r,UPLO='X'), lambda: torch.linalg.cholesky(-torch.eye(2,dtype=torch.complex64)), lambda: torch.linalg.eig(t), lambda: torch.linalg.svd(t[0])):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
x=torch.tensor([[2.,1.],[5.,3.]]); print(torch.linalg.eigvalsh(x,UPLO='U'), torch.linalg.eigvalsh(x))
