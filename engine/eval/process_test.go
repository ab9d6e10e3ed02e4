package eval_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gputour/engine/eval"
	"gputour/engine/session"
	"gputour/engine/wire"
)

// TestProcesses runs programs of several processes: they print what they print with the real Python, PyTorch and Gloo
// (testdata/processes/reference.sh), to the last bit of sums.
func TestProcesses(t *testing.T) {
	files, err := filepath.Glob("testdata/processes/*.py")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".py"), func(t *testing.T) {
			t.Parallel()
			code, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			want, err := os.ReadFile(strings.TrimSuffix(file, ".py") + ".out")
			if err != nil {
				t.Fatal(err)
			}
			ev := open(t, "cpu", eval.Config{Script: true, Args: []string{"program.py"}})
			r := &recorder{}
			ev.Run(session.Run{RID: "r", Cell: "program.py", Code: string(code), Count: 1, Lang: "en"}, r)
			if got := r.text["stdout"]; got != string(want) {
				failed := ""
				if b := find[wire.ErrorBody](r); b != nil {
					failed = b.Text
				}
				t.Errorf("printed\n%s\nwant\n%s\nand said\n%s%s", got, want, r.text["stderr"], failed)
			}
		})
	}
}

// TestTrees times sums of four GPUs: small ones are faster along trees, large ones around the ring, and NCCL_ALGO says which are tried.
func TestTrees(t *testing.T) {
	ev := open(t, "sim:4", eval.Config{Script: true, Args: []string{"program.py"}})
	r := &recorder{}
	ev.Run(session.Run{RID: "r", Cell: "program.py", Count: 1, Lang: "en", Code: `
import os
import torch, torch.distributed as dist, torch.multiprocessing as mp

def timed(rank, algo, counts, times):
    os.environ.pop("NCCL_ALGO", None)
    if algo:
        os.environ["NCCL_ALGO"] = algo
    torch.cuda.set_device(rank)
    dist.init_process_group("nccl", init_method="tcp://127.0.0.1:29661", rank=rank, world_size=4)
    for count in counts:
        x = torch.full((count,), float(rank), device="cuda")
        dist.all_reduce(x)
        assert x[0] == 6
        start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        start.record(); dist.all_reduce(x); end.record(); torch.cuda.synchronize()
        if rank == 0:
            times.put(start.elapsed_time(end))
    dist.destroy_process_group()

if __name__ == "__main__":
    times = mp.get_context("spawn").SimpleQueue()
    found = {}
    for algo in (None, "Ring", "Tree", "tree,ring", "^Ring"):
        mp.spawn(timed, args=(algo, (64, 1 << 22), times), nprocs=4)
        found[algo] = [times.get(), times.get()]
    small, large = zip(*(found["Ring"], found["Tree"]))
    assert found[None] == found["Ring"] and found["^Ring"] == found["Tree"], found
    assert small[1] < small[0] and large[0] < large[1] < 1.6 * large[0], found
    assert found["tree,ring"] == [small[1], large[0]], found
    for wrong in ("CollnetDirect", "^Ring,Tree"):
        try:
            mp.spawn(timed, args=(wrong, (1,), times), nprocs=4)
            print("taken", wrong)
        except Exception as e:
            assert "there are Ring and Tree" in str(e), e
    print("done")
`}, r)
	if got := r.text["stdout"]; got != "done\n" {
		t.Errorf("printed\n%s\nand said\n%s%+v", got, r.text["stderr"], find[wire.ErrorBody](r))
	}
}

// TestProfileOfARank: a rank's profile has its own GPU's part of a collective, whoever came last for it, and nothing of the others'.
func TestProfileOfARank(t *testing.T) {
	ev := open(t, "sim:2", eval.Config{Script: true, Args: []string{"program.py"}})
	r := &recorder{}
	ev.Run(session.Run{RID: "r", Cell: "program.py", Count: 1, Lang: "en", Code: `
import torch, torch.distributed as dist, torch.multiprocessing as mp

def profiled(rank, found):
    torch.cuda.set_device(rank)
    dist.init_process_group("nccl", init_method="tcp://127.0.0.1:29663", rank=rank, world_size=2)
    x = torch.ones(64, device="cuda")
    with torch.profiler.profile() as p:
        for _ in range(3):
            dist.all_reduce(x)
        if rank == 1:
            x.exp()
    found.put((rank, {e.key.split("(")[0]: e.count for e in p.key_averages() if "_" in e.key and "ernel" in e.key}))
    dist.destroy_process_group()

if __name__ == "__main__":
    found = mp.get_context("spawn").SimpleQueue()
    mp.spawn(profiled, args=(found,), nprocs=2)
    print(*sorted([found.get(), found.get()]))
`}, r)
	want := "(0, {'ncclKernel_AllReduce_RING_LL_Sum_float': 3}) (1, {'ncclKernel_AllReduce_RING_LL_Sum_float': 3, 'exp_kernel': 1})\n"
	if got := r.text["stdout"]; got != want {
		t.Errorf("printed\n%swant\n%sand said\n%s%+v", got, want, r.text["stderr"], find[wire.ErrorBody](r))
	}
}

// TestFullySharded trains with pieces of parameters on each rank, on simulated GPUs and, which PyTorch does not offer, on
// the CPU: it asserts that numbers are those of DistributedDataParallel and that a rank keeps half of the memory.
func TestFullySharded(t *testing.T) {
	code, err := os.ReadFile("testdata/sharded/fully_sharded.py")
	if err != nil {
		t.Fatal(err)
	}
	for _, devices := range []string{"cpu", "sim:2"} {
		t.Run(devices, func(t *testing.T) {
			t.Parallel()
			ev := open(t, devices, eval.Config{Script: true, Args: []string{"program.py"}})
			r := &recorder{}
			ev.Run(session.Run{RID: "r", Cell: "program.py", Code: string(code), Count: 1, Lang: "en"}, r)
			if got := r.text["stdout"]; !strings.HasSuffix(got, "done\n") {
				t.Errorf("printed\n%s\nand said\n%s%+v", got, r.text["stderr"], find[wire.ErrorBody](r))
			}
		})
	}
}

// trainer is a program for torchrun: each rank has a GPU of its own.
const trainer = `%%writefile train.py
import os, torch, torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel as DDP
dist.init_process_group("nccl")
rank = int(os.environ["LOCAL_RANK"])
torch.cuda.set_device(rank)
net = DDP(torch.nn.Linear(256, 256).cuda(), device_ids=[rank])
for step in range(2):
    net(torch.randn(64, 256, device=rank)).square().mean().backward()
torch.cuda.synchronize()
print("rank", rank, torch.cuda.memory_allocated() // 2**10, next(net.parameters()).device)
`

// TestTorchrun trains on four GPUs: each has its rank's memory and work, and the four are in an all_reduce at one time.
func TestTorchrun(t *testing.T) {
	ev := open(t, "sim:4", eval.Config{})
	r, o := cells(ev, trainer, "!torchrun --nproc-per-node=4 train.py")
	lines := strings.Split(strings.TrimSpace(r.text["stdout"]), "\n")
	if o.State != wire.RunDone || len(lines) != 4 {
		t.Fatalf("%s: %q", o.State, r.text)
	}
	for _, line := range lines {
		if words := strings.Fields(line); len(words) != 4 || words[3] != "cuda:"+words[1] || words[2] != strings.Fields(lines[0])[2] {
			t.Errorf("printed %q", line)
		}
	}
	ends := map[int64]map[string]bool{}
	for _, e := range r.events {
		if b, ok := e.(wire.DeviceBody); ok {
			for _, e := range b.Events {
				if strings.HasPrefix(e.Kernel, "ncclKernel_AllReduce") {
					at := e.Start + e.Nanos
					if ends[at] == nil {
						ends[at] = map[string]bool{}
					}
					ends[at][e.Device] = true
				}
			}
		}
	}
	together := 0
	for _, devices := range ends {
		if len(devices) == 4 {
			together++
		}
	}
	if together < 2 {
		t.Errorf("collectives end at %v: four devices together %d times", ends, together)
	}
	r, _ = cells(ev, "!python -c 'import os; print(sorted(os.listdir()))'")
	if r.text["stdout"] != "['train.py']\n" {
		t.Errorf("the folder holds %s", r.text["stdout"])
	}
	r, _ = cells(ev, "print(1)", "import torch\nprint(sum(torch.cuda.memory_allocated(i) for i in range(4)))")
	if r.text["stdout"] != "0\n" {
		t.Errorf("programs that have ended hold %s of GPU memory", r.text["stdout"])
	}
}

// TestProcessFaults has programs fail in ways that would hang or puzzle: each is said in words, and the notebook lives.
func TestProcessFaults(t *testing.T) {
	group := "import torch, torch.distributed as dist, os\ndist.init_process_group('gloo')\nrank = dist.get_rank()\n"
	for _, c := range []struct{ name, code, want string }{
		{"another collective", group + "x = torch.ones(2)\nif rank: dist.all_reduce(x)\nelse: dist.broadcast(x, 0)\n",
			"Detected mismatch between collectives on ranks. Rank 0 is running collective: broadcast from 0 of torch.float32[2] at x.py:6, but Rank 1 is running collective: all_reduce SUM of torch.float32[2] at x.py:5."},
		{"another shape", group + "dist.all_reduce(torch.ones(2 + rank))\n", "all_reduce SUM of torch.float32[3] at x.py:4"},
		{"a rank that does not come", group + "if rank: dist.barrier()\n", "rank 1 waits for barrier, called at x.py:4, which rank 0 is not at"},
		{"the first collective on GPUs", strings.Replace(group, "'gloo'", "'nccl'", 1) + "torch.cuda.set_device(rank)\nif rank == 0: dist.all_reduce(torch.ones(1).cuda())\n", "rank 0 waits for all_reduce, called at x.py:5, which rank 1 is not at"},
		{"both send first", group + "x = torch.ones(2)\ndist.send(x, 1 - rank)\ndist.recv(x, 1 - rank)\n",
			"rank 0 waits for rank 1 to receive what was sent at x.py:5; rank 1 waits for rank 0 to receive what was sent at x.py:5"},
		{"one GPU for two", group[:len(group)-len("rank = dist.get_rank()\n")-len("dist.init_process_group('gloo')\n")] + "dist.init_process_group('nccl')\ndist.all_reduce(torch.ones(1).cuda())\n", "Duplicate GPU detected : rank "},
		{"an exception", "import os\nif os.environ['RANK'] == '1': raise ValueError('mine')\n", "ValueError: mine"},
		{"processes without end", "import multiprocessing as mp\nmp.Process(target=print, args=(1,)).start()\n", "An attempt has been made to start a new process before the"},
	} {
		t.Run(c.name, func(t *testing.T) {
			ev := open(t, "sim:2", eval.Config{})
			r, _ := cells(ev, "%%writefile x.py\n"+c.code, "!torchrun --nproc-per-node=2 x.py 2>&1")
			if !strings.Contains(r.text["stdout"], c.want) {
				t.Errorf("said\n%s\nwant %q", r.text["stdout"], c.want)
			}
			if r, o := cells(ev, "1 + 1"); o.State != wire.RunDone || find[wire.DisplayBody](r) == nil {
				t.Errorf("the session did not survive: %s", o.State)
			}
		})
	}
}

// TestStopProcesses stops what runs beside the notebook, whatever it is at.
func TestStopProcesses(t *testing.T) {
	for name, code := range map[string]string{
		"a loop":       "%%bash\npython -c \"print('on', flush=True)\nwhile True: pass\"",
		"ranks":        "%%writefile x.py\nprint('on', flush=True)\nwhile True: pass\n",
		"a wait":       "import multiprocessing as mp\nq = mp.Queue()\ndef f(q):\n    print('on', flush=True)\n    while True: pass\np = mp.Process(target=f, args=(q,))\np.start()\nq.get()",
		"a sleep":      "!python -c \"import time; print('on', flush=True); time.sleep(1000)\"",
		"what catches": "%%bash\npython -c \"print('on', flush=True)\nwhile True:\n  try:\n    while True: pass\n  except BaseException: pass\"",
	} {
		t.Run(name, func(t *testing.T) {
			ev := open(t, "cpu", eval.Config{})
			if name == "ranks" {
				cells(ev, code)
				code = "!torchrun --nproc-per-node=3 x.py"
			}
			began := make(chan struct{})
			r := &recorder{began: began}
			ended := make(chan session.Outcome, 1)
			go func() { ended <- ev.Run(session.Run{RID: "r", Cell: "c", Code: code, Count: 1}, r) }()
			<-began
			ev.Stop("r", false)
			if name == "what catches" {
				ev.Stop("r", true)
			}
			select {
			case <-ended:
			case <-time.After(20 * time.Second):
				t.Fatal("does not stop")
			}
			if r, o := cells(ev, "1 + 1"); o.State != wire.RunDone || find[wire.DisplayBody](r) == nil {
				t.Errorf("the session did not survive: %s", o.State)
			}
		})
	}
}
