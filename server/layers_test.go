package main

import (
	"os"
	"os/exec"
	"regexp"
	"slices"
	"sort"
	"strings"
	"testing"
)

// layers is the import table: what each package may import of ours, and which
// external modules. An entry holds for the packages below it that have none of
// their own. "engine/diag" as an allowed import allows exactly that package,
// "engine/device/..." all below it too. Imports only go down.
var layers = []layer{
	// Floor 0: positions, messages, lessons.
	{"engine/diag", "", ""},
	{"engine/wire", "engine/wire/fields", ""},
	{"engine/wire/fields", "", ""},
	{"engine/libm", "", ""},
	{"engine/parts", "", ""},
	{"engine/parts/slim", "engine/parts", "codeberg.org/go-fonts/liberation golang.org/x/text"},
	{"engine/breath", "", ""},
	{"engine/mt19937", "", ""},
	{"engine/bignum", "", ""},
	{"engine/xid", "", "golang.org/x/text"},
	{"engine/pattern", "", ""},
	{"lessons", "", ""},
	{"lessons/lines", "", ""},
	{"lessons/api", "", ""},
	{"lessons/lesson", "engine/diag lessons/lines", "gopkg.in/yaml.v3"},

	// Floor 1a: text to program.
	{"engine/charname", "engine/parts", "golang.org/x/text"},
	{"engine/syntax", "engine/diag", ""},
	{"engine/syntax/scan", "engine/diag engine/xid engine/syntax", "golang.org/x/text"},
	{"engine/syntax/parse", "engine/diag engine/charname engine/syntax engine/syntax/scan", ""},
	{"engine/syntax/unparse", "engine/syntax", ""},
	{"engine/resolve", "engine/diag engine/syntax engine/syntax/unparse", ""},
	{"engine/bytecode", "engine/diag engine/syntax", ""},
	{"engine/compile", "engine/diag engine/syntax engine/syntax/unparse engine/bytecode", ""},

	// Floor 1b: devices and tensors.
	{"engine/device", "engine/breath", ""},
	{"engine/device/cpu", "engine/device engine/device/cpu/...", ""},
	{"engine/device/cpu/walk", "engine/device engine/device/cpu/vec", ""},
	{"engine/device/cpu/along", "engine/device engine/device/cpu/vec engine/device/cpu/walk", ""},
	{"engine/device/cpu/window", "engine/breath engine/device engine/device/cpu/vec engine/device/cpu/walk", ""},
	{"engine/device/cpu/vec", "engine/mt19937", "golang.org/x/sys"},
	{"engine/device/caching", "engine/device", ""},
	{"engine/device/sim", "engine/device engine/device/caching engine/device/cpu/...", ""},
	{"engine/device/webgpu", "engine/device engine/device/caching engine/device/cpu", ""},
	{"engine/device/meta", "engine/device", ""},
	{"engine/device/devicetest", "engine/device/...", ""},
	{"engine/tensor/factor", "engine/device/cpu/vec", "gonum.org/v1/gonum"},
	{"engine/tensor", "engine/libm engine/device engine/device/cpu/... engine/tensor/factor", "gonum.org/v1/gonum"},
	{"engine/autograd", "engine/device engine/tensor", ""},

	// Floor 1c: the real GPU, and kernel cells.
	{"cuda/cudac/lane", "", "golang.org/x/sys"},
	{"cuda/cudac/word", "cuda/cudac/lane", ""},
	{"cuda/cudac/memory", "", ""},
	{"cuda/cudac/source", "engine/diag", ""},
	{"cuda/cudac/lex", "engine/diag cuda/cudac/source", ""},
	{"cuda/cudac/syntax", "cuda/cudac/lane cuda/cudac/lex cuda/cudac/memory cuda/cudac/source cuda/cudac/word", ""},
	{"cuda/cudac/report", "engine/diag cuda/cudac/lane", ""},
	{"cuda/cudac/simt", "engine/breath engine/diag cuda/cudac/lane cuda/cudac/memory cuda/cudac/report cuda/cudac/source cuda/cudac/syntax cuda/cudac/word", ""},
	{"cuda/cudac/printf", "", ""},
	{"cuda/cudac/host", "engine/diag cuda/cudac/memory cuda/cudac/printf cuda/cudac/report cuda/cudac/simt cuda/cudac/source cuda/cudac/syntax cuda/cudac/word", ""},
	{"cuda/cudac/libdevice", "", ""},
	{"cuda/cudac/plan", "cuda/cudac/lane cuda/cudac/lex cuda/cudac/libdevice cuda/cudac/memory cuda/cudac/simt cuda/cudac/syntax cuda/cudac/word", ""},
	{"cuda/cudac/lower", "engine/diag cuda/cudac/host cuda/cudac/lane cuda/cudac/lex cuda/cudac/libdevice cuda/cudac/memory cuda/cudac/plan cuda/cudac/printf cuda/cudac/report cuda/cudac/simt cuda/cudac/source cuda/cudac/syntax cuda/cudac/word", ""},
	{"cuda/cudac", "engine/diag cuda/cudac/...", ""},
	{"cuda", "engine/device/... cuda/...", "gorgonia.org/cu"},

	// Floor 2: Python. The evaluator never meets a tensor.
	{"engine/object/char", "", "golang.org/x/text"},
	{"engine/object/codec", "engine/parts engine/charname engine/object/char", "golang.org/x/text"},
	{"engine/object/numeral", "engine/object/char", ""},
	{"engine/object", "engine/breath engine/libm engine/bignum engine/xid engine/object/char engine/object/codec engine/object/numeral", "github.com/spf13/afero"},
	{"engine/object/file", "engine/object engine/object/char", "github.com/spf13/afero"},
	{"engine/interp", "engine/breath engine/parts engine/diag engine/syntax engine/syntax/parse engine/resolve engine/bytecode engine/compile engine/object engine/object/file", "github.com/spf13/afero"},
	{"engine/interp/traceback", "engine/syntax engine/syntax/parse engine/object engine/interp", ""},
	{"engine/interp/bench", "engine/object engine/interp engine/interp/traceback engine/pylib/...", ""},
	{"engine/shell", "", "github.com/spf13/afero mvdan.cc/sh/v3"},
	{"engine/smi", "engine/shell engine/device engine/device/sim", ""},
	{"engine/process", "engine/object", ""},
	{"engine/pylib", "engine/mt19937 engine/object engine/object/numeral engine/interp engine/interp/traceback engine/process engine/device/... engine/tensor engine/autograd engine/pylib/...", ""},
	{"engine/pylib/matplotlib", "engine/parts engine/object engine/interp", "git.sr.ht/~sbinet/gg codeberg.org/go-fonts/liberation golang.org/x/image"},
	{"engine/pylib/numpy/random", "engine/mt19937", ""},
	{"engine/pylib/torch/values", "engine/object engine/device engine/tensor engine/autograd", ""},
	{"engine/pylib/torch/profiler", "engine/object engine/process engine/device engine/autograd", ""},
	{"engine/pylib/torch/state", "engine/object engine/interp engine/device engine/device/meta engine/tensor engine/autograd engine/pylib/torch/values engine/pylib/torch/profiler", ""},
	{"engine/pylib/torch/docs", "engine/object", ""},
	{"engine/pylib/torch/dispatch", "engine/object engine/interp engine/device engine/tensor engine/autograd engine/pylib/torch/docs engine/pylib/torch/values engine/pylib/torch/profiler engine/pylib/torch/state", ""},
	{"engine/pylib/torch/grad", "engine/object engine/tensor engine/autograd engine/pylib/torch/values engine/pylib/torch/state", ""},
	{"engine/pylib/torch/ops", "engine/object engine/interp engine/device engine/tensor engine/autograd engine/pylib/torch/values engine/pylib/torch/state engine/pylib/torch/dispatch engine/pylib/torch/grad", ""},
	{"engine/pylib/torch/cuda", "engine/object engine/interp engine/process engine/device engine/device/caching engine/tensor engine/autograd engine/pylib/torch/values engine/pylib/torch/profiler engine/pylib/torch/state engine/pylib/torch/grad", ""},
	{"engine/pylib/torch/distributed", "engine/object engine/interp engine/process engine/device engine/tensor engine/pylib/std engine/pylib/torch/values engine/pylib/torch/state engine/pylib/torch/grad", ""},
	{"engine/pylib/std", "engine/pylib/std/... engine/parts engine/diag engine/libm engine/mt19937 engine/bignum engine/xid engine/charname engine/syntax engine/syntax/parse engine/syntax/unparse engine/object engine/object/char engine/object/numeral engine/object/file engine/interp engine/process", "github.com/spf13/afero github.com/dlclark/regexp2/v2 golang.org/x/text"},

	// Floor 3: a session, and what runs its cells.
	{"engine/session", "engine/wire", ""},
	{"engine/session/sessiontest", "engine/session engine/wire", ""},
	{"engine/border", "engine/object engine/interp engine/pylib/torch/state engine/pylib/torch/values engine/pylib/numpy", ""},
	{"engine/eval/cell", "engine/pattern engine/wire engine/resolve engine/syntax engine/syntax/parse", ""},
	{"engine/eval/cost", "engine/wire engine/session engine/device engine/object engine/interp", ""},
	{"engine/eval/advice", "engine/pattern engine/wire engine/syntax engine/syntax/parse engine/eval/cell engine/object engine/interp/traceback engine/pylib/torch/values engine/pylib/torch/state engine/device engine/tensor", ""},
	{"engine/eval", "engine/pattern engine/eval/... engine/border engine/process engine/diag engine/wire engine/session engine/syntax engine/syntax/parse engine/object engine/object/char engine/interp engine/interp/traceback engine/shell engine/pylib/... engine/device engine/tensor", "github.com/spf13/afero"},

	// Kernel cells as Python sees them.
	{"cuda/cellkernel", "engine/diag engine/object engine/interp engine/device/... engine/tensor engine/eval engine/pylib/... cuda cuda/cudac/...", ""},

	{"cuda/cellkernel/notebooktest", "cuda/cellkernel engine/device/... engine/eval engine/interp engine/session engine/wire", ""},
	{"cuda/numba", "engine/interp", ""},
	{"cuda/triton", "engine/interp", ""},

	{"engine/bench", "engine/...", ""},
	{"engine/bench/reference", "lessons/...", ""},

	// Floor 4: the browser client, the page, the server.
	{"web", "engine/wire/fields", "github.com/andybalholm/brotli"},
	{"wasm", "engine/wire/... lessons/lines web/... wasm/...", ""},
	{"wasm/view/piece", "engine/wire wasm/app wasm/vdom", ""},
	{"wasm/view/devices", "engine/wire engine/wire/fields wasm/app wasm/steps wasm/vdom wasm/view/piece", ""},
	{"wasm/view/output", "engine/wire engine/wire/fields wasm/app wasm/terminal wasm/vdom wasm/view/devices wasm/view/piece", ""},
	{"wasm/view/classroom", "engine/wire wasm/app wasm/class wasm/vdom wasm/view/piece web/boot", ""},
	{"wasm/view/viewtest", "engine/wire wasm/app wasm/vdom web/boot", ""}, // for tests
	{"wasm/view", "engine/wire wasm/app wasm/vdom wasm/view/... web/boot", ""},
	{"wasm/tab", "cuda/cellkernel cuda/numba cuda/triton engine/... lessons/lesson server/desk server/draft server/journal server/store", "github.com/spf13/afero"},
	{"gputour", "", ""},
	{"server/docs", "gputour", ""},
	{"server/markup", "", ""},
	{"server/prose", "lessons/lesson server/markup", "github.com/yuin/goldmark github.com/alecthomas/chroma/v2"},
	{"server/export", "lessons/lesson lessons/lines server/markup server/prose", ""},
	{"server/page", "lessons/api lessons/lesson server/auth server/docs server/markup server/prose server/export web/...", ""},
	{"server/site", "engine/parts lessons/lesson server/export server/page web/...", "github.com/andybalholm/brotli"},
	{"server/course", "lessons/lesson", "github.com/fsnotify/fsnotify"},
	{"server/bench", "engine/wire lessons lessons/lesson", "github.com/gorilla/websocket"},
	{"server/exposition", "", ""},
	{"server/repl", "engine/wire engine/session engine/eval/cell", "github.com/peterh/liner golang.org/x/sys"},
	{"server/metrics", "engine/wire engine/session server/exposition server/store server/worker/far", ""},
	{"server/store", "engine/wire server/store/...", ""},
	{"server/store/database", "engine/wire server/store", "github.com/pressly/goose/v3"},
	{"server/store/sqlite", "server/store/...", "modernc.org/sqlite"},
	{"server/store/postgres", "server/store/...", "github.com/jackc/pgx/v5 golang.org/x/sys"},
	{"server/worker", "engine/wire engine/session server/worker/jail", "golang.org/x/sys"},
	{"server/worker/bench", "engine/... server/worker/...", "golang.org/x/sys"},
	{"server/worker/far", "engine/session server/bus server/worker server/worker/jail", ""},
	{"server/worker/jail", "", "golang.org/x/sys"},
	{"server/health", "", ""},
	{"server/doctor", "server/worker/jail", ""},
	{"server/draft", "engine/wire server/store", ""},
	{"server/bus", "", "github.com/nats-io/nats.go"},
	{"server/node", "server/store", ""},
	{"server/node/plan", "server/node server/store server/gpuq", ""},
	{"server/relay", "server/auth server/bus server/node server/socket", "github.com/gorilla/websocket"},
	{"server/handover", "engine/session server/worker", "golang.org/x/sys"},
	{"server/folder", "", "golang.org/x/sys"},
	{"server/blob", "server/store", "github.com/minio/minio-go/v7 golang.org/x/sync"},
	{"server/porttest", "", ""},                                       // for tests
	{"server/blob/blobtest", "", "github.com/johannesboyne/gofakes3"}, // for tests
	{"server/clustertest", "", ""},
	{"server/archive", "server/store/...", ""},
	{"server/retention", "server/store", ""},
	{"server/store/bench", "engine/wire server/store/...", ""},
	{"server/journal", "engine/wire engine/session server/store/...", ""},
	{"server/gpuq", "", ""},
	{"server/gpuboard", "engine/session server/auth server/gpuq server/httpd server/lease server/markup server/page server/store web/text", ""},
	{"server/lease", "engine/wire engine/session server/bus server/follow server/gpuq server/store web/text", ""},
	{"server/auth", "", "golang.org/x/crypto golang.org/x/text golang.org/x/time"},
	{"server/class", "engine/wire server/store server/auth", ""},
	{"server/socket", "engine/wire server/auth server/bus", "github.com/gorilla/websocket"},
	{"server/classws", "engine/wire engine/session server/class server/store/... server/auth server/socket", "github.com/gorilla/websocket golang.org/x/time"},
	{"server/follow", "engine/session", ""},
	{"server/meeting", "engine/wire engine/session server/auth server/bus server/class server/classws server/follow server/socket server/store", "github.com/gorilla/websocket"},
	{"server/door", "server/auth server/httpd server/markup server/page server/roster server/store web/text", "rsc.io/qr"},
	{"server/cert", "", "golang.org/x/crypto"},
	{"server/reach", "server/cert server/door server/httpd", "golang.org/x/crypto rsc.io/qr"},
	{"server/roster", "", "golang.org/x/text"},
	{"server/idtoken", "", "github.com/go-jose/go-jose/v4"},
	{"server/oidc", "server/idtoken", "github.com/coreos/go-oidc/v3 github.com/go-jose/go-jose/v4 golang.org/x/oauth2"},
	{"server/assign", "engine/wire lessons/lesson server/store", ""},
	{"server/grader", "engine/wire engine/session lessons/lesson server/assign server/blob server/promise server/store", ""},
	{"server/grader/bench", "engine/wire lessons lessons/lesson server/assign server/grader server/store/... server/worker/...", "golang.org/x/sys"},
	{"server/handin", "engine/wire server/assign server/auth server/store", ""},
	{"server/gradebook", "engine/wire lessons/lesson server/assign server/auth server/export server/handin server/httpd server/markup server/page server/prose server/store web/text", ""},
	{"server/lti", "server/auth server/idtoken", "github.com/go-jose/go-jose/v4"},
	{"server/federate", "lessons/lesson server/assign server/auth server/door server/httpd server/idtoken server/lti/... server/markup server/oidc/... server/page server/store/... web/text", "golang.org/x/time"},
	{"server/script", "lessons/lesson", ""},
	{"server/desk", "engine/wire engine/session lessons/lesson server/draft server/promise server/store", ""},
	{"server/ws", "engine/wire engine/session server/assign server/auth server/desk server/handin server/store server/socket server/relay", "github.com/gorilla/websocket golang.org/x/time"},
	{"server/httpd", "server/auth server/health server/page server/store web/text", ""},
	{"server/machine", "cuda cuda/driver cuda/cellkernel cuda/numba cuda/triton engine/device engine/device/cpu engine/device/sim engine/eval engine/pylib/torch/state engine/shell engine/smi engine/wire", ""},
	{"server/crew", "engine/session engine/wire server/handover server/machine server/memory server/worker/...", ""},
	{"server/memory", "", ""},
	{"server/mutate", "", ""},
	{"server/version", "", ""},
	{"server/licences", "", "github.com/google/licensecheck"},
	{"server/cli", "engine/diag", ""},
	{"server/completion", "server/cli", ""},
	{"server/release", "server/completion server/licences server/version", "github.com/CycloneDX/cyclonedx-go"},
	{"server/hostile", "engine/wire", ""},
	{"server/promise", "engine/device/sim engine/wire engine/session lessons/lesson", "golang.org/x/sync"},
	{"server/flags", "engine/wire server/crew server/doctor server/handover server/machine server/worker/far server/worker/jail", ""},
	{"server/local", "engine/eval engine/session engine/wire lessons/lesson server/cli server/flags server/machine server/promise server/repl server/script server/version", "golang.org/x/term"},
	{"server/keep", "server/blob server/flags server/folder server/health server/store server/store/database server/store/postgres server/store/sqlite", ""},
	{"server/manage", "lessons server/archive server/blob server/course server/export server/flags server/folder server/keep server/roster server/store/database server/store/sqlite", "golang.org/x/term"},
	{"server", "engine/... lessons/... web/... server/...", ""},
}

type layer struct{ pkg, ours, modules string }

// bans are imports that only the packages beside them may have.
var bans = map[string]string{
	"syscall/js": `^gputour/wasm(/dom|/tab)?$`,
	"C":          `^gputour/cuda/driver$`,
	// They ask for methods by name, and a program that does keeps every method that it has (server/RATIONALE.md).
	"html/template": `^$`, "text/template": `^$`,
}

const module = "gputour/"

// listed is one package with its direct imports.
type listed struct {
	path    string
	imports []string
}

func list(t *testing.T, env []string, patterns ...string) []listed {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-e", "-f", "{{.ImportPath}} {{join .Imports \" \"}}"}, patterns...)...)
	cmd.Dir, cmd.Env = "..", append(os.Environ(), env...)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var all []listed
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		words := strings.Fields(line)
		if len(words) > 0 {
			all = append(all, listed{words[0], words[1:]})
		}
	}
	return all
}

func TestLayers(t *testing.T) {
	all := slices.Concat(
		list(t, []string{"CGO_ENABLED=1", "GOFLAGS=-tags=cuda"}, "./..."),
		list(t, []string{"GOOS=js", "GOARCH=wasm", "GOFLAGS="}, "./wasm/...", "./engine/..."),
		list(t, []string{"GOOS=windows", "CGO_ENABLED=0", "GOFLAGS="}, "./..."),
		list(t, []string{"GOOS=darwin", "CGO_ENABLED=0", "GOFLAGS="}, "./..."),
	)
	if len(all) < 60 {
		t.Fatalf("only %d packages found", len(all))
	}
	used := map[[2]string]bool{} // what is allowed in a row and imported
	for _, p := range all {
		l := layerOf(p.path)
		if l == nil {
			t.Errorf("%s stands in no floor of the table", p.path)
			continue
		}
		used[[2]string{l.pkg, ""}] = true
		for _, imp := range p.imports {
			used[[2]string{l.pkg, l.permit(imp)}] = true
			if strings.HasPrefix(imp, module) && strings.HasSuffix(imp, "test") && !strings.HasSuffix(p.path, "test") {
				t.Errorf("%s imports %s: what is for tests stays out of programs", p.path, imp)
			}
			if why := l.refuses(imp); why != "" {
				t.Errorf("%s imports %s: %s", p.path, imp, why)
			}
			if ban := bans[imp]; ban != "" && !regexp.MustCompile(ban).MatchString(p.path) {
				t.Errorf("%s imports %s, which only %s may", p.path, imp, ban)
			}
		}
	}
	for _, l := range layers {
		if !used[[2]string{l.pkg, ""}] {
			t.Errorf("the row %s is of no package", l.pkg)
			continue
		}
		for _, allowed := range strings.Fields(l.ours + " " + l.modules) {
			if !used[[2]string{l.pkg, allowed}] {
				t.Errorf("%s may import %s, and does not", l.pkg, allowed)
			}
		}
	}
}

// layerOf returns the entry for a package: its own, or that of the nearest folder above.
func layerOf(path string) *layer {
	rel := strings.TrimPrefix(path, module)
	best := -1
	for i, l := range layers {
		if (rel == l.pkg || strings.HasPrefix(rel, l.pkg+"/")) && (best < 0 || len(l.pkg) > len(layers[best].pkg)) {
			best = i
		}
	}
	if best < 0 {
		return nil
	}
	return &layers[best]
}

// own is a package's path from the top of the repository, where there is one called as the whole, too.
func own(imp string) (rel string, is bool) {
	return strings.TrimPrefix(imp, module), strings.HasPrefix(imp+"/", module)
}

// refuses says why an import is not allowed; "" when it is.
func (l *layer) refuses(imp string) string {
	rel, ours := own(imp)
	switch {
	case l.permit(imp) != "":
		return ""
	case ours && strings.HasPrefix(rel, l.pkg+"/") && strings.Contains(rel, "/internal/"):
		return ""
	case ours:
		return "not a floor below"
	case !strings.Contains(strings.SplitN(imp, "/", 2)[0], "."):
		return "" // the standard library
	}
	return "not in the list of modules"
}

// permit is the word of the row that allows an import.
func (l *layer) permit(imp string) string {
	allowed, rel := l.modules, imp
	if path, ours := own(imp); ours {
		allowed, rel = l.ours, path
	}
	for _, word := range strings.Fields(allowed) {
		prefix, deep := strings.CutSuffix(word, "/...")
		if rel == prefix || (deep || allowed == l.modules) && strings.HasPrefix(rel, prefix+"/") {
			return word
		}
	}
	return ""
}

// TestLayersTableIsAcyclic makes sure that the table itself only goes down.
func TestLayersTableIsAcyclic(t *testing.T) {
	place := map[string]int{}
	for i, l := range layers {
		place[l.pkg] = i
	}
	for _, l := range layers {
		if strings.HasPrefix(l.pkg, "server") || strings.HasPrefix(l.pkg, "wasm") {
			continue // the top floor
		}
		for _, allowed := range strings.Fields(l.ours) {
			name := strings.TrimSuffix(allowed, "/...")
			if strings.HasPrefix(name, "server") || strings.HasPrefix(name, "wasm") || strings.HasPrefix(l.pkg, "engine") && strings.HasPrefix(name, "cuda") {
				t.Errorf("%s may import %s, which stands above it", l.pkg, name)
			}
		}
	}
	names := make([]string, 0, len(place))
	for name := range place {
		names = append(names, name)
	}
	if sort.Strings(names); len(names) != len(layers) {
		t.Error("a package stands twice in the table")
	}
}
