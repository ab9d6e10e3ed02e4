"""Operations that few programs use: each line is an expression, printed as the notebook would."""
import warnings

import torch
import torch.nn.functional as F
from torch import nn

warnings.simplefilter("ignore")
x = torch.arange(24.0).view(2, 3, 4)
a = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
v = torch.tensor([3.0, 1.0, 2.0])
r = torch.arange(9.0).view(3, 3).requires_grad_()

LINES = '''
torch.trapezoid(v), torch.trapz(v, dx=2), torch.trapezoid(x, dim=1), torch.cumulative_trapezoid(v), torch.trapezoid(v, torch.tensor([0.,1.,3.]))
torch.nanmedian(torch.tensor([[1., float('nan')],[3., 2.]]), dim=1), torch.nanmedian(torch.tensor([1., float('nan'), 3.]))
torch.median(x, dim=2), torch.median(v)
torch.quantile(x, 0.3), torch.quantile(x, torch.tensor([.25,.75]), dim=1), torch.quantile(x, .5, dim=0, keepdim=True), torch.nanquantile(v, .4)
torch.histc(v, 4), torch.histc(v, bins=4, min=0, max=4), torch.histogram(v, 3), torch.histogram(v, torch.tensor([0.,2.,4.]))
torch.bucketize(v, torch.tensor([1.,2.,3.])), torch.bucketize(v, torch.tensor([1.,2.,3.]), right=True), torch.bucketize(2.5, torch.tensor([1.,2.,3.])), torch.searchsorted(torch.tensor([[1.,3.],[0.,9.]]), torch.tensor([[2.],[3.]])), torch.searchsorted(torch.tensor([1,3,5]), 4)
torch.cdist(a, a+1), torch.cdist(a, a, p=1), torch.pdist(torch.tensor([[0.,0.],[3.,4.],[1.,1.]])), torch.cdist(x, x, p=float('inf'))
torch.kthvalue(v, 2), torch.kthvalue(x, 2, dim=1), torch.mode(torch.tensor([1,2,2,3])), torch.mode(x)
torch.renorm(x, 1, 0, 5), torch.logcumsumexp(x, 1), torch.cummax(x, 1), torch.cummin(v, 0)
torch.rot90(a), torch.rot90(x, 2, [1,2]), torch.flip(x,[0,2]), torch.fliplr(a), torch.flipud(a), torch.roll(x, 1, 2), torch.roll(a, (1,1), (0,1)), torch.roll(a,1)
torch.tensordot(x, x, dims=([1,2],[1,2])), torch.tensordot(a,a,1), torch.kron(a, torch.eye(2)), torch.vander(v), torch.vander(v, N=2, increasing=True)
torch.block_diag(a, v, torch.tensor(5.)), torch.cartesian_prod(torch.tensor([1,2]), torch.tensor([3,4,5])), torch.combinations(v), torch.combinations(v, 3), torch.combinations(torch.tensor([1,2]), with_replacement=True)
torch.lu(a), torch.lu_unpack(*torch.lu(a))
torch.linalg.lu(a), torch.linalg.lu_factor(a), torch.linalg.lu_factor_ex(a)
torch.linalg.lstsq(torch.tensor([[1.,1.],[1.,2.],[1.,3.]]), torch.tensor([[1.],[2.],[2.]]))
torch.lstsq(torch.ones(2,1), a)
torch.linalg.pinv(torch.tensor([[1.,2.],[3.,4.],[5.,6.]])), torch.pinverse(a)
torch.linalg.matrix_rank(torch.ones(3,3)), torch.linalg.matrix_rank(a, tol=10.), torch.matrix_rank(a)
torch.linalg.matrix_exp(a/10), torch.matrix_exp(torch.zeros(2,2)), torch.matrix_power(a, 3), torch.linalg.matrix_power(a, -1), torch.linalg.matrix_power(a, 0)
torch.linalg.cond(a), torch.linalg.cond(a, 'fro'), torch.linalg.cond(a, 1), torch.linalg.norm(a), torch.linalg.norm(a, 'nuc'), torch.linalg.norm(a, 2), torch.linalg.norm(v, 1), torch.linalg.vector_norm(x, 3), torch.linalg.matrix_norm(x), torch.linalg.norm(x, dim=1)
torch.linalg.solve(a, v[:2]), torch.linalg.solve_triangular(a, torch.ones(2,1), upper=True), torch.triangular_solve(torch.ones(2,1), a), torch.cholesky_solve(torch.ones(2,1), torch.tensor([[2.,0.],[1.,3.]])), torch.linalg.inv_ex(a), torch.linalg.solve_ex(a, torch.ones(2,1))
torch.linalg.eigvals(torch.tensor([[0.,1.],[-1.,0.]])), torch.linalg.eig(torch.tensor([[2.,0.],[0.,3.]])), torch.linalg.eigh(torch.tensor([[2.,1.],[1.,2.]])), torch.linalg.eigvalsh(torch.tensor([[2.,1.],[1.,2.]]))
torch.linalg.cholesky(torch.tensor([[4.,2.],[2.,3.]])), torch.linalg.cholesky_ex(torch.tensor([[4.,2.],[2.,3.]])), torch.cholesky(torch.tensor([[4.,2.],[2.,3.]])), torch.cholesky_inverse(torch.tensor([[2.,0.],[1.,3.]]))
torch.linalg.cholesky(-torch.eye(2))
torch.linalg.inv(torch.zeros(2,2))
torch.linalg.solve(torch.zeros(2,2), torch.ones(2))
torch.linalg.multi_dot([a,a,a]), torch.linalg.cross(v, v+1), torch.linalg.vecdot(v, v), torch.linalg.diagonal(a), torch.linalg.tensorinv(torch.eye(4).reshape(2,2,4), ind=2).shape, torch.linalg.tensorsolve(torch.eye(6).reshape(2,3,2,3), torch.ones(2,3)), torch.linalg.householder_product(a, v[:2]), torch.linalg.vander(v), torch.linalg.svdvals(a), torch.linalg.matmul(a,a)
torch.linalg.qr(a), torch.linalg.qr(a, mode='r'), torch.geqrf(a), torch.qr(a)
torch.fft.fft(v), torch.fft.ifft(torch.fft.fft(v)), torch.fft.rfft(v), torch.fft.irfft(torch.fft.rfft(v), n=3), torch.fft.fft2(a), torch.fft.fftn(x).shape, torch.fft.fftfreq(5), torch.fft.rfftfreq(5, .5), torch.fft.fftshift(torch.arange(5)), torch.fft.ifftshift(torch.arange(5)), torch.fft.hfft(v), torch.fft.rfft2(a), torch.fft.rfftn(a), torch.fft.fft(v, norm='ortho'), torch.fft.ihfft(v), torch.fft.irfft2(torch.fft.rfft2(a))
torch.stft(torch.arange(16.), 4, return_complex=True), torch.stft(torch.arange(16.), 4, hop_length=2, window=torch.hann_window(4), return_complex=False).shape
torch.istft(torch.stft(torch.arange(16.), 4, window=torch.hann_window(4), return_complex=True), 4, window=torch.hann_window(4))
torch.special.bessel_j0(v), torch.special.bessel_j1(v), torch.special.bessel_y0(v), torch.special.modified_bessel_i0(v), torch.special.log_ndtr(v), torch.special.airy_ai(v)
torch.igamma(v, v), torch.igammac(v,v), torch.mvlgamma(v, 1), torch.lgamma(v), torch.digamma(v), torch.polygamma(2, v), torch.i0(v)
F.grid_sample(torch.arange(16.).view(1,1,4,4), F.affine_grid(torch.tensor([[[1.,0,0],[0,1.,0]]]), (1,1,2,2), align_corners=False), align_corners=False)
F.affine_grid(torch.tensor([[[1.,0,0],[0,1.,0]]]), (1,1,3,3), align_corners=True), F.grid_sample(torch.arange(16.).view(1,1,4,4), torch.tensor([[[[0.,0.],[2.,2.]]]]), mode='nearest', padding_mode='border', align_corners=True), F.grid_sample(torch.arange(16.).view(1,1,4,4), torch.tensor([[[[0.1,0.],[1.2,2.]]]]), padding_mode='reflection', align_corners=False), F.grid_sample(torch.arange(16.).view(1,1,4,4), torch.tensor([[[[0.1,0.],[1.2,.2]]]]), mode='bicubic', align_corners=False)
F.unfold(torch.arange(16.).view(1,1,4,4), 2), F.fold(F.unfold(torch.arange(16.).view(1,1,4,4), 2), (4,4), 2), nn.Unfold(2), nn.Fold((4,4), 2)
F.one_hot(torch.tensor([0,2,1]), 4), F.one_hot(torch.tensor([[0],[1]]))
torch.scatter_reduce(torch.zeros(3), 0, torch.tensor([0,0,2]), v, 'sum'), torch.zeros(3).scatter_reduce(0, torch.tensor([0,0,2]), v, reduce='amax', include_self=False), torch.zeros(3).scatter_(0, torch.tensor([1,1]), 2., reduce='add')
torch.aminmax(x), torch.aminmax(x, dim=1), torch.amax(x, (1,2)), torch.amin(x, 0), torch.count_nonzero(x), torch.count_nonzero(x, 1), torch.nansum(v), torch.nanmean(v), torch.std_mean(x, 1), torch.var_mean(v), torch.std(v, unbiased=False), torch.var(x, (0,1), correction=0), torch.logsumexp(x, (1,2)), torch.norm(x, p=1, dim=1), torch.dist(a, a+1, 1), torch.all(x>0), torch.any(x>0, 1), torch.prod(v), torch.cumprod(v, 0), torch.diff(v), torch.diff(x, n=2), torch.gradient(v), torch.corrcoef(a), torch.cov(a), torch.cov(x[0], correction=0)
torch.tril_indices(3,3), torch.triu_indices(3,3,1), torch.tril(x), torch.triu(a, 1), torch.logspace(0,2,3), torch.logspace(0,3,4,base=2), torch.eye(2,3), torch.full((2,),3), torch.full((2,),True), torch.complex(v,v), torch.polar(v,v), torch.empty_like(a).shape, torch.range(0,3), torch.arange(1,2,.3), torch.linspace(0,1,5), torch.scalar_tensor(3.), torch.as_strided(v,(2,2),(1,1)), torch.heaviside(v,v), torch.meshgrid(v,v,indexing='xy')
torch.meshgrid(v, v)
torch.broadcast_tensors(v, torch.zeros(2,1)), torch.broadcast_to(v,(2,3)), torch.broadcast_shapes((2,1),(3,)), torch.result_type(v, 1), torch.can_cast(torch.float, torch.int), torch.promote_types(torch.int8, torch.uint8), torch.finfo(torch.float32), torch.iinfo(torch.int8), torch.finfo(torch.float16).max, torch.get_default_dtype(), torch.is_floating_point(v), torch.is_complex(v), torch.is_storage(v), torch.numel(v)
torch.bincount(torch.tensor([0,1,1,3])), torch.bincount(torch.tensor([0,1,1]), weights=v), torch.unique(torch.tensor([3,1,1]), return_inverse=True, return_counts=True), torch.unique_consecutive(torch.tensor([1,1,2,1]), return_counts=True), torch.unique(torch.tensor([[1,2],[1,2]]), dim=0), torch.msort(torch.tensor([3,1,2])), torch.argsort(v, descending=True), torch.sort(v, stable=True), torch.topk(v,2,largest=False), torch.argwhere(v>1), torch.nonzero(v>1, as_tuple=True), torch.where(v>1), torch.masked_select(v, v>1), torch.repeat_interleave(v, 2), torch.tile(v, (2,1)), torch.flatten(x, 1).shape, torch.ravel(a)
torch.lerp(v, v+1, .5), torch.dist(v, v), torch.cosine_similarity(a, a), torch.pairwise_distance(a,a+1), torch.pixel_shuffle(torch.arange(8.).view(1,4,1,2), 2), torch.pixel_unshuffle(torch.arange(8.).view(1,1,2,4), 2), torch.channel_shuffle(torch.arange(4).view(1,4,1,1), 2), F.pad(v, (1,2)), F.pad(a[None,None], (1,1,1,1), mode='reflect'), F.pad(a[None,None], (1,1), mode='replicate'), F.pad(x, (1,1), 'circular'), F.pad(a, (1,0,0,1), value=9)
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
