package torch_test

import "testing"

// TestFloat8 holds the 8-bit floats, which the reference does not have, to what their documents say: the OCP 8-bit
// Floating Point Specification 1.0, https://pytorch.org/docs/2.6/tensor_attributes.html, type_info.html. Codes and rounding
// are tested beside the conversion (engine/device).
func TestFloat8(t *testing.T) {
	run(t, "sim:1,model=H100", `
import io, copy
import torch

x = torch.tensor([17.0, 19.0, 1000.0, -448.0, 0.001])
for device in ("cpu", "cuda"):
    a, b = x.to(device).to(torch.float8_e4m3fn), x.to(device).to(torch.float8_e5m2)
    assert a.element_size() == 1 and a.dtype == torch.float8_e4m3fn and a.is_floating_point()
    assert str(a.tolist()) == "[16.0, 20.0, nan, -448.0, 0.001953125]" and b.tolist() == [16.0, 20.0, 1024.0, -448.0, 0.0009765625]
    assert a.view(torch.uint8).tolist() == [88, 90, 127, 254, 1]
    assert torch.stack([a, a]).t()[1].float().tolist() == [20.0, 20.0] and torch.cat([b, b]).shape == (10,)
    assert torch.full((2,), 3.3, dtype=torch.float8_e4m3fn, device=device).tolist() == [3.25, 3.25]
    for wrong in (lambda: a + a, lambda: a * 2, lambda: a + x.to(device), lambda: a.sum(), lambda: torch.relu(a), lambda: a[:4].view(2, 2) @ a[:4].view(2, 2), lambda: a.normal_()):
        try:
            wrong()
            assert False
        except RuntimeError as e:
            assert "not implemented for 'Float8_e4m3fn'" in str(e), e
every = torch.arange(256, dtype=torch.uint8).view(torch.float8_e4m3fn)
assert torch.equal(every.float().nan_to_num(500).to(torch.float8_e5m2).float(), every.bfloat16().float().nan_to_num(500).to(torch.float8_e5m2).float())
f = torch.finfo(torch.float8_e4m3fn)
assert (f.bits, f.max, f.min, f.eps, f.tiny) == (8, 448.0, -448.0, 0.125, 2.0 ** -6)
f = torch.finfo(torch.float8_e5m2)
assert (f.bits, f.max, f.min, f.eps, f.tiny) == (8, 57344.0, -57344.0, 0.25, 2.0 ** -14)
assert repr(torch.tensor([1.7], dtype=torch.float8_e5m2)) == "tensor([1.7500], dtype=torch.float8_e5m2)"
file = io.BytesIO()
torch.save({"a": a}, file)
for only in (True, False):
    file.seek(0)
    back = torch.load(file, weights_only=only)["a"]
    assert back.dtype == a.dtype and back.is_cuda and torch.equal(back.view(torch.uint8), a.view(torch.uint8))
assert copy.deepcopy(b).dtype == torch.float8_e5m2

def scaled(t, dim=None):
    s = (t.abs().amax(dim, keepdim=True) if dim is not None else t.abs().max()) / 448
    return (t / s).to(torch.float8_e4m3fn), s

torch.manual_seed(0)
y, w, bias = torch.randn(32, 64), torch.randn(48, 64), torch.randn(48)
for device in ("cpu", "cuda"):
    for dim in (None, 1):
        (q, s), (p, r) = scaled(y.to(device), dim), scaled(w.to(device), dim)
        want = (q.double() @ p.double().t()) * s.double() * (r.double().t() if dim else r.double())
        r = r.t() if dim else r
        got = torch._scaled_mm(q, p.t(), s, r, out_dtype=torch.float32)
        assert torch.allclose(got.double(), want, rtol=1e-5, atol=1e-4), (got - want).abs().max()
        assert torch.equal(torch._scaled_mm(q, p.t(), s, r, out_dtype=torch.bfloat16), got.bfloat16())
        assert torch.equal(torch._scaled_mm(q, p.t(), s, r, bias=bias.to(device), out_dtype=torch.float32), got + bias.to(device))
        assert (got.cpu() - y @ w.t()).norm() / (y @ w.t()).norm() < 0.05
    for wrong, text in ((lambda: torch._scaled_mm(q, p, s, r), "shapes cannot be multiplied"), (lambda: torch._scaled_mm(q, p[:, :64].t().contiguous(), s, r), "col_major"),
                        (lambda: torch._scaled_mm(q.float(), p.t(), s, r), "Float8 matrix got Float"), (lambda: torch._scaled_mm(q, p.t(), s[:3], r), "Invalid scaling")):
        try:
            wrong()
            assert False
        except RuntimeError as e:
            assert text in str(e), e
    i, j = torch.randint(-128, 128, (32, 64), dtype=torch.int8, device=device), torch.randint(-128, 128, (64, 16), dtype=torch.int8, device=device)
    assert torch.equal(torch._int_mm(i, j).cpu(), i.cpu().int() @ j.cpu().int())
assert torch.backends.quantized.engine in torch.backends.quantized.supported_engines
`)
}
