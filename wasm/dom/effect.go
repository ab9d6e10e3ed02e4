//go:build js

package dom

import (
	"syscall/js"

	"gputour/engine/wire/fields"
	"gputour/wasm/app"
	"gputour/wasm/class"
)

// This file carries out effects.

// afterDraw reports whether an effect needs the page to show the new state first.
func afterDraw(e app.Effect) bool {
	switch e := e.(type) {
	case app.FocusEditor, app.FocusBlock, app.FocusNode, app.SetCode, app.Print, app.ShowCell:
		return true
	case app.Marks:
		return len(e.Marks) > 0
	}
	return false
}

func (p *Page) carryOut(e app.Effect) {
	b := p.bridge
	switch e := e.(type) {
	case app.Dial:
		p.socket.dial()
	case app.Hang:
		p.socket.hang()
	case app.ReadProse:
		b.Call("readProse")
	case app.Fetch:
		b.Call("fetchFile", e.What, e.URL)
	case app.FetchSpare:
		b.Call("fetchSpare")
	case app.Alone:
		b.Call("alone")
	case app.Update:
		b.Call("change")
	case app.Probe:
		b.Call("probe")
	case app.Send:
		p.socket.send(e.Message)
	case app.After:
		p.after(e)
	case app.Store:
		ok := b.Call("store", e.Key, e.Value).Bool()
		p.apply(app.StoreDone{Key: e.Key, OK: ok})
	case app.SetCode:
		b.Call("setCode", e.Cell, e.Code)
	case app.FocusEditor:
		b.Call("focusEditor", e.Cell)
	case app.FocusBlock:
		b.Call("focusBlock", e.Key)
	case app.FocusNode:
		b.Call("focusNode", e.ID)
	case app.Marks:
		b.Call("marks", e.Cell, fields.Text(fields.List(&e.Marks, func(m *app.Mark) any { return m })))
	case app.Light:
		b.Call("light", e.Name, e.Device)
	case app.LightLine:
		b.Call("lightLine", e.Cell, e.Line)
	case app.ReadOnly:
		b.Call("readOnly", e.On)
	case app.ShowCell:
		b.Call("showCell", e.Cell, e.Top)
	case app.ClassEffect:
		p.classEffect(e.Effect)
	case app.Answer:
		b.Call("answer", e.Ticket, fields.Text(&e))
	case app.Numbers:
		b.Call("numbers", e.Cell, e.On)
	case app.Root:
		b.Call("root", e.Name, e.Value)
	case app.Copy:
		b.Call("copy", e.Text)
	case app.Download:
		b.Call("download", e.Name, e.Type, e.Text)
	case app.Pick:
		b.Call("pick")
	case app.Print:
		b.Call("print")
	case app.Visit:
		b.Call("visit", e.URL)
	}
}

// classEffect carries out what is of the class's socket alone.
func (p *Page) classEffect(e class.Effect) {
	switch e := e.(type) {
	case class.Dial:
		p.class.dial()
	case class.Hang:
		p.class.hang()
	case class.Send:
		p.class.send(e.Message)
	case class.Look:
		p.bridge.Call("look")
	}
}

// after sets a timer for an op.
func (p *Page) after(e app.After) {
	var once js.Func
	once = js.FuncOf(func(js.Value, []js.Value) any {
		once.Release()
		p.apply(app.Due{What: e.What})
		return nil
	})
	p.window.Call("setTimeout", once, e.MS)
}
