package autograd

// Pack takes a tensor that a node saves and keeps it in another form; the tape lets go of
// the tensor and calls the answer when it needs it again.
type Pack func(x *Tensor) Unpack

// Unpack gives a packed tensor back.
type Unpack func() (*Tensor, error)

// PushPack makes p pack what nodes save from now on, until PopPack. A nil p saves tensors
// as they are.
func (t *Tape) PushPack(p Pack) { t.packs = append(t.packs, p) }

// PopPack ends the last PushPack.
func (t *Tape) PopPack() {
	if n := len(t.packs); n > 0 {
		t.packs = t.packs[:n-1]
	}
}

func (t *Tape) packing() Pack {
	if n := len(t.packs); n > 0 {
		return t.packs[n-1]
	}
	return nil
}

// madeBy is the node that gradients of x go to: the one that made it, or a leaf's accumulator.
func madeBy(x *Tensor) Edge {
	m := metaOf(x)
	switch {
	case m == nil:
		return Edge{}
	case m.node != nil:
		return Edge{m.node, m.index}
	default:
		return Edge{m.accumulator, 0}
	}
}

// unpacked is what was packed, in the place that the tensor had in the graph: how it was packed
// and got back is no part of that.
func (s *saved) unpacked() (*Tensor, error) {
	y, err := s.unpack()
	if err != nil || s.maker.Node == nil {
		return y, err
	}
	x := y.Alias()
	if m := ensureMeta(x); s.maker.Node.leaf != nil {
		m.requires, m.accumulator = true, s.maker.Node
	} else {
		m.lead(s.maker.Node, s.maker.Index, x.Version())
	}
	return x, nil
}
