# Layers, losses, containers and initialization: names, shapes, sums and messages.
import torch, torch.nn as nn, torch.nn.functional as F, warnings
warnings.simplefilter('ignore')
from collections import OrderedDict
torch.manual_seed(0)
def show(m,*xs):
    print(m)
    if "Lazy" not in str(m):
     for k,v in m.state_dict().items(): print(k,tuple(v.shape), v.double().sum().mul(1000).round().add(0).item())
    if xs:
        y=m(*xs)
        def pr(y):
            if isinstance(y,(tuple,list)): [pr(a) for a in y]
            elif y is not None and isinstance(y,torch.Tensor): print(tuple(y.shape), y.double().sum().mul(1000).round().add(0).item(), y.grad_fn.name() if y.grad_fn else None)
        pr(y)
x=torch.randn(4,6)
for m in [nn.Linear(6,3),nn.Linear(6,3,bias=False),nn.Identity(3,x=2),nn.Sequential(nn.Linear(6,4),nn.ReLU(),nn.Sequential(OrderedDict([('a',nn.Tanh()),('b',nn.Dropout(0.3))]))),
  nn.ReLU(True),nn.LeakyReLU(0.2),nn.ELU(),nn.SELU(),nn.CELU(),nn.GELU(),nn.Hardtanh(),nn.ReLU6(),nn.Sigmoid(),nn.Tanh(),nn.SiLU(),nn.Mish(),nn.Hardswish(),nn.Hardsigmoid(),nn.GLU(),nn.Hardshrink(),nn.Softshrink(),nn.Softplus(),nn.LogSigmoid(),nn.PReLU(),nn.Softsign(),nn.Tanhshrink(),nn.Softmin(1),nn.Softmax(dim=1),nn.LogSoftmax(dim=-1),nn.Threshold(0.1,20),nn.BatchNorm1d(6),nn.LayerNorm(6),nn.LayerNorm((4,6)),nn.Dropout(0.5),nn.AlphaDropout(0.3),nn.Flatten(0),nn.Unflatten(1,(2,3)),nn.RReLU()]:
    show(m,x)
show(nn.Bilinear(6,6,2),x,x)
im=torch.randn(2,4,9,9)
for m in [nn.Conv2d(4,6,3),nn.Conv2d(4,6,(3,2),stride=2,padding=1,dilation=(1,2),groups=2,bias=False),nn.Conv2d(4,3,3,padding='same'),nn.Conv2d(4,3,3,padding=1,padding_mode='reflect'),nn.ConvTranspose2d(4,2,3,stride=2,padding=1,output_padding=1),nn.MaxPool2d(2),nn.MaxPool2d(3,2,1),nn.AvgPool2d(2),nn.AdaptiveAvgPool2d((3,None)),nn.AdaptiveAvgPool2d(1),nn.AdaptiveMaxPool2d(2),nn.BatchNorm2d(4),nn.InstanceNorm2d(4),nn.GroupNorm(2,4),nn.Dropout2d(0.4),nn.Upsample(scale_factor=2),nn.Upsample(size=(5,5),mode='bilinear'),nn.PixelShuffle(2),nn.ZeroPad2d(1),nn.ReflectionPad2d((1,2,0,1)),nn.ReplicationPad2d(2),nn.ConstantPad2d(1,3.5),nn.LPPool2d(2,2),nn.LocalResponseNorm(2),nn.Unfold(3),nn.Softmax2d(),nn.ChannelShuffle(2),nn.MaxPool2d(2,return_indices=True),nn.LazyConv2d(3,2),nn.LazyBatchNorm2d(),nn.Flatten(),nn.UpsamplingBilinear2d(scale_factor=2)]:
    show(m,im)
s=torch.randn(3,4,10)
for m in [nn.Conv1d(4,2,3),nn.ConvTranspose1d(4,2,3),nn.MaxPool1d(2),nn.AvgPool1d(2),nn.AdaptiveAvgPool1d(3),nn.AdaptiveMaxPool1d(3),nn.BatchNorm1d(4),nn.InstanceNorm1d(4,affine=True,track_running_stats=True),nn.LazyLinear(5),nn.ReflectionPad1d(2),nn.ConstantPad1d(2,1)]:
    show(m,s)
idx=torch.tensor([[1,2,0],[4,3,1]])
for m in [nn.Embedding(5,3),nn.Embedding(5,3,padding_idx=0),nn.Embedding(5,3,max_norm=1.0)]: show(m,idx)
seq=torch.randn(5,3,6)
for m in [nn.RNN(6,4),nn.RNN(6,4,2,nonlinearity='relu'),nn.LSTM(6,4,2,bidirectional=True),nn.LSTM(6,4,batch_first=True,bias=False),nn.GRU(6,4,2,dropout=0.2),nn.LSTM(6,4,proj_size=2),nn.TransformerEncoderLayer(6,2,8),nn.TransformerEncoder(nn.TransformerEncoderLayer(6,2,8,batch_first=True),2)]: show(m,seq)
show(nn.MultiheadAttention(6,3),seq,seq,seq)
show(nn.MultiheadAttention(6,3,kdim=6,vdim=5,batch_first=True,add_bias_kv=True),seq,seq,torch.randn(5,3,5))
show(nn.TransformerDecoderLayer(6,2,8,dropout=0.0),seq,seq)
show(nn.Transformer(6,2,1,1,8),seq,seq)
for m in [nn.RNNCell(6,4),nn.LSTMCell(6,4),nn.GRUCell(6,4)]: show(m,x)
from torch.nn.utils.rnn import *
ss=[torch.randn(n,6) for n in (3,5,2)]
p=pack_sequence(ss,enforce_sorted=False); print(p)
for m in [nn.LSTM(6,4,bidirectional=True),nn.GRU(6,4),nn.RNN(6,3)]:
    o,h=m(p); print(pad_packed_sequence(o)[0].double().sum().mul(1000).round().add(0).item(), pad_packed_sequence(o)[1]); print((h[0] if isinstance(h,tuple) else h).double().sum().mul(1000).round().add(0).item())
print(pad_sequence(ss,batch_first=True).shape)
pl=nn.ParameterList([torch.ones(2),nn.Parameter(torch.zeros(3,1)),'x']); print(pl); pd=nn.ParameterDict({'b':torch.ones(2),'a':torch.ones(1)}); print(pd)
print(nn.ModuleList([nn.Linear(2,2)]*2), nn.ModuleDict({'x':nn.ReLU()}))
net=nn.Sequential(nn.Linear(2,3),nn.ReLU(),nn.Linear(3,1))
print(net[:2],net[-1],len(net)); net.append(nn.Tanh()); del net[1]; print(net); net.insert(1,nn.ReLU()); print(net)
def attempt(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, str(e))
m=nn.Linear(2,2)
for f in [lambda: setattr(m,'weight',torch.ones(2)),lambda: setattr(m,'weight',3),lambda: m.foo, lambda: m.register_buffer('weight',torch.ones(1)),lambda: m.register_buffer('a.b',torch.ones(1)),lambda: m.register_parameter('q',torch.ones(1)),lambda: m.add_module('x',3),lambda: net.load_state_dict({}),lambda: net.load_state_dict({**net.state_dict(),'zz':1}),lambda: m.load_state_dict({'weight':torch.ones(3,2),'bias':torch.ones(2)}),lambda: m.load_state_dict(3),lambda: m.get_submodule('x'),lambda: net.get_parameter('0.weigh'),lambda: net.get_submodule('0'),lambda: nn.Module()(1),lambda: nn.Dropout(2.0),lambda: nn.Conv2d(3,4,3,groups=2),lambda: nn.BatchNorm2d(3)(torch.ones(2,3)),lambda: nn.BatchNorm1d(3)(torch.ones(1,3)),lambda:m.train(1),lambda: nn.ModuleList([1]),lambda: nn.LSTM(3,4)(torch.ones(2,2,5)),lambda: nn.LSTM(3,4)(torch.ones(2,2,3),(torch.ones(1,2,3),torch.ones(1,2,4))),lambda: nn.GRU(3,4)(torch.ones(2,2,3),torch.ones(2,2,4)),lambda:net[7],lambda:m.to(torch.int32),lambda: F.interpolate(torch.ones(1,1,2,2),size=(1,2,3)),lambda:F.interpolate(torch.ones(1,1,2,2),mode='bilinear',scale_factor=(2,)), lambda: nn.LSTMCell(2,3)(torch.ones(1,4)), lambda: m.load_state_dict(m.state_dict()), lambda:nn.Unflatten(1,3),lambda: nn.MultiheadAttention(5,2),lambda: F.mse_loss(torch.ones(2),torch.ones(2),reduction='x'), lambda: F.cross_entropy(torch.ones(2,3),torch.tensor([0,4]))]: attempt(f)
for L,a in [(nn.MSELoss(),(x,x+1)),(nn.L1Loss(reduction='sum'),(x,x+1)),(nn.SmoothL1Loss(),(x,x*2)),(nn.HuberLoss(),(x,x*2)),(nn.CrossEntropyLoss(),(x,torch.tensor([1,2,3,0]))),(nn.CrossEntropyLoss(weight=torch.arange(6.)+1,label_smoothing=0.1),(x,torch.tensor([1,2,3,0]))),(nn.NLLLoss(),(F.log_softmax(x,1),torch.tensor([1,2,3,0]))),(nn.BCELoss(),(x.sigmoid(),(x>0).float())),(nn.BCEWithLogitsLoss(pos_weight=torch.ones(6)*2),(x,(x>0).float())),(nn.KLDivLoss(reduction='batchmean'),(F.log_softmax(x,1),F.softmax(x*2,1))),(nn.PoissonNLLLoss(),(x,x.abs())),(nn.GaussianNLLLoss(),(x,x+1,x.abs()+.1)),(nn.HingeEmbeddingLoss(),(x,x.sign())),(nn.MarginRankingLoss(),(x[0],x[1],x[2].sign())),(nn.CosineEmbeddingLoss(),(x,x*2,torch.ones(4))),(nn.TripletMarginLoss(),(x,x*2,x+1)),(nn.MultiLabelSoftMarginLoss(),(x,(x>0).float())),(nn.TripletMarginWithDistanceLoss(),(x,x*2,x+1)),(nn.CosineSimilarity(),(x,x+1)),(nn.PairwiseDistance(),(x,x+1))]:
    a=tuple(t.clone().requires_grad_() if t.is_floating_point() and i==0 else t for i,t in enumerate(a))
    y=L(*a); print(L, y.double().sum().mul(1000).round().add(0).item(), y.grad_fn.name())
for n,f in [('xu',lambda t: nn.init.xavier_uniform_(t,2.)),('xn',nn.init.xavier_normal_),('ku',nn.init.kaiming_uniform_),('kn',lambda t:nn.init.kaiming_normal_(t,mode='fan_out',nonlinearity='relu')),('o',nn.init.orthogonal_),('tn',nn.init.trunc_normal_),('sp',lambda t: nn.init.sparse_(t,.5)),('eye',nn.init.eye_)]:
    print(n,f(torch.empty(4,5)).double().sum().mul(1000).round().add(0).item())
print(nn.init.dirac_(torch.empty(3,3,3)).sum(), nn.init.calculate_gain('leaky_relu',.2))
big=nn.Sequential(nn.Linear(2,2),nn.BatchNorm1d(2))
print(big.state_dict()); print([n for n,_ in big.named_modules()],[n for n,_ in big.named_buffers()],list(dict(big.named_parameters())))
l=nn.Linear(2,2)
h=[]
a=l.register_forward_hook(lambda m,i,o: h.append(('f',tuple(i[0].shape),tuple(o.shape))))
b=l.register_full_backward_hook(lambda m,gi,go: h.append(('b',gi[0],go[0])))
c=l.register_forward_pre_hook(lambda m,i: (i[0]*2,))
xx=torch.ones(1,2,requires_grad=True); l(xx).sum().backward(); print(h,xx.grad)
a.remove();b.remove();c.remove(); l(xx); print(len(h))
w=nn.utils.weight_norm(nn.Linear(3,2)); print(w, list(w.state_dict())); w(torch.ones(1,3)); nn.utils.remove_weight_norm(w)
v=nn.utils.parameters_to_vector(l.parameters()); nn.utils.vector_to_parameters(v*2,l.parameters()); print(l.weight)
l.weight.grad=torch.ones(2,2)*5; print(nn.utils.clip_grad_norm_(l.parameters(),1.0), l.weight.grad); nn.utils.clip_grad_value_(l.parameters(),.2); print(l.weight.grad)
import copy
print(copy.deepcopy(l)(xx), repr(nn.Parameter(torch.ones(2))))
print(nn.UninitializedParameter(), nn.LazyLinear(3), nn.LazyLinear(3)(torch.ones(1,2)).shape)
