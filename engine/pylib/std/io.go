package std

import (
	"gputour/engine/object"
	"gputour/engine/object/file"
)

// Module _io: the classes of open(), which are built-in types. Module io, in Python, has the abstract ones.

func initIO(t *object.Thread) (*object.Module, error) {
	m := object.NewModule("_io", "What io is made of.")
	for name, c := range map[string]*object.Class{
		"StringIO": file.StringIOClass, "BytesIO": file.BytesIOClass, "TextIOWrapper": file.TextClass,
		"BufferedReader": file.BufferedReaderClass, "BufferedWriter": file.BufferedWriterClass,
		"BufferedRandom": file.BufferedRandomClass, "FileIO": file.FileIOClass, "_IOBase": file.IOBaseClass,
		"_RawIOBase": file.RawIOBaseClass, "_BufferedIOBase": file.BufferedIOBaseClass, "_TextIOBase": file.TextIOBaseClass,
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
	return m, nil
}
