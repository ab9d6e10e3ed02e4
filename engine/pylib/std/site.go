package std

import (
	"fmt"

	"gputour/engine/interp"
	"gputour/engine/object"
	"gputour/engine/pylib/std/binding"
)

// This file holds exit, quit and help, and what is said of modules that are not offered.

// quitter is the class of exit and quit.
var quitterClass = binding.Class("_sitebuiltins.Quitter")

type quitter struct {
	object.Head
	name string
}

func init() {
	quitterClass.Define(object.Spec{
		NoConstructor: true,
		OwnLayout:     true,
		Slots: object.Slots{Repr: func(_ *object.Thread, v object.Value) (string, error) {
			return fmt.Sprintf("Use %s() or Ctrl-D (i.e. EOF) to exit", v.Object().(*quitter).name), nil
		}},
		Methods: []object.Method{{Sig: "__call__(self, code=None)", Fn: func(_ *object.Thread, a []object.Value) (object.Value, error) {
			return object.Value{}, object.NewException(object.SystemExit, a[1])
		}, Doc: "Ends the program."}},
	})
}

// helper is the class of help, which loads pydoc when it is first asked.
var helperClass = binding.Class("_sitebuiltins._Helper")

type helper struct{ object.Head }

func init() {
	helperClass.Define(object.Spec{
		NoConstructor: true,
		OwnLayout:     true,
		Slots: object.Slots{Repr: func(*object.Thread, object.Value) (string, error) {
			return "Type help() for interactive help, or help(object) for help about object.", nil
		}},
		Methods: []object.Method{{Sig: "__call__(self, /, *request)", Fn: func(t *object.Thread, a []object.Value) (object.Value, error) {
			module, err := interp.Import(t, "pydoc")
			if err != nil {
				return object.Value{}, err
			}
			return object.CallAttr(t, module, "help", a[1].Object().(*object.Tuple).Items...)
		}, Doc: "Prints help about an object, or asks what about."}},
	})
}

// AddSite gives a session the builtins of Python's site: exit, quit and help.
func AddSite(s *object.Session) {
	s.Builtins.Set("help", object.Adopt(&helper{}, helperClass))
	for _, name := range []string{"exit", "quit"} {
		s.Builtins.Set(name, object.Adopt(&quitter{name: name}, quitterClass))
	}
}

// absent are modules of Python that are not offered, and what there is in their place.
var absent = map[string]string{
	"socket":            "nothing here reaches the network",
	"select":            "nothing here reaches the network",
	"selectors":         "nothing here reaches the network",
	"ssl":               "nothing here reaches the network",
	"http":              "nothing here reaches the network; files can be put into the session instead",
	"urllib.request":    "nothing here reaches the network; files can be put into the session instead",
	"requests":          "nothing here reaches the network; files can be put into the session instead",
	"sqlite3":           "there is no database here; json, csv and pickle keep data in the session's files",
	"ctypes":            "there is no C here; kernel cells (%%cuda) are the way to write native code",
	"tkinter":           "there is no window here; matplotlib draws into the cell's output",
	"turtle":            "there is no window here; matplotlib draws into the cell's output",
	"curses":            "there is no terminal here; print and tqdm write into the cell's output",
	"pdb":               "there is no debugger here; the traceback marks the failing expression, and the page shows variables",
	"pandas":            "pandas is not offered; csv, numpy and torch read and compute tables",
	"scipy":             "scipy is not offered; torch.linalg and numpy have much of it",
	"sklearn":           "sklearn is not offered; torch.nn and torch.optim train models",
	"tensorflow":        "tensorflow is not offered; the course uses torch",
	"jax":               "jax is not offered; the course uses torch",
	"cupy":              "cupy is not offered; torch tensors on cuda compute on the GPU",
	"pycuda":            "pycuda is not offered; kernel cells (%%cuda) are the way to write kernels",
	"seaborn":           "seaborn is not offered; matplotlib.pyplot draws",
	"d2l":               "d2l is not offered; the lessons define what they need",
	"torchvision":       "torchvision is not offered; torch.utils.data and small sets made in code stand in for its data, torch.nn for its models",
	"torchtext":         "torchtext is not offered; str.split, collections.Counter and torch.utils.data prepare text",
	"torchaudio":        "torchaudio is not offered; torch.stft and torch.fft look into signals",
	"tensorboard":       "tensorboard is not offered; matplotlib.pyplot draws curves",
	"torchinfo":         "torchinfo is not offered; print(model) and model.named_parameters() show what a model holds",
	"torchsummary":      "torchsummary is not offered; print(model) and model.named_parameters() show what a model holds",
	"torchmetrics":      "torchmetrics is not offered; its numbers are a line of torch each",
	"pytorch_lightning": "pytorch_lightning is not offered; a training loop is a few lines",
	"lightning":         "lightning is not offered; a training loop is a few lines",
	"transformers":      "transformers is not offered; torch.nn.Transformer and nn.MultiheadAttention build such models",
	"einops":            "einops is not offered; reshape, permute and torch.einsum do the same",
	"PIL":               "PIL is not offered; matplotlib.pyplot.imshow shows arrays as images",
	"cv2":               "cv2 is not offered; matplotlib.pyplot.imshow shows arrays as images, torch.nn.functional filters and resizes them",
	"gym":               "gym is not offered; an environment is a class with reset and step",
	"mxnet":             "mxnet is not offered; the course uses torch",
	"tarfile":           "tarfile is not offered; zipfile, gzip and shutil.make_archive pack files",
	"bz2":               "bz2 is not offered; zlib and gzip compress",
	"lzma":              "lzma is not offered; zlib and gzip compress",
	"dis":               "dis is not offered: this Python has bytecode of its own; ast shows what a program is made of",
	"opcode":            "opcode is not offered: this Python has bytecode of its own; ast shows what a program is made of",
	"symtable":          "symtable is not offered; ast shows what a program is made of",
	"tokenize":          "tokenize is not offered; ast reads programs, shlex and re cut text into tokens",
	"trace":             "there is no tracing here; the traceback marks the failing expression, logging tells what runs",
	"tracemalloc":       "memory is not traced here; torch.cuda.memory_allocated() counts that of a GPU",
	"resource":          "there are no processes here; time.process_time() counts the time used",
	"faulthandler":      "there is no C here that could crash; traceback shows Python's frames",
	"bdb":               "there is no debugger here; the traceback marks the failing expression, and the page shows variables",
	"readline":          "there is no terminal here; the notebook completes and keeps its history by itself",
	"rlcompleter":       "the notebook completes by itself",
	"pydoc":             "pydoc is not offered; help(object) and object? show documentation",
	"code":              "there is no terminal here; exec and eval run code, the notebook runs cells",
	"codeop":            "compile() tells whether code is complete",
	"optparse":          "optparse is not offered; argparse reads command lines",
	"shelve":            "shelve is not offered; pickle and json keep data in the session's files",
	"dbm":               "there is no database here; json, csv and pickle keep data in the session's files",
	"pickletools":       "pickletools is not offered",
	"email":             "email is not offered; nothing here reaches the network",
	"smtplib":           "nothing here reaches the network",
	"ftplib":            "nothing here reaches the network; files can be put into the session instead",
	"poplib":            "nothing here reaches the network",
	"imaplib":           "nothing here reaches the network",
	"socketserver":      "nothing here reaches the network",
	"xmlrpc":            "nothing here reaches the network",
	"wsgiref":           "nothing here reaches the network",
	"webbrowser":        "nothing here reaches the network; IPython.display.HTML shows a page in the cell's output",
	"xml.dom":           "xml.dom is not offered; xml.etree.ElementTree reads and writes XML",
	"gettext":           "gettext is not offered; a dict of texts translates",
	"mmap":              "there is no memory of files here; open(name, 'rb').read() reads one",
	"fcntl":             "there is no operating system here",
	"pwd":               "there is no operating system here; getpass.getuser() names the user",
	"grp":               "there is no operating system here",
	"termios":           "there is no terminal here",
	"tty":               "there is no terminal here",
	"pty":               "there is no terminal here",
	"syslog":            "there is no operating system here; logging writes messages",
	"msvcrt":            "there is no Windows here; input() reads a line",
	"winreg":            "there is no Windows here",
	"winsound":          "there is no Windows here",
	"distutils":         "packages are not built here",
	"setuptools":        "packages are not built here",
	"pip":               "packages cannot be installed here; torch, numpy, matplotlib and tqdm are there",
	"venv":              "packages cannot be installed here; torch, numpy, matplotlib and tqdm are there",
	"ensurepip":         "packages cannot be installed here; torch, numpy, matplotlib and tqdm are there",
	"pytest":            "pytest is not offered; unittest runs tests",
	"sympy":             "sympy is not offered; torch.autograd differentiates, fractions and decimal compute exactly",
	"keras":             "keras is not offered; the course uses torch",
	"tomli":             "tomli is not offered; tomllib reads TOML",
}

// Absent reports whether a module is known and not offered.
func Absent(name string) bool { return absent[name] != "" }

// AbsentModule is a module that is not offered: importing it raises Python's error, with a
// note that says why.
func AbsentModule(name, why string) interp.Module {
	return interp.Module{Name: name, Init: absentInit(name, why), Absent: true}
}

// absentInit is the Init of such a module: it raises, with a note.
func absentInit(name, why string) func(*object.Thread) (*object.Module, error) {
	return func(t *object.Thread) (*object.Module, error) {
		e := object.NewException(object.ModuleNotFoundError, object.NewStr("No module named '"+name+"'")).SetField("name", object.NewStr(name))
		_, err := object.CallAttr(t, e.Value(), "add_note", object.NewStr("In gputour: "+why+"."))
		if err != nil {
			return nil, err
		}
		return nil, e
	}
}
