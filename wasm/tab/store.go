//go:build js

package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"syscall/js"

	"gputour/engine/wire"
	"gputour/server/draft"
	"gputour/server/journal"
	"gputour/server/store"
)

// This file keeps sessions and texts in the browser's database, of which the worker's script has the transactions
// (web/src/tab/store.ts). Rows are JSON, apart from the bytes of files.

// database is what journals and drafts are kept in.
type database struct{ js js.Value }

var (
	_ journal.Store = database{}
	_ draft.Store   = database{}
)

// await returns what a promise comes to.
func await(ctx context.Context, promise js.Value) (js.Value, error) {
	type answer struct {
		value js.Value
		err   error
	}
	done := make(chan answer, 1)
	kept := js.FuncOf(func(_ js.Value, args []js.Value) any {
		done <- answer{value: args[0]}
		return nil
	})
	broken := js.FuncOf(func(_ js.Value, args []js.Value) any {
		done <- answer{err: reason(args[0])}
		return nil
	})
	promise.Call("then", kept, broken)
	select {
	case a := <-done:
		kept.Release()
		broken.Release()
		return a.value, a.err
	case <-ctx.Done(): // the callbacks may still be called
		return js.Undefined(), ctx.Err()
	}
}

// refusals are the errors by which the script refuses a write.
var refusals = map[string]error{"fenced": store.ErrFenced, "stale": store.ErrStale}

func reason(v js.Value) error {
	text := js.Global().Get("String").Invoke(v).String() // of null, too
	if v.Type() == js.TypeObject {
		if err := refusals[v.Get("message").String()]; err != nil {
			return err
		}
	}
	return errors.New(text)
}

// Commit implements journal.Store and draft.Store.
func (d database) Commit(ctx context.Context, writes ...store.Write) error {
	list := js.Global().Get("Array").New()
	for _, w := range writes {
		op, err := encode(w)
		if err != nil {
			return err
		}
		list.Call("push", op)
	}
	_, err := await(ctx, d.js.Call("commit", list))
	return err
}

// encode makes a write what the script calls one.
func encode(w store.Write) (js.Value, error) {
	switch w := w.(type) {
	case store.SaveSession:
		row, err := json.Marshal(w.Session)
		return js.ValueOf(map[string]any{"do": "session", "id": w.ID, "fence": float64(w.Fence), "updated": float64(w.Updated), "row": string(row)}), err
	case store.AddEvents:
		var rows []any
		for _, m := range w.Events {
			row, err := json.Marshal(m)
			if err != nil {
				return js.Undefined(), err
			}
			rows = append(rows, map[string]any{"seq": float64(m.Seq), "row": string(row)})
		}
		return js.ValueOf(map[string]any{"do": "events", "id": w.Session, "fence": float64(w.Fence), "rows": rows}), nil
	case store.TrimEvents:
		return js.ValueOf(map[string]any{"do": "trim", "id": w.Session, "first": float64(w.First)}), nil
	case store.SaveFile:
		data := js.Global().Get("Uint8Array").New(len(w.Data))
		js.CopyBytesToJS(data, w.Data)
		return js.ValueOf(map[string]any{"do": "file", "id": w.Session, "path": w.Path, "data": data}), nil
	case store.DropFile:
		return js.ValueOf(map[string]any{"do": "drop-file", "id": w.Session, "path": w.Path}), nil
	case store.SaveDraft:
		row, err := json.Marshal(w.Draft)
		return js.ValueOf(map[string]any{"do": "draft", "lesson": w.Lesson, "cell": w.Cell, "rev": float64(w.Rev), "at": float64(w.At), "row": string(row)}), err
	}
	return js.Undefined(), fmt.Errorf("a tab does not keep %T", w)
}

// rows asks the script for rows and decodes them.
func rows[T any](ctx context.Context, promise js.Value) ([]T, error) {
	found, err := await(ctx, promise)
	if err != nil {
		return nil, err
	}
	list := make([]T, found.Length())
	for i := range list {
		if err := json.Unmarshal([]byte(found.Index(i).String()), &list[i]); err != nil {
			return nil, fmt.Errorf("a row that this browser kept cannot be read: %w", err)
		}
	}
	return list, nil
}

// one is the only row, or store.ErrNone.
func one[T any](list []T, err error) (row T, _ error) {
	if err == nil && len(list) == 0 {
		err = store.ErrNone
	}
	if err != nil {
		return row, err
	}
	return list[0], nil
}

// Session implements journal.Store.
func (d database) Session(ctx context.Context, id string) (store.Session, error) {
	return one(rows[store.Session](ctx, d.js.Call("session", id)))
}

// Since implements journal.Store.
func (d database) Since(ctx context.Context, id string, seq uint64) ([]wire.Message, error) {
	return rows[wire.Message](ctx, d.js.Call("since", id, float64(seq)))
}

// Files implements journal.Store.
func (d database) Files(ctx context.Context, id string) ([]store.File, error) {
	found, err := await(ctx, d.js.Call("files", id))
	if err != nil {
		return nil, err
	}
	list := make([]store.File, found.Length())
	for i := range list {
		file := found.Index(i)
		data := make([]byte, file.Get("data").Length())
		js.CopyBytesToGo(data, file.Get("data"))
		list[i] = store.File{Session: id, Path: file.Get("path").String(), Data: data}
	}
	return list, nil
}

// Draft implements draft.Store. All texts of this browser are one person's.
func (d database) Draft(ctx context.Context, _, lesson, cell string) (store.Draft, error) {
	return one(rows[store.Draft](ctx, d.js.Call("draft", lesson, cell)))
}

// DraftsAfter implements draft.Store.
func (d database) DraftsAfter(ctx context.Context, _, lesson, cell string, most int) ([]store.Draft, error) {
	list, err := rows[store.Draft](ctx, d.js.Call("drafts", lesson))
	list = slices.DeleteFunc(list, func(d store.Draft) bool { return d.Cell <= cell })
	slices.SortFunc(list, func(a, b store.Draft) int { return cmp.Compare(a.Cell, b.Cell) })
	return list[:min(most, len(list))], err
}

// CountDrafts implements draft.Store.
func (d database) CountDrafts(ctx context.Context, _, lesson string) (int, error) {
	list, err := rows[store.Draft](ctx, d.js.Call("drafts", lesson))
	return len(list), err
}

// Versions implements draft.Store.
func (d database) Versions(ctx context.Context, _, lesson, cell string) ([]store.Draft, error) {
	list, err := rows[store.Draft](ctx, d.js.Call("versions", lesson, cell))
	slices.SortFunc(list, func(a, b store.Draft) int { return cmp.Compare(b.Rev, a.Rev) })
	return list, err
}
