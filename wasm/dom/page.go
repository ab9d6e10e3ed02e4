//go:build js

package dom

import (
	"syscall/js"

	"gputour/engine/wire/fields"
	"gputour/wasm/app"
	"gputour/wasm/vdom"
	"gputour/wasm/view"
	"gputour/wasm/view/classroom"
	"gputour/wasm/view/devices"
	"gputour/web/boot"
)

// Page joins the state to the page of the browser.
type Page struct {
	state   *app.State
	window  js.Value
	doc     js.Value
	bridge  js.Value
	patch   *patcher
	regions map[string]*mounted
	cache   view.Cache
	socket  *socket
	class   *socket
	rows    classroom.Rows
	frame   bool // a redraw is scheduled
	drawing bool // a redraw is going on; what it removes may lose the focus, which is an op
	pace    pace
	render  js.Func
}

// Start wakes the client up in a served page and returns; events keep it alive.
// It reports what is missing in a page that is not ours.
func Start() error {
	window := js.Global()
	doc := window.Get("document")
	script := doc.Call("getElementById", boot.ScriptID)
	var page boot.Page
	if err := fields.Read(script.Get("textContent").String(), &page, false); err != nil {
		return err
	}
	bridge := window.Get("gputour")
	p := &Page{
		state: app.New(page, bridge.Call("random").String()), window: window, doc: doc, bridge: bridge,
		patch: &patcher{doc, bridge}, regions: map[string]*mounted{}, cache: view.Cache{}, rows: classroom.Rows{},
	}
	p.socket, p.class = session(p), classConnection(p)
	p.render = js.FuncOf(func(js.Value, []js.Value) any { p.frame = false; p.draw(); return nil })
	p.listen()
	p.apply(app.Boot{Stored: stored(bridge), Touch: bridge.Call("touch").Bool(), WebGPU: window.Get("navigator").Get("gpu").Truthy()})
	p.draw()
	return nil
}

func stored(bridge js.Value) map[string]string {
	all := bridge.Call("stored")
	keys := js.Global().Get("Object").Call("keys", all)
	m := map[string]string{}
	for i := range keys.Length() {
		k := keys.Index(i).String()
		m[k] = all.Get(k).String()
	}
	return m
}

// clock is the time since the page was opened, in ms.
func (p *Page) clock() float64 { return p.window.Get("performance").Call("now").Float() }

// now is the page's clock in ms since 1970.
func (p *Page) now() int64 { return int64(p.window.Get("Date").Call("now").Float()) }

// apply applies an op, carries out its effects and draws what has changed, at once if the pace allows it: a click shows with
// no frame's delay.
func (p *Page) apply(op app.Op) bool {
	handled := p.perform(op)
	p.drawNow()
	return handled
}

// gather is for how long more messages are waited for before they are drawn, in ms: those of a short run come together.
const gather = 2

// hear is apply for what others say. The end of a run is what somebody waits for.
func (p *Page) hear(op app.Op, ends bool) {
	p.perform(op)
	if ends {
		p.drawNow()
	} else {
		p.schedule(gather)
	}
}

// drawNow draws if the pace allows it, and else as soon as it does.
func (p *Page) drawNow() {
	if !p.drawing && p.pace.wait(p.clock()) == 0 {
		p.draw()
	}
	p.schedule(0)
}

// perform applies an op and carries out its effects.
func (p *Page) perform(op app.Op) bool {
	effects, handled := p.state.Apply(p.now(), op)
	var later []app.Effect
	for _, e := range effects {
		if afterDraw(e) {
			later = append(later, e)
		} else {
			p.carryOut(e)
		}
	}
	if len(later) > 0 { // they name elements that the redraw may have to make
		p.draw()
		for _, e := range later {
			p.carryOut(e)
		}
	}
	return handled
}

// schedule sees to it that what has changed is drawn, after some ms and when the pace allows it.
func (p *Page) schedule(after float64) {
	if !p.frame && p.state.Changed() {
		p.frame = true
		p.window.Call("setTimeout", p.render, max(after, p.pace.wait(p.clock())))
	}
}

// draw makes every region that changed equal to its view.
func (p *Page) draw() {
	if p.drawing || !p.state.Changed() {
		return
	}
	p.drawing = true
	start := p.clock()
	defer func() {
		p.drawing = false
		p.pace.drew(start, p.clock())
	}()
	s := p.state
	dirty := s.Dirty()
	if dirty[app.Top] || dirty[app.Notebook] {
		p.region("toolbar", view.Toolbar(s))
	}
	for region := range dirty {
		switch region {
		case app.Top:
			p.region("top", view.Top(s))
			p.region("top-more", view.TopMore(s))
		case app.Notebook:
			p.region("notebook", view.Notebook(s, p.cache))
		case app.Work:
			p.region("assigned", view.Assigned(s))
		case app.Panel:
			p.region("panel-body", devices.Panel(s))
		case app.Layer:
			p.region("layer", view.Layer(s))
		case app.Course:
			p.course()
		case app.Banner:
			p.region("banner", classroom.Banner(s))
		case app.Cards:
			p.region("cards", classroom.Cards(s))
		case app.Board:
			p.region("board-head", classroom.BoardHead(s))
			p.region("board", classroom.Board(s, p.rows))
		case app.Aside:
			p.region("aside", classroom.Aside(s))
		}
	}
	p.bridge.Call("drawn")
}

// region makes the children of the element with an id equal to nodes.
func (p *Page) region(id string, nodes []*vdom.Node) {
	m := p.regions[id]
	if m == nil {
		el := p.doc.Call("getElementById", id)
		if el.IsNull() {
			return
		}
		p.bridge.Call("adopt", el)
		m = &mounted{el: el}
		p.regions[id] = m
	}
	p.patch.children(m.el, m, nodes, false)
}

// course marks progress in the served map and sidebar.
func (p *Page) course() {
	marks, next, begun := view.Course(p.state)
	for _, m := range marks {
		p.bridge.Call("progress", m.Lesson, m.Words, m.Action, m.Done, m.Percent)
	}
	if begun && next.ID != "" {
		p.bridge.Call("goOn", next.URL, p.state.T("home.continue", next.Title)+" ›", view.Days(p.state))
	}
}
