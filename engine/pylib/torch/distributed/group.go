// Package distributed is what module torch.distributed, written in Python, asks of Go: groups of processes, what they do
// together, and what one sends to another.
//
// Each call of a collective leaves the tensors of its rank where the others of the group find them. Who comes last
// carries it out for all. Sums are made in the order of Gloo's ring, so that they have its bits.
package distributed

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"gputour/engine/device"
	"gputour/engine/interp"
	"gputour/engine/object"
	"gputour/engine/process"
	"gputour/engine/pylib/std"
	"gputour/engine/pylib/torch/grad"
	"gputour/engine/pylib/torch/state"
	"gputour/engine/pylib/torch/values"
	"gputour/engine/tensor"
)

// group is processes that call collectives together.
type group struct {
	name  string
	size  int
	ranks []*process.Process // by rank, nil before they come and after they have left
	met   bool               // all have come
	calls map[int]*collective
	next  []int // by rank: the number of the next collective
	mail  map[address][]*letter
}

// collective is one operation of a group.
type collective struct {
	group  *group
	number int
	parts  []*part // by rank
	come   int
	done   bool
	end    int64 // on the simulated clock
	err    error
}

// part is what one rank brings to a collective.
type part struct {
	kind, op string
	root     int
	in, out  []*tensor.Tensor
	called   string // what the program has called, for which this is done
	where    string // "train.py:12"
	ready    int64  // see collector
	algo     string // the environment's NCCL_ALGO
}

// collector is a device that has simulated time for collectives.
type collector interface {
	Post() (ready int64)
	Meet(name string, ready, end int64, bytes int)
	Follow(end int64)
	RingNanos(ring []device.Device, bytes, steps int) int64
	TreeNanos(gpus []device.Device, bytes int) int64
	Quiet(f func() error) error
}

// worldGroups are the groups of a world by name.
type worldGroups struct {
	named   map[string]*group
	tickets map[int64]*ticket
	letters map[int64]*letter
	made    int64 // tickets
}

func groupsOf(p *process.Process) *worldGroups {
	return p.World.Shared("torch.distributed", func() any {
		return &worldGroups{named: map[string]*group{}, tickets: map[int64]*ticket{}, letters: map[int64]*letter{}}
	}).(*worldGroups)
}

// ticket is what a process waits for.
type ticket struct {
	*collective
	owner *process.Process
}

// Depart ends a process's part in all groups: it has ended.
func Depart(p *process.Process) {
	all := groupsOf(p)
	for name, g := range all.named {
		rank := slices.Index(g.ranks, p)
		if rank < 0 {
			continue
		}
		for n, c := range g.calls {
			if c.parts[rank] != nil {
				delete(g.calls, n)
			}
		}
		if !slices.ContainsFunc(g.ranks, func(q *process.Process) bool { return q != nil && q != p && !q.Ended }) {
			delete(all.named, name)
		}
	}
	for n, t := range all.tickets {
		if t.owner == p {
			delete(all.tickets, n)
		}
	}
}

func init() {
	def := func(sig string, fn func(t *object.Thread, p *process.Process, a []object.Value) (object.Value, error)) {
		Functions = append(Functions, object.Def(sig, func(t *object.Thread, a []object.Value) (object.Value, error) {
			p := process.Of(t.Session)
			if p == nil {
				return object.Value{}, object.Raise(object.NotImplementedError, "torch.distributed needs processes, which cannot be started where the program has ended")
			}
			return fn(t, p, a)
		}, ""))
	}
	def("_dist_join(name, rank, size, /)", distJoin)
	def("_dist_leave(name, rank, /)", distLeave)
	def("_dist_post(name, rank, kind, op, root, inputs, outputs, on_behalf, /)", distPost)
	def("_dist_wait(ticket, device, /)", distWait)
	def("_dist_done(ticket, /)", distDone)
	def("_dist_send(name, rank, to, tag, tensor, /)", distSend)
	def("_dist_sent(ticket, to, /)", distSent)
	def("_dist_receive(name, rank, source, tag, tensor, /)", distReceive)
}

// distJoin makes the process a rank of a group and waits for the other ranks.
func distJoin(t *object.Thread, p *process.Process, a []object.Value) (object.Value, error) {
	name, _ := object.AsStr(a[0])
	rank, _ := object.AsInt(a[1])
	size, _ := object.AsInt(a[2])
	all := groupsOf(p)
	g := all.named[name]
	if g == nil || !slices.ContainsFunc(g.ranks, func(q *process.Process) bool { return q != nil && !q.Ended }) {
		g = &group{name: name, size: int(size), ranks: make([]*process.Process, size), next: make([]int, size), calls: map[int]*collective{}, mail: map[address][]*letter{}}
		all.named[name] = g
	}
	switch {
	case g.size != int(size):
		return object.Value{}, object.Raise(object.RuntimeError, "the group of %s was begun with a world size of %d, and rank %d says %d", name, g.size, rank, size)
	case g.ranks[rank] != nil && !g.ranks[rank].Ended:
		return object.Value{}, object.Raise(object.RuntimeError, "two processes want to be rank %d of the group at %s", rank, name)
	}
	g.ranks[rank] = p
	if !strings.HasPrefix(p.Name, "rank ") {
		p.Name = fmt.Sprintf("rank %d", rank)
	}
	g.met = g.met || !slices.Contains(g.ranks, nil)
	whole := func() bool { return g.met } // whoever came last may have left again
	_, err := p.Wait(func() string {
		return fmt.Sprintf("init_process_group at %s; of %d processes %s not there", name, g.size, ranksThat(g, func(i int) bool { return g.ranks[i] == nil }))
	}, time.Time{}, whole)
	return object.None, std.Waited(t, err)
}

// ranksThat lists ranks of a group for people.
func ranksThat(g *group, are func(rank int) bool) string {
	var list []string
	for i := range g.size {
		if are(i) {
			list = append(list, fmt.Sprint(i))
		}
	}
	if len(list) == 1 {
		return "rank " + list[0] + " is"
	}
	return "ranks " + strings.Join(list, ", ") + " are"
}

func distLeave(_ *object.Thread, p *process.Process, a []object.Value) (object.Value, error) {
	name, _ := object.AsStr(a[0])
	rank, _ := object.AsInt(a[1])
	all := groupsOf(p)
	if g := all.named[name]; g != nil && g.ranks[rank] == p {
		g.ranks[rank] = nil
		if !slices.ContainsFunc(g.ranks, func(q *process.Process) bool { return q != nil && !q.Ended }) {
			delete(all.named, name)
		}
	}
	return object.None, nil
}

// place is where the program calls, without the library's own files.
func place(t *object.Thread) string {
	file, line := interp.Where(t.Session, func(file string) bool { return !strings.HasPrefix(file, "/usr/lib/") })
	return fmt.Sprintf("%s:%d", file, line)
}

// distPost brings the part of a rank to the next collective of its group, and carries that out if it was the last
// part. It returns the collective's number.
func distPost(t *object.Thread, p *process.Process, a []object.Value) (object.Value, error) {
	name, _ := object.AsStr(a[0])
	rank, _ := object.AsInt(a[1])
	all := groupsOf(p)
	g := all.named[name]
	if g == nil {
		return object.Value{}, object.Raise(object.RuntimeError, "the process group has been destroyed")
	}
	x := &part{where: place(t), algo: t.Session.Env["NCCL_ALGO"]}
	x.kind, _ = object.AsStr(a[2])
	x.op, _ = object.AsStr(a[3])
	root, _ := object.AsInt(a[4])
	x.root = int(root)
	if x.called, _ = object.AsStr(a[7]); x.called == "" {
		x.called = x.kind
	}
	var err error
	if x.in, err = grad.TensorList(t, a[5]); err == nil {
		x.out, err = grad.TensorList(t, a[6])
	}
	if err != nil {
		return object.Value{}, err
	}
	if c, ok := x.device().(collector); ok {
		if _, _, err := algorithms(x.algo); err != nil {
			return object.Value{}, err
		}
		x.ready = post(state.Of(t), c)
	}
	n := g.next[rank]
	g.next[rank]++
	c := g.calls[n]
	if c == nil {
		c = &collective{group: g, number: n, parts: make([]*part, g.size)}
		g.calls[n] = c
	}
	c.parts[rank] = x
	if c.come++; c.come == g.size {
		delete(g.calls, n)
		c.finish(state.Of(t))
	}
	all.made++
	all.tickets[all.made] = &ticket{c, p}
	return object.Int(all.made), nil
}

// device is where the rank's tensors are, nil for none.
func (x *part) device() device.Device {
	for _, y := range slices.Concat(x.in, x.out) {
		return y.Storage().Device
	}
	return nil
}

// distWait waits for a collective, and has the device's current stream wait for it.
func distWait(t *object.Thread, p *process.Process, a []object.Value) (object.Value, error) {
	number, _ := object.AsInt(a[0])
	all := groupsOf(p)
	c := all.tickets[number]
	if c == nil {
		return object.None, nil
	}
	_, err := p.Wait(c.missing, time.Time{}, func() bool { return c.done })
	delete(all.tickets, number)
	if err != nil {
		return object.Value{}, std.Waited(t, err)
	}
	if c.err != nil {
		return object.Value{}, c.err
	}
	if values.IsTensor(a[1]) {
		if d, ok := values.TensorOf(a[1]).Storage().Device.(collector); ok {
			d.Follow(c.end)
		}
	}
	return object.None, t.Poll()
}

// missing says for people what is waited for.
func (c *collective) missing() string {
	g := c.group
	mine := slices.IndexFunc(c.parts, func(x *part) bool { return x != nil })
	return fmt.Sprintf("%s, called at %s, which %s not at", c.parts[mine].called, c.parts[mine].where, ranksThat(g, func(i int) bool { return c.parts[i] == nil }))
}

func distDone(_ *object.Thread, p *process.Process, a []object.Value) (object.Value, error) {
	number, _ := object.AsInt(a[0])
	c := groupsOf(p).tickets[number]
	return object.Bool(c == nil || c.done), nil
}

// finish carries a collective out. s is the state of who came last.
func (c *collective) finish(s *state.Session) {
	c.done = true
	defer func() { c.parts = nil }() // their tensors are the ranks' own again
	if c.err = c.mismatch(); c.err != nil {
		return
	}
	run := func() error { return c.compute(s) }
	if d, ok := c.parts[0].device().(collector); ok {
		c.err = d.Quiet(run)
	} else {
		c.err = run()
	}
	if c.err != nil {
		c.err = s.Raise(c.err)
		return
	}
	c.time()
}

// mismatch is the error of ranks that do not call the same collective on equal tensors.
func (c *collective) mismatch() error {
	first := c.parts[0].print()
	for rank, x := range c.parts[1:] {
		if other := x.print(); other != first {
			return object.Raise(object.RuntimeError, "Detected mismatch between collectives on ranks. Rank 0 is running collective: %s at %s, but Rank %d is running collective: %s at %s.",
				first, c.parts[0].where, rank+1, other, x.where)
		}
	}
	return nil
}

// print says what a rank does, alike for ranks that do the same.
func (x *part) print() string {
	text := x.kind
	if x.op != "" {
		text += " " + x.op
	}
	if x.root >= 0 {
		text += fmt.Sprintf(" from %d", x.root)
	}
	list := x.in
	if len(list) == 0 || x.kind == "scatter" {
		list = x.out
	}
	if len(list) > 0 && x.kind != "gather" {
		text += fmt.Sprintf(" of %s%s", list[0].DType(), tensor.FormatShape(list[0].Shape()))
	}
	return text
}

// post asks for a part in a collective; it returns when that can begin.
func post(s *state.Session, c collector) int64 {
	if s.Linked == nil {
		s.Linked = map[device.Device]bool{}
	}
	s.Linked[c.(device.Device)] = true
	return c.Post()
}

// Functions are the functions of module torch that torch.distributed asks.
var Functions []*object.Builtin
