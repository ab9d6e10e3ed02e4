# Optimizers and schedules: trajectories, representations and messages.
import torch, torch.nn as nn, warnings
from torch import optim
from torch.optim import lr_scheduler as S
warnings.simplefilter('ignore')
def attempt(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, str(e))
X=torch.randn(20,3,generator=torch.Generator().manual_seed(1)); Y=X@torch.tensor([[1.],[2.],[-1.]])+.5
for name,kw in [('SGD',dict(lr=.1)),('SGD',dict(lr=.1,momentum=.9,weight_decay=.01,nesterov=True)),('SGD',dict(lr=.1,momentum=.9,dampening=.1,maximize=True)),('Adam',{}),('Adam',dict(lr=.1,amsgrad=True,weight_decay=.1)),('AdamW',{}),('RMSprop',{}),('RMSprop',dict(momentum=.9,centered=True)),('Adagrad',dict(lr_decay=.1)),('Adadelta',{}),('Adamax',{}),('NAdam',{}),('RAdam',{}),('ASGD',{}),('Rprop',{}),('LBFGS',dict(max_iter=5)),('LBFGS',dict(line_search_fn='strong_wolfe'))]:
    torch.manual_seed(0)
    net=nn.Linear(3,1); o=getattr(optim,name)(net.parameters(),**kw)
    def closure():
        o.zero_grad(); l=nn.functional.mse_loss(net(X),Y); l.backward(); return l
    for i in range(8): l=o.step(closure)
    print(o, '%.4f'%l.item(), ['%.3f'%v for v in net.weight.flatten().tolist()], '%.3f'%net.bias.item())
    sd=o.state_dict(); print(sd['param_groups'], sorted(sd['state'].get(0,{}).keys()))
    o.load_state_dict(sd)
    for i in range(2): l=o.step(closure)
    print('%.4f'%l.item())
p=[nn.Parameter(torch.ones(2))]
for f in [lambda: optim.SGD([],lr=1),lambda: optim.SGD(p),lambda: optim.SGD(p,lr=-1),lambda: optim.SGD(torch.ones(2),lr=1),lambda:optim.SGD([3],lr=1),lambda:optim.SGD([p[0]*2],lr=1),lambda:optim.Adam(p,betas=(1.0,.9)),lambda: optim.SGD([{'params':p},{'params':p}],lr=1),lambda: optim.SGD({p[0]},lr=1), lambda: optim.SGD([{'params':{p[0]}}],lr=1),lambda: optim.SGD([{'params':p}]),lambda: optim.SGD(p,lr=1,nesterov=True),lambda: optim.Adam(p).load_state_dict(optim.Adam(p+[nn.Parameter(torch.ones(1))]).state_dict()),lambda: S.StepLR(3,1),lambda: optim.Optimizer(p,{}).step(None),lambda: optim.RMSprop(p,alpha=-1)]: attempt(f)
def mk(): 
    return optim.SGD([{'params':[nn.Parameter(torch.ones(2))]},{'params':[nn.Parameter(torch.ones(2))],'lr':.5}],lr=.1,momentum=.9)
for mkS in [lambda o:S.StepLR(o,3),lambda o:S.MultiStepLR(o,[2,5],gamma=.5),lambda o:S.ExponentialLR(o,.9),lambda o:S.CosineAnnealingLR(o,5,eta_min=.01),lambda o:S.LinearLR(o,total_iters=4),lambda o:S.ConstantLR(o,total_iters=3),lambda o:S.LambdaLR(o,lambda e:.95**e),lambda o:S.MultiplicativeLR(o,[lambda e:.95,lambda e:.5]),lambda o:S.OneCycleLR(o,1.0,total_steps=12),lambda o:S.OneCycleLR(o,[1.0,2.],epochs=3,steps_per_epoch=4,three_phase=True,anneal_strategy='linear'),lambda o:S.CyclicLR(o,.1,1.,step_size_up=3),lambda o:S.CyclicLR(o,.1,1.,step_size_up=3,mode='triangular2'),lambda o:S.CyclicLR(o,.1,1.,step_size_up=3,mode='exp_range',gamma=.9),lambda o:S.CosineAnnealingWarmRestarts(o,3,2),lambda o:S.PolynomialLR(o,5,2.),lambda o:S.SequentialLR(o,[S.ConstantLR(o,.1,2),S.ExponentialLR(o,.9)],milestones=[3]),lambda o:S.ChainedScheduler([S.ConstantLR(o,.1,2),S.ExponentialLR(o,.9)])]:
    o=mk(); s=mkS(o); out=[]
    for i in range(11):
        o.step(); s.step(); out.append([g['lr'] for g in o.param_groups]+[g['momentum'] for g in o.param_groups])
    print(type(s).__name__,out,s.get_last_lr()); print(o); sd=s.state_dict(); 
o=mk(); s=S.ReduceLROnPlateau(o,patience=1,verbose=True)
for v in [1,.9,.95,.96,.97,.5,.6,.7,.8]: s.step(v); print([g['lr'] for g in o.param_groups])
print(sorted(s.state_dict()))
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter('always'); o=mk(); s=S.StepLR(o,1,verbose=True); s.step(); s.get_lr(); print([str(x.message) for x in w])
