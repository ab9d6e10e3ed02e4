package assign

import (
	"reflect"
	"testing"
)

// TestFailure: what is stored is read as it was, and what an earlier gputour wrote is its own words.
func TestFailure(t *testing.T) {
	f := Failure{Code: JudgesDied, About: []string{"a", "3"}, Told: map[string]string{"zh": "内存不足", "en": "a \"b\"\n"}}
	if got := ReadFailure(f.String()); !reflect.DeepEqual(got, f) {
		t.Errorf("%+v became %s, then %+v", f, f, got)
	}
	for _, old := range []string{"a: 3 judges died", "", "[]", "{}", `{"code": 1}`, `{"code"`} {
		if got := ReadFailure(old); got.Code != "" || got.About[0] != old {
			t.Errorf("%q is read as %+v", old, got)
		}
	}
}
