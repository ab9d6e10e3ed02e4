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
