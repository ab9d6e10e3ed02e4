package pickle

import (
	"encoding/binary"

	"gputour/engine/object"
	"gputour/engine/pylib/std/binding"
)

// This file writes bytes, tuples, lists, dicts and sets.

func (p *pickler) saveBytes(x object.Value, b []byte) error {
	if p.proto < 3 {
		if len(b) == 0 {
			return p.saveReduce(x, reduced{fn: object.BytesClass.Value(), args: object.NewTuple()})
		}
		encode, err := binding.Attr(p.t, "_codecs", "encode")
		if err != nil {
			return err
		}
		text, err := object.Decode(p.t, b, "latin1", "strict")
		if err != nil {
			return err
		}
		return p.saveReduce(x, reduced{fn: encode, args: object.NewTuple(text, object.NewStr("latin1"))})
	}
	if err := sized(p, b, opShortBinBytes, opBinBytes, opBinBytes8, true); err != nil {
		return err
	}
	return p.remember(x)
}

func (p *pickler) saveByteArray(x object.Value, b []byte) error {
	if p.proto < 5 {
		args := object.NewTuple()
		if len(b) > 0 {
			args = object.NewTuple(object.NewBytes(append([]byte(nil), b...)))
		}
		return p.saveReduce(x, reduced{fn: object.ByteArrayClass.Value(), args: args})
	}
	if err := writePiece(&p.out, p.t, binary.LittleEndian.AppendUint64([]byte{opByteArray8}, uint64(len(b))), b); err != nil {
		return err
	}
	return p.remember(x)
}

// saveBuffer writes a PickleBuffer as bytes, or only that the reader gets it from elsewhere.
func (p *pickler) saveBuffer(x object.Value) error {
	if p.proto < 5 {
		return object.Raise(picklingError, "PickleBuffer can only pickled with protocol >= 5")
	}
	view, err := x.Object().(*pickleBuffer).view(p.t)
	if err != nil {
		return err
	}
	readonly, err := object.GetAttr(p.t, view, "readonly")
	if err != nil {
		return err
	}
	inside := true
	if !p.buffers.IsNil() {
		said, err := object.Call(p.t, p.buffers, x)
		if err != nil {
			return err
		}
		if inside, err = object.ToBool(p.t, said); err != nil {
			return err
		}
	}
	if inside {
		b, err := object.Buffer(view)
		if err != nil {
			return err
		}
		if readonly == object.True {
			return p.saveBytes(x, b)
		}
		return p.saveByteArray(x, b)
	}
	if err := p.write(opNextBuffer); err != nil || readonly != object.True {
		return err
	}
	return p.write(opReadOnlyBuffer)
}

func (p *pickler) saveAll(items []object.Value) error {
	for _, x := range items {
		if err := p.save(x); err != nil {
			return err
		}
	}
	return nil
}

// saveTuple writes the items first; if one of them holds the tuple, that has written
// the tuple by then, and the items are dropped again.
func (p *pickler) saveTuple(x object.Value, tuple *object.Tuple) error {
	n := len(tuple.Items)
	if n == 0 {
		return p.emptyOr(opEmptyTuple, opTuple)
	}
	short := n <= 3 && p.proto >= 2
	if !short {
		if err := p.write(opMark); err != nil {
			return err
		}
	}
	if err := p.saveAll(tuple.Items); err != nil {
		return err
	}
	if k, ok := p.memo.get(x); ok {
		return p.dropTuple(n, short, k)
	}
	op := byte(opTuple)
	if short {
		op = [...]byte{opTuple1, opTuple2, opTuple3}[n-1]
	}
	if err := p.write(op); err != nil {
		return err
	}
	return p.remember(x)
}

func (p *pickler) dropTuple(n int, short bool, known int) error {
	drops := []byte{opPopMark}
	if short || !p.binary() {
		if !short {
			n++
		}
		drops = make([]byte, n)
		for i := range drops {
			drops[i] = opPop
		}
	}
	if err := p.write(drops...); err != nil {
		return err
	}
	return p.recall(known)
}

// emptyOr writes the opcode for an empty container, in protocol 0 as a marked one of none.
func (p *pickler) emptyOr(empty, marked byte) error {
	if p.binary() {
		return p.write(empty)
	}
	return p.write(opMark, marked)
}

func (p *pickler) saveList(x object.Value) error {
	if err := p.emptyOr(opEmptyList, opList); err != nil {
		return err
	}
	if err := p.remember(x); err != nil {
		return err
	}
	list := x.Object().(*object.List)
	alone := len(list.Items) == 1
	for start := 0; start < len(list.Items); start += pickleBatch {
		part := list.Items[start:min(start+pickleBatch, len(list.Items))]
		if err := p.portion(part, 1, opAppend, opAppends, alone); err != nil {
			return err
		}
	}
	return nil
}

// portion writes items, each of width values, between a mark and the opcode for many; one
// that is alone, and each in protocol 0, has an opcode of its own.
func (p *pickler) portion(values []object.Value, width int, one, many byte, alone bool) error {
	if !p.binary() || alone {
		for i := 0; i < len(values); i += width {
			if err := p.saveAll(values[i : i+width]); err != nil {
				return err
			}
			if err := p.write(one); err != nil {
				return err
			}
		}
		return nil
	}
	if err := p.write(opMark); err != nil {
		return err
	}
	if err := p.saveAll(values); err != nil {
		return err
	}
	return p.write(many)
}

// saveIterator writes the items that an iterator gives.
func (p *pickler) saveIterator(it object.Value, one, many byte) error {
	for full := true; full; {
		values, width, err := p.pull(it, one == opSetItem)
		if err != nil || len(values) == 0 {
			return err
		}
		full = len(values) == width*pickleBatch
		if err := p.portion(values, width, one, many, len(values) == width); err != nil {
			return err
		}
	}
	return nil
}

// pull takes items of a portion from an iterator, of pairs both halves.
func (p *pickler) pull(it object.Value, paired bool) (values []object.Value, width int, err error) {
	width = 1
	if paired {
		width = 2
	}
	for len(values) < width*pickleBatch {
		x, ok, err := object.Next(p.t, it)
		if err != nil || !ok {
			return values, width, err
		}
		if !paired {
			values = append(values, x)
			continue
		}
		pair, ok := x.Object().(*object.Tuple)
		if !ok || len(pair.Items) != 2 {
			return nil, width, object.Raise(object.TypeError, "dict items iterator must return 2-tuples")
		}
		values = append(values, pair.Items...)
	}
	return values, width, nil
}

func (p *pickler) saveDict(x object.Value) error {
	if err := p.emptyOr(opEmptyDict, opDict); err != nil {
		return err
	}
	if err := p.remember(x); err != nil {
		return err
	}
	d := x.Object().(*object.Dict)
	size := d.Len()
	pos := 0
	for full := size > 0; full; {
		start := len(p.items)
		for k, v, ok := d.Next(&pos); ok; k, v, ok = d.Next(&pos) {
			if p.items = append(p.items, k, v); len(p.items)-start == 2*pickleBatch {
				break
			}
		}
		pairs := p.items[start:]
		// As in CPython a full portion at the end is followed by an empty one.
		full = len(pairs) == 2*pickleBatch
		err := p.portion(pairs, 2, opSetItem, opSetItems, size == 1)
		clear(p.items[start:])
		p.items = p.items[:start]
		if err != nil {
			return err
		}
		if d.Len() != size {
			return object.Raise(object.RuntimeError, "dictionary changed size during iteration")
		}
	}
	return nil
}

func (p *pickler) saveSet(x object.Value, set *object.Set) error {
	items := elements(set)
	if p.proto < 4 {
		return p.saveReduce(x, reduced{fn: object.SetClass.Value(), args: object.NewTuple(object.NewList(items))})
	}
	if err := p.write(opEmptySet); err != nil {
		return err
	}
	if err := p.remember(x); err != nil {
		return err
	}
	for start := 0; start <= len(items) && len(items) > 0; start += pickleBatch {
		part := items[start:min(start+pickleBatch, len(items))]
		if err := p.portion(part, 1, opAddItems, opAddItems, false); err != nil {
			return err
		}
		if set.Len() != len(items) {
			return object.Raise(object.RuntimeError, "set changed size during iteration")
		}
	}
	return nil
}

func elements(set *object.Set) []object.Value {
	items := make([]object.Value, 0, set.Len())
	for x := range set.All() {
		items = append(items, x)
	}
	return items
}

// saveFrozenSet writes the elements first, as saveTuple does.
func (p *pickler) saveFrozenSet(x object.Value, set *object.Set) error {
	items := elements(set)
	if p.proto < 4 {
		return p.saveReduce(x, reduced{fn: object.FrozenSetClass.Value(), args: object.NewTuple(object.NewList(items))})
	}
	if err := p.write(opMark); err != nil {
		return err
	}
	if err := p.saveAll(items); err != nil {
		return err
	}
	if k, ok := p.memo.get(x); ok {
		if err := p.write(opPopMark); err != nil {
			return err
		}
		return p.recall(k)
	}
	if err := p.write(opFrozenSet); err != nil {
		return err
	}
	return p.remember(x)
}
