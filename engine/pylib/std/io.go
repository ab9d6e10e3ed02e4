package std

import (
	"gputour/engine/object"
	"gputour/engine/object/file"
)

// Module io: the classes of open(), which are built-in types.

func initIO(t *object.Thread) (*object.Module, error) {
	m := object.NewModule("io", "Files and streams.")
	for name, c := range map[string]*object.Class{
		"StringIO": file.StringIOClass, "BytesIO": file.BytesIOClass, "TextIOWrapper": file.TextClass,
		"BufferedReader": file.BufferedReaderClass, "BufferedWriter": file.BufferedWriterClass,
		"BufferedRandom": file.BufferedRandomClass, "FileIO": file.FileIOClass, "IOBase": file.IOBaseClass,
		"RawIOBase": file.RawIOBaseClass, "BufferedIOBase": file.BufferedIOBaseClass, "TextIOBase": file.TextIOBaseClass,
		"IncrementalNewlineDecoder": file.NewlineDecoderClass, "UnsupportedOperation": file.UnsupportedOperation, "BlockingIOError": object.BlockingIOError,
	} {
		m.Dict.Set(name, c.Value())
	}
	if open, ok := t.Session.Builtins.Get("open"); ok {
		m.Dict.Set("open", open)
	}
	for name, n := range map[string]int64{"SEEK_SET": 0, "SEEK_CUR": 1, "SEEK_END": 2, "DEFAULT_BUFFER_SIZE": 8192} {
		m.Dict.Set(name, object.Int(n))
	}
	m.AddFuncs(object.Def("open_code(path, /)", func(t *object.Thread, a []object.Value) (object.Value, error) {
		open, _ := t.Session.Builtins.Get("open")
		return object.Call(t, open, a[0], object.NewStr("rb"))
	}, "Opens the provided file with the intent to import the contents."))
	var all []object.Value
	for _, name := range ioNames {
		all = append(all, object.NewStr(name))
	}
	m.Dict.Set("__all__", object.NewList(all))
	return m, nil
}

// ioNames are those that `from io import *` binds, of io.__all__ what there is here.
var ioNames = []string{
	"BlockingIOError", "open", "open_code", "IOBase", "RawIOBase", "FileIO", "BytesIO", "StringIO", "BufferedIOBase", "BufferedReader",
	"BufferedWriter", "BufferedRandom", "TextIOBase", "TextIOWrapper", "IncrementalNewlineDecoder", "UnsupportedOperation", "SEEK_SET", "SEEK_CUR", "SEEK_END",
}
