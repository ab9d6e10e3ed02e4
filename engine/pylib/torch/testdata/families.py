"""Families of distributions: each line is an expression, printed as the notebook would."""
import torch
from torch.distributions import *

t = torch.tensor

LINES = '''
Normal(t([0.,1.]), t([1.,2.])), Normal(t([0.,1.]), t([1.,2.])).sample((3,)), Normal(t([0.,1.]), 2.).expand((3,2)).batch_shape
Normal(0., -1.)
Normal(t([0.,1.]), t([1.,0.]))
Uniform(1., 0.)
Bernoulli(0.3), Bernoulli(logits=t(0.)), Bernoulli(0.3).sample((2,))
Bernoulli(t([1.5]))
Bernoulli(0.5).log_prob(t(0.3))
Categorical(logits=t([[1.,2.],[0.,0.]])), Categorical(logits=t([[1.,2.],[0.,0.]])).probs, Categorical(t([1.,-1.]))
Categorical()
torch.manual_seed(0); Beta(t([.5]), t([.5])), Beta(t([.5]), t([.5])).sample(), Beta(2.,3.).log_prob(t(.3)), Beta(2.,3.).mean, Beta(2., 3.).entropy(), Beta(2.,3.).sample((3,))
torch.manual_seed(0); Dirichlet(t([.5,.5])), Dirichlet(t([.5,.5])).sample(), Dirichlet(t([2.,3.])).log_prob(t([.4,.6])), Dirichlet(t([2.,3.])).mean, Dirichlet(t([2.,3.])).entropy()
torch.manual_seed(0); Poisson(4.), Poisson(t([4.])).sample((5,)), Poisson(4.).log_prob(t(3.)), Poisson(t([20.,30.])).sample((3,))
torch.manual_seed(0); Exponential(1.), Exponential(t([1.])).sample((3,)), Exponential(2.).log_prob(t(1.)), Exponential(2.).cdf(t(1.)), Exponential(2.).entropy(), Exponential(2.).mean
torch.manual_seed(0); Laplace(0.,1.).sample((3,)), Laplace(0.,1.).log_prob(t(1.)), Cauchy(0.,1.).sample((2,)), Cauchy(0.,1.).log_prob(t(1.)), Gumbel(t([1.]), t([2.])).sample(), Gumbel(1.,2.).log_prob(t(1.)), Gumbel(1.,2.).mean, HalfNormal(t([1.])).sample(), HalfNormal(1.).log_prob(t(1.)), HalfCauchy(1.).log_prob(t(1.)), LogNormal(0.,1.).sample((2,)), LogNormal(0.,1.).log_prob(t(1.)), LogNormal(0.,1.).mean, LogNormal(0., 1.), Gumbel(1.,2.), HalfNormal(1.)
torch.manual_seed(0); StudentT(t([3.])).sample((2,)), StudentT(3.).log_prob(t(1.)), StudentT(3.), Chi2(t([2.])).sample(), Chi2(2.), Chi2(2.).log_prob(t(1.)), FisherSnedecor(t([1.]),t([2.])).sample(), FisherSnedecor(1.,2.), Pareto(t([1.]),t([2.])).sample(), Pareto(1.,2.).log_prob(t(2.)), Weibull(t([1.]),t([2.])).sample(), Weibull(1.,2.).log_prob(t(1.)), Kumaraswamy(1.,2.).mean
torch.manual_seed(0); Binomial(10, t([.2,.8])), Binomial(10, t([.2,.8])).sample((3,)), Binomial(100, t(.5)).sample((4,)), Binomial(10, t(.3)).log_prob(t(3.)), Binomial(10, t(.3)).mean, Geometric(t([.3])).sample((3,)), Geometric(.3).log_prob(t(2.)), NegativeBinomial(5., t(.5)).sample((2,)), NegativeBinomial(5., t(.5)).log_prob(t(3.)), NegativeBinomial(5., t(.5))
torch.manual_seed(0); m=MultivariateNormal(torch.zeros(2), torch.eye(2)); m, m.sample(), m.rsample((2,)), m.log_prob(torch.ones(2)), m.entropy(), m.mean, m.variance, m.covariance_matrix
MultivariateNormal(torch.zeros(2), -torch.eye(2))
torch.manual_seed(0); OneHotCategorical(t([.3,.7])), OneHotCategorical(t([.3,.7])).sample((3,)), OneHotCategorical(t([.3,.7])).log_prob(t([0.,1.])), RelaxedBernoulli(t([2.2]), t([.1,.9])).sample(), RelaxedOneHotCategorical(t([2.2]), t([.1,.9])).sample(), RelaxedOneHotCategorical(t([2.2]), t([.1,.9]))
torch.manual_seed(0); mix=Categorical(torch.ones(3)); comp=Normal(t([0.,1.,2.]), t([1.,1.,1.])); gmm=MixtureSameFamily(mix, comp); gmm, gmm.sample((4,)), gmm.log_prob(t([0.,1.])), gmm.mean, gmm.variance
Independent(Normal(torch.zeros(2,3), torch.ones(2,3)), 1), Independent(Normal(torch.zeros(2,3), torch.ones(2,3)), 1).log_prob(torch.ones(2,3)), Independent(Normal(torch.zeros(2,3), torch.ones(2,3)), 1).event_shape
kl_divergence(Normal(0.,1.), Normal(1.,2.)), kl_divergence(Bernoulli(.3), Bernoulli(.6)), kl_divergence(Categorical(t([.3,.7])), Categorical(t([.5,.5]))), kl_divergence(Gamma(1.,1.), Gamma(2.,2.)), kl_divergence(Beta(1.,1.), Beta(2.,2.)), kl_divergence(Dirichlet(t([1.,1.])), Dirichlet(t([2.,2.]))), kl_divergence(MultivariateNormal(torch.zeros(2), torch.eye(2)), MultivariateNormal(torch.ones(2), 2*torch.eye(2))), kl_divergence(Exponential(1.), Exponential(2.)), kl_divergence(Poisson(1.), Poisson(2.)), kl_divergence(Laplace(0.,1.), Laplace(1.,2.)), kl_divergence(Uniform(0.,1.), Uniform(-1.,2.)), kl_divergence(LogNormal(0.,1.), LogNormal(1.,1.))
torch.manual_seed(0); td=TransformedDistribution(Normal(0.,1.), [AffineTransform(1.,2.), ExpTransform()]); td, td.sample((2,)), td.log_prob(t(2.)), td.transforms, SigmoidTransform()(t(0.)), TanhTransform().log_abs_det_jacobian(t(.3), t(.2)), ComposeTransform([ExpTransform(), AffineTransform(0,1)]), ExpTransform().inv
Normal('a', 1)
'''

for line in LINES.strip().splitlines():
    *before, last = line.split('; ')
    try:
        torch.manual_seed(0)
        for statement in before:
            exec(statement)
        print(eval(last))
    except Exception as e:
        print(type(e).__name__, e)
