"""Files of tensors: both formats, what they say, where they are read from, what they refuse."""
import copy
import io
import pickle
import struct
import tempfile
import warnings

import torch
from torch import nn

warnings.filterwarnings("ignore")


def said(f):
    try:
        return f()
    except Exception as e:
        return f"{type(e).__name__}: {str(e)[:150]}"


def again(obj, old=False, protocol=2, **how):
    file = io.BytesIO()
    torch.save(obj, file, pickle_protocol=protocol, _use_new_zipfile_serialization=not old)
    file.seek(0)
    return torch.load(file, **how)


class Mine(torch.Tensor):
    __slots__ = ["inside"]

    def new_empty(self, *size):
        return torch.empty(*size).as_subclass(Mine)


a = torch.arange(6.0)
mine = torch.ones(2).as_subclass(Mine)
mine.inside, mine.note = torch.zeros(1), "a note"
grown = torch.ones(2, requires_grad=True) * 2
for old in (False, True):
    for how in ({}, {"weights_only": True}):
        b, c, s = again([a, a.view(2, 3)[1], a.storage()], old, **how)
        b[4] = 40
        print(b, c, s.tolist(), c.storage_offset(), c.stride(), b.data_ptr() == s.data_ptr())
        print(again({"sparse": torch.eye(2).to_sparse(), "rows": torch.eye(2).to_sparse_csr(), "size": torch.Size([1, 2])}, old, **how))
        print(again(torch.empty(2, 3, device="meta"), old, **how), again(grown, old, **how).requires_grad)
        print(again([torch.tensor(True), torch.tensor([1 + 2j]), torch.tensor([], dtype=torch.int8), torch.tensor(1.5).bfloat16()], old, **how))
    m = again(mine, old)
    print(type(m).__name__, m.inside, m.note, said(lambda: again(mine, old, weights_only=True))[-120:])
    bad = (lambda: torch.load(io.BytesIO(b"abc")), lambda: torch.load(io.BytesIO()), lambda: again(a, old, map_location="nowhere"),
           lambda: again([a, a.storage().untyped()], old), lambda: again([torch.view_as_real(torch.ones(1) + 1j), torch.ones(1)], old),
           lambda: again(a, old, map_location={"cpu": "cuda:0"}), lambda: again(a, old, weights_only=True, pickle_module=pickle))
    for f in bad:
        print(said(f))
    print(again(a, old, map_location="meta"), again(a, old, map_location=lambda storage, location: print(type(storage).__name__, location)))
    print(again(a, old, protocol=4), again(torch.strided, old), again(nn.Linear(2, 3).state_dict(), old).keys())

c = torch.ones(3, dtype=torch.complex64)
for pair in ([c, torch.view_as_real(c)], [c.storage(), c.real], [a, torch.TypedStorage(wrap_storage=a.storage().untyped(), dtype=torch.uint8)]):
    print(said(lambda: again(pair)))

# Within a file, behind something else; from what reads in pieces; from what cannot be wound back.
with tempfile.NamedTemporaryFile() as f:
    pickle.dump(41, f)
    torch.save(a, f, _use_new_zipfile_serialization=False)
    torch.save(a + 1, f, _use_new_zipfile_serialization=False)
    f.seek(0)
    print(pickle.load(f), torch.load(f), torch.load(f))


class Reader:
    def __init__(self, data, *names):
        self.file, self.asked = io.BytesIO(data), set()
        for name in names:
            setattr(self, name, self.note(name))

    def note(self, name):
        method = getattr(self.file, name)

        def call(*args):
            self.asked.add(name)
            return method(*args)
        return call


for old in (False, True):
    file = io.BytesIO()
    torch.save(a, file, _use_new_zipfile_serialization=not old)
    data = file.getvalue()
    for names in (("read", "readline", "seek", "tell"), ("read", "readline", "seek", "tell", "readinto"), ("read", "readline")):
        r = Reader(data, *names)
        print(said(lambda: torch.load(r)), "readinto" in r.asked)
print(said(lambda: torch.save(a, "/tmp/no such folder/x.pt")))

# What pickle itself makes of tensors; copies.
for x in (a, a.view(2, 3)[:, 1], torch.eye(2).to_sparse(), torch.empty(2, device="meta"), nn.Parameter(a), mine):
    y = pickle.loads(pickle.dumps(x))
    print(type(y).__name__, y.shape, y.stride() if y.layout == torch.strided else y.layout, y.requires_grad)
for x in (torch.strided, torch.sparse_coo, torch.float16, torch.Size([2]), torch.device("cuda", 1)):
    print(pickle.loads(pickle.dumps(x)))
s = pickle.loads(pickle.dumps(a.storage()))
print(s.tolist(), s.dtype, s._cdata == a.storage()._cdata, a.storage()._cdata == a[2:].storage()._cdata, s.pickle_storage_type())
a.note = [1]
b = copy.deepcopy(a)
print(b.note, b.note is a.note, copy.deepcopy(mine).inside, copy.deepcopy(mine).note, type(copy.deepcopy(mine)).__name__)
bytes_ = torch.UntypedStorage([1, 2, 3, 4, 5, 6, 7, 8])
part = bytes_[4:]
print(part.tolist(), part.data_ptr() - bytes_.data_ptr(), torch.tensor([], dtype=torch.uint8).set_(part, 1, (2,), (1,)))

# A file of Python 2 and version 0.4, and one of version 0.3 with parts of storages.
words = bytes.fromhex("c5bcc485")
head = b"\x80\x02\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19.\x80\x02M\xe9\x03.\x80\x02}q\x00."
old = head + b"\x80\x02]q\x01(U\x04" + words + b"q\x02K\x02e.\x80\x02]q\x01."
print(torch.load(io.BytesIO(old), encoding="utf-8"), torch.load(io.BytesIO(old), encoding="bytes"), torch.load(io.BytesIO(old)))
print(said(lambda: torch.load(io.BytesIO(old), encoding="ascii")))
view = (b"\x80\x02(U\x07storageq\x00ctorch\nFloatStorage\nq\x01U\x019q\x02U\x03cpuq\x03K\x02U\x017q\x04K\x00K\x01\x87tQ"
        b"(h\x00h\x01h\x02h\x03K\x02U\x018q\x05K\x01K\x01\x87tQ\x86.")
one, two = torch.load(io.BytesIO(head + view + b"\x80\x02]q\x01U\x019q\x02a." + struct.pack("<q", 2) + struct.pack("<ff", 1.5, 2.5)))
print(one.tolist(), two.tolist(), two.data_ptr() - one.data_ptr())
print(said(lambda: torch.load(io.BytesIO(head + view + b"\x80\x02]q\x01U\x019q\x02a." + struct.pack("<q", 2)))).split(",")[0])


class Spoofed:
    def __reduce__(self):
        x = torch.eye(2).to_sparse()
        return torch._utils._rebuild_sparse_tensor, (x.layout, (x._indices() + 1, x._values(), x.size()))


for old in (False, True):
    print(said(lambda: again(Spoofed(), old)))
print(torch.serialization.location_tag(a.storage()), torch.serialization.check_module_version_greater_or_equal(torch, (1, 6)))

# Many parts of storages that lie beside each other: each is a storage of its own in a file.
whole = [torch.UntypedStorage([n] * 512) for n in range(40)]
parts = [w[k:k + 8 + k % 3] for w in whole for k in range(0, 500, 5)] + [w[:9] for w in whole] + whole
print(len({s._cdata for s in parts}) == len(parts))
f = io.BytesIO()
torch.save(parts, f)
f.seek(0)
print(all(x.tolist() == y.tolist() for x, y in zip(torch.load(f), parts)))
