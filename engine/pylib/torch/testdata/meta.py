"""Tensors without elements: shapes, types, what asks for a value."""

import torch, torch.nn as nn, torch.nn.functional as F
def t(label, f):
    try: print(label, f())
    except Exception as e: print(label, "!", type(e).__name__, str(e).split("\n")[0][:160])
a=torch.empty(2,3,device="meta"); print(a, a.device, a.shape, a.dtype, a.is_meta, a.numel(), a.stride(), a.element_size())
b=torch.ones(3,4,device="meta")
for f in ["a@b","a+1","a.sum()","a.sum(1)","a.view(3,2)","a.t()","a[0]","a[:,1]","a.to(torch.float64)","a.half()","torch.cat([a,a])","a.max(1)","a.softmax(1)","a>0","a.mean()","torch.zeros_like(a)","a.clone()","a.expand(4,2,3)","torch.einsum('ij,jk->ik',a,b)","a.argmax(1)","torch.where(a>0,a,a)","F.relu(a)","F.layer_norm(a,(3,))","torch.stack([a,a])","a.std()","a.cumsum(0)","a.sort(1)[0]","a.topk(2)[0]","torch.randn(2,device='meta')","torch.arange(5,device='meta')","torch.tensor([1,2],device='meta')","a.T.contiguous().stride()","a.repeat(2,2)","a.gather(1,torch.zeros(2,1,dtype=torch.long,device='meta'))","a.norm()","a.chunk(2)","a.requires_grad_()","a*a.new_ones(3)","torch.eye(3,device='meta')","a.index_select(0,torch.tensor([0],device='meta'))","a.masked_fill(a>0,1)","a.copy_(torch.ones(2,3))","a.detach().fill_(1)","a.detach().add_(1)","a.detach().normal_()"]:
    t(f, lambda: eval(f))
for f in ["a.item()","a.sum().item()","a.tolist()","a.cpu()","a.to('cpu')","bool(a.sum())","a+torch.ones(2,3)","int(a[0,0])","torch.allclose(a,a)","a+torch.tensor(1.)","f'{a}'", "a.to('meta')","torch.ones(2).to('meta')","torch.ones(2).to('meta').device","a.data_ptr()","a.storage().size()"]:
    t(f, lambda: eval(f))
m=nn.Sequential(nn.Conv2d(3,8,3,device="meta"),nn.BatchNorm2d(8,device="meta"),nn.ReLU(),nn.MaxPool2d(2),nn.Flatten(),nn.Linear(8*15*15,10,device="meta"))
t("net", lambda: m(torch.empty(4,3,32,32,device="meta"))); t("params", lambda: (sum(p.numel() for p in m.parameters()), m[0].weight.device, m[0].weight.is_meta))
t("w", lambda: m[5].weight)
t("te", lambda: m.to_empty(device="cpu")[0].weight.device)
t("tometa", lambda: nn.Linear(2,3).to("meta").weight)
t("frommeta", lambda: nn.Linear(2,3,device="meta").to("cpu"))
t("sd", lambda: {k:v.device for k,v in nn.Linear(2,3,device="meta").state_dict().items()})
t("lsd", lambda: nn.Linear(2,3,device="meta").load_state_dict(nn.Linear(2,3).state_dict()))
x=torch.ones(2,3,device="meta",requires_grad=True); y=(x**2).sum(); t("bw", lambda: (y.backward(), x.grad)[1])
t("tr", lambda: nn.TransformerEncoderLayer(8,2,device="meta")(torch.empty(5,1,8,device="meta")).shape); t("lstm", lambda: nn.LSTM(3,4,device="meta")(torch.empty(5,1,3,device="meta"))[0].shape); t("emb", lambda: nn.Embedding(10,4,device="meta")(torch.zeros(2,3,dtype=torch.long,device="meta")).shape)
t("big", lambda: torch.empty(10**6,10**6,device="meta").shape); t("bigmm", lambda: (torch.empty(10**5,10**5,device="meta")@torch.empty(10**5,10**5,device="meta")).shape); t("ce", lambda: F.cross_entropy(torch.empty(3,5,device="meta"),torch.zeros(3,dtype=torch.long,device="meta")))
t("opt", lambda: torch.optim.SGD(m.parameters(),lr=.1)); t("dev", lambda: torch.device("meta")); t("rep", lambda: repr(torch.empty(2,dtype=torch.int32,device="meta")))
