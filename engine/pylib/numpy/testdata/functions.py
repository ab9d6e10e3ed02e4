import numpy as np
def show(f):
    try:
        r=f()
        print(repr(r))
    except Exception as e:
        print(type(e).__name__, e)
tests='''
np.arange(10).reshape(2,5)
np.linspace(0,1,5)
np.zeros((2,3),dtype=np.int32)
np.eye(3)
np.full((2,2),7)
np.array([[1,2],[3,4]])@np.array([[1],[2]])
np.array([1.5,2.5,np.nan])
np.array([1e10,1])
np.array([1e-5,1])
np.arange(2000)
np.arange(2000).reshape(40,50)
np.random.seed(0) or np.random.rand(3)
np.random.randn(2,2)
np.random.randint(0,10,5)
np.random.choice(5,3)
np.random.choice(5,3,replace=False)
np.random.permutation(5)
np.random.normal(1,2,3)
np.random.uniform(-1,1,3)
np.random.standard_normal(2)
np.random.binomial(10,.5,3)
np.random.poisson(3,3)
np.random.exponential(2,2)
np.random.random((2,2))
np.random.default_rng(0).random(3)
np.random.default_rng(0).normal(size=3)
np.random.default_rng(0).integers(0,10,5)
np.random.default_rng(0).permutation(5)
np.random.default_rng(0).choice(5,3)
np.random.default_rng(0).uniform(0,5,2)
np.random.default_rng(1).standard_normal((2,2))
np.array([True,False])
np.array([1,2,3],dtype=np.uint8)+250
np.array([1,2,3],dtype=np.int8).dtype
np.array([3,1,2]).argsort()
np.sort(np.array([[3,1],[2,0]]),axis=0)
np.unique(np.array([1,2,2,3]),return_counts=True)
np.where(np.array([1,2,3])>1)
np.where(np.array([1,2,3])>1,10,0)
np.concatenate([np.ones(2),np.zeros(2)])
np.stack([np.ones(2),np.zeros(2)],axis=1)
np.vstack([np.ones(2),np.zeros(2)])
np.hstack([np.ones(2),np.zeros(2)])
np.split(np.arange(9),3)
np.array_split(np.arange(9),4)
np.tile(np.arange(2),3)
np.repeat(np.arange(2),3)
np.expand_dims(np.arange(2),0).shape
np.squeeze(np.ones((1,2,1))).shape
np.transpose(np.ones((1,2,3))).shape
np.moveaxis(np.ones((1,2,3)),0,-1).shape
np.swapaxes(np.ones((1,2,3)),0,2).shape
np.dot([1,2],[3,4])
np.inner([1,2],[3,4])
np.outer([1,2],[3,4])
np.cross([1,0,0],[0,1,0])
np.einsum('ij,jk->ik',np.ones((2,2)),np.ones((2,2)))
np.linalg.inv(np.array([[1.,2],[3,4]]))
np.linalg.norm([3,4])
np.linalg.solve(np.array([[2.,0],[0,4]]),np.array([2.,4]))
np.linalg.eigvals(np.array([[2.,0],[0,4]]))
np.linalg.svd(np.eye(2))[1]
np.mean(np.arange(4)),np.std(np.arange(4)),np.var([1,2,3]),np.median([3,1,2])
np.percentile(np.arange(11),[25,50])
np.quantile(np.arange(11),.3)
np.cumsum(np.arange(4)),np.cumprod([1,2,3]),np.diff([1,4,9])
np.argmax([[1,5],[7,2]]),np.argmin([3,1])
np.clip(np.arange(5),1,3)
np.round(np.array([1.256,2.5]),1)
np.floor([1.5]),np.ceil([1.2]),np.trunc([-1.5]),np.rint([2.5])
np.isnan([1,np.nan]),np.isinf([np.inf]),np.isfinite([1])
np.allclose([1.],[1.+1e-9]),np.array_equal([1],[1])
np.meshgrid([1,2],[3,4])
np.mgrid[0:2,0:2]
np.ogrid[0:2,0:2]
np.indices((2,2))
np.r_[1:4,0]
np.c_[[1,2],[3,4]]
np.bincount([0,1,1,3])
np.histogram([1,2,1],bins=[0,1,2,3])
np.digitize([0.5,2.5],[0,1,2,3])
np.searchsorted([1,3,5],4)
np.interp(2.5,[1,2,3],[10,20,30])
np.polyfit([0,1,2],[1,3,5],1)
np.polyval([1,2],3)
np.convolve([1,2,3],[0,1])
np.fft.fft([1,0,0,0])
np.pad([1,2],(1,1))
np.pad(np.ones((2,2)),1,mode='constant',constant_values=5)
np.roll([1,2,3],1),np.flip([1,2]),np.fliplr(np.eye(2)),np.rot90(np.eye(2))
np.triu(np.ones((3,3))),np.tril(np.ones((2,2)))
np.diag([1,2]),np.trace(np.eye(3))
np.nonzero([0,1,2]),np.argwhere([0,1])
np.any([0,1]),np.all([0,1]),np.count_nonzero([0,1,2])
np.max([1,2]),np.min([1,2]),np.ptp([1,5])
np.exp(1),np.log([1,np.e]),np.sqrt(2),np.sin(np.pi/2)
np.float32(1.1),np.int64(3),np.float64(.1),np.bool_(True)
np.float32(1.1)+1, type(np.float32(1)+1)
np.array([1,2,3]).astype(float)
np.array([1.7,2.2]).astype(int)
np.array([[1,2],[3,4]])[:,0],np.array([[1,2],[3,4]])[[0,1],[1,0]]
np.arange(5)[np.array([True,False,True,False,True])]
np.arange(5)[10]
np.ones(3)+np.ones(4)
np.ones((2,3))@np.ones((2,3))
np.array([1,2]).reshape(3)
np.array([1,2,3])/0
np.array([0.])/0
np.iinfo(np.int32).max,np.finfo(np.float32).eps
np.pi,np.inf,np.nan,np.newaxis
np.dtype('float32'),np.float32
np.result_type(np.int32,np.float32)
np.array(3).item(),np.array([[1,2]]).tolist()
np.array([1+2j,3])
np.abs(np.array([3+4j]))
np.array([[1.0,2.5],[1000.123,4]])
np.array([0.1,0.123456789])
np.array([1e-20,1e20])
np.array([[True,False]])
np.zeros((0,3))
np.empty((2,0)).shape
np.array([1,2,3]).sum(),np.array([[1,2],[3,4]]).sum(axis=0),np.array([[1,2],[3,4]]).mean(1,keepdims=True)
np.array([1,2,3]).max(),np.array([1,2,3]).cumsum()
np.add.reduce([1,2,3]),np.multiply.outer([1,2],[3,4])
np.maximum([1,5],[3,2]),np.minimum(1,2)
np.logical_and([True],[False]),np.logical_not([True])
np.bitwise_and(6,3),np.left_shift(1,3),~np.array([1])
np.power([2,3],2),np.mod([5,-5],3),np.floor_divide(7,2),np.divmod(7,2)
np.sign([-1,0,2]),np.square(3),np.cbrt(27.),np.hypot(3,4)
np.isin([1,2],[2]),np.in1d([1],[1])
np.union1d([1],[2]),np.intersect1d([1,2],[2]),np.setdiff1d([1,2],[2])
np.ravel([[1,2]]),np.array([[1,2]]).flatten(),np.array([[1,2]]).T
np.copy([1]),np.asarray([1]),np.ascontiguousarray([1])
np.broadcast_to([1,2],(2,2))
np.apply_along_axis(lambda r:r.sum(),1,np.ones((2,2)))
np.vectorize(lambda x:x+1)([1,2])
np.fromiter(range(3),dtype=int)
np.frombuffer(b"\\x01\\x02",dtype=np.uint8)
np.array([1,2]).tobytes()
np.array([1,2]).nbytes,np.array([1,2]).itemsize,np.array([1]).ndim,np.array([1]).size
np.lexsort(([1,2],[2,1]))
np.partition([3,1,2],1)
np.delete([1,2,3],1),np.insert([1,2],1,5),np.append([1],[2])
np.nan_to_num([np.nan,np.inf])
np.nansum([1,np.nan]),np.nanmean([1,np.nan]),np.nanmax([1,np.nan])
np.cov([[1,2],[3,4]]),np.corrcoef([1,2,3],[1,2,4])
np.kron([1,2],[1,1])
np.logspace(0,2,3),np.geomspace(1,100,3)
np.identity(2),np.ones_like([1,2]),np.zeros_like([1.]),np.full_like([1],5)
np.set_printoptions(precision=3) or np.array([1.23456])
np.set_printoptions(suppress=True) or np.array([1e-10,1.])
np.set_printoptions(precision=8,suppress=False) or 1
np.array2string(np.array([1.5,2]),separator=', ')
np.unravel_index(5,(2,3)),np.ravel_multi_index((1,2),(2,3))
np.select([np.array([True,False])],[np.array([1,2])],default=0)
np.trapz([1,2,3]),np.gradient([1,4,9])
np.linalg.matrix_rank(np.eye(3)),np.linalg.pinv(np.eye(2))
np.linalg.qr(np.eye(2))[0]
np.linalg.eigh(np.array([[2.,1],[1,2]]))
np.linalg.lstsq(np.array([[1.,0],[0,1]]),np.array([1.,2]),rcond=None)[0]
np.ndarray
type(np.arange(3)[0]), np.arange(3)[0].dtype
np.arange(3)==1, (np.arange(3)==1).any()
bool(np.array([1,2]))
int(np.array([5])), float(np.array(2.5))
len(np.ones((3,2))), list(np.arange(3)), 2 in np.arange(3)
np.array([1,2,3])[::-1], np.arange(6).reshape(2,3)[...,1], np.arange(6).reshape(2,3)[None].shape
'''.strip().split('\n')
import warnings; warnings.simplefilter('ignore')
for t in tests:
    print('>>>',t); show(lambda: eval(t))
