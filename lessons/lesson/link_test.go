package lesson

import "testing"

func TestParseLink(t *testing.T) {
	for target, want := range map[string]Link{
		"cost.zh.md":                     {Name: "cost", Lang: "zh"},
		"../cost.en.md#hidden":           {Name: "cost", Lang: "en", Section: "hidden"},
		"pages/glossary.zh.md#your-turn": {Page: true, Name: "glossary", Lang: "zh", Section: "your-turn"},
	} {
		if got, ok := ParseLink(target); !ok || got != want {
			t.Errorf("%s: %+v %v", target, got, ok)
		}
	}
	for _, target := range []string{"", "https://example.org/cost.zh.md", "figures/grid.zh.svg", "cost.fr.md", "../../cost.zh.md", "cost.zh.md#", "#hidden"} {
		if got, ok := ParseLink(target); ok {
			t.Errorf("%s: %+v", target, got)
		}
	}
}
