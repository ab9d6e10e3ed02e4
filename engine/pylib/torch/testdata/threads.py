# Each thread has modes of its own, and a new one has none.
import threading

import torch

w = torch.ones(2, requires_grad=True)


def beside(mode, look):
    """Shows what this thread and a new one see while a thread is inside of mode, then what the thread itself sees."""
    inside, done = threading.Event(), threading.Event()

    def other():
        with mode:
            inside.set()
            done.wait()
            print("  inside", look())
        print("  after", look())
    thread = threading.Thread(target=other)
    thread.start()
    inside.wait()
    print("  here", look())
    fresh = threading.Thread(target=lambda: print("  new", look()))
    fresh.start()
    fresh.join()
    done.set()
    thread.join()
    print("  here", look())


print("no_grad")
beside(torch.no_grad(), lambda: (torch.is_grad_enabled(), (w * 2).requires_grad))
print("inference_mode")
beside(torch.inference_mode(), lambda: (torch.is_inference_mode_enabled(), torch.ones(1).is_inference()))
print("autocast")
beside(torch.autocast("cpu", dtype=torch.bfloat16), lambda: (torch.is_autocast_cpu_enabled(), (torch.ones(2, 2) @ torch.ones(2, 2)).dtype))

with torch.no_grad(), torch.autocast("cpu"):
    thread = threading.Thread(target=lambda: print("of a thread inside of both:", torch.is_grad_enabled(), torch.is_autocast_cpu_enabled()))
    thread.start()
    thread.join()
    print("around it:", torch.is_grad_enabled(), torch.is_autocast_cpu_enabled())

saved = []
with torch.autograd.graph.saved_tensors_hooks(lambda x: (saved.append(1), x)[1], lambda x: x):
    thread = threading.Thread(target=lambda: w * w)
    thread.start()
    thread.join()
    print("packed for a thread:", len(saved))
    w * w
    print("packed here:", len(saved))
