package distributed

import (
	"fmt"
	"time"

	"gputour/engine/device"
	"gputour/engine/object"
	"gputour/engine/process"
	"gputour/engine/pylib/std"
	"gputour/engine/pylib/torch/state"
	"gputour/engine/pylib/torch/values"
	"gputour/engine/tensor"
)

// This file sends tensors from one rank to another.

// distSend puts a tensor on its way to another rank and returns a number for distSent.
func distSend(t *object.Thread, p *process.Process, a []object.Value) (object.Value, error) {
	g, at, x, err := letterArgs(t, p, a, true)
	if err != nil {
		return object.Value{}, err
	}
	s := state.Of(t)
	d := x.Storage().Device
	l := &letter{from: d, where: place(t)}
	read := func() (err error) { l.data, err = host(s.Tape.Env, x); return }
	if c, ok := d.(collector); ok {
		l.ready = post(s, c)
		err = c.Quiet(read)
	} else {
		err = read()
	}
	if err != nil {
		return object.Value{}, s.Raise(err)
	}
	g.mail[at] = append(g.mail[at], l)
	all := groupsOf(p)
	all.made++
	all.letters[all.made] = l
	return object.Int(all.made), nil
}

// distSent waits until a tensor that was sent has been received: as with Gloo, nobody keeps it in between.
func distSent(t *object.Thread, p *process.Process, a []object.Value) (object.Value, error) {
	ticket, _ := object.AsInt(a[0])
	to, _ := object.AsInt(a[1])
	all := groupsOf(p)
	l := all.letters[ticket]
	if l == nil {
		return object.None, nil
	}
	_, err := p.Wait(func() string {
		return fmt.Sprintf("rank %d to receive what was sent at %s", to, l.where)
	}, time.Time{}, func() bool { return l.taken })
	delete(all.letters, ticket)
	return object.None, std.Waited(t, err)
}

// distReceive waits for a tensor from a rank, or, for rank −1, from any, and returns the rank that it came from.
func distReceive(t *object.Thread, p *process.Process, a []object.Value) (object.Value, error) {
	g, at, x, err := letterArgs(t, p, a, false)
	if err != nil {
		return object.Value{}, err
	}
	from := func() int {
		for rank := range g.size {
			if (at.from < 0 || at.from == rank) && len(g.mail[address{rank, at.to, at.tag}]) > 0 {
				return rank
			}
		}
		return -1
	}
	where := place(t)
	on := func() string {
		if at.from < 0 {
			return fmt.Sprintf("recv from any rank, called at %s", where)
		}
		return fmt.Sprintf("recv from rank %d, called at %s", at.from, where)
	}
	if _, err := p.Wait(on, time.Time{}, func() bool { return from() >= 0 }); err != nil {
		return object.Value{}, std.Waited(t, err)
	}
	rank := from()
	way := address{rank, at.to, at.tag}
	l := g.mail[way][0]
	g.mail[way] = g.mail[way][1:]
	l.taken = true
	s := state.Of(t)
	if l.data.DType() != x.DType() {
		return object.Value{}, object.Raise(object.RuntimeError, "recv at %s wants %s, and rank %d sent %s", where, x.DType(), rank, l.data.DType())
	}
	write := func() error { return fill(s.Tape.Env, x, l.data) }
	d, ok := x.Storage().Device.(collector)
	if !ok {
		return object.Int(int64(rank)), s.Raised(write())
	}
	ready := post(s, d)
	if err := d.Quiet(write); err != nil {
		return object.Value{}, s.Raise(err)
	}
	bytes := x.Numel() * x.DType().Size()
	end := max(ready, l.ready) + d.RingNanos([]device.Device{l.from, x.Storage().Device}, bytes, 1)
	if c, ok := l.from.(collector); ok {
		c.Meet("ncclKernel_SendRecv(ncclWorkElem)", l.ready, end, bytes)
	}
	d.Meet("ncclKernel_SendRecv(ncclWorkElem)", ready, end, bytes)
	d.Follow(end)
	return object.Int(int64(rank)), t.Poll()
}

// letterArgs reads (name, rank, other rank, tag, tensor).
func letterArgs(_ *object.Thread, p *process.Process, a []object.Value, sends bool) (*group, address, *tensor.Tensor, error) {
	name, _ := object.AsStr(a[0])
	rank, _ := object.AsInt(a[1])
	other, _ := object.AsInt(a[2])
	tag, _ := object.AsInt(a[3])
	g := groupsOf(p).named[name]
	if g == nil {
		return nil, address{}, nil, object.Raise(object.RuntimeError, "the process group has been destroyed")
	}
	at := address{int(other), int(rank), int(tag)}
	if sends {
		at.from, at.to = at.to, at.from
	}
	return g, at, values.TensorOf(a[4]), nil
}

// address is a way from one rank to another.
type address struct{ from, to, tag int }

// letter is a tensor on its way.
type letter struct {
	data  *tensor.Tensor // on the host
	from  device.Device
	ready int64
	taken bool
	where string // it was sent
}
