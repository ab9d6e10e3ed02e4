package torch_test

import (
	"strings"
	"testing"
)

// Every form of CUDA_VISIBLE_DEVICES that the CUDA C++ Programming Guide documents, and nonsense, on
// four GPUs: which are left, by the names they are found under.
func TestVisibleDevices(t *testing.T) {
	const program = `
import os
os.environ["CUDA_VISIBLE_DEVICES"] = VALUE
import torch
n = torch.cuda.device_count()
found = []
for i in range(n):
    torch.cuda.set_device(i)
    found.append(torch.cuda.current_device())
try:
    torch.ones(1, device="cuda")
    word = "ok"
except RuntimeError as e:
    word = str(e)
print(n, torch.cuda.is_available(), found, word)
`
	for value, n := range map[string]int{
		"0": 1, "2,1": 2, "0,2,-1,1": 2, "3,2,1,0": 4, "-1": 0, "": 0, " ": 0, "4": 0, "0,4,1": 1, "1,1": 0, "0,1,0": 0,
		" 0 , 1 ": 2, "0,,1": 1, ",0": 0, "0;1": 1, "01": 1, "+1": 1, "1abc": 1, "abc": 0, "NoDevFiles": 0, "none": 0, "all": 0, "1.5": 1,
		"GPU-0000000": 1, "GPU-11111111": 1, "GPU-0": 1, "gpu-0": 0, "GPU-": 0, "GPU": 0, "GPU-2,0": 2, "GPU-2,2": 0, "GPU-ffff": 0,
		"MIG-GPU-00000001-5eed-4ead-8a7e-000000000002/0/0": 0, "0,MIG-1": 1, "99999999999999999999": 0, "\u4e00": 0,
	} {
		want := "0 False [] No CUDA GPUs are available\n"
		if n > 0 {
			list := []string{"0", "1", "2", "3"}[:n]
			want = string('0'+rune(n)) + " True [" + strings.Join(list, ", ") + "] ok\n"
		}
		if got := run(t, "sim:4", strings.Replace(program, "VALUE", quote(value), 1)); got != want {
			t.Errorf("%q: got %q, want %q", value, got, want)
		}
	}
}

func quote(s string) string { return "\"" + s + "\"" }

// The list orders GPUs, too.
func TestVisibleDevicesOrder(t *testing.T) {
	got := run(t, "sim:3", `
import os
os.environ["CUDA_VISIBLE_DEVICES"] = "GPU-2,0"
import torch
x = torch.ones(1, device="cuda:0")
a = x.data_ptr()
y = torch.ones(1, device="cuda:1")
print(a > y.data_ptr(), x.device, y.device)
os.environ["CUDA_VISIBLE_DEVICES"] = "0"
print(torch.cuda.device_count())
`)
	compare(t, got, "True cuda:0 cuda:1\n2\n")
}

// The current GPU and its stream are a thread's own; a new thread begins with cuda:0 and the default stream
// (CUDA C++ Programming Guide, Device Selection; CUDA semantics of PyTorch's notes).
func TestThreads(t *testing.T) {
	got := run(t, "sim:2", `
import torch, threading
inside, done = threading.Event(), threading.Event()
def other():
    with torch.cuda.device(1), torch.cuda.stream(torch.cuda.Stream(1)):
        inside.set(); done.wait()
        print(torch.cuda.current_device(), torch.zeros(1, device="cuda").device, torch.cuda.current_stream() == torch.cuda.default_stream())
t = threading.Thread(target=other); t.start(); inside.wait()
print(torch.cuda.current_device(), torch.zeros(1, device="cuda").device, torch.cuda.current_stream(1) == torch.cuda.default_stream(1))
done.set(); t.join()
print(torch.cuda.current_device())
torch.cuda.set_device(1)
t = threading.Thread(target=lambda: print(torch.cuda.current_device())); t.start(); t.join()
print(torch.cuda.current_device())
`)
	compare(t, got, "0 cuda:0 True\n1 cuda:1 False\n0\n0\n1\n")
}
