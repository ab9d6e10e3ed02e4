# Datasets, samplers and loaders under a seed.
import torch, warnings
from torch.utils.data import DataLoader,TensorDataset,SubsetRandomSampler,WeightedRandomSampler,BatchSampler,SequentialSampler,RandomSampler,random_split,ConcatDataset,IterableDataset,Dataset,get_worker_info
warnings.simplefilter('ignore')
def attempt(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, str(e))
torch.manual_seed(0)
ds=TensorDataset(torch.arange(10.),torch.arange(10)*2)
for kw in [dict(),dict(batch_size=3),dict(batch_size=4,shuffle=True),dict(batch_size=4,shuffle=True,drop_last=True),dict(batch_size=3,shuffle=True,generator=torch.Generator().manual_seed(5)),dict(batch_size=None),dict(sampler=SubsetRandomSampler([1,3,5])),dict(batch_size=2,sampler=WeightedRandomSampler([.1]*10,5)),dict(batch_sampler=BatchSampler(SequentialSampler(ds),4,True)),dict(batch_size=4,sampler=RandomSampler(ds,replacement=True,num_samples=70)),dict(batch_size=3,num_workers=2,shuffle=True)]:
    dl=DataLoader(ds,**kw); print(len(dl))
    for e in range(2):
        for b in dl: print(b)
    print(torch.rand(2))
a,b=random_split(ds,[7,3]); print(a.indices,b.indices,a[0],len(b)); a,b,c=random_split(range(10),[.3,.3,.4],generator=torch.Generator().manual_seed(42)); print(list(a),list(b),list(c))
print((ds+ds)[15], len(ds+ds), ConcatDataset([ds,ds])[-1])
class It(IterableDataset):
    def __iter__(self): 
        w=get_worker_info()
        return iter(range(7)) if w is None else iter(range(w.id,7,w.num_workers))
print(list(DataLoader(It(),batch_size=3)), list(DataLoader(It(),batch_size=3,drop_last=True)),list(DataLoader(It(),batch_size=2,num_workers=2)))
from collections import namedtuple
P=namedtuple('P','x y')
class D(Dataset):
    def __len__(self): return 4
    def __getitem__(self,i): return {'a':i,'b':float(i),'c':str(i),'d':[i,i+1],'e':(torch.ones(2)*i,2.5),'p':P(i,i)}
print(next(iter(DataLoader(D(),2))))
for f in [lambda: DataLoader(ds,batch_size=0),lambda: DataLoader(ds,shuffle=True,sampler=[1]),lambda: DataLoader(ds,num_workers=-1),lambda: random_split(ds,[5,6]),lambda: DataLoader(It(),shuffle=True),lambda:len(DataLoader(It())),lambda: next(iter(DataLoader([object()]))),lambda: RandomSampler(ds,num_samples=0),lambda: DataLoader([],shuffle=True), lambda: TensorDataset(torch.ones(2),torch.ones(3)), lambda: next(iter(DataLoader([[1,2],[3]],batch_size=2))),lambda: Dataset()[0]]: attempt(f)
