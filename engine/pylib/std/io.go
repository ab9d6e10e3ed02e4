package std

import "gputour/engine/object"

// Module io: the classes of open(), which are built-in types.

func initIO(t *object.Thread) (*object.Module, error) {
	m := object.NewModule("io", "Files and streams.")
	for name, c := range map[string]*object.Class{
		"StringIO": object.StringIOClass, "BytesIO": object.BytesIOClass, "TextIOWrapper": object.TextFileClass,
		"BufferedReader": object.BufferedReaderClass, "BufferedWriter": object.BufferedWriterClass,
		"BufferedRandom": object.BufferedRandomClass, "FileIO": object.BufferedReaderClass, "IOBase": object.IOBaseClass,
		"RawIOBase": object.RawIOBaseClass, "BufferedIOBase": object.BufferedIOBaseClass, "TextIOBase": object.TextIOBaseClass,
		"UnsupportedOperation": object.UnsupportedOperation, "BlockingIOError": object.BlockingIOError,
	} {
		m.Dict.Set(name, c.Value())
	}
	if open, ok := t.Session.Builtins.Get("open"); ok {
		m.Dict.Set("open", open)
	}
	for name, n := range map[string]int64{"SEEK_SET": 0, "SEEK_CUR": 1, "SEEK_END": 2, "DEFAULT_BUFFER_SIZE": 8192} {
		m.Dict.Set(name, object.Int(n))
	}
	return m, nil
}
