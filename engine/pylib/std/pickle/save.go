package pickle

import (
	"encoding/binary"
	"math"
	"math/big"
	"slices"
	"strconv"
	"unicode/utf8"

	"gputour/engine/object"
	"gputour/engine/object/numeral"
)

// pickler is a pickle.Pickler: what it has written of an object it writes again as a number.
type pickler struct {
	object.Head
	t     *object.Thread // while it runs
	out   pickleOutput
	file  object.Value // zero in dumps
	proto int
	fast  bool // without memo
	fix   bool // give what Python 2 has its old name
	begun bool // __init__ was called

	memo    pickleMemo
	table   object.Value            // dispatch_table, zero for copyreg's
	persist object.Value            // persistent_id, zero for none
	reducer object.Value            // reducer_override, zero for none
	buffers object.Value            // buffer_callback, zero for none
	names   map[string]object.Value // see interned
	reduce  reducers
	saved   uint           // objects, to poll now and then
	nested  int            // in fast mode
	items   []object.Value // of the containers that are being written
}

var picklerClass = object.NewBuiltin("_pickle.Pickler")

func init() {
	picklerClass.Define(object.Spec{
		Doc:       "This takes a binary file for writing a pickle data stream.",
		Signature: "Pickler(file, protocol=None, fix_imports=True, buffer_callback=None)",
		Alloc:     func(c *object.Class) object.Value { return object.Adopt(&pickler{}, c) },
		Init: func(t *object.Thread, self object.Value, a []object.Value) error {
			return self.Object().(*pickler).begin(t, a)
		},
		Methods: []object.Method{
			{Sig: "dump(self, obj, /)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
				return object.None, a[0].Object().(*pickler).dump(t, a[1])
			}, Doc: "Write a pickled representation of the given object to the open file."},
			{Sig: "clear_memo(self, /)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
				a[0].Object().(*pickler).forget()
				return object.None, nil
			}, Doc: "Clears the pickler's \"memo\"."},
		},
		Props: []object.Prop{
			pickleField("persistent_id", func(p *pickler) *object.Value { return &p.persist }),
			pickleField("dispatch_table", func(p *pickler) *object.Value { return &p.table }),
			{Name: "bin", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
				return object.Int(int64(min(v.Object().(*pickler).proto, 1))), nil
			}},
			{Name: "fast", Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
				if v.Object().(*pickler).fast {
					return object.Int(1), nil
				}
				return object.Int(0), nil
			}, Set: func(t *object.Thread, v, x object.Value) (err error) {
				v.Object().(*pickler).fast, err = object.ToBool(t, x)
				return err
			}},
			{Name: "memo", Get: picklerMemo, Set: picklerSetMemo},
		},
	})
}

// pickleField is an attribute that is absent until it is set.
func pickleField[T object.Object](name string, field func(T) *object.Value) object.Prop {
	return object.Prop{Name: name, Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
		if x := *field(v.Object().(T)); !x.IsNil() {
			return x, nil
		}
		return object.Value{}, object.AttrError(v, name)
	}, Set: func(_ *object.Thread, v, x object.Value) error {
		*field(v.Object().(T)) = x
		return nil
	}}
}

// picklerMemo gives the memo as a dict: id → (number, object).
func picklerMemo(t *object.Thread, v object.Value) (object.Value, error) {
	d := object.NewDict()
	for _, e := range v.Object().(*pickler).memo.entries {
		if err := d.Set(t, object.Int(object.ID(e.object)), object.NewTuple(object.Int(int64(e.number)), e.object)); err != nil {
			return object.Value{}, err
		}
	}
	return d.Value(), nil
}

func picklerSetMemo(t *object.Thread, v, x object.Value) error {
	d, ok := x.Object().(*object.Dict)
	if !ok {
		return object.Raise(object.TypeError, "'memo' attribute must be a PicklerMemoProxy object or dict, not %s", object.TypeName(x))
	}
	p := v.Object().(*pickler)
	p.forget()
	for _, entry := range d.All() {
		pair, ok := entry.Object().(*object.Tuple)
		if !ok || len(pair.Items) != 2 {
			return object.Raise(object.TypeError, "'memo' values must be 2-item tuples")
		}
		n, ok := object.AsInt(pair.Items[0])
		if !ok {
			return object.Raise(object.TypeError, "an integer is required (got type %s)", object.TypeName(pair.Items[0]))
		}
		p.memo.set(pair.Items[1], int(n))
	}
	return nil
}

// begin is __init__(file, protocol, fix_imports, buffer_callback).
func (p *pickler) begin(t *object.Thread, a []object.Value) error {
	if err := p.configure(t, a[1], a[2], a[3]); err != nil {
		return err
	}
	if _, ok, err := object.GetAttrOpt(t, a[0], "write"); !ok || err != nil {
		if err == nil {
			err = object.Raise(object.TypeError, "file must have a 'write' attribute")
		}
		return err
	}
	p.file = a[0]
	self := object.Of(p)
	if self.Class() == picklerClass {
		return nil
	}
	for name, field := range map[string]*object.Value{"persistent_id": &p.persist, "dispatch_table": &p.table} {
		x, ok, err := object.GetAttrOpt(t, self, name)
		if err != nil {
			return err
		}
		if ok {
			*field = x
		}
	}
	return nil
}

func (p *pickler) configure(t *object.Thread, protocol, fix, buffers object.Value) error {
	p.proto = pickleDefault
	if !protocol.IsNone() {
		n, err := object.IndexInt(t, protocol)
		if err != nil {
			return err
		}
		if p.proto = n; n < 0 {
			p.proto = pickleHighest
		}
	}
	if p.proto > pickleHighest {
		return object.Raise(object.ValueError, "pickle protocol must be <= %d", pickleHighest)
	}
	if !buffers.IsNone() {
		if p.proto < 5 {
			return object.Raise(object.ValueError, "buffer_callback needs protocol >= 5")
		}
		p.buffers = buffers
	}
	yes, err := object.ToBool(t, fix)
	p.fix, p.begun = yes && p.proto < 3, true
	p.forget()
	return err
}

func (p *pickler) forget() { p.memo = pickleMemo{} }

// dump pickles x into the file.
func (p *pickler) dump(t *object.Thread, x object.Value) error {
	self := object.Of(p)
	if !p.begun {
		return object.Raise(picklingError, "Pickler.__init__() was not called by %s.__init__()", self.Class().Name)
	}
	p.reducer = object.Value{}
	if self.Class() != picklerClass {
		override, ok, err := object.GetAttrOpt(t, self, "reducer_override")
		if err != nil {
			return err
		}
		if ok {
			p.reducer = override
		}
	}
	if err := p.run(t, x); err != nil {
		return err
	}
	_, err := object.CallAttr(t, p.file, "write", object.NewBytes(p.out.data))
	p.out.reset()
	return err
}

// run writes the pickle of x into p.out.
func (p *pickler) run(t *object.Thread, x object.Value) error {
	p.t = t
	defer func() { p.t = nil }()
	p.out = pickleOutput{data: p.out.data[:0], frame: -1}
	if p.proto >= 2 {
		if err := p.write(opProto, byte(p.proto)); err != nil {
			return err
		}
	}
	p.out.framed = p.proto >= 4
	if err := p.save(x); err != nil {
		return err
	}
	if err := p.write(opStop); err != nil {
		return err
	}
	p.out.end()
	return nil
}

func (p *pickler) write(b ...byte) error { return p.out.write(p.t, b...) }

// op writes one opcode.
func (p *pickler) op(op byte) error {
	o := &p.out
	if !o.ready(1) {
		return o.write(p.t, op)
	}
	o.data = append(o.data, op)
	return nil
}

func (p *pickler) line(op byte, text string) error {
	return p.write(append(append([]byte{op}, text...), '\n')...)
}

// binary reports whether the protocol has opcodes with binary arguments.
func (p *pickler) binary() bool { return p.proto > 0 }

// save writes x, as a number if it has been written before.
func (p *pickler) save(x object.Value) error {
	p.out.boundary()
	if !p.persist.IsNil() {
		id, err := object.Call(p.t, p.persist, x)
		if err != nil {
			return err
		}
		if !id.IsNone() {
			return p.savePersistent(id)
		}
	}
	return p.saveObject(x)
}

func (p *pickler) saveObject(x object.Value) error {
	switch {
	case x.IsNone():
		return p.op(opNone)
	case x.IsBool():
		return p.saveBool(x == object.True)
	case x.IsInt():
		return p.saveInt(x.SmallInt())
	case x.IsFloat():
		return p.saveFloat(x.Float64())
	}
	kind := x.Class()
	if b, ok := x.Object().(*object.BigInt); ok && kind == object.IntClass {
		return p.saveBig(b.Int)
	}
	if n, ok := p.memo.get(x); ok {
		return p.recall(n)
	}
	if p.saved++; p.saved%1024 == 0 {
		if err := p.t.Poll(); err != nil {
			return err
		}
	}
	switch kind {
	case object.StrClass:
		return p.saveStr(x)
	case object.BytesClass:
		return p.saveBytes(x, x.Object().(*object.Bytes).B)
	}
	if err := p.t.Enter(" while pickling an object"); err != nil {
		return err
	}
	err := p.saveCompound(kind, x)
	p.t.Leave()
	return err
}

// saveCompound writes an object that may hold others.
func (p *pickler) saveCompound(kind *object.Class, x object.Value) error {
	switch kind {
	case object.TupleClass:
		return p.saveTuple(x, x.Object().(*object.Tuple))
	case object.ListClass:
		return p.guarded(x, p.saveList)
	case object.DictClass:
		return p.guarded(x, p.saveDict)
	case object.SetClass:
		return p.saveSet(x, x.Object().(*object.Set))
	case object.FrozenSetClass:
		return p.saveFrozenSet(x, x.Object().(*object.Set))
	case object.ByteArrayClass:
		return p.saveByteArray(x, x.Object().(*object.ByteArray).B)
	case pickleBufferClass:
		return p.saveBuffer(x)
	}
	return p.guarded(x, p.saveOther)
}

// The depth at which fast mode, which remembers nothing, no longer believes an object.
const fastNesting = 500

func (p *pickler) guarded(x object.Value, save func(object.Value) error) error {
	if !p.fast {
		return save(x)
	}
	if p.nested++; p.nested > fastNesting {
		return object.Raise(object.ValueError, "fast mode: can't pickle cyclic objects including object type %s at %s",
			object.TypeName(x), object.Address(x))
	}
	err := save(x)
	p.nested--
	return err
}

func (p *pickler) remember(x object.Value) error {
	if p.fast {
		return nil
	}
	n := p.memo.len()
	p.memo.set(x, n)
	if n >= 64 && n&(n-1) == 0 {
		if err := p.t.ChargeItems(n, 64); err != nil {
			return err
		}
	}
	switch {
	case p.proto >= 4:
		return p.op(opMemoize)
	case !p.binary():
		return p.line(opPut, strconv.Itoa(n))
	case n < 256:
		return p.write(opBinPut, byte(n))
	}
	return p.write(binary.LittleEndian.AppendUint32([]byte{opLongBinPut}, uint32(n))...)
}

func (p *pickler) recall(n int) error {
	switch {
	case !p.binary():
		return p.line(opGet, strconv.Itoa(n))
	case n < 256:
		return p.write(opBinGet, byte(n))
	}
	return p.write(binary.LittleEndian.AppendUint32([]byte{opLongBinGet}, uint32(n))...)
}

func (p *pickler) savePersistent(id object.Value) error {
	if p.binary() {
		if err := p.saveObject(id); err != nil {
			return err
		}
		return p.write(opBinPersID)
	}
	text, err := object.ToStr(p.t, id)
	if err != nil {
		return err
	}
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return object.Raise(picklingError, "persistent IDs in protocol 0 must be ASCII strings")
		}
	}
	return p.line(opPersID, text)
}

func (p *pickler) saveBool(yes bool) error {
	switch {
	case p.proto >= 2 && yes:
		return p.op(opNewTrue)
	case p.proto >= 2:
		return p.op(opNewFalse)
	case yes:
		return p.line(opInt, "01")
	}
	return p.line(opInt, "00")
}

func (p *pickler) saveInt(n int64) error {
	o := &p.out
	switch {
	case p.binary() && o.ready(5) && n == int64(int32(n)):
		switch {
		case n >= 0 && n < 1<<8:
			o.data = append(o.data, opBinInt1, byte(n))
		case n >= 0 && n < 1<<16:
			o.data = append(o.data, opBinInt2, byte(n), byte(n>>8))
		default:
			o.data = append(o.data, opBinInt, byte(n), byte(n>>8), byte(n>>16), byte(n>>24))
		}
		return nil
	case n != int64(int32(n)):
		return p.saveBig(big.NewInt(n))
	case !p.binary():
		return p.line(opInt, strconv.FormatInt(n, 10))
	case n >= 0 && n < 1<<8:
		return p.write(opBinInt1, byte(n))
	case n >= 0 && n < 1<<16:
		return p.write(opBinInt2, byte(n), byte(n>>8))
	}
	return p.write(opBinInt, byte(n), byte(n>>8), byte(n>>16), byte(n>>24))
}

// saveBig writes an int of more than 32 bits: in two's complement, lowest byte first.
func (p *pickler) saveBig(n *big.Int) error {
	if p.proto < 2 {
		text, err := object.Repr(p.t, object.NewBig(n)) // the bound on digits holds here too
		if err != nil {
			return err
		}
		return p.line(opLong, text+"L")
	}
	size := n.BitLen()/8 + 1
	if n.Sign() < 0 && n.BitLen()%8 == 0 && n.TrailingZeroBits() == uint(n.BitLen()-1) {
		size-- // -128 and its like
	}
	b := n
	if n.Sign() < 0 {
		b = new(big.Int).Lsh(big.NewInt(1), uint(8*size))
		b.Add(b, n)
	}
	data := b.FillBytes(make([]byte, size))
	slices.Reverse(data)
	head := []byte{opLong1, byte(size)}
	if size > 255 {
		head = binary.LittleEndian.AppendUint32([]byte{opLong4}, uint32(size))
	}
	return p.write(append(head, data...)...)
}

func (p *pickler) saveFloat(f float64) error {
	if !p.binary() {
		return p.line(opFloat, numeral.Float(f))
	}
	var b [9]byte
	b[0] = opBinFloat
	binary.BigEndian.PutUint64(b[1:], math.Float64bits(f))
	return p.write(b[:]...)
}

func (p *pickler) saveStr(x object.Value) error {
	encoding, errors := "utf-8", "surrogatepass"
	if !p.binary() {
		encoding, errors = "raw-unicode-escape", "strict"
	}
	text, _ := object.AsStr(x)
	if len(text) != x.Object().(*object.Str).Len() {
		data, err := object.Encode(p.t, x, encoding, errors)
		if err != nil {
			return err
		}
		text = string(data)
	}
	err := error(nil)
	if o := &p.out; p.proto >= 4 && len(text) < 256 && o.ready(2+len(text)) {
		o.data = append(append(o.data, opShortBinUnicode, byte(len(text))), text...)
	} else if p.binary() {
		err = sized(p, text, opShortBinUnicode, opBinUnicode, opBinUnicode8, p.proto >= 4)
	} else {
		err = p.line(opUnicode, escapeLine([]byte(text)))
	}
	if err == nil {
		err = p.remember(x)
	}
	return err
}

// escapeLine escapes what would end or garble the line of a protocol 0 string; backslashes
// that begin an escape stand before u or U only where the codec has put them.
func escapeLine(data []byte) string {
	out := make([]byte, 0, len(data))
	for i, c := range data {
		escapes := c == '\\' && !(i+1 < len(data) && (data[i+1] == 'u' || data[i+1] == 'U'))
		if escapes || c == 0 || c == '\n' || c == '\r' || c == 0x1a {
			out = append(out, '\\', 'u', '0', '0', hexDigit(c>>4), hexDigit(c&15))
		} else {
			out = append(out, c)
		}
	}
	return string(out)
}

func hexDigit(n byte) byte { return "0123456789abcdef"[n] }

// sized writes bytes behind an opcode and their count, in as many bytes as it needs.
func sized[T []byte | string](p *pickler, data T, short, medium, long byte, hasShort bool) error {
	n := uint64(len(data))
	switch {
	case n < 256 && hasShort:
		return writePiece(&p.out, p.t, []byte{short, byte(n)}, data)
	case n <= math.MaxUint32:
		return writePiece(&p.out, p.t, binary.LittleEndian.AppendUint32([]byte{medium}, uint32(n)), data)
	}
	return writePiece(&p.out, p.t, binary.LittleEndian.AppendUint64([]byte{long}, n), data)
}
