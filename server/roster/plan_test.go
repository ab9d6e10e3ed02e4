package roster

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// plan writes a plan down: "new", "changed fields", "same", "missing", "gone", "unclear", by name.
func plan(p Plan) string {
	var s []string
	for _, e := range p.New {
		s = append(s, "new "+e.Name)
	}
	for _, c := range p.Changed {
		s = append(s, fmt.Sprintf("%s %s→%s/%s/%s", strings.Join(c.Fields, "+"), c.ID, c.To.Name, c.To.Number, c.To.Group))
	}
	if p.Same > 0 {
		s = append(s, fmt.Sprint("same ", p.Same))
	}
	for _, k := range p.Missing {
		s = append(s, "missing "+k.ID)
	}
	for _, e := range p.Gone {
		s = append(s, "gone "+e.Name)
	}
	for _, e := range p.Unclear {
		s = append(s, "unclear "+e.Name)
	}
	return strings.Join(s, ", ")
}

func TestCompare(t *testing.T) {
	class := []Known{
		{ID: "a", Name: "Ann", Number: "1", Group: "x", Email: "a@x"},
		{ID: "b", Name: "Bob"},
		{ID: "c", Name: "Li Wei", Number: "3", Group: "x"},
		{ID: "d", Name: "Li Wei", Number: "4", Group: "y"},
		{ID: "e", Name: "Eve", Number: "5", Gone: true},
	}
	for list, want := range map[string]string{
		"name,number,group,email\nAnn,1,x,a@x\nBob,,,\nLi Wei,3,x,\nLi Wei,4,y,": "same 4",
		"name,number\nAnn,1": "same 1, missing b, missing c, missing d", // what the list does not say stays
		"name,number,group\nAnn B,1,z\nbob,2,\nLi Wei,4,\nLi Wei,3,": "name+group a→Ann B/1/z, name+number b→bob/2/, same 2",
		"name\nLi Wei":                       "missing a, missing b, missing c, missing d, unclear Li Wei",
		"name,group\nLi Wei,y":               "same 1, missing a, missing b, missing c",
		"name,number\nEve,5\nEve,6":          "new Eve, missing a, missing b, missing c, missing d, gone Eve",
		"name,number\nLi Wei,9\nBob,1":       "new Li Wei, name a→Bob/1/x, missing b, missing c, missing d",
		"name,number,group\nBob,7,x\nAnn,,q": "number+group b→Bob/7/x, group a→Ann/1/q, missing c, missing d",
	} {
		entries, err := Parse([]byte(list), nil)
		if err != nil {
			t.Fatal(list, err)
		}
		if got := plan(Compare(class, entries)); got != want {
			t.Errorf("%q:\n got %s\nwant %s", list, got, want)
		}
	}
}

// TestNames: who stands in the list is named, removed or not; who cannot be told from another is not, and a plan that only names changes nothing.
func TestNames(t *testing.T) {
	class := []Known{{ID: "a", Name: "Ann", Number: "1"}, {ID: "b", Name: "Bo"}, {ID: "c", Name: "Li"}, {ID: "d", Name: "Li"}, {ID: "e", Name: "Eve", Gone: true}}
	p := Compare(class, []Entry{{Name: "Ann", Number: "1"}, {Name: "Li"}, {Name: "Eve"}})
	for id, want := range map[string]bool{"a": true, "b": false, "c": false, "d": false, "e": true, "f": false} {
		if p.Names(id) != want {
			t.Errorf("%s is named: %v", id, !want)
		}
	}
	for list, empty := range map[string]bool{"Ann": true, "Zoe": false, "Ann,2": false, "Eve": true, "Li": true} {
		name, number, _ := strings.Cut(list, ",")
		class := []Known{{ID: "a", Name: "Ann"}, {ID: "c", Name: "Li"}, {ID: "d", Name: "Li"}, {ID: "e", Name: "Eve", Gone: true}}
		if got := Compare(class, []Entry{{Name: name, Number: number}}); got.Empty() != empty {
			t.Errorf("%s changes nothing: %v", list, got.Empty())
		}
	}
}

func TestWriteIsRead(t *testing.T) {
	list := []Entry{{Name: "Ann, \"A\"", Number: "007", Group: "x;y", Email: "a@b", Line: 2}, {Name: "王小明", Line: 3}}
	got, err := Parse([]byte(Write(list)), nil)
	if err != nil || !reflect.DeepEqual(got, list) {
		t.Errorf("%+v, %v", got, err)
	}
}
