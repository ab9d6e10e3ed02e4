"""Storages without memory, names of storages on GPUs; what attributes and calls of autograd warn of and refuse."""
import torch, warnings
def t(f):
    try: print(repr(f())[:200])
    except Exception as e: print(type(e).__name__, str(e)[:250])
s0=torch.TypedStorage([1,2,3,4],device='meta',dtype=torch.float32)
u=torch.UntypedStorage([1,2,3],device='meta')
for s in (s0,u):
    for n in ('cpu','_share_fd_cpu_','_share_filename_cpu_','share_memory_','tolist','is_shared','is_pinned','clone','nbytes','size','element_size','data_ptr','__len__'):
        print(n,end=' '); t(lambda: getattr(s,n)())
    t(lambda: s.resize_(10)); t(lambda: s[0]); t(lambda: s.__setitem__(0,1)); t(lambda: s.fill_(1)); t(lambda: s); t(lambda: s.copy_(s)); t(lambda: list(s)); t(lambda: str(s)); t(lambda:s.device); t(lambda:s.is_cuda)
    t(lambda: s[0:1]);
t(lambda: torch.TypedStorage([1,2,3,4]).copy_(s0))
t(lambda: s0.copy_(torch.TypedStorage([1,2,3,4])))
t(lambda: torch.ones(2).storage_type()); t(lambda: torch.empty(2,device='meta').storage_type()); t(lambda: torch.empty(2,device='meta').storage())
t(lambda: torch.cuda.FloatStorage); t(lambda: torch.cuda.FloatStorage.from_buffer()); t(lambda: torch.cuda.FloatStorage._new_with_weak_ptr()); t(lambda: torch.cuda.FloatStorage._new_shared_filename(0,0,0)); t(lambda: isinstance(torch.ones(2).storage(), torch.cuda.FloatStorage))
t(lambda: torch.cuda.FloatStorage.dtype)
x=torch.ones(2,requires_grad=True)
y=x*2
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter('always')
    y.grad; y.grad; torch.ones(2).grad; x.grad
    y.sum().backward(); y.grad
    print([str(i.message).split(' (Triggered')[0] for i in w], w and w[0].category)
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter('always')
    print(x.volatile)
    print([str(i.message).split(' (Triggered')[0] for i in w], w and w[0].category)
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter('always')
    class A(torch.autograd.Function):
        @staticmethod
        def forward(ctx,x): ctx.save_for_backward(x); return x*2
        @staticmethod
        def backward(ctx,g): ctx.saved_variables; return g
    A.apply(x).sum().backward()
    print([str(i.message).split(' (Triggered')[0] for i in w], w and w[0].category)
t(lambda: torch.autograd.grad(x.sum(),[])); t(lambda: torch.autograd.backward(x.sum(), inputs=[])); t(lambda: x.sum().backward(inputs=[]))
t(lambda: torch.autograd.grad(x.clone(),x,torch.ones(2,3),is_grads_batched=True))
