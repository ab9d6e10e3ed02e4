package auth

import "testing"

// rights is the table written out: who may do what.
var rights = map[Role]map[Action]bool{
	Nobody:     {Arrive: true},
	"teacher":  {Arrive: true}, // no role of ours
	Student:    {Arrive: true, Learn: true},
	Assistant:  {Arrive: true, Learn: true, Watch: true, Lead: true, Grade: true, Enrol: true},
	Instructor: {Arrive: true, Learn: true, Watch: true, Lead: true, Grade: true, Enrol: true, Assign: true, Remove: true, Settings: true, Export: true},
	Owner:      {Arrive: true, Learn: true, Watch: true, Lead: true, Grade: true, Enrol: true, Assign: true, Remove: true, Settings: true, Export: true, Federate: true, Destroy: true},
}

func TestRights(t *testing.T) {
	actions := []Action{Arrive, Learn, Watch, Lead, Grade, Assign, Enrol, Remove, Settings, Export, Federate, Destroy, "fly"}
	if len(actions) != len(least)+1 {
		t.Errorf("the table has %d actions, this test knows %d", len(least), len(actions)-1)
	}
	for role, may := range rights {
		for _, a := range actions {
			if role.May(a) != may[a] {
				t.Errorf("%q may %s: %v", role, a, role.May(a))
			}
		}
	}
}

// TestRolesRise: the list of roles is in order, and somebody of each may do more than one of the role before.
func TestRolesRise(t *testing.T) {
	if len(Roles) != len(rank) || len(Roles) != 4 {
		t.Fatal(Roles)
	}
	for i, r := range Roles {
		if rank[r] != i+1 || i > 0 && len(rights[r]) <= len(rights[Roles[i-1]]) {
			t.Errorf("%s has rank %d", r, rank[r])
		}
	}
}

func TestMayChange(t *testing.T) {
	for _, c := range []struct {
		by, from, to Role
		want         bool
	}{
		{Owner, Student, Owner, true},
		{Owner, Owner, Student, true},
		{Instructor, Student, Assistant, true},
		{Instructor, Student, Instructor, true},
		{Instructor, Student, Owner, false},
		{Instructor, Owner, Student, false},
		{Instructor, Student, Nobody, false},
		{Instructor, Student, "teacher", false},
		{Assistant, Student, Assistant, false},
		{Student, Student, Owner, false},
		{Nobody, Nobody, Owner, false},
	} {
		if got := c.by.MayChange(c.from, c.to); got != c.want {
			t.Errorf("%q makes %q %q: %v", c.by, c.from, c.to, got)
		}
	}
}

// TestAbove: who acts for or against somebody stands above them, or is an owner.
func TestAbove(t *testing.T) {
	order := []Role{Nobody, Student, Assistant, Instructor, Owner}
	for i, r := range order {
		for j, other := range order {
			if got := r.Above(other); got != (i > j || r == Owner) {
				t.Errorf("%q is above %q: %v", r, other, got)
			}
		}
	}
}
