package object

import (
	"strconv"
	"testing"
)

func BenchmarkIntAdd(b *testing.B) {
	t := NewThread(NewSession(), nil)
	v := Int(0)
	b.ReportAllocs()
	for b.Loop() {
		v, _ = Binary(t, Add, v, Int(3))
	}
}

func BenchmarkDictGetStr(b *testing.B) {
	t := NewThread(NewSession(), nil)
	d := NewDict()
	for i := range 100 {
		d.SetStr("name"+strconv.Itoa(i), Int(int64(i)))
	}
	key := NewStr("name57")
	b.ReportAllocs()
	for b.Loop() {
		if _, ok, _ := d.Get(t, key); !ok {
			b.Fatal("missing")
		}
	}
}

func BenchmarkDictSetInt(b *testing.B) {
	t := NewThread(NewSession(), nil)
	d := NewDict()
	i := int64(0)
	b.ReportAllocs()
	for b.Loop() {
		if err := d.Set(t, Int(i&1023), Int(i)); err != nil {
			b.Fatal(err)
		}
		i++
	}
}

func BenchmarkListAppend(b *testing.B) {
	t := NewThread(NewSession(), nil)
	l := NewList(nil)
	append1, self, _ := GetMethod(t, l, "append")
	args := []Value{self, Int(1)}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := CallArgs(t, append1, Args{Pos: args}); err != nil {
			l.Object().(*List).Items = nil
		}
	}
}

func BenchmarkStrConcat(b *testing.B) {
	t := NewThread(NewSession(), nil)
	x := NewStr("0123456789")
	b.ReportAllocs()
	for b.Loop() {
		v := NewStr("")
		for range 100 {
			v, _ = Binary(t, Add, v, x)
		}
	}
}

func BenchmarkSortInts(b *testing.B) {
	t := NewThread(NewSession(), nil)
	items := make([]Value, 10000)
	b.ReportAllocs()
	for b.Loop() {
		for i := range items {
			items[i] = NewTuple(Int(int64(i*7919%10007)), Float(float64(i)))
		}
		if err := SortBy(t, items, None, false); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkGetAttr(b *testing.B) {
	t := NewThread(NewSession(), nil)
	c, err := newUserClass(t, TypeClass, "Point", nil)
	if err != nil {
		b.Fatal(err)
	}
	if _, err := c.complete(t, NewDict(), nil); err != nil {
		b.Fatal(err)
	}
	v := NewInstance(c)
	for _, name := range []string{"x", "y", "z"} {
		if err := SetAttr(t, v, name, Int(1)); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := GetAttr(t, v, "z"); err != nil {
			b.Fatal(err)
		}
	}
}
