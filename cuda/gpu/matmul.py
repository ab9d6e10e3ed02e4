torch.backends.cuda.matmul.allow_tf32 = False
for name, dtype in ("fp32", torch.float32), ("bf16", torch.bfloat16):
    n, best = 4096, 1e9
    x, y = torch.randn(n, n, device="cuda", dtype=dtype), torch.randn(n, n, device="cuda", dtype=dtype)
    for _ in range(6):
        start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        start.record()
        for _ in range(20):
            x @ y
        end.record()
        end.synchronize()
        best = min(best, start.elapsed_time(end) / 20)
    print(f"matmul 4096, {name}", 2 * n**3 / best / 1e9, sep="\t")
