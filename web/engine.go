package web

import (
	"encoding/json"
	"io/fs"
	"strings"
)

// Engine is the engine for a browser's tab, which `make tab` builds. Of its WebAssembly this program has the brotli twin
// alone, Name+".br", since what it unpacks to is larger than the program.
type Engine struct {
	Name string `json:"name"` // fingerprinted
	Size int64  `json:"size"` // bytes, unpacked
}

// LoadEngine returns the engine that was built into this program, and whether there is one.
func LoadEngine() (e Engine, ok bool) {
	data, err := fs.ReadFile(Files(), "tab.json")
	if err != nil || json.Unmarshal(data, &e) != nil {
		return e, false
	}
	_, err = fs.Stat(Files(), e.Name+".br")
	return e, err == nil
}

// Part is the name of the file of a part that the engine fetches when it needs it.
func (e Engine) Part(name string) string {
	return strings.Replace(strings.Replace(e.Name, "tab-", "tab-"+name+"-", 1), ".wasm", ".part", 1)
}
