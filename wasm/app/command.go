package app

import (
	"strconv"
	"strings"

	"gputour/wasm/class"
)

// This file is the table of commands: what a button, the palette or a key can do.

// CommandSpec is one command. Its title is the catalogue's "cmd."+Name.
type CommandSpec struct {
	Name  string
	Group string   // the catalogue's "group."+Group; "" keeps it out of palette and help
	Keys  []string // in command mode; two keys in a row are written "D D"
	Edit  []string // in an editor, and in command mode too
	Do    func(s *State, c *Cell, a Act)
}

// Commands are all commands, in the order in which they are listed.
var Commands []CommandSpec

var commandByName = map[string]*CommandSpec{}

func init() { // a table that refers to functions that refer to it
	Commands = append(Commands, runCommands...)
	Commands = append(Commands, cellCommands...)
	Commands = append(Commands, pageCommands...)
	Commands = append(Commands, memberCommands...)
	Commands = append(Commands, boardCommands...)
	Commands = append(Commands, gpuCommands...)
	Commands = append(Commands, plainCommands...)
	for i := range Commands {
		commandByName[Commands[i].Name] = &Commands[i]
	}
}

// needCell runs do only on a cell.
func needCell(do func(s *State, c *Cell)) func(*State, *Cell, Act) {
	return func(s *State, c *Cell, _ Act) {
		if c != nil {
			do(s, c)
		}
	}
}

func plain(do func(s *State)) func(*State, *Cell, Act) {
	return func(s *State, _ *Cell, _ Act) { do(s) }
}

var runCommands = []CommandSpec{
	{"run", "run", nil, []string{"Ctrl+Enter"}, needCell(func(s *State, c *Cell) {
		if s.several() != nil {
			s.runPicked()
			return
		}
		s.run(c)
		s.setMode(Command)
		s.do(FocusBlock{"c-" + c.ID})
	})},
	{"run-next", "run", nil, []string{"Shift+Enter"}, needCell(runNext)},
	{"run-insert", "run", nil, []string{"Alt+Enter"}, needCell(runInsert)},
	{"step-through", "run", []string{"Shift+S"}, nil, needCell((*State).stepThrough)},
	{"run-all", "run", nil, nil, plain(func(s *State) { s.runAll(0, len(s.Doc)) })},
	{"run-again", "run", nil, nil, plain((*State).runAgain)},
	{"run-stale", "run", nil, nil, plain((*State).runStale)},
	{"run-to-here", "run", nil, nil, needCell(func(s *State, c *Cell) { s.runAll(0, s.cellIndex(c.ID)) })},
	{"stop", "run", []string{"I I"}, nil, func(s *State, c *Cell, _ Act) { s.stop(c) }},
	{"restart", "run", []string{"0 0"}, nil, plain((*State).restart)},
	{"restart-run-all", "run", nil, nil, plain(func(s *State) { s.restart(); s.runAll(0, len(s.Doc)) })},
	{"restart-run-to-here", "run", nil, nil, needCell(func(s *State, c *Cell) { s.restart(); s.runAll(0, s.cellIndex(c.ID)) })},
}

var cellCommands = []CommandSpec{
	{"insert-above", "cell", []string{"A"}, nil, plain(func(s *State) { s.edit(s.insert(newCell(s.ownID(), ""), false)) })},
	{"insert-below", "cell", []string{"B"}, nil, plain(func(s *State) { s.edit(s.insert(newCell(s.ownID(), ""), true)) })},
	{"delete", "cell", []string{"D D"}, nil, plain((*State).remove)},
	{"undo", "cell", []string{"Z"}, nil, plain(func(s *State) { s.swap(&s.undo, &s.redo) })},
	{"redo", "cell", []string{"Shift+Z"}, nil, plain(func(s *State) { s.swap(&s.redo, &s.undo) })},
	{"cut", "cell", []string{"X"}, nil, needCell(func(s *State, c *Cell) { s.copyPicked(); s.remove() })},
	{"copy-cell", "cell", []string{"C"}, nil, needCell(func(s *State, c *Cell) { s.copyPicked(); s.toast(s.T("cell.copied")) })},
	{"paste", "cell", []string{"V"}, nil, plain((*State).paste)},
	{"move-up", "cell", []string{"Ctrl+Shift+ArrowUp"}, nil, plain(func(s *State) { s.move(-1) })},
	{"move-down", "cell", []string{"Ctrl+Shift+ArrowDown"}, nil, plain(func(s *State) { s.move(1) })},
	{"split", "cell", nil, []string{"Ctrl+Shift+-", "Ctrl+Shift+_"}, func(s *State, c *Cell, a Act) {
		if line, err := strconv.Atoi(a.Value); err == nil && c != nil {
			s.split(c, line)
		}
	}},
	{"merge", "cell", []string{"Shift+M"}, nil, plain((*State).merge)},
	{"to-note", "cell", []string{"M"}, nil, needCell(func(s *State, c *Cell) { s.setNote(c, true) })},
	{"to-code", "cell", []string{"Y"}, nil, needCell(func(s *State, c *Cell) { s.setNote(c, false) })},
	{"reset-cell", "cell", nil, nil, needCell(resetCell)},
	{"history", "cell", nil, nil, needCell((*State).openHistory)},
	{"copy-code", "cell", nil, nil, needCell(func(s *State, c *Cell) { s.do(Copy{c.Code}); s.toast(s.T("copied")) })},
	{"hide-code", "view", []string{"Shift+O"}, nil, needCell(func(s *State, c *Cell) { c.Hidden = !c.Hidden; s.changed(c) })},
	{"fold-output", "view", []string{"O"}, nil, needCell(func(s *State, c *Cell) { c.Folded = !c.Folded; s.changed(c) })},
	{"full-output", "view", []string{"S"}, nil, needCell(func(s *State, c *Cell) { c.Full = !c.Full; s.changed(c) })},
	{"clear-output", "view", nil, nil, needCell(clearOutput)},
	{"clear-all", "view", nil, nil, plain(func(s *State) {
		for _, c := range s.Order() {
			clearOutput(s, c)
		}
	})},
	{"copy-output", "view", nil, nil, needCell(func(s *State, c *Cell) { s.do(Copy{c.Plain()}); s.toast(s.T("copied")) })},
	{"numbers", "view", []string{"Shift+L"}, nil, needCell(func(s *State, c *Cell) { c.Numbers = !c.Numbers; s.do(Numbers{c.ID, c.Numbers}) })},
}

var pageCommands = []CommandSpec{
	{"edit", "move", []string{"Enter"}, nil, needCell(func(s *State, c *Cell) { s.edit(c) })},
	{"command", "move", nil, []string{"Escape", "Ctrl+M"}, func(s *State, c *Cell, _ Act) { s.setMode(Command); s.do(FocusBlock{s.Selected}) }},
	{"select-up", "move", []string{"ArrowUp", "K"}, nil, plain(func(s *State) { s.step(-1) })},
	{"select-down", "move", []string{"ArrowDown", "J"}, nil, plain(func(s *State) { s.step(1) })},
	{"extend-up", "move", []string{"Shift+ArrowUp", "Shift+K"}, nil, plain(func(s *State) { s.extend(-1) })},
	{"extend-down", "move", []string{"Shift+ArrowDown", "Shift+J"}, nil, plain(func(s *State) { s.extend(1) })},
	{"pick-all", "move", []string{"Ctrl+A"}, nil, plain((*State).pickAll)},
	{"first", "move", []string{"Ctrl+Home"}, nil, plain(func(s *State) { s.selectEnd(false) })},
	{"last", "move", []string{"Ctrl+End"}, nil, plain(func(s *State) { s.selectEnd(true) })},
	{"prev-lesson", "move", []string{"["}, nil, plain(func(s *State) { s.visit(s.Page.Prev) })},
	{"next-lesson", "move", []string{"]"}, nil, plain(func(s *State) { s.visit(s.Page.Next) })},
	{"home", "move", nil, nil, plain(func(s *State) { s.visit(s.Page.Home) })},
	{"scratch", "move", nil, nil, plain(func(s *State) { s.visit(s.Page.Scratch) })},
	{"outline", "page", []string{"T"}, nil, plain(func(s *State) { s.open(OutlineDialog) })},
	{"search", "page", []string{"F", "/"}, nil, plain(func(s *State) { s.open(SearchDialog) })},
	{"palette", "page", []string{"P"}, []string{"Ctrl+Shift+C", "Ctrl+Shift+P"}, plain(func(s *State) { s.open(PaletteDialog) })},
	{"shortcuts", "page", []string{"H", "?"}, nil, plain(func(s *State) { s.open(ShortcutsDialog) })},
	{"panel", "page", nil, nil, plain(func(s *State) { s.setSheet(!s.Sheet) })},
	{"menu", "", nil, nil, plain(func(s *State) { s.setMenu(!s.Menu) })},
	{"theme", "page", nil, nil, plain((*State).nextTheme)},
	{"language", "page", nil, nil, plain(func(s *State) { s.visit(s.Page.Langs[string(s.Lang.Other())]) })},
	{"presenter", "page", nil, nil, plain((*State).togglePresent)},
	{"one-keys", "page", nil, nil, plain((*State).toggleOneKeys)},
	{"save", "file", nil, []string{"Ctrl+S"}, plain((*State).saveNow)},
	{"open-file", "file", nil, nil, plain(func(s *State) { s.do(Pick{}) })},
	{"save-md", "file", nil, nil, plain(func(s *State) { s.download("md") })},
	{"save-py", "file", nil, nil, plain(func(s *State) { s.download("py") })},
	{"save-ipynb", "file", nil, nil, plain(func(s *State) { s.download("ipynb") })},
	{"print", "file", nil, nil, plain(func(s *State) { s.do(Print{}) })},
	{"devices-cpu", "device", nil, nil, plain(func(s *State) { s.switchDevices("cpu") })},
	{"devices-1", "device", nil, nil, plain(func(s *State) { s.switchDevices("sim:1") })},
	{"devices-2", "device", nil, nil, plain(func(s *State) { s.switchDevices("sim:2") })},
	{"devices-4", "device", nil, nil, plain(func(s *State) { s.switchDevices("sim:4") })},
	{"devices-8", "device", nil, nil, plain(func(s *State) { s.switchDevices("sim:8") })},
	{"devices-real", "device", nil, nil, plain(func(s *State) { s.switchDevices("cuda") })},
	{"devices-webgpu", "device", nil, nil, plain((*State).switchWebGPU)},
}

// plainCommands belong to buttons that stand beside what they act on.
var plainCommands = []CommandSpec{
	{"select", "", nil, nil, func(s *State, c *Cell, a Act) { s.focusCell(a.Cell) }},
	{"devices", "", nil, nil, func(s *State, _ *Cell, a Act) { s.switchDevices(a.Value) }},
	{"fix", "", nil, nil, needCell((*State).applyFix)},
	{"pick-to", "", nil, nil, func(s *State, _ *Cell, a Act) { s.pickTo(a.Value) }},
	{"unpick", "", nil, nil, plain((*State).unpick)},
	{"touch", "", nil, nil, func(s *State, c *Cell, a Act) {
		if c != nil {
			s.touched(c, a.Value)
		}
	}},
	{"check", "", nil, nil, needCell((*State).check)},
	{"submit-ask", "", nil, nil, func(s *State, _ *Cell, a Act) { s.askSubmit(a.Value, true) }},
	{"submit-not", "", nil, nil, func(s *State, _ *Cell, a Act) { s.askSubmit(a.Value, false) }},
	{"submit", "", nil, nil, func(s *State, _ *Cell, a Act) { s.submit(a.Value) }},
	{"hint", "", nil, nil, needCell(func(s *State, c *Cell) {
		if c.Lesson != nil && c.Hints < len(c.Lesson.Hints) {
			c.Hints++
			s.changed(c)
			s.saveSoon()
		}
	})},
	{"solve", "", nil, nil, needCell((*State).solve)},
	{"use-solution", "", nil, nil, needCell((*State).useSolution)},
	{"guess", "", nil, nil, func(s *State, c *Cell, a Act) {
		if n, err := strconv.Atoi(a.Value); err == nil && c != nil {
			s.guess(c, n)
		}
	}},
	{"lines", "", nil, nil, func(s *State, c *Cell, a Act) { s.doLine(c, a.Value) }},
	{"tell", "", nil, nil, needCell(func(s *State, c *Cell) { c.Told = true; s.changed(c) })},
	{"example", "", nil, nil, func(s *State, c *Cell, a Act) { s.example(a.Value) }},
	{"answer", "", nil, nil, func(s *State, c *Cell, a Act) {
		if c != nil {
			s.reply(c, a.Value)
		}
	}},
	{"retry", "", nil, nil, plain(func(s *State) { s.woke(); s.class(class.Woke{}) })},
	{"to-board", "", nil, nil, plain(func(s *State) { s.visit("/class/board") })},
	{"poll-fill", "", nil, nil, func(s *State, _ *Cell, a Act) { s.fillPoll(a.Value) }},
	{"alone", "", nil, nil, plain((*State).alone)},
	{"update", "", nil, nil, plain(func(s *State) { s.do(Update{}) })},
	{"reload", "", nil, nil, plain(func(s *State) { s.do(Visit{""}) })},
	{"take-pen", "", nil, nil, plain((*State).takePen)},
	{"use-old", "", nil, nil, plain(func(s *State) { s.useOld(true) })},
	{"drop-old", "", nil, nil, plain(func(s *State) { s.useOld(false) })},
	{"take-back", "", nil, nil, plain((*State).takeBack)},
	{"more-history", "", nil, nil, plain((*State).moreHistory)},
	{"look-other", "", nil, nil, needCell(func(s *State, c *Cell) { c.OtherOpen = !c.OtherOpen; s.changed(c) })},
	{"take-other", "", nil, nil, needCell(func(s *State, c *Cell) { s.useOther(c, true) })},
	{"drop-other", "", nil, nil, needCell(func(s *State, c *Cell) { s.useOther(c, false) })},
	{"close", "", nil, nil, plain((*State).closeDialog)},
	{"choose", "", nil, nil, func(s *State, _ *Cell, a Act) { s.choose(a.Value) }},
	{"go", "", nil, nil, func(s *State, _ *Cell, a Act) { s.goTo(a.Value) }},
	{"dismiss", "", nil, nil, plain(func(s *State) { s.Toasts = nil; s.touch(Layer) })},
	{"grid", "", nil, nil, func(s *State, c *Cell, a Act) { s.openGrid(c, a.Value) }},
	{"tensor", "", nil, nil, func(s *State, _ *Cell, a Act) { s.openTensor(a.Value) }},
	{"replay", "", nil, nil, func(s *State, c *Cell, a Act) { s.replayAct(c, a.Value) }},
	{"step-kernel", "", nil, nil, func(s *State, _ *Cell, a Act) { s.stepKernel(a.Value) }},
	{"zoom", "", nil, nil, func(s *State, _ *Cell, a Act) { s.zoom(a.Value) }},
	{"all-tensors", "", nil, nil, plain(func(s *State) { s.Device.Rows += MoreRows; s.touch(Panel) })},
	{"fewer-tensors", "", nil, nil, plain(func(s *State) { s.Device.Rows = 0; s.touch(Panel) })},
	{"run-both", "", nil, nil, func(s *State, c *Cell, a Act) {
		if def := s.cell(a.Value); def != nil && c != nil {
			s.execute(def, false)
			s.execute(c, false)
		}
	}},
	{"bar", "", nil, nil, func(s *State, _ *Cell, a Act) {
		if n, err := strconv.Atoi(a.Value); err == nil {
			s.pick(n)
		}
	}},
	{"line", "", nil, nil, func(s *State, c *Cell, a Act) {
		if n, err := strconv.Atoi(a.Value); err == nil && c != nil {
			s.pickLine(c.ID, n)
		}
	}},
	{"point", "", nil, nil, func(s *State, _ *Cell, a Act) { s.pointed(a.Value) }},
}

// act carries out a command. Names that are no command do nothing.
func (s *State) act(a Act) {
	spec := commandByName[a.Name]
	if spec == nil && class.Knows(a.Name) {
		s.class(class.Act{Name: a.Name, Value: a.Value})
		return
	}
	if spec == nil || s.forbidden(s.may(spec)) {
		return
	}
	c := s.selectedCell()
	if a.Cell != "" {
		c = s.cell(a.Cell)
		if i := s.cellIndex(a.Cell); i >= 0 {
			s.selectBlock(s.Doc[i].Key)
		}
	}
	spec.Do(s, c, a)
}

func runNext(s *State, c *Cell) {
	if s.several() != nil {
		s.runPicked()
		if lo, hi := s.span(); s.Selected == s.Doc[lo].Key {
			s.selectBlock(s.Doc[hi-1].Key)
		}
		c = s.selectedCell()
	} else {
		s.run(c)
	}
	i := s.cellIndex(c.ID)
	for j := i + 1; j < len(s.Doc); j++ {
		if s.Doc[j].Cell != "" {
			s.selectBlock(s.Doc[j].Key)
			s.setMode(Command)
			s.do(FocusBlock{s.Selected})
			return
		}
	}
	if s.isScratch() {
		runInsert(s, nil)
		return
	}
	s.setMode(Command)
	s.do(FocusBlock{s.Selected})
}

func runInsert(s *State, c *Cell) {
	if c != nil {
		s.run(c)
	}
	s.edit(s.insert(newCell(s.ownID(), ""), true))
}

func resetCell(s *State, c *Cell) {
	if c.Edited() {
		s.remember(c)
		s.setCode(c, c.Original())
		s.toastWith(s.T("cell.reset"), "undo", s.T("undo"))
	}
}

func clearOutput(s *State, c *Cell) {
	if !c.Active() {
		c.Outputs, c.Cost, c.Failure, c.Check = nil, nil, nil, nil
		s.do(Marks{Cell: c.ID})
		s.changed(c)
	}
}

// edit moves the keyboard into a cell's editor.
func (s *State) edit(c *Cell) {
	c.Hidden, c.Shown = false, false
	s.selectBlock("c-" + c.ID)
	if c.Ordered() {
		s.changed(c)
		s.do(FocusNode{LineID(c, c.Line)})
		return
	}
	s.setMode(Edit)
	s.changed(c)
	s.do(FocusEditor{c.ID})
}

func (s *State) focusCell(id string) {
	if i := s.cellIndex(id); i >= 0 {
		s.selectBlock(s.Doc[i].Key)
		s.setMode(Command)
	}
}

func (s *State) visit(url string) {
	if url != "" {
		s.do(Visit{url})
	}
}

func (s *State) nextTheme() {
	next := map[string]string{"system": "light", "light": "dark", "dark": "system"}
	s.setTheme(next[s.Theme])
	s.do(Store{"theme", s.Theme})
}

func (s *State) togglePresent() {
	s.Present = !s.Present
	value := ""
	if s.Present {
		value = "on"
		s.toastWith(s.T("presenter.on"), "presenter", s.T("presenter.off"))
	} else {
		s.dropAct("presenter")
	}
	s.do(Root{"data-presenter", value})
	s.touch(Top)
}

func (s *State) toggleOneKeys() {
	s.OneKeys = !s.OneKeys
	word := "on"
	if !s.OneKeys {
		word = "off"
	}
	s.do(Store{"onekeys", word})
	s.toast(s.T("onekeys." + word))
	s.touch(Layer)
}

// setMenu shows the list of lessons where there is no room for it beside the text.
func (s *State) setMenu(on bool) {
	s.Menu = on
	value := ""
	if on {
		value = "on"
	}
	s.do(Root{"data-menu", value})
	if on {
		s.do(FocusNode{"side"})
	}
}

func (s *State) setSheet(on bool) {
	s.Sheet = on
	value := ""
	if on {
		value = "panel"
		s.do(FocusNode{"panel"})
	}
	s.do(Root{"data-sheet", value})
	s.touch(Panel)
}

func itoa(n int) string { return strconv.Itoa(n) }

// fold makes texts comparable in a search.
func fold(text string) string { return strings.ToLower(text) }
