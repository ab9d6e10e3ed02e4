# Masks, gather, scatter and sort over dtypes, orders of dimensions and lengths that take different ways.
import torch
torch.manual_seed(0)
for dt in (torch.float32,torch.float64,torch.int64,torch.uint8,torch.int16,torch.bool):
    for shape in ((5,),(40,50),(3,4,5),(300,400),(0,),(2,0)):
        x=(torch.randn(shape)*5)
        m=x>1
        x=x.to(dt)
        y=x[m]; print(dt,shape,y.shape, y.sum().item() if dt!=torch.bool else y.sum().item())
        z=x.clone(); z[m]=1; print(z.sum().item())
        if x.dim()==2:
            a=x.t()[m.t()]; print(a.shape,a.sum().item())
            z=x.clone(); z.t()[m.t()]=0; print(z.sum().item()); 
            print(torch.masked_select(x,m).shape, x[m.t().contiguous().t()].shape)
x=torch.randn(4,5,requires_grad=True); (x[x>0]**2).sum().backward(); print(x.grad)
x=torch.randn(4,5,requires_grad=True); y=x*1; y[y>0]=torch.tensor(2.); y.sum().backward(); print(x.grad)
x=torch.randn(4,5); v=torch.tensor(3.,requires_grad=True); y=x.clone(); y[x>0]=v; y.sum().backward(); print(v.grad)
try: torch.randn(3)[torch.tensor([True,False])]
except Exception as e: print(e)
i=torch.randint(0,7,(5,6,7)); s=torch.randn(5,6,7)
for d in (0,1,2):
    j=i%s.shape[d]
    print(s.gather(d,j).sum().item(), s.scatter_add(d,j,s*2).sum().item(), s.scatter(d,j,1.5).sum().item())
k=torch.randint(0,50,(3,70000)); src=torch.rand(3,70000).double(); print(torch.zeros(3,50).double().scatter_add(1,k,src).sum(1))
k=torch.randint(0,50,(70000,3)); print(torch.zeros(50,3).double().scatter_add(0,k,src.t()).sum(0))
print(torch.arange(10.).gather(0,torch.tensor([3,3,9])))
for bad in (torch.tensor([3,10]),torch.tensor([-1])):
    try: torch.arange(10.).gather(0,bad)
    except Exception as e: print(e)
v=torch.tensor([3.,float('nan'),-0.,0.,-float('inf'),1,1,-2,float('inf')]*100)
for dt in (torch.float32,torch.float64):
    for d in (False,True):
        a,b=v.to(dt).sort(descending=d,stable=True); print(b.tolist()[:12],b.sum().item(),a[:8],(b*torch.arange(900)).sum().item())
for dt in (torch.int8,torch.uint8,torch.int16,torch.int32,torch.int64):
    w=torch.randint(-100 if dt!=torch.uint8 else 0,100,(3000,)).to(dt)
    for d in (False,True):
        a,b=w.sort(descending=d,stable=True); print(dt,(b*torch.arange(3000)).sum().item(), (a.long()*torch.arange(3000)).sum().item())
