package tensor

import (
	"bytes"

	"gputour/engine/device"
)

// This file lists where elements are not zero.

// Nonzero lists the coordinates of the elements that are not zero, a row each.
func (e *Env) Nonzero(x *Tensor) (*Tensor, error) {
	rows, n, err := e.nonzeroRows(x)
	if err != nil {
		return nil, err
	}
	t, err := e.FromInts(rows, n, len(x.shape))
	if err != nil {
		return nil, err
	}
	return e.To(t, Options{Device: x.storage.Device}, false, false)
}

func (e *Env) nonzeroRows(x *Tensor) ([]int64, int, error) {
	truth := x
	var err error
	if x.dtype != Bool {
		if truth, err = e.Compare(device.OpNe, x, e.Wrap(Int(0))); err != nil {
			return nil, 0, err
		}
	}
	host, err := e.host(truth)
	if err != nil {
		return nil, 0, err
	}
	rank := len(x.shape)
	at := make([]int64, rank)
	mem := bytesOf(host)
	count := bytes.Count(mem, []byte{1})
	rows := make([]int64, 0, count*rank)
	if rank == 1 {
		for i, b := range mem {
			if b != 0 {
				rows = append(rows, int64(i))
			}
		}
		return rows, len(rows), nil
	}
	count = 0
	for _, b := range mem {
		if b != 0 {
			rows = append(rows, at...)
			count++
		}
		for d := rank - 1; d >= 0; d-- {
			if at[d]++; at[d] < int64(x.shape[d]) {
				break
			}
			at[d] = 0
		}
	}
	return rows, count, nil
}

// NonzeroTuple is Nonzero as one tensor per dimension.
func (e *Env) NonzeroTuple(x *Tensor) ([]*Tensor, error) {
	x = e.atLeast1(x)
	rows, n, err := e.nonzeroRows(x)
	if err != nil {
		return nil, err
	}
	list := make([]*Tensor, len(x.shape))
	for d := range list {
		column := make([]int64, n)
		for i := range column {
			column[i] = rows[i*len(x.shape)+d]
		}
		t, err := e.FromInts(column, n)
		if err != nil {
			return nil, err
		}
		if list[d], err = e.To(t, Options{Device: x.storage.Device}, false, false); err != nil {
			return nil, err
		}
	}
	return list, nil
}
