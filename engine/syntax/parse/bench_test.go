package parse

import (
	"os"
	"testing"
)

// smallCell is what a student types into a cell.
const smallCell = `import torch
x = torch.randn(3, 4, device="cuda")
y = x @ x.T
for i in range(10):
    y = y + i * 2
print(f"{y.sum():.3f}", y.shape)
y
`

func BenchmarkParseSmallCell(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Source("cell", smallCell, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkParseLibrary(b *testing.B) {
	src, err := os.ReadFile(stdlib + "/typing.py")
	if err != nil {
		b.Skip("no Python library here")
	}
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Source("typing.py", string(src), Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDiagnose(b *testing.B) {
	for b.Loop() {
		if _, err := Source("cell", smallCell+"print(x y)\n", Options{}); err == nil {
			b.Fatal("no error")
		}
	}
}
