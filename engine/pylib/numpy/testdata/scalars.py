"""Arrays and scalars of NumPy where tensors are made and written."""
import numpy as np
import torch

a = torch.zeros
LINES = '''
y = a(2); y[0] = np.ones(1)
y = a(2); y[0] = np.float32(1)
y = a(2); y[0] = np.int64(3); y[1] = np.float64(2); y
y = np.ones(2); del y.shape
y = np.ones(2); del y.flat
'''

names = dict(globals())
for line in LINES.strip().splitlines():
    try:
        *before, last = line.split("; ")
        for statement in before:
            exec(statement, names)
        if last.startswith("del") or "=" in last:
            exec(last, names)
        else:
            print(eval(last, names))
    except Exception as error:
        print(type(error).__name__, error)

for dtype in torch.uint8, torch.int32, torch.float16, torch.bool, torch.float32, torch.complex64:
    for v in np.float32(2), np.int64(300), np.float64(1e10), np.bool_(True):
        for what in "torch.tensor([v], dtype=dtype)", "a(1, dtype=dtype).fill_(v)", "torch.full((1,), v, dtype=dtype)":
            try:
                print(eval(what))
            except Exception as error:
                print(dtype, v, type(error).__name__, str(error).split("\n")[0])

for v in (np.float32(3), np.float64(2), np.complex64(1j), [np.float32(3), np.int64(2)], [np.array(1)], [np.array([1]), np.array([2.5])],
          [np.float32(1), 2.], [np.int32(1)], [np.bool_(1)], [[np.float32(1)], [np.float64(2)]], [1, np.array(2)], np.datetime64("2020")):
    for make in torch.tensor, torch.as_tensor, torch.Tensor, torch.LongTensor:
        try:
            print(make(v))
        except Exception as error:
            print(type(v), type(error).__name__, error)
