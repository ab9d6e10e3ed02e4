package devices

import (
	"strings"
	"testing"

	"gputour/cuda/cellkernel/notebooktest"
	"gputour/engine/wire"
	"gputour/wasm/app"
	"gputour/wasm/vdom"
	"gputour/wasm/view/viewtest"
	"gputour/web/text"
)

const sampleProfile = `{"kernel":"transpose","grid":[64,64,1],"block":[16,16,1],"device":"V100","device_us":83.1,
"metrics":[{"key":"read_sectors","label":"reads","value":"16.0","mood":"bad"},{"key":"limit","label":"limit","value":"memory"},{"key":"unheard","label":"Something new","value":"1"}],
"access":{"line":5,"text":"A[col*N+row]","sectors":[0,128,256,384],"moved":16,"least":2},
"roofline":{"flops":15.7e12,"bandwidth":9e11,"intensity":0.25,"achieved":1e11},
"checks":[{"key":"races","count":0},{"key":"out_of_bounds","count":2}],
"findings":[{"kind":"bounds","text":"<b>too far</b>","line":5}]}`

func TestProfileSpeaksTheLearnersLanguage(t *testing.T) {
	s := viewtest.Page()
	s.Lang = text.Chinese
	html := KernelProfile(s, nil, nil, sampleProfile).String()
	for _, want := range []string{"扇区 / 请求（读）", "显存带宽", "Something new", "第 5 行读 A[col*N+row]", "64×64, 16×16", "&lt;b&gt;too far"} {
		if !strings.Contains(html, want) {
			t.Errorf("the profile lacks %s:\n%s", want, html)
		}
	}
	if KernelProfile(s, nil, nil, "[1]") != nil {
		t.Error("nonsense is drawn")
	}
}

func TestPanelShowsTheRooflineOfTheShownCell(t *testing.T) {
	s := viewtest.Page()
	c := s.Order()[0]
	s.Device.Shown = c.ID
	if kernelSection(s) != nil {
		t.Error("a roofline without a kernel")
	}
	c.Outputs = []*app.Output{{Kind: app.DisplayOutput, Display: &wire.DisplayBody{Data: wire.Bundle{app.ProfileType: sampleProfile}}}}
	html := kernelSection(s).String()
	for _, want := range []string{"Roofline", "15.7 TFLOP/s", "900 GB/s", "2 found", "out of bounds", "NaN"} {
		if strings.Contains(html, want) == (want == "NaN") {
			t.Errorf("about %s:\n%s", want, html)
		}
	}
}

func TestRooflineOfAnyNumbers(t *testing.T) {
	s := viewtest.Page()
	for _, r := range []Roofline{{}, {Flops: 1, Bandwidth: 1}, {Flops: 1e13, Bandwidth: 1e12, Intensity: 1e9, Achieved: 1e20}, {Flops: 1e13, Bandwidth: 1e12, Intensity: -1, Achieved: -5}} {
		if n := roofline(s, &Profile{Roofline: &r}); n != nil && strings.Contains(n.String(), "NaN") {
			t.Errorf("%+v gives NaN", r)
		}
	}
}

// TestAKernelWithoutArithmeticHasAxesThatCanBeRead: the powers of ten that stand there are those of kernels that compute.
func TestAKernelWithoutArithmeticHasAxesThatCanBeRead(t *testing.T) {
	drawn := roofline(viewtest.Page(), &Profile{Kernel: "pick", Roofline: &Roofline{Flops: 15.7e12, Bandwidth: 9e11}}).String()
	if strings.Contains(drawn, "e-0") || !strings.Contains(drawn, ">0.1<") || !strings.Contains(drawn, "pick") {
		t.Error(drawn)
	}
}

func TestBankConflictsAreDrawn(t *testing.T) {
	words := make([]int, 32)
	for lane := range words {
		words[lane] = 32 * lane
	}
	words[31] = -1
	drawn := banks(viewtest.Page(), &Banks{Line: 9, Text: "tile[tx][ty]", Warp: 3, Words: words})
	viewtest.HasAll(t, drawn, "shared memory: warp 3, line 9 reads tile[tx][ty]", "bank 0 is asked for 31 different words", "takes 31 turns", "words that are 32 apart")
	lines := drawn.All(func(n *vdom.Node) bool { return n.Tag == "line" })
	touched := drawn.All(func(n *vdom.Node) bool { return n.Has("data-touched") })
	if len(lines) != 31 || len(touched) != 1 {
		t.Errorf("%d lines to %d banks", len(lines), len(touched))
	}
	for _, words := range [][]int{nil, {-1}, {5, 5, 5}, {1, 2, 900}, make([]int, 99)} { // whatever comes over the wire
		if strings.Contains(banks(viewtest.Page(), &Banks{Words: words}).String(), "apart") {
			t.Errorf("%v are apart", words)
		}
	}
}

// What the profile of a real launch advises is explained in both languages.
func TestAdviceIsExplained(t *testing.T) {
	const head = "%%cuda\n__global__ void k(const float *a, float *b) {\n    __shared__ float tile[32][32];\n    int i = threadIdx.x, j = threadIdx.y;\n    "
	for _, c := range []struct{ body, en, zh string }{
		{"b[i * 32 + j] = a[i * 32 + j];", "Let neighbours ask for neighbours", "让相邻的线程访问相邻的元素"},
		{"tile[j][i] = a[j * 32 + i]; __syncthreads(); b[j * 32 + i] = tile[i][j];", "lies in 32 banks", "分成 32 个存储体"},
	} {
		cell := notebooktest.Open(t)
		cell(head + c.body + "\n}")
		o := cell("import torch, gputour.cuda\na = torch.ones(1024, device='cuda'); b = torch.ones(1024, device='cuda')\nk[1, (32, 32)](a, b)\np = gputour.cuda.profile(k)\nprint(p._repr_mimebundle_()['" + app.ProfileType + "'])")
		if o.Err.Name != "" {
			t.Fatal(o.Err.Text)
		}
		for lang, want := range map[text.Lang]string{text.English: c.en, text.Chinese: c.zh} {
			s := viewtest.Page()
			s.Lang = lang
			viewtest.Has(t, KernelProfile(s, nil, nil, o.Text.String()), want)
		}
	}
}
