"""What losses, layers, subscripts and hooks say to operands that do not fit: each line is statements and an expression."""
import copy
import warnings

import torch
import torch.nn as nn
import torch.nn.functional as F

warnings.simplefilter("ignore")
a = torch.zeros
x5 = torch.arange(5.)

LINES = '''
F.cross_entropy(a(2,3), torch.tensor([0,1]), label_smoothing=1.1)
F.cross_entropy(a(2,3), a(2,3), label_smoothing=1.1)
F.cross_entropy(a(2,3,4,5), a(2,4,6).long())
F.cross_entropy(a(2,3,4,5), a(2,4).long())
F.cross_entropy(a(2,3,4), a(2,3).long())
F.cross_entropy(a(2,3,4,5,6), a(2,4,5,7).long())
F.cross_entropy(a(3), torch.tensor([1]))
F.cross_entropy(a(2,3), torch.tensor([0,1]), weight=torch.tensor([1,2,3]))
F.cross_entropy(a(2,3), torch.tensor([0,1]), weight=a(3).double())
F.binary_cross_entropy(a(2)+.5, a(2).long())
F.binary_cross_entropy(a(2).double()+.5, a(2))
F.binary_cross_entropy_with_logits(a(2)+.5, a(2).double()), F.binary_cross_entropy_with_logits(a(2).double()+.5, a(2))
F.binary_cross_entropy_with_logits(a(2)+.5, a(2).bool())
F.binary_cross_entropy_with_logits(a(2)+.5, a(2).int())
F.mse_loss(a(2), a(2).bool())
F.kl_div(a(2), a(2).long())
F.cosine_embedding_loss(a(3), a(3), torch.tensor([1.]))
F.cosine_embedding_loss(a(2,3), a(2,3), torch.tensor(1.))
F.cosine_embedding_loss(a(2,3), a(3), torch.ones(2))
F.cosine_embedding_loss(a(2,3), a(2,3), torch.ones(2,1))
F.triplet_margin_loss(a(2,3), a(3), a(3))
F.multi_margin_loss(a(2,3), a(3).long())
F.multi_margin_loss(a(2,3), torch.tensor([0,5]))
F.multilabel_margin_loss(a(2,3), a(3).long())
F.soft_margin_loss(a(2), a(3))
F.cosine_similarity(a(2,3), a(2,4))
F.cosine_similarity(a(2,3).long(), a(2,3).long())
F.bilinear(a(2,3), a(2,4), a(5,3,3))
F.conv2d(a(1,3,4,4), a(2,3,2))
F.conv2d(a(1,3,4,4), a(2,3,2,2), stride=(1,1,1))
F.conv2d(a(1,3,4,4), a(2,3,2,2), dilation=0)
F.conv2d(a(1,4,4,4), a(3,2,2,2), groups=2)
F.conv_transpose2d(a(3,4,4), a(3,2,2,2), output_padding=1)
F.conv_transpose1d(a(3,4), a(3,2,2), output_padding=2)
F.conv_transpose3d(a(3,4,4,4), a(3,2,2,2,2), output_padding=2)
F.conv1d(a(3,4), a(2,3,2)).shape, F.conv2d(a(3,4,4), a(2,3,2,2)).shape, F.conv3d(a(3,4,4,4), a(2,3,2,2,2)).shape, F.conv_transpose1d(a(3,4), a(3,2,2)).shape
nn.Conv2d(3, 4, 3, padding='same')(a(3,5,5)).shape, nn.Conv2d(3, 4, 2, padding='same')(a(3,5,5)).shape
nn.Conv2d(1, 2)
nn.ConvTranspose1d(1)
F.max_pool2d(a(1,1,4,4), (2,2,2))
F.max_pool1d(a(4), 2)
F.adaptive_avg_pool2d(a(4,4), 2)
F.adaptive_avg_pool2d(a(1,1,4,4), -1)
F.adaptive_max_pool2d(a(1,1,4,4), (2,))
F.unfold(a(1,1,2,2), 3)
F.gelu(a(2), approximate='x')
F.celu(a(2), 0.)
F.pdist(a(3))
nn.Embedding(3, 2)(torch.tensor([-1]))
x5.index_select(0, torch.tensor([-1]))
x5.index_add(0, torch.tensor([0,0]), torch.ones(3))
x5.index_add(0, torch.tensor([0,7]), torch.ones(2))
x5.index_add(0, torch.tensor([0.,0]), torch.ones(2))
x5.index_add(0, torch.tensor([0,0]), torch.ones(2).long())
x5.index_add(0, torch.tensor([[0,0]]), torch.ones(2))
a(3,4).index_add(0, torch.tensor([0,1]), torch.ones(2,3))
a(3,4).index_add(0, torch.tensor([0,1]), torch.ones(3,4))
a(3,4).index_add(0, torch.tensor([0,1]), torch.ones(2))
a(3,4).index_add(1, torch.tensor([0,1]), torch.ones(3,2))
a(3,4).index_add(1, torch.tensor([0]), torch.ones(3))
x5.index_fill(0, torch.tensor([0,2]), torch.tensor([1.,2.]))
x5.masked_fill(torch.tensor([1,0,0,0,0]), 9)
x5.masked_scatter(torch.tensor([1,0,0,0,1]).bool(), torch.tensor([7.]))
torch.vsplit(a(3,2), 2)
torch.vsplit(a(3), 2)
torch.dsplit(a(3,2), 2)
torch.hsplit(a(4), torch.tensor(2)), torch.hsplit(a(3,2), [1])
~torch.tensor(1.)
y = a(2); y[[0,1]] = torch.tensor([3,4])
y = a(2); y[y==0] = torch.tensor([3]); y[y==3] = torch.tensor(4); y
y = a(2); y[0] = 2**70
y = a(2); y[0] = 1j
y = a(2); del y.data
y = a(2); del y._backward_hooks
y = a(2, requires_grad=True); y.sum().backward(); del y.grad; y.grad
y = a(2, requires_grad=True) * 1; y.register_hook(lambda g: torch.ones(3)); y.sum().backward()
y = a(2, requires_grad=True) * 1; y.register_hook(lambda g: 'a'); y.sum().backward()
y = a(2, requires_grad=True) * 1; y.register_hook(lambda g: g.double()); y.sum().backward()
y = a(2, requires_grad=True) * 1; y.grad_fn.register_hook(lambda i, o: i[0]); y.sum().backward()
y = a(2, requires_grad=True) * 1; y.grad_fn.register_hook(lambda i, o: (i[0],)); y.sum().backward()
y = a(2, requires_grad=True); exec("with torch.no_grad(): z = y.view(2)"); z.add_(1)
y = torch.ones(2); z, w = copy.deepcopy([y, y[:1]]); w.fill_(9); z
m = nn.Linear(2, 2); h = m.register_full_backward_hook(lambda m, i, o: print(i, len(o))); m(torch.ones(1, 2)).sum().backward()
torch.utils.data.DataLoader([1]).batch_size = 3
l = torch.utils.data.DataLoader([1]); l.batch_size = 3
torch.autograd.gradcheck(lambda t: t.sin().detach(), torch.ones(2, dtype=torch.double, requires_grad=True))
torch.autograd.gradgradcheck(lambda t: t**3, torch.ones(2, dtype=torch.double, requires_grad=True))
torch.ones(2,3).map_(torch.ones(3), lambda a,b: a+b)
torch.ones(3).map_(torch.ones(2,3), lambda a,b: a+b)
torch.ones(3, requires_grad=True).map_(torch.ones(3), lambda a,b: a+b)
torch.tensor(1.).tensor_split((1,))
torch.ones(0,7).tensor_split(3,1), torch.ones(7,0).tensor_split((3,5),0), torch.ones(7,0).tensor_split((3,9),0)
torch.ones(0,5).index_select(0, torch.tensor([1]))
torch.cdist(torch.ones(2,2), torch.zeros(2,2), compute_mode='donot_use_mm_for_euclid_dist')
torch.cdist(torch.ones(2,2), torch.zeros(2,2), compute_mode='x')
torch.ones(3).exponential_(0)
torch.ones(3).exponential_(-1)
torch.broadcast_shapes(1.0, 2)
torch.broadcast_shapes((1, 2.))
torch.logcumsumexp(torch.tensor([1., float('inf'), float('inf'), 2]), 0)
torch.diff(torch.ones(2,2), prepend=torch.ones(2))
torch.take_along_dim(torch.ones(2,2), torch.ones(2,2), 0)
torch.empty(0).mode()
torch.empty(0).kthvalue(1)
b = torch.ones(3, requires_grad=True); c = torch.zeros(3); c[[1,2]] = b[[1,1]]; c.backward(torch.ones(3)); c.backward(torch.ones(3))
'''

names = dict(globals())
for line in LINES.strip().splitlines():
    try:
        *before, last = line.split("; ")
        for statement in before:
            exec(statement, names)
        try:
            last = compile(last, "line", "eval")
        except SyntaxError:
            exec(last, names)
            continue
        print(eval(last, names))
    except Exception as error:
        print(type(error).__name__, error)

values = [300, -1, -300, 2**31, 2**40, -2**40, 2**64, 1.5, 1e10, 1e300, float("nan"), float("inf"), -1.5, 1 + 2j, 1 + 0j, True,
          1e39, 70000., 255.5, None]
for dtype in torch.uint8, torch.int8, torch.int32, torch.int64, torch.float16, torch.bool, torch.float32, torch.bfloat16, torch.complex64:
    for v in values:
        for what in ("torch.tensor([v], dtype=dtype)", "a(1, dtype=dtype).fill_(v)", "a(1, dtype=dtype).masked_fill(torch.tensor([True]), v)"):
            try:
                print(eval(what))
            except Exception as error:
                print(dtype, v, type(error).__name__, str(error).split("\n")[0])

for v in ([torch.ones(2), torch.ones(2)], [torch.ones(1), torch.tensor(2.)], [torch.tensor([[1]]), 2], [torch.tensor([])], b"a", {1},
          object(), (i for i in [1])):
    for make in torch.tensor, torch.as_tensor, torch.Tensor, torch.LongTensor:
        try:
            print(make(v))
        except Exception as error:
            print(type(v), type(error).__name__, error)
