package device

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strings"
	"testing"
)

// TestRowsAreCalledAsTheirOps: a row's name is its op's in other letters, and its family the one whose heading the op stands under.
func TestRowsAreCalledAsTheirOps(t *testing.T) {
	tree, err := parser.ParseFile(token.NewFileSet(), "op.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	families := map[string]Family{"Unary": Unary, "Predicate": Predicate, "Binary": Binary, "Compare": Compare, "Ternary": Ternary, "Reduce": Reduce, "Scan": Scan,
		"Order": Order, "Softmax": Softmax, "Index": Index, "Matrix": Matrix, "Window": Window, "Norm": Norm, "Move": Move, "Step": Step}
	op, heading := NoOp, ""
	ast.Inspect(tree, func(n ast.Node) bool {
		s, is := n.(*ast.ValueSpec)
		if !is || !strings.HasPrefix(s.Names[0].Name, "Op") {
			return true
		}
		if s.Doc != nil {
			heading, _, _ = strings.Cut(strings.TrimSpace(s.Doc.Text()), ":")
		}
		op++
		want := strings.ToLower(regexp.MustCompile(`([a-z0-9])([A-Z])`).ReplaceAllString(strings.TrimPrefix(s.Names[0].Name, "Op"), "${1}_$2"))
		if op.String() != want {
			t.Errorf("%s is called %s, want %s", s.Names[0].Name, op, want)
		}
		if family, known := families[strings.TrimSuffix(heading, ".")]; !known || op.Family() != family {
			t.Errorf("%s stands under %s, and is of family %d", op, heading, op.Family())
		}
		if k := op.Row().KernelName(); k != op.Row().Kernel && k != want+"_cpu" {
			t.Errorf("%s's kernel is called %s", op, k)
		}
		return true
	})
	if op != NumOps-1 {
		t.Errorf("%d ops, the table has %d", op, NumOps-1)
	}
}

// TestSetsOfTypes: each element type is in one of the sets that operations tell apart.
func TestSetsOfTypes(t *testing.T) {
	for _, d := range append(DTypes(), NoDType) {
		sets := []struct {
			name string
			set  Types
			has  bool
		}{
			{"Bools", Bools, d == Bool}, {"Integers", Integers, d.IsIntegral()}, {"Whole", Whole, d == Bool || d.IsIntegral()}, {"Halves", Halves, d == Float16},
			{"Floats", Floats, d.IsFloat() && d != Float16 && !d.IsFloat8()}, {"Complexes", Complexes, d.IsComplex()}, {"Float8s", Float8s, d.IsFloat8()},
		}
		for _, s := range sets {
			if s.set.Has(d) != s.has {
				t.Errorf("%s is in %s: %v", d, s.name, !s.has)
			}
		}
	}
	for _, c := range []struct {
		d, real, complex, compute DType
	}{
		{Float16, Float16, Complex64, Float32}, {BFloat16, BFloat16, Complex64, Float32}, {Float32, Float32, Complex64, Float32}, {Float64, Float64, Complex128, Float64},
		{Complex64, Float32, Complex64, Complex64}, {Complex128, Float64, Complex128, Complex128}, {Int32, Int32, Complex64, Int32},
	} {
		if c.d.Real() != c.real || c.d.Complex() != c.complex || c.d.Compute() != c.compute {
			t.Errorf("%s: %s, %s, %s", c.d, c.d.Real(), c.d.Complex(), c.d.Compute())
		}
	}
	if n := len(DTypes()); n != int(NumDTypes)-1 {
		t.Errorf("%d types", n)
	}
}
