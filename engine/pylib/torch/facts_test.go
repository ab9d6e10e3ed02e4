package torch_test

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"gputour/engine/device"
)

// The tests of this file compare what the table of ops and the rows of operations say with
// what the real PyTorch answers: testdata/facts/facts.py writes the files.

// factsOf are the lines of a file of facts.
func factsOf(t *testing.T, name string) []string {
	t.Helper()
	text, err := os.ReadFile("testdata/facts/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}

// pythonList is a list of texts as Python writes it.
func pythonList(texts []string) string {
	var b strings.Builder
	b.WriteString("[\n")
	for _, s := range texts {
		b.WriteString(strconv.QuoteToASCII(s) + ",\n")
	}
	return b.String() + "]"
}

// prelude has the functions that the expressions call, as in facts.py.
const prelude = `
import torch, warnings
warnings.filterwarnings("ignore")
SCALARS = {"bool": "Bool", "uint8": "Byte", "int64": "Long", "float16": "Half", "bfloat16": "BFloat16", "float32": "Float", "float64": "Double", "complex64": "ComplexFloat"}

def tensors(dtype, made=None, grad=False, devices=("cpu",)):
    count = [0]
    def place(x):
        count[0] += 1
        return x.to(devices[(count[0] - 1) % len(devices)])
    def t(*shape):
        n = 1
        for k in shape:
            n *= k
        x = torch.tensor([((k * 37 % 100) / 110 + 0.05) * (-1 if k % 4 == 1 else 1) for k in range(n)]) if dtype.is_floating_point or dtype.is_complex else torch.tensor([k % 2 for k in range(n)])
        if grad:
            x = x.add(0.01 * len(made))
        x = x.reshape(shape).to(dtype)
        if made is not None:
            made.append(x.requires_grad_() if grad else x)
        return place(x)
    def i(*shape):
        return place(torch.zeros(shape, dtype=torch.int64))
    def m(*shape):
        return place(torch.ones(shape, dtype=torch.bool))
    return {"torch": torch, "t": t, "i": i, "m": m, "count": count}

def dtypes_of(v):
    if isinstance(v, torch.Tensor):
        return str(v.dtype)[6:]
    if isinstance(v, (tuple, list)):
        return " ".join(dtypes_of(x) for x in v)
    return type(v).__name__

def outcome(expression, dtype, devices=("cpu",)):
    try:
        torch.manual_seed(0)
        return dtypes_of(eval(expression, tensors(dtype, devices=devices)))
    except Exception as e:
        return type(e).__name__ + ": " + str(e).split("\n")[0]
`

// TestFactsCoverTheTable demands facts of every function that is an op: a new row needs
// facts.py to be run again.
func TestFactsCoverTheTable(t *testing.T) {
	facts := strings.Join(factsOf(t, "dtypes.txt"), "\n")
	for op := device.Op(1); op < device.NumOps; op++ {
		for name := range strings.FieldsSeq(op.Row().Python.Names) {
			name = strings.TrimPrefix(name, "special_")
			if !strings.Contains(facts, "."+name+"(") && !strings.HasPrefix(name, "__") {
				t.Errorf("%s has no facts", name)
			}
		}
	}
}

// TestFactsOfRows holds the rows of functions that are ops and nothing else: what they say of a type is what PyTorch answers. Of 16-bit
// floats, and of complex numbers where a row refuses nothing, PyTorch's CPU kernels are no measure: GPUs have more.
func TestFactsOfRows(t *testing.T) {
	rows := map[string]*device.Row{}
	for op := device.Op(1); op < device.NumOps; op++ {
		for name := range strings.FieldsSeq(op.Row().Python.Names) {
			rows[strings.TrimPrefix(name, "special_")] = op.Row()
		}
	}
	dtypes := map[string]device.DType{}
	for _, d := range device.DTypes() {
		dtypes[d.Name()] = d
	}
	var row *device.Row
	expression, held := "", 0
	for _, line := range factsOf(t, "dtypes.txt") {
		f := strings.Split(line, "\t")
		if len(f) == 1 {
			call, _, _ := strings.Cut(strings.TrimPrefix(line, "t(2, 2)"), "(")
			row, expression = rows[call[strings.LastIndex(call, ".")+1:]], line
			if row != nil && row.Family != device.Unary && strings.ContainsAny(strings.ReplaceAll(line, "(2, 2)", ""), "123") {
				row = nil // a number and a tensor may be of another type than the tensor
			}
			continue
		}
		for name := range strings.FieldsSeq(f[1]) {
			d := dtypes[name]
			if row == nil || d == device.Float16 || d == device.BFloat16 || strings.HasSuffix(f[2], "ZeroDivisionError") {
				continue
			}
			held++
			real, said := strings.ReplaceAll(f[2], "{}", d.Scalar()), saysOf(row, d)
			refused, widened := strings.Contains(real, "Error: "), real == "float32" && device.Whole.Has(d)
			switch {
			case said == real, said == "" && !refused && !widened, said == "" && refused && d.IsComplex():
			default:
				t.Errorf("%s of %s: the row of %s says %q, PyTorch %q", expression, name, row.Name, said, real)
			}
		}
	}
	if held < 600 {
		t.Errorf("only %d facts", held)
	}
}

// saysOf is what a row says of operands of a type, as facts have it; "" is nothing.
func saysOf(row *device.Row, d device.DType) string {
	for _, r := range row.Refuses {
		if r.Types.Has(d) {
			return "RuntimeError: " + r.Text
		}
	}
	switch {
	case row.Lacks.Has(d):
		return "RuntimeError: \"" + row.KernelName() + "\" not implemented for '" + d.Scalar() + "'"
	case row.Widens.Has(d):
		return "float32"
	}
	return ""
}

// otherwise are the dtypes with which functions do not do what PyTorch's do yet, by the start of
// an expression.
var otherwise = [][2]string{
	{"torch.linalg.norm(", "bool uint8 int64 float16 bfloat16"},
	{"torch.conv", "uint8 int64 complex64"},
	{"torch._C._nn.upsample_nearest", "uint8"},
	{"torch._C._nn.silu", "complex64"}, {"torch._C._nn.soft_margin_loss", "complex64"},
	{"torch.complex", "float16"}, {"torch.view_as_complex", "float16"}, // complex32
	{"torch._C._nn.hardtanh", "uint8"},
	{"t(2, 2).sum_to_size", "bool uint8"},
	{"torch.addbmm", "uint8"}, {"torch.addr", "bool"}, {"torch.histogram", "bool uint8"}, {"torch.unique_consecutive", "float16 complex64"},
}

// TestDTypes holds what every function takes, makes and refuses, with PyTorch's words.
func TestDTypes(t *testing.T) {
	got := run(t, "", prelude+`
expression = None
for line in `+pythonList(factsOf(t, "dtypes.txt"))+`:
    if not line.startswith("\t"):
        expression = line
        continue
    _, dtypes, want = line.split("\t")
    for d in dtypes.split():
        expected = d if want == "same" else want.replace("{}", SCALARS[d])
        got = outcome(expression, getattr(torch, d))
        if got != expected and "has no attribute" not in got:
            print(expression, d, got, expected, sep="\t")
`)
	used := map[string]bool{}
	for line := range strings.Lines(got) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		known := false
		for _, o := range otherwise {
			if strings.HasPrefix(f[0], o[0]) && strings.Contains(" "+o[1]+" ", " "+f[1]+" ") {
				known, used[o[0]] = true, true
			}
		}
		if !known {
			t.Errorf("%s of %s\n got %s\nwant %s", f[0], f[1], f[2], f[3])
		}
	}
	for _, o := range otherwise {
		if !used[o[0]] {
			t.Errorf("%s now does what PyTorch's does: strike it from the list", o[0])
		}
	}
}

// TestAutocast holds what autocast does to every function on its lists, on a GPU as PyTorch's
// own lists say, on the CPU as it did there.
func TestAutocast(t *testing.T) {
	got := run(t, "sim:2", prelude+`
def under(kind, expression, operands, dtype):
    with torch.autocast(kind, dtype=dtype):
        return outcome(expression, operands, (kind,))

for line in `+pythonList(factsOf(t, "autocast.txt"))+`:
    kind, expression, want = line.split("\t")
    if kind == "cuda":
        got = under(kind, expression, torch.float32 if want == "float16" else torch.float16, torch.float16)
    else:
        got = under(kind, expression, torch.bfloat16, torch.bfloat16) + " | " + under(kind, expression, torch.float32, torch.bfloat16)
    if got != want and "has no attribute" not in got:
        print(line, got, sep="\t")
`)
	if got != "" {
		t.Error(got)
	}
}

// TestOneDevice runs every function of several tensors with operands on a GPU and on the CPU,
// which it must refuse, and with all of them on the GPU, which it must not.
func TestOneDevice(t *testing.T) {
	var expressions []string
	for _, line := range factsOf(t, "dtypes.txt") {
		if !strings.HasPrefix(line, "\t") {
			expressions = append(expressions, line)
		}
	}
	got := run(t, "sim:1", prelude+`
import re
ANYWHERE = "expand_as reshape_as view_as to type_as atleast_1d atleast_2d atleast_3d".split() # the values of the others do not matter

def failed(text):
    return text.split(": ")[0].endswith(("Error", "Exception"))

for expression in `+pythonList(expressions)+`:
    host = outcome(expression, torch.float32)
    if failed(host):
        continue
    got = outcome(expression, torch.float32, ("cuda",))
    if got != host:
        print(expression, "on a GPU:", got)
    if len(re.findall(r"(?<![.\w])[tim]\(", expression)) < 2 or "t()" in expression or re.sub(r"^t\(.*?\)", "", expression).split("(")[0].split(".")[-1] in ANYWHERE:
        continue
    for devices in ("cuda", "cpu"), ("cpu", "cuda"):
        got = outcome(expression, torch.float32, devices)
        if not failed(got) or "device" not in got and "should be the same" not in got:
            print(expression, "on", *devices, "gives", got)
`)
	if got != "" {
		t.Error(got)
	}
}

// otherNodes are the functions whose last node has another name than PyTorch's, since they are made
// of other operations here.
const otherNodes = `sum_to_size multi_margin_loss multilabel_margin_loss pad_sequence upsample_bicubic2d upsample_bilinear2d upsample_linear1d
	upsample_nearest1d upsample_nearest2d upsample_nearest3d upsample_trilinear3d addbmm addr bilinear channel_shuffle native_channel_shuffle
	clamp_max clamp_min combinations cosine_embedding_loss cross ctc_loss cumulative_trapezoid hfft hfft2 hfftn irfft irfft2 irfftn float_power
	frobenius_norm hinge_embedding_loss histogram index_fill kl_div cholesky_ex cond householder_product lstsq lu matrix_exp multi_dot lu_unpack
	margin_ranking_loss mvlgamma multigammaln nanmedian nanquantile pdist pixel_shuffle pixel_unshuffle pow quantile ravel remainder renorm rsub
	ndtr round xlog1py xlogy trapezoid trapz unsafe_chunk unsafe_split unsafe_split_with_sizes vander vdot binary_cross_entropy_with_logits`

// otherGradients are the functions without some gradient that PyTorch has, or with one where it
// has none, or whose results of facts.py's operands mean something else.
const otherGradients = `channel_shuffle native_channel_shuffle histogram histogramdd index_fill index_reduce cholesky_ex tensorsolve nanquantile quantile
	remainder zeta vander fill cholesky_solve slogdet igamma igammac gammainc gammaincc nextafter unique_consecutive`

// TestGradientFacts compares gradients and the names of nodes with PyTorch's.
func TestGradientFacts(t *testing.T) {
	got := run(t, "", prelude+`
import math
OTHER_NODES, OTHER_GRADIENTS = """`+otherNodes+`""".split(), """`+otherGradients+`""".split()

def gradient(expression):
    made = []
    y = eval(expression, tensors(torch.float64, made, True))
    if isinstance(y, (tuple, list)):
        y = next(x for x in y if isinstance(x, torch.Tensor) and x.requires_grad)
    weights = torch.arange(1, y.numel() + 1, dtype=torch.float64).reshape(y.shape)
    grads = torch.autograd.grad((y * weights).sum(), made, allow_unused=True)
    return y.grad_fn.name(), ["None" if g is None else " ".join(map(repr, g.reshape(-1).tolist())) for g in grads]

def number(text):
    return 0.0 if text == "None" else float(text)

def same(got, want):
    a, b = got.split(), want.split()
    if got == "None" or want == "None":
        return not any(number(x) for x in a + b)
    return len(a) == len(b) and all(math.isnan(float(x)) and math.isnan(float(y)) or abs(float(x) - float(y)) <= 2e-5 * max(1, abs(float(y))) for x, y in zip(a, b))

for line in `+pythonList(factsOf(t, "gradients.txt"))+`:
    expression, node, saved, want = line.split("\t")
    function = expression[7:].split("(")[0].split(".")[-1] if expression.startswith("t(2, 2)") else expression.split("(")[0].split(".")[-1]
    try:
        name, grads = gradient(expression)
    except Exception as e:
        if "has no attribute" not in str(e) and str(e) != want.partition(": ")[2] and function not in OTHER_GRADIENTS:
            print(expression, "|", type(e).__name__, e, "|", want)
        continue
    if name != node and function not in OTHER_NODES:
        print(expression, "|", name, "|", node)
    if function in OTHER_GRADIENTS:
        continue
    wanted = want.split("; ")
    if want.startswith("RuntimeError") or len(wanted) != len(grads) or not all(map(same, grads, wanted)):
        print(expression, "|", grads, "|", want)
`)
	if got != "" {
		t.Error(got)
	}
}

// TestTypesOnAGPU holds which types the table's own rows refuse: a GPU takes 16-bit floats, which
// PyTorch's CPU kernels often do not, and otherwise what the CPU takes.
func TestTypesOnAGPU(t *testing.T) {
	functions := map[string]bool{}
	for op := device.Op(1); op < device.NumOps; op++ {
		for name := range strings.FieldsSeq(op.Row().Python.Names) {
			functions[strings.TrimPrefix(name, "special_")] = true
		}
	}
	var lines []string
	keep := false
	for _, line := range factsOf(t, "dtypes.txt") {
		if !strings.HasPrefix(line, "\t") {
			call, _, _ := strings.Cut(strings.TrimPrefix(line, "t(2, 2)"), "(")
			keep = functions[call[strings.LastIndex(call, ".")+1:]]
		}
		if keep {
			lines = append(lines, line)
		}
	}
	got := run(t, "sim:1", prelude+`
OTHERWISE = "silu logical_xor sign".split() # of complex numbers: no kernels; sgn has sign's
expression = None
for line in `+pythonList(lines)+`:
    if not line.startswith("\t"):
        expression = line
        continue
    _, dtypes, want = line.split("\t")
    for d in dtypes.split():
        if d in ("float16", "bfloat16"):
            continue
        expected = d if want == "same" else want
        got = outcome(expression, getattr(torch, d), ("cuda",))
        if "Error: " in got and "Error: " in expected or d == "complex64" and expression.split("(")[0].split(".")[-1] in OTHERWISE:
            continue
        if got != expected:
            print(expression, d, got, expected, sep="\t")
`)
	if got != "" {
		t.Error(got)
	}
}
