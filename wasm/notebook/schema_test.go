package notebook

import (
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"gputour/engine/wire/fields"
)

// whole is a notebook as JupyterLab writes one, with all that nbformat 4.5 has.
const whole = `{
 "metadata": {"kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}, "language_info": {"name": "python", "version": "3.11"}, "authors": [{"name": "A"}], "own": {"k": [1, 2]}},
 "nbformat": 4, "nbformat_minor": 5,
 "cells": [
  {"cell_type": "markdown", "id": "m1", "metadata": {"tags": ["intro"]}, "source": ["# Title\n", "\n", "Text $x^2$"]},
  {"cell_type": "raw", "id": "r1", "metadata": {"format": "text/x-rst"}, "source": "raw text"},
  {"cell_type": "code", "id": "c1", "execution_count": 7, "metadata": {"collapsed": true, "scrolled": false, "tags": ["hide", "raises-exception"], "gputour": {"points": 3}}, "source": "print(1)\n1/0",
   "outputs": [
    {"output_type": "stream", "name": "stdout", "text": ["1\n", "2\n"]},
    {"output_type": "display_data", "data": {"text/plain": ["a\n", "b"], "application/json": {"a": [1]}, "image/png": "iVBORw0KGgo="}, "metadata": {}},
    {"output_type": "execute_result", "execution_count": 7, "data": {"text/plain": "3"}, "metadata": {}},
    {"output_type": "error", "ename": "ZeroDivisionError", "evalue": "division by zero", "traceback": ["line 1", "line 2"]}]},
  {"cell_type": "code", "id": "c2", "execution_count": null, "metadata": {}, "source": "", "outputs": []}
 ]
}`

// valid says how a notebook departs from nbformat's own schema.
func valid(t *testing.T, text string) error {
	t.Helper()
	data, err := os.ReadFile("testdata/nbformat.v4.5.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	schema, err := jsonschema.UnmarshalJSON(strings.NewReader(string(data)))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("nbformat.json", schema); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile("nbformat.json")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		return err
	}
	return compiled.Validate(doc)
}

func TestJupyterNotebooksComeBackWhole(t *testing.T) {
	d, err := Parse("a.ipynb", whole)
	if err != nil {
		t.Fatal(err)
	}
	text, err := Format(d, "ipynb")
	if err != nil {
		t.Fatal(err)
	}
	if err := valid(t, text); err != nil {
		t.Errorf("%v\n%s", err, text)
	}
	again, err := Parse("a.ipynb", text)
	if err != nil || !reflect.DeepEqual(normal(t, again.Entries), normal(t, d.Entries)) {
		t.Errorf("comes back as\n%+v, not\n%+v", again.Entries, d.Entries)
	}
	var nb struct{ Metadata map[string]any }
	json.Unmarshal([]byte(text), &nb)
	if nb.Metadata["own"] == nil || nb.Metadata["authors"] == nil || nb.Metadata["kernelspec"].(map[string]any)["display_name"] != "Python 3 (ipykernel)" {
		t.Errorf("metadata %v", nb.Metadata)
	}
}

// normal writes all JSON in one way.
func normal(t *testing.T, entries []Entry) []Entry {
	canon := func(data string) string {
		var v any
		if err := json.Unmarshal([]byte(data), &v); err != nil {
			t.Fatal(err)
		}
		out, _ := json.Marshal(v)
		return string(out)
	}
	for i, e := range entries {
		entries[i].Metadata = fields.Raw(canon(string(e.Metadata)))
		for _, o := range e.Outputs {
			if text := o.Data["application/json"]; text != "" {
				o.Data["application/json"] = canon(text)
			}
		}
	}
	return entries
}

func TestEveryNotebookThatIsWrittenIsValid(t *testing.T) {
	for name, d := range map[string]Document{
		"empty": {}, "sample": sample,
		"bad ids":  {Entries: []Entry{{Cell: Cell{Code: "x"}, ID: "a b"}, {Cell: Cell{Code: "y"}, ID: "c"}, {Cell: Cell{Code: "z"}, ID: "c"}}},
		"nonsense": {Metadata: fields.Raw(`7`), Entries: []Entry{{Cell: Cell{Code: "x"}, Metadata: fields.Raw(`[1]`)}}},
		"raises":   {Entries: []Entry{{Cell: Cell{Code: "x"}, Raises: true}}},
		"kinds of output": {Entries: []Entry{{Cell: Cell{Code: "x"}, Count: 1, Outputs: []Output{
			{Type: "stream", Name: "stdout", Text: "a"}, {Type: "display_data", Data: map[string]string{"text/plain": "a", "application/json": "{"}},
			{Type: "execute_result"}, {Type: "error", Name: "E", Text: "v"}}}}},
	} {
		text, err := Format(d, "ipynb")
		if err == nil {
			err = valid(t, text)
		}
		if err != nil {
			t.Errorf("%s: %v\n%s", name, err, text)
		}
	}
	if valid(t, `{"cells": [{"cell_type": "code"}], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}`) == nil {
		t.Error("the schema takes everything")
	}
}
