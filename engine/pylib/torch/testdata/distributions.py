# Distributions: samples under a seed, log probabilities, entropies, divergences.
import torch
from torch.distributions import Bernoulli, Categorical, Exponential, Independent, Normal, Uniform, kl_divergence


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, "|", e)


torch.manual_seed(0)
for d in (Normal(0.0, 1.0), Normal(torch.zeros(3), torch.ones(3) * 2), Uniform(0.0, 2.0), Bernoulli(torch.tensor([0.3, 0.9])),
          Bernoulli(logits=torch.tensor([0.5])), Categorical(torch.tensor([0.2, 0.3, 0.5])),
          Categorical(logits=torch.zeros(2, 3)), Exponential(torch.tensor([1.0, 2.0]))):
    print(d, d.batch_shape, d.event_shape)
    s = d.sample((2,))
    print(s.shape, d.log_prob(s), d.entropy())
    print(d.sample((3,)))
print(Normal(1.0, 2.0).rsample((3,)), Normal(1.0, 2.0).cdf(torch.tensor(1.0)), Normal(1.0, 2.0).mean, Normal(1.0, 2.0).variance)
print(kl_divergence(Normal(0.0, 1.0), Normal(1.0, 2.0)), kl_divergence(Categorical(torch.tensor([0.5, 0.5])), Categorical(torch.tensor([0.1, 0.9]))))
print(Independent(Normal(torch.zeros(2, 3), torch.ones(2, 3)), 1).log_prob(torch.zeros(2, 3)))
attempt(lambda: Normal(0.0, -1.0))
attempt(lambda: Bernoulli())
