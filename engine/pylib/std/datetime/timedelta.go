package datetime

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"strings"

	"gputour/engine/object"
)

// duration is the base of Python's timedelta: days, of any sign, and what is left of one.
type duration struct {
	object.Head
	days, seconds, micros int64
}

const (
	microsPerSecond = 1_000_000
	microsPerDay    = 86400 * microsPerSecond
	maxDays         = 999_999_999
)

// durationKey is the class of durations in a session.
var durationKey = object.NewKey(func(*object.Session) *object.Class { return nil })

var durationClass = object.NewBuiltin("_datetime.Duration")

func init() {
	field := func(name string, get func(d *duration) int64) object.Prop {
		return object.Prop{Name: name, Get: func(_ *object.Thread, v object.Value) (object.Value, error) {
			return object.Int(get(v.Object().(*duration))), nil
		}}
	}
	slots := object.Slots{
		Str: durationText, Hash: durationHash, Compare: durationCompare,
		Repr: func(_ *object.Thread, v object.Value) (string, error) {
			name := v.Class().QualName
			if v.Class().Module == "datetime" {
				name = "datetime." + name
			}
			return name + v.Object().(*duration).arguments(), nil
		},
		Bool: func(_ *object.Thread, v object.Value) (bool, error) {
			d := v.Object().(*duration)
			return d.days|d.seconds|d.micros != 0, nil
		},
	}
	slots.Binary[object.Add] = durationSum(1)
	slots.Binary[object.Sub] = durationSum(-1)
	slots.Unary[object.Neg] = func(t *object.Thread, v object.Value) (object.Value, error) {
		d := v.Object().(*duration)
		return newDuration(t, -d.days, -d.seconds, -d.micros)
	}
	durationClass.Define(object.Spec{
		Signature: "timedelta(days=0, seconds=0, microseconds=0, milliseconds=0, minutes=0, hours=0, weeks=0)",
		Make:      makeDuration,
		Slots:     slots,
		Props: []object.Prop{
			field("days", func(d *duration) int64 { return d.days }), field("seconds", func(d *duration) int64 { return d.seconds }),
			field("microseconds", func(d *duration) int64 { return d.micros }),
		},
		Methods: []object.Method{
			{Sig: "total_seconds(self, /)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
				return object.Binary(t, object.TrueDiv, durationTotal(a[0].Object().(*duration)), object.Int(microsPerSecond))
			}, Doc: "Total seconds in the duration."},
			{Sig: "_total(self, /)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
				return durationTotal(a[0].Object().(*duration)), nil
			}, Doc: "The duration in microseconds."},
		},
		StaticMethods: []object.Method{{Sig: "_of(total, /)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
			d, err := durationOf(object.BigOf(a[0]))
			if err != nil {
				return object.Value{}, err
			}
			return object.Adopt(d, durationKey.Get(t.Session)), nil
		}, Doc: "The duration of so many microseconds."}},
	})
}

// durationUnits are the parameters of the constructor in microseconds.
var durationUnits = [...]struct {
	name   string
	micros int64
}{{"days", microsPerDay}, {"seconds", microsPerSecond}, {"microseconds", 1}, {"milliseconds", 1000},
	{"minutes", 60 * microsPerSecond}, {"hours", 3600 * microsPerSecond}, {"weeks", 7 * microsPerDay}}

// makeDuration adds its arguments up exactly; what floats leave below a microsecond is
// rounded once, half to even.
func makeDuration(_ *object.Thread, c *object.Class, a []object.Value) (object.Value, error) {
	total, left := new(big.Int), 0.0
	for i, unit := range durationUnits {
		size := big.NewInt(unit.micros)
		switch v := a[i]; {
		case object.IsInteger(v):
			total.Add(total, size.Mul(size, object.BigOf(v)))
		default:
			f, ok := object.AsFloat(v)
			if !ok {
				return object.Value{}, object.Raise(object.TypeError, "unsupported type for timedelta %s component: %s", unit.name, object.TypeName(v))
			}
			if math.IsInf(f, 0) {
				return object.Value{}, object.Raise(object.OverflowError, "cannot convert float infinity to integer")
			}
			if math.IsNaN(f) {
				return object.Value{}, object.Raise(object.ValueError, "cannot convert float NaN to integer")
			}
			whole, part := math.Modf(f)
			n, _ := big.NewFloat(whole).Int(nil)
			total.Add(total, n.Mul(n, size))
			whole, part = math.Modf(part * float64(unit.micros))
			total.Add(total, big.NewInt(int64(whole)))
			left += part
		}
	}
	if left != 0 {
		odd := float64(total.Bit(0))
		total.Add(total, big.NewInt(int64(math.RoundToEven(left+odd)-odd)))
	}
	d, err := durationOf(total)
	if err != nil {
		return object.Value{}, err
	}
	return object.Adopt(d, c), nil
}

func durationOf(total *big.Int) (*duration, error) {
	days, micros := new(big.Int).DivMod(total, big.NewInt(microsPerDay), new(big.Int))
	if !days.IsInt64() || int64(int32(days.Int64())) != days.Int64() {
		return nil, object.Raise(object.OverflowError, "Python int too large to convert to C int")
	}
	d := &duration{days: days.Int64(), seconds: micros.Int64() / microsPerSecond, micros: micros.Int64() % microsPerSecond}
	return d, d.check()
}

func (d *duration) check() error {
	if d.days > maxDays || d.days < -maxDays {
		return object.Raise(object.OverflowError, "days=%d; must have magnitude <= 999999999", d.days)
	}
	return nil
}

// newDuration carries what its parts have too much.
func newDuration(t *object.Thread, days, seconds, micros int64) (object.Value, error) {
	carry := floorDiv(micros, microsPerSecond)
	micros, seconds = micros-carry*microsPerSecond, seconds+carry
	carry = floorDiv(seconds, 86400)
	d := &duration{days: days + carry, seconds: seconds - carry*86400, micros: micros}
	if err := d.check(); err != nil {
		return object.Value{}, err
	}
	return object.Adopt(d, durationKey.Get(t.Session)), nil
}

// durationTotal is the duration in microseconds.
func durationTotal(d *duration) object.Value {
	rest := d.seconds*microsPerSecond + d.micros
	if d.days < 100_000_000 && d.days > -100_000_000 {
		return object.Int(d.days*microsPerDay + rest)
	}
	n := big.NewInt(d.days)
	n.Mul(n, big.NewInt(microsPerDay))
	return object.NewBig(n.Add(n, big.NewInt(rest)))
}

func durationSum(sign int64) func(*object.Thread, object.Value, object.Value) (object.Value, error) {
	return func(t *object.Thread, v, w object.Value) (object.Value, error) {
		a, ok := v.Object().(*duration)
		b, also := w.Object().(*duration)
		if !ok || !also {
			return object.NotImplemented, nil
		}
		return newDuration(t, a.days+sign*b.days, a.seconds+sign*b.seconds, a.micros+sign*b.micros)
	}
}

func durationCompare(_ *object.Thread, op object.CompareOp, v, w object.Value) (object.Value, error) {
	a := v.Object().(*duration)
	b, ok := w.Object().(*duration)
	if !ok {
		return object.NotImplemented, nil
	}
	order := cmp.Or(cmp.Compare(a.days, b.days), cmp.Compare(a.seconds, b.seconds), cmp.Compare(a.micros, b.micros))
	return object.Bool(holds(op, order)), nil
}

func durationHash(t *object.Thread, v object.Value) (int64, error) {
	d := v.Object().(*duration)
	return object.Hash(t, object.NewTuple(object.Int(d.days), object.Int(d.seconds), object.Int(d.micros)))
}

// arguments are those of the repr.
func (d *duration) arguments() string {
	var parts []string
	for i, n := range []int64{d.days, d.seconds, d.micros} {
		if n != 0 {
			parts = append(parts, fmt.Sprintf("%s=%d", [...]string{"days", "seconds", "microseconds"}[i], n))
		}
	}
	if parts == nil {
		parts = []string{"0"}
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

func durationText(_ *object.Thread, v object.Value) (string, error) {
	d := v.Object().(*duration)
	text := fmt.Sprintf("%d:%02d:%02d", d.seconds/3600, d.seconds/60%60, d.seconds%60)
	switch d.days {
	case 0:
	case 1, -1:
		text = fmt.Sprintf("%d day, %s", d.days, text)
	default:
		text = fmt.Sprintf("%d days, %s", d.days, text)
	}
	if d.micros != 0 {
		text += fmt.Sprintf(".%06d", d.micros)
	}
	return text, nil
}
