# Settings of the library, memory from elsewhere, and the blocks of a profile.
import torch
from torch.profiler import profile, record_function, ProfilerActivity
torch.use_deterministic_algorithms(True)
print(torch.are_deterministic_algorithms_enabled())
torch.use_deterministic_algorithms(False)
print(torch.are_deterministic_algorithms_enabled(), torch.has_cuda, torch.has_mps, torch.has_lapack)
print(torch.frombuffer(bytearray(b'\x01\x02\x00\x00'), dtype=torch.int16), torch.frombuffer(bytearray(4), dtype=torch.uint8, count=2, offset=1), torch.from_dlpack(torch.ones(2)))
for f in [lambda: torch.frombuffer(bytearray(3), dtype=torch.int16), lambda: torch.frombuffer(bytearray(3), dtype=torch.int16, offset=9), lambda: torch.load(None)]:
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
with profile(activities=[ProfilerActivity.CPU]) as prof:
    for _ in range(3):
        with record_function('inference'): torch.ones(2) + 1
blocks = [e for e in prof.key_averages() if e.key == 'inference']
print(len(blocks), blocks[0].count, blocks[0].cpu_time_total > 0, 'inference' in prof.key_averages().table(sort_by='cpu_time_total', row_limit=10))
for mode in 0, 1, 2, "default", "warn", "error", True, 1.5, None, "loud", 3:
    try:
        torch.set_deterministic_debug_mode(mode)
        print(mode, torch.get_deterministic_debug_mode())
    except Exception as e:
        print(type(e).__name__, e)
torch.set_deterministic_debug_mode(0)
for condition in True, torch.tensor(1) == 1, [], torch.zeros(1):
    try:
        print(torch._assert(condition, "no"))
    except AssertionError as e:
        print(e)
