import numpy as np
def show(f):
    try:
        r=f()
        print(repr(r)); print(r)
    except Exception as e:
        print(type(e).__name__, e)
tests='''
np.arange(24).reshape(2,3,4)
np.arange(3,dtype=np.float32)/3
np.random.seed(1) or np.random.randn(3,4).astype(np.float32)
np.array([1.,2,3])[np.newaxis,:]*np.array([[1],[2]])
np.array([1e-3,123456.789])
np.array([1e16,1])
np.array([0.00001,123])
np.array([[1e-7,1],[1,1]])
np.array([-0.0,0.0])
np.array([np.inf,-np.inf,np.nan,1])
np.arange(1001)
np.arange(10000).reshape(100,100)
np.ones((3,1001))
np.array([1+1e-9j,2])
np.array([[0.1+0.2j,-1j]])
np.float16(1.1), np.array([1.1,2.2],dtype=np.float16)
a.shape=(2,2)
np.array([[1,2],[3,4]],dtype=float).astype(str) if False else 0
np.array([1,2,3]).mean(), np.array([1,2,3]).std(ddof=1)
np.arange(6).reshape(2,3).argmax(axis=1), np.arange(6).reshape(2,3).max(axis=0)
np.arange(6).reshape(2,-1).T.flags['C_CONTIGUOUS']
np.arange(12).reshape(3,4)[1:,::2]
np.arange(12).reshape(3,4)[[0,2]][:,[1,3]]
np.ix_([0,1],[1,2])
np.where([[True,False],[False,True]])
np.random.seed(42) or [np.random.rand(), np.random.randint(100), np.random.randn(), np.random.choice(['a','b','c'])]
np.random.seed(3) or (np.random.shuffle(l:=[1,2,3,4,5]) or l)
np.random.seed(3) or np.random.randint(0,2,(2,3))
np.random.seed(0) or np.random.multivariate_normal([0,0],np.eye(2),3)
np.random.seed(0) or np.random.dirichlet([1,1,1])
np.random.seed(0) or np.random.beta(2,3,2)
np.random.seed(0) or np.random.gamma(2,1,3)
np.random.seed(0) or np.random.standard_t(3,2)
np.random.seed(0) or np.random.chisquare(3,2)
np.random.seed(0) or np.random.triangular(0,1,2,2)
np.random.seed(0) or np.random.geometric(.3,4)
np.random.seed(0) or np.random.weibull(2,2)
np.random.seed(0) or np.random.logistic(0,1,2)
np.random.seed(0) or np.random.gumbel(0,1,2)
np.random.seed(0) or np.random.rayleigh(1,2)
np.random.seed(0) or np.random.bytes(4)
np.random.RandomState(5).rand(2)
np.sum([[1,2],[3,4]],axis=1), np.prod([1,2,3])
np.array([3,1,2]).sort()
np.array([1,2,3,4]).reshape(2,2).dot(np.array([1,1]))
np.array([1,2,3]) @ np.array([1,2,3])
np.linalg.norm(np.arange(6).reshape(2,3),axis=1)
np.linalg.norm(np.arange(6).reshape(2,3),'fro'), np.linalg.norm([1,-2,3],1), np.linalg.norm([1,2],np.inf)
np.linalg.inv(np.zeros((2,2)))
np.linalg.eig(np.array([[2.,0],[0,3.]]))
np.linalg.cholesky(np.array([[4.,2],[2,3]]))
np.linalg.matrix_power(np.array([[1,1],[1,0]]),5)
np.array([1,2,3]).dtype.name, np.array([1.]).dtype.kind, np.dtype(float).itemsize
np.issubdtype(np.float32,np.floating), np.can_cast(np.int64,np.float32)
np.array([1,2,3],dtype=np.float32).tolist()
np.array([1,2])==np.array([1,3]), np.array_equal(np.array([1]),np.array([1]))
np.array([[1,2],[3,4]]).sum(), int(np.array([1,2]).sum())
np.exp(np.array([1,2],dtype=np.float32)).dtype, (np.arange(3)*1.0).dtype, (np.arange(3)/2).dtype
np.hstack((np.array([1]),[2,3])), np.column_stack(([1,2],[3,4])), np.dstack(([1],[2]))
np.array([1,2,3]).repeat(2), np.array([[1,2]]).repeat(2,axis=0)
np.atleast_2d([1,2]), np.atleast_1d(3)
np.arange(3).astype(bool), np.array([0.,1.5]).astype(np.uint8)
np.arange(10)[-3:], np.arange(10)[::3], np.arange(10)[[1,-1]]
np.zeros(3)[5]
np.zeros((2,2))[2,0]
np.zeros((2,2))[0,0,0]
np.concatenate([np.ones((2,2)),np.ones((3,3))])
np.stack([np.ones(2),np.ones(3)])
np.ones((2,3)).dot(np.ones((2,3)))
np.ones(2).reshape(-1,3)
np.array([1,2,3]).nofoo
np.foo
np.array([1.5]).item(), np.array([[5]]).item(), np.array([1,2]).item()
np.float64(3.0)==3, hash(np.int64(3))==hash(3), np.int64(3)/2, np.int64(7)//2, np.int64(2)**3, -np.int64(3), np.int64(5)%3
np.float32(0.1)*3, np.float64(0.1)*3, np.float32(0.1)+0.1, np.int32(5)+1, type(np.int32(5)+1)
np.bool_(True) & np.bool_(False), not np.bool_(False), np.bool_(True)+1
round(np.float64(2.567),1), f"{np.float32(1.5):.2f}", "%d" % np.int64(3), str(np.float64(1.0)), repr(np.float32(2.5))
np.arange(5).tolist(), list(map(int,np.arange(3))), [x for x in np.arange(3)]
sum(np.arange(4)), max(np.array([3,1])), sorted(np.array([3,1,2]))
dict(zip(np.array([1,2]),np.array([3,4])))
np.array([1,2,3])[np.array([0,2])], np.array([1,2,3])[[True,False,True]]
np.add(1,2), np.subtract([1],[2]), np.multiply(2,3), np.divide(1,2), np.true_divide(1,2), np.negative(1), np.reciprocal(2.)
np.array_split(np.arange(5),2), np.vsplit(np.eye(2),2), np.hsplit(np.eye(2),2)
np.linspace(0,1,3,endpoint=False), np.linspace(0,1,3,retstep=True), np.arange(0,1,.25), np.arange(5,0,-2)
np.save("a.npy",np.arange(3)) or np.load("a.npy")
np.savetxt("c.txt",np.eye(2)) or open("c.txt").read()
np.loadtxt("c.txt")
np.genfromtxt("c.txt")
np.info if False else 1
np.heaviside([-1,0,1],.5), np.sinc(0.5), np.gcd(12,8), np.lcm(4,6), np.fmod(-5,3), np.remainder(-5,3)
np.cumsum([[1,2],[3,4]],axis=0), np.diff([[1,3,6]],axis=1), np.ediff1d([1,2,4])
np.nanstd([1,np.nan,3]), np.nanargmax([np.nan,1]), np.average([1,2,3],weights=[3,1,0])
np.flatnonzero([0,3,0,5]), np.extract([True,False],[1,2]), np.compress([1,0],[1,2]), np.choose([0,1],[[1,2],[3,4]])
np.tensordot(np.ones((2,3)),np.ones((3,2)),1), np.vdot([1,2],[3,4]), np.matmul(np.eye(2),[1,2])
np.array([1,2,3]).clip(2), np.array([1.234]).round(2), np.array([1,2]).copy(), np.array([[1,2]]).swapaxes(0,1), np.array([1,2]).view()
np.array([1,2,3]).argsort()[::-1], np.argpartition([3,1,2],1), np.array([[3,1]]).argsort(axis=-1)
np.array([1,2,3]).any(), np.array([1,2]).ptp(), np.array([1,2]).var(), np.array([1,2]).prod(), np.array([[1,2],[3,4]]).trace(), np.array([[1,2],[3,4]]).diagonal()
np.array([1,2,3]).fill(0), np.array([1,2,3]).nonzero(), np.array([1,2,3]).searchsorted(2), np.array([1,2,3]).take([0])
np.shape([[1,2]]), np.size([1,2]), np.ndim(3)
np.seterr(all='ignore')
np.testing.assert_allclose([1],[1.1])
np.testing.assert_array_equal([1,2],[1,3])
np.__version__ >= "1"
'''.strip().split('\n')
import warnings; warnings.simplefilter('ignore')
a=np.arange(4)
for t in tests:
    print('>>>',t); show(lambda: eval(t))
