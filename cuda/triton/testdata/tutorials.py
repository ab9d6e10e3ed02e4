"""Dropout, layer norm, attention, autotuning, reductions and atomics; PyTorch says what is right."""
import torch, triton, triton.language as tl
from gputour.cuda import profile, step
torch.manual_seed(0)
@triton.jit
def _dropout(x_ptr, x_keep_ptr, output_ptr, n_elements, p, BLOCK_SIZE: tl.constexpr):
    pid = tl.program_id(axis=0)
    block_start = pid * BLOCK_SIZE
    offsets = block_start + tl.arange(0, BLOCK_SIZE)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask)
    x_keep = tl.load(x_keep_ptr + offsets, mask=mask)
    output = tl.where(x_keep, x / (1 - p), 0.0)
    tl.store(output_ptr + offsets, output, mask=mask)
@triton.jit
def _seeded_dropout(x_ptr, output_ptr, n_elements, p, seed, BLOCK_SIZE: tl.constexpr):
    pid = tl.program_id(axis=0)
    block_start = pid * BLOCK_SIZE
    offsets = block_start + tl.arange(0, BLOCK_SIZE)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask)
    random = tl.rand(seed, offsets)
    x_keep = random > p
    output = tl.where(x_keep, x / (1 - p), 0.0)
    tl.store(output_ptr + offsets, output, mask=mask)
x = torch.randn(10, device='cuda'); keep = (torch.rand(10, device='cuda') > 0.5).to(torch.int32)
o = torch.empty_like(x)
_dropout[(1,)](x, keep, o, 10, 0.5, BLOCK_SIZE=1024)
assert torch.allclose(o, torch.where(keep.bool(), x / 0.5, torch.zeros_like(x)))
xx = torch.ones(4096, device='cuda'); o = torch.empty_like(xx)
_seeded_dropout[lambda m: (triton.cdiv(4096, m['BLOCK_SIZE']),)](xx, o, 4096, 0.3, 123, BLOCK_SIZE=1024)
assert abs((o == 0).float().mean() - 0.3) < 0.02 and set(o.tolist()) == {0.0, (xx / (1 - torch.tensor(0.3)))[0].item()}

@triton.jit
def _ln_fwd(X, Y, W, B, Mean, Rstd, stride, N, eps, BLOCK_SIZE: tl.constexpr):
    row = tl.program_id(0)
    Y += row * stride
    X += row * stride
    mean = 0
    _mean = tl.zeros([BLOCK_SIZE], dtype=tl.float32)
    for off in range(0, N, BLOCK_SIZE):
        cols = off + tl.arange(0, BLOCK_SIZE)
        a = tl.load(X + cols, mask=cols < N, other=0.).to(tl.float32)
        _mean += a
    mean = tl.sum(_mean, axis=0) / N
    _var = tl.zeros([BLOCK_SIZE], dtype=tl.float32)
    for off in range(0, N, BLOCK_SIZE):
        cols = off + tl.arange(0, BLOCK_SIZE)
        x = tl.load(X + cols, mask=cols < N, other=0.).to(tl.float32)
        x = tl.where(cols < N, x - mean, 0.)
        _var += x * x
    var = tl.sum(_var, axis=0) / N
    rstd = 1 / tl.sqrt(var + eps)
    tl.store(Mean + row, mean)
    tl.store(Rstd + row, rstd)
    for off in range(0, N, BLOCK_SIZE):
        cols = off + tl.arange(0, BLOCK_SIZE)
        mask = cols < N
        w = tl.load(W + cols, mask=mask)
        b = tl.load(B + cols, mask=mask)
        x = tl.load(X + cols, mask=mask, other=0.).to(tl.float32)
        x_hat = (x - mean) * rstd
        y = x_hat * w + b
        tl.store(Y + cols, y, mask=mask)
M, N = 8, 300
x = torch.randn(M, N, device='cuda'); w = torch.rand(N, device='cuda'); b = torch.rand(N, device='cuda')
y = torch.empty_like(x); mean = torch.empty(M, device='cuda'); rstd = torch.empty(M, device='cuda')
_ln_fwd[(M,)](x, y, w, b, mean, rstd, x.stride(0), N, 1e-5, BLOCK_SIZE=128)
assert torch.allclose(y, torch.nn.functional.layer_norm(x, (N,), w, b), atol=1e-5)

@triton.jit
def _ln_bwd_dx(DX, DY, DW, DB, X, W, Mean, Rstd, Lock, stride, N, GROUP_SIZE_M: tl.constexpr, BLOCK_SIZE_N: tl.constexpr):
    row = tl.program_id(0)
    cols = tl.arange(0, BLOCK_SIZE_N)
    mask = cols < N
    X += row * stride
    DY += row * stride
    DX += row * stride
    lock_id = row % GROUP_SIZE_M
    Lock += lock_id
    Count = Lock + GROUP_SIZE_M
    DW = DW + lock_id * N + cols
    DB = DB + lock_id * N + cols
    x = tl.load(X + cols, mask=mask, other=0).to(tl.float32)
    dy = tl.load(DY + cols, mask=mask, other=0).to(tl.float32)
    w = tl.load(W + cols, mask=mask).to(tl.float32)
    mean = tl.load(Mean + row)
    rstd = tl.load(Rstd + row)
    xhat = (x - mean) * rstd
    wdy = w * dy
    xhat = tl.where(mask, xhat, 0.)
    wdy = tl.where(mask, wdy, 0.)
    c1 = tl.sum(xhat * wdy, axis=0) / N
    c2 = tl.sum(wdy, axis=0) / N
    dx = (wdy - (xhat * c1 + c2)) * rstd
    tl.store(DX + cols, dx, mask=mask)
    partial_dw = (dy * xhat).to(w.dtype)
    partial_db = (dy).to(w.dtype)
    while tl.atomic_cas(Lock, 0, 1) == 1:
        pass
    count = tl.load(Count)
    if count == 0:
        tl.atomic_xchg(Count, 1)
    else:
        partial_dw += tl.load(DW, mask=mask)
        partial_db += tl.load(DB, mask=mask)
    tl.store(DW, partial_dw, mask=mask)
    tl.store(DB, partial_db, mask=mask)
    tl.debug_barrier()
    tl.atomic_xchg(Lock, 0)

@triton.jit
def _ln_bwd_dwdb(DW, DB, FINAL_DW, FINAL_DB, M, N, BLOCK_SIZE_M: tl.constexpr, BLOCK_SIZE_N: tl.constexpr):
    pid = tl.program_id(0)
    cols = pid * BLOCK_SIZE_N + tl.arange(0, BLOCK_SIZE_N)
    dw = tl.zeros((BLOCK_SIZE_M, BLOCK_SIZE_N), dtype=tl.float32)
    db = tl.zeros((BLOCK_SIZE_M, BLOCK_SIZE_N), dtype=tl.float32)
    for i in range(0, M, BLOCK_SIZE_M):
        rows = i + tl.arange(0, BLOCK_SIZE_M)
        mask = (rows[:, None] < M) & (cols[None, :] < N)
        offs = rows[:, None] * N + cols[None, :]
        dw += tl.load(DW + offs, mask=mask, other=0.)
        db += tl.load(DB + offs, mask=mask, other=0.)
    sum_dw = tl.sum(dw, axis=0)
    sum_db = tl.sum(db, axis=0)
    tl.store(FINAL_DW + cols, sum_dw, mask=cols < N)
    tl.store(FINAL_DB + cols, sum_db, mask=cols < N)
G = 4
dy = torch.randn_like(x)
xr, wr, br = (t.clone().requires_grad_() for t in (x, w, b))
torch.nn.functional.layer_norm(xr, (N,), wr, br).backward(dy)
locks = torch.zeros(2 * G, dtype=torch.int32, device='cuda')
_dw = torch.zeros(G, N, device='cuda'); _db = torch.zeros(G, N, device='cuda'); dx = torch.empty_like(x); dw = torch.empty(N, device='cuda'); db = torch.empty(N, device='cuda')
_ln_bwd_dx[(M,)](dx, dy, _dw, _db, x, w, mean, rstd, locks, x.stride(0), N, BLOCK_SIZE_N=512, GROUP_SIZE_M=G, num_warps=4)
_ln_bwd_dwdb[lambda meta: (triton.cdiv(N, meta['BLOCK_SIZE_N']),)](_dw, _db, dw, db, G, N, BLOCK_SIZE_M=32, BLOCK_SIZE_N=128)
assert torch.allclose(dx, xr.grad, atol=1e-5) and torch.allclose(dw, wr.grad, atol=1e-5) and torch.allclose(db, br.grad, atol=1e-5)

@triton.jit
def _attn_inner(acc, l_i, m_i, q, K_ptr, V_ptr, offs_n, offs_d, stride_kn, stride_vn, qk_scale, N_CTX, BLOCK_N: tl.constexpr):
    for start_n in range(0, N_CTX, BLOCK_N):
        k = tl.load(K_ptr + (start_n + offs_n)[None, :] * stride_kn + offs_d[:, None])
        qk = tl.dot(q, k)
        m_ij = tl.maximum(m_i, tl.max(qk, 1) * qk_scale)
        qk = qk * qk_scale - m_ij[:, None]
        p = tl.math.exp2(qk)
        l_ij = tl.sum(p, 1)
        alpha = tl.math.exp2(m_i - m_ij)
        l_i = l_i * alpha + l_ij
        acc = acc * alpha[:, None]
        v = tl.load(V_ptr + (start_n + offs_n)[:, None] * stride_vn + offs_d[None, :])
        acc = tl.dot(p, v, acc)
        m_i = m_ij
    return acc, l_i, m_i

@triton.jit
def _attn_fwd(Q, K, V, Out, sm_scale, stride_qm, N_CTX, HEAD_DIM: tl.constexpr, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr):
    start_m = tl.program_id(0)
    offs_m = start_m * BLOCK_M + tl.arange(0, BLOCK_M)
    offs_n = tl.arange(0, BLOCK_N)
    offs_d = tl.arange(0, HEAD_DIM)
    q = tl.load(Q + offs_m[:, None] * stride_qm + offs_d[None, :])
    m_i = tl.zeros([BLOCK_M], dtype=tl.float32) - float("inf")
    l_i = tl.zeros([BLOCK_M], dtype=tl.float32) + 1.0
    l_i = l_i * 0
    acc = tl.zeros([BLOCK_M, HEAD_DIM], dtype=tl.float32)
    qk_scale = sm_scale * 1.44269504
    acc, l_i, m_i = _attn_inner(acc, l_i, m_i, q, K, V, offs_n, offs_d, stride_qm, stride_qm, qk_scale, N_CTX, BLOCK_N)
    acc = acc / l_i[:, None]
    tl.store(Out + offs_m[:, None] * stride_qm + offs_d[None, :], acc)
q, k, v = (torch.randn(64, 32, device='cuda') for _ in range(3))
o = torch.empty_like(q)
_attn_fwd[(4,)](q, k, v, o, 32 ** -0.5, 32, 64, HEAD_DIM=32, BLOCK_M=16, BLOCK_N=32)
assert torch.allclose(o, torch.softmax(q @ k.t() / 32 ** 0.5, -1) @ v, atol=1e-5)

@triton.autotune(configs=[triton.Config({'BLOCK': 64}, num_warps=1), triton.Config({'BLOCK': 1024}, num_warps=4)], key=['n'])
@triton.heuristics({'EVEN': lambda a: a['n'] % a['BLOCK'] == 0})
@triton.jit
def scale(x, o, n, EVEN: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    if EVEN:
        tl.store(o + i, tl.load(x + i) * 2)
    else:
        tl.store(o + i, tl.load(x + i, mask=i < n) * 2, mask=i < n)
x = torch.randn(5000, device='cuda'); o = torch.empty_like(x)
scale[lambda m: (triton.cdiv(5000, m['BLOCK']),)](x, o, 5000)
assert torch.equal(o, x * 2) and scale.best_config.kwargs['BLOCK'] in (64, 1024)
@triton.jit
def arg(x, o, p, N: tl.constexpr, M: tl.constexpr):
    i = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    v = tl.load(x + i)
    tl.store(o + tl.arange(0, M), tl.argmax(v, 1))
    tl.store(p + tl.arange(0, N), tl.min(v, axis=0))
for M, N in ((4, 8), (8, 64), (64, 4), (2, 256), (32, 32), (128, 16)):
    x = torch.randn(M, N, device='cuda'); o = torch.empty(M, dtype=torch.int32, device='cuda'); p = torch.empty(N, device='cuda')
    for warps in (1, 2, 4):
        arg[(1,)](x, o, p, N, M, num_warps=warps)
        assert torch.equal(o.long(), x.argmax(1)) and torch.equal(p, x.amin(0)), (M, N, warps)
@triton.jit
def hist(x, h, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    b = tl.load(x + i, mask=i < n, other=0)
    tl.atomic_add(h + b, 1, mask=i < n)
x = torch.randint(0, 10, (1000,), device='cuda', dtype=torch.int32); h = torch.zeros(10, dtype=torch.int32, device='cuda')
hist[(8,)](x, h, 1000, B=128)
assert torch.equal(h.long(), torch.bincount(x.long(), minlength=10))

# Philox 4x32-10 of counter and key 0 (known answers of Random123, kat_vectors), and an offset of 64 bits.
@triton.jit
def _words(o, BLOCK: tl.constexpr):
    a, b, c, d = tl.randint4x(0, tl.zeros((BLOCK,), tl.int32))
    tl.store(o, tl.max(a, 0)); tl.store(o + 1, tl.max(b, 0)); tl.store(o + 2, tl.max(c, 0)); tl.store(o + 3, tl.max(d, 0))
o = torch.zeros(4, dtype=torch.int64, device='cuda')
_words[(1,)](o, BLOCK=8)
assert [hex(x % 2**32) for x in o.tolist()] == ['0x6627e8d5', '0xe169c58d', '0xbc57ac4c', '0x9b00dbd8'], o

@triton.jit
def _normal(o, p, q, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    a, b, c, d = tl.randn4x(7, i)
    tl.store(o + i, a); tl.store(o + BLOCK + i, b); tl.store(o + 2 * BLOCK + i, c); tl.store(o + 3 * BLOCK + i, d)
    tl.store(p + i, tl.randn(7, i)); tl.store(q + i, tl.randint(7, i.to(tl.int64) + (1 << 32)) == tl.randint(7, i))
o, p, q = torch.zeros(4, 1024, device='cuda'), torch.zeros(1024, device='cuda'), torch.zeros(1024, dtype=torch.int32, device='cuda')
_normal[(1,)](o, p, q, BLOCK=1024)
assert torch.equal(o[0], p) and q.sum() < 3 and abs(o.mean()) < 0.05 and abs(o.std() - 1) < 0.05 and abs((o[0] * o[1]).mean()) < 0.1
