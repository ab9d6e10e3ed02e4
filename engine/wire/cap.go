//go:build !client

package wire

import (
	"fmt"
	"reflect"
	"slices"
	"unicode/utf8"
)

// This file bounds what an event carries. Whatever a cell can make long (a message, a name, a
// list of tensors) is cut where the event is made, and the event says that it was.

// Defaults of what caps names otherwise.
const (
	// MaxBody bounds the texts of one event, in bytes of JSON: what comes later in its body has less.
	MaxBody = 8 << 20
	// maxField bounds a text, in bytes.
	maxField = 16 << 10
	// maxList bounds the members of a list or a map.
	maxList = 4096
	// maxMark is how long the note on what is missing may be.
	maxMark = 64
)

// caps are the bounds of single fields: bytes of a text, members of a list or a map. A
// [] stands for each member, * for each value of a map.
var caps = map[string]int{
	"StreamBody.Text":        MaxBody, // merged and capped where it is written
	"InputBody.Code":         MaxRequest,
	"CellSnapshot.Code":      MaxRequest,
	"ErrorBody.Text":         256 << 10,
	"ErrorBody.Value":        64 << 10,
	"ErrorBody.Notes":        256,
	"ErrorBody.Frames":       200,
	"ErrorBody.Chain":        100,
	"Chained.Frames":         50,
	"Frame.Source":           32,
	"Frame.Source[]":         4 << 10,
	"DisplayBody.Data":       32,
	"DisplayBody.Data*":      MaxBody, // a picture is whole or nothing: see whole
	"DisplayBody.Meta":       32,
	"InspectReplyBody.Data":  8,
	"InspectReplyBody.Data*": 256 << 10,
	"SolutionReplyBody.Code": MaxRequest,
	"StaleBody.Code":         MaxRequest,
	"KeptText.Code":          MaxRequest,
	"LimitBody.Text":         4 << 10,
	"Tensor.Name":            256,
	"Tensor.Shape":           64,
	"DeviceEvent.Shape":      64,
	"DeviceEvent.Kernel":     256,
	"Completion.Text":        4 << 10,
	"Completion.Detail":      1 << 10,
	"ProgressBody.ID":        256,
	"GPUBody.Device":         256,
	"GPUBody.Saved":          4 << 10,
	"GPUOffer.Device":        256,
	"DisplayBody.ID":         256,

	"PushedBody.Body":    MaxPushed,
	"PushBody.Body":      MaxPushed,
	"PollBody.Options[]": MaxOption,
	"PollBody.Question":  MaxQuestion,
	"HandBody.Note":      MaxNote,
}

// whole are the representations that make no sense when they are cut: they are left out.
func whole(mime string) bool {
	return mime != "text/plain" && mime != "text/markdown" && mime != "text/latex"
}

// Bound returns body as an event may carry it, the bytes of its texts, and how many bytes and
// members were left out. The field Cut of a body, where it has one, says the last too. body
// itself is not changed.
func Bound(body any) (bounded any, size, cut int64) {
	v := reflect.ValueOf(body)
	if !v.IsValid() {
		return body, 0, 0
	}
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return body, 0, 0
		}
		v = v.Elem()
	}
	b := &bounder{room: MaxBody}
	into := reflect.New(v.Type()).Elem()
	into.Set(v)
	b.bound(into, v.Type().Name())
	if b.cut > 0 && v.Kind() == reflect.Struct {
		if f := into.FieldByName("Cut"); f.IsValid() {
			f.SetInt(f.Int() + b.cut)
		}
	}
	if reflect.ValueOf(body).Kind() == reflect.Pointer {
		return into.Addr().Interface(), b.size, b.cut
	}
	return into.Interface(), b.size, b.cut
}

// maxShown bounds a representation that can be cut.
const maxShown = 256 << 10

// bounder goes through one body.
type bounder struct {
	room int   // bytes that may still come
	size int64 // of what stays
	cut  int64
}

// message is the envelope, whose body was bounded when it was made.
var message = reflect.TypeFor[Message]()

// bound cuts v, which may be set; path names it in caps.
func (b *bounder) bound(v reflect.Value, path string) {
	switch v.Kind() {
	case reflect.String:
		if s := b.text(v.String(), limitOf(path, maxField)); s != v.String() {
			v.SetString(s)
		}
	case reflect.Struct:
		if v.Type() == message {
			return
		}
		for i := range v.NumField() {
			name := v.Type().Name() + "." + v.Type().Field(i).Name
			if v.Type().Field(i).Anonymous {
				name = v.Type().Field(i).Type.Name()
			}
			b.bound(v.Field(i), name)
		}
	case reflect.Slice:
		b.list(v, path)
	case reflect.Map:
		b.table(v, path)
	case reflect.Pointer:
		if !v.IsNil() {
			c := reflect.New(v.Type().Elem())
			c.Elem().Set(v.Elem())
			b.bound(c.Elem(), v.Type().Elem().Name())
			v.Set(c)
		}
	default:
		b.spend(8)
	}
}

func limitOf(path string, otherwise int) int {
	if n, ok := caps[path]; ok {
		return n
	}
	return otherwise
}

func (b *bounder) spend(n int) {
	b.room -= n
	b.size += int64(n)
}

// text cuts the middle out of a long text.
func (b *bounder) text(s string, limit int) string {
	if len(s) > limit {
		b.cut += int64(len(s) - limit)
		s = Shorten(s, limit)
	}
	if n := encoded(s); n > b.room {
		limit = max(0, b.room) / 6 // the most that a byte becomes
		b.cut += int64(len(s) - min(limit, len(s)))
		s = Shorten(s, limit)
	}
	b.spend(encoded(s))
	return s
}

// encoded is about how many bytes a text has as JSON.
func encoded(s string) int {
	n := len(s) + 2
	for i := range len(s) {
		switch c := s[i]; {
		case c < ' ' && c != '\n' && c != '\t' && c != '\r', c == '<', c == '>', c == '&':
			n += 5
		case c < ' ', c == '"', c == '\\':
			n++
		}
	}
	return n
}

// Shorten cuts the middle out of a text that is longer than limit bytes, and says so there.
func Shorten(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	if limit < 2*maxMark {
		return "…"[:min(len("…"), max(limit, 0)/3*3)]
	}
	keep := limit - maxMark
	head, tail := keep/4*3, len(s)-keep/4
	for head > 0 && !utf8.RuneStart(s[head]) {
		head--
	}
	for tail < len(s) && !utf8.RuneStart(s[tail]) {
		tail++
	}
	return s[:head] + fmt.Sprintf("\n… %d bytes are left out …\n", tail-head) + s[tail:]
}

// list cuts a list: of what is long, the beginning and the end stay.
func (b *bounder) list(v reflect.Value, path string) {
	if v.Len() == 0 || v.Type().Elem().Kind() == reflect.Uint8 { // JSON that was made here
		return
	}
	limit := limitOf(path, maxList)
	n := v.Len()
	list := reflect.MakeSlice(v.Type(), 0, min(n, limit))
	if n > limit {
		b.cut += int64(n - limit)
		list = reflect.AppendSlice(list, v.Slice(0, limit-limit/2))
		list = reflect.AppendSlice(list, v.Slice(n-limit/2, n))
	} else {
		list = reflect.AppendSlice(list, v)
	}
	name := path + "[]"
	if v.Type().Elem().Kind() == reflect.Struct {
		name = v.Type().Elem().Name()
	}
	for i := range list.Len() {
		if b.room <= 0 {
			b.cut += int64(list.Len() - i)
			list = list.Slice(0, i)
			break
		}
		b.bound(list.Index(i), name)
	}
	v.Set(list)
}

// table cuts a map of texts.
func (b *bounder) table(v reflect.Value, path string) {
	if v.Len() == 0 {
		return
	}
	keys := v.MapKeys()
	slices.SortFunc(keys, func(x, y reflect.Value) int { // the short ones first: text/plain before a picture
		return v.MapIndex(x).Len() - v.MapIndex(y).Len()
	})
	table := reflect.MakeMapWithSize(v.Type(), len(keys))
	most := limitOf(path, maxList)
	for _, k := range keys {
		limit := limitOf(path+"*", maxField)
		value := v.MapIndex(k).String()
		if table.Len() == most || len(k.String()) > 256 || whole(k.String()) && path != "DisplayBody.Meta" && (len(value) > limit || encoded(value) > b.room) {
			b.cut += int64(len(value) + k.Len())
			continue
		}
		if !whole(k.String()) {
			limit = min(limit, maxShown)
		}
		b.spend(k.Len())
		text := reflect.New(v.Type().Elem()).Elem()
		text.SetString(b.text(value, limit))
		table.SetMapIndex(k, text)
	}
	v.Set(table)
}
