// Package boot is what a served page tells the client that wakes up in it: which
// page it is, its cells, and the way to the other pages. The server writes it as
// JSON into the page's <script type="application/json" id="boot">, the client reads it.
package boot

//go:generate go run gputour/engine/wire/fields/gen

// Kinds of page.
const (
	Home    = "home"
	Lesson  = "lesson"
	Scratch = "scratch"
	Reading = "reading" // text beside the lessons
	Board   = "board"   // a class, for those who teach it
)

// ScriptID is the id of the element that holds a Page.
const ScriptID = "boot"

// Page is one page. Texts named HTML were rendered by the server from lesson
// Markdown with raw HTML left out.
type Page struct {
	Kind    string            `json:"kind"`
	Lang    string            `json:"lang"` // "zh" or "en"
	Lesson  string            `json:"lesson,omitempty"`
	Title   string            `json:"title,omitempty"`
	Hash    string            `json:"hash,omitempty"` // names the lesson's code; drafts are kept per hash
	Devices []string          `json:"devices,omitempty"`
	Langs   map[string]string `json:"langs,omitempty"` // language → address of this page in it
	Prev    string            `json:"prev,omitempty"`  // addresses
	Next    string            `json:"next,omitempty"`
	Blocks  []Block           `json:"blocks,omitempty"`
	Course  []Entry           `json:"course,omitempty"`
	Real    int               `json:"real,omitempty"` // CUDA devices of the host that a session may have
	Most    int               `json:"most,omitempty"` // simulated GPUs that a session may have; 0 where nothing bounds them, -1 for none
	Class   *Class            `json:"class,omitempty"`
	Watch   string            `json:"watch,omitempty"` // the member whose notebook is looked at
	Home    string            `json:"home"`            // address of the map of the course
	Scratch string            `json:"scratch"`
	Jupyter string            `json:"jupyter,omitempty"` // address of the lesson as Jupyter reads it
	Root    string            `json:"root,omitempty"`    // address of a static site's root
	Tab     *Tab              `json:"tab,omitempty"`     // the engine that runs in the page's tab; nil where a server has one
	Spare   *Tab              `json:"spare,omitempty"`   // the engine that can do so when the server is lost
}

// Tab is where the engine lies that runs in a browser's tab. Addresses are as the page's.
type Tab struct {
	Worker   string `json:"worker"` // its script
	Engine   Engine `json:"engine"`
	Lesson   string `json:"lesson,omitempty"`   // the files of the page's lesson by name, as JSON
	Practice bool   `json:"practice,omitempty"` // solutions lie there, too
}

// Engine is the engine's WebAssembly.
type Engine struct {
	URL  string `json:"url"`
	Size int64  `json:"size"` // bytes, unpacked
	// Packed are the sizes of the files URL.br and URL.gz by coding ("br", "gz"), to be unpacked by whoever asks for them; nil
	// where a server packs its answers.
	Packed map[string]int64 `json:"packed,omitempty"`
}

// Class is the class that the page belongs to, and what its reader is in it.
type Class struct {
	Title string `json:"title"`
	ID    string `json:"id"` // of the member
	Name  string `json:"name"`
	Role  string `json:"role"`
	Leads bool   `json:"leads,omitempty"` // may do what those who teach may
}

// Notebook reports whether the page has cells, and so a session.
func (p Page) Notebook() bool { return p.Kind == Lesson || p.Kind == Scratch }

// Block is one child of the notebook, in order: served text (Cell nil), which the
// client keeps as it stands, or a cell. Key is the element's data-key.
type Block struct {
	Key  string `json:"key"`
	Cell *Cell  `json:"cell,omitempty"`
}

// Cell is a lesson's cell.
type Cell struct {
	ID      string   `json:"id"`
	Kind    string   `json:"kind"` // as lesson.Kind
	Code    string   `json:"code"`
	Raises  bool     `json:"raises,omitempty"`
	Points  int      `json:"points,omitempty"`
	Options []string `json:"options,omitempty"` // HTML
	Answers []int    `json:"answers,omitempty"` // right options, from 1
	Why     string   `json:"why,omitempty"`     // HTML
	Reasons []string `json:"reasons,omitempty"` // HTML: why each option is wrong; "" for right ones
	Learned string   `json:"learned,omitempty"` // HTML: what an exercise has taught
	Hints   []string `json:"hints,omitempty"`   // HTML, gentlest first
	Tests   string   `json:"tests,omitempty"`   // the visible tests, as code
	Checked bool     `json:"checked,omitempty"` // the server has tests for it
	Solved  bool     `json:"solved,omitempty"`  // the server has a solution of it
	Explore []Choice `json:"explore,omitempty"`
}

// Choice is a name that the code sets on a line of its own, with the values to drag it through.
type Choice struct {
	Name   string   `json:"name"`
	Values []string `json:"values"`
}

// Entry is a lesson in the map of the course.
type Entry struct {
	ID    string   `json:"id"`
	Title string   `json:"title"`
	URL   string   `json:"url"`
	Cells []string `json:"cells"` // ids of the cells that count towards progress
}
