"""Distributions of angles, of numbers between 0 and 1, of low rank, of correlations; the nodes of margin losses."""

import torch
from torch.distributions import *
import torch.distributions as D
torch.manual_seed(0)
L=["VonMises(torch.tensor(0.),torch.tensor(1.))","VonMises(torch.zeros(3),torch.tensor([.5,2.,9.]))","ContinuousBernoulli(torch.tensor(.3))","ContinuousBernoulli(logits=torch.tensor([.1,2.,0.]))","LowRankMultivariateNormal(torch.zeros(2),torch.ones(2,1),torch.ones(2))","LKJCholesky(3)","LKJCholesky(2,torch.tensor([.5,2.]))"]
for n in L:
    try: d=eval(n)
    except Exception as e: print(n, type(e).__name__, e); continue
    try:
        torch.manual_seed(1); s=d.sample(); print(d, s, d.log_prob(s), d.batch_shape, d.event_shape)
    except Exception as e: print(n, type(e).__name__, e)
    for a in ["mean","variance","stddev","mode","support","has_rsample"]:
        try: print(a, getattr(d,a))
        except Exception as e: print(a,type(e).__name__,str(e)[:80])
    for f in ["d.entropy()","d.cdf(torch.tensor(.5))","d.icdf(torch.tensor(.5))","d.rsample((2,)).shape","d.expand((2,)).batch_shape"]:
        try: print(f, eval(f))
        except Exception as e: print(f,type(e).__name__,str(e)[:80])

x, y = torch.arange(6.0).view(2, 3).requires_grad_(), torch.tensor([0, 2])
for loss in (torch.nn.functional.multi_margin_loss(x, y), torch.nn.functional.soft_margin_loss(x, torch.ones(2, 3)),
             torch.nn.functional.multilabel_margin_loss(x, torch.tensor([[0, -1, 1], [1, 2, -1]]))):
    print(loss)
