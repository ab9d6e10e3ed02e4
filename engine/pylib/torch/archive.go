package torch

import (
	"archive/zip"
	"bytes"
	"hash/crc32"
	"io"
	"strings"

	"gputour/engine/object"
	"gputour/engine/pylib/torch/state"
	"gputour/engine/pylib/torch/values"
)

// This file reads and writes the zip archives that torch.save makes: one pickle,
// and the bytes of each storage as an entry of its own. PyTorch maps storages into
// memory, so entries are stored as they are, each at a multiple of 64 bytes
// (caffe2/serialize/inline_container.h). The pickle itself is torch.serialization's.

const archiveAlign = 64

func init() {
	moduleFunctions = append(moduleFunctions,
		object.Def("_archive_write(root, records, /)", archiveWrite, "A zip archive of (name, bytes) records."),
		object.Def("_archive_read(data, /)", archiveRead, "The records of a zip archive, and the name of its root."),
		object.Def("_storage_bytes(storage, /)", storageBytes, "All bytes of a CPU storage."),
		object.Def("_storage_from_bytes(data, dtype, /)", storageFromBytes, "A CPU storage with a copy of these bytes."),
	)
}

func archiveWrite(t *object.Thread, a []object.Value) (object.Value, error) {
	root, _ := object.AsStr(a[0])
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	err := object.ForEach(t, a[1], func(v object.Value) error {
		pair, err := object.Unpack(t, v, 2)
		if err != nil {
			return err
		}
		name, _ := object.AsStr(pair[0])
		data, ok := object.AsBytes(pair[1])
		if !ok {
			return object.Raise(object.TypeError, "a record must be bytes, not %s", object.TypeName(pair[1]))
		}
		if err := t.Charge(len(data)); err != nil {
			return err
		}
		return writeRecord(w, &out, root+"/"+name, data)
	})
	if err != nil {
		return object.Value{}, err
	}
	if err := w.Close(); err != nil {
		return object.Value{}, object.Raise(object.RuntimeError, "writing the archive: %s", err)
	}
	return object.NewBytes(out.Bytes()), nil
}

// writeRecord stores one entry, padded by an extra field so that its data are aligned.
func writeRecord(w *zip.Writer, out *bytes.Buffer, name string, data []byte) error {
	const localHeader, extraHeader = 30, 4
	if err := w.Flush(); err != nil {
		return err
	}
	begin := out.Len() + localHeader + len(name) + extraHeader
	pad := (archiveAlign - begin%archiveAlign) % archiveAlign
	extra := append([]byte{'F', 'B', byte(pad), 0}, bytes.Repeat([]byte{'Z'}, pad)...)
	size := uint64(len(data))
	entry, err := w.CreateRaw(&zip.FileHeader{Name: name, Method: zip.Store, Extra: extra, CRC32: crc32.ChecksumIEEE(data),
		CompressedSize64: size, UncompressedSize64: size})
	if err == nil {
		_, err = entry.Write(data)
	}
	return err
}

// archiveRead returns (root, {name: bytes}). Sizes are charged before anything is
// unpacked, so that a small file cannot ask for a giant allocation.
func archiveRead(t *object.Thread, a []object.Value) (object.Value, error) {
	data, _ := object.AsBytes(a[0])
	broken := func(what string) error {
		return object.Raise(object.RuntimeError, "PytorchStreamReader failed %s", what)
	}
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return object.Value{}, broken("reading zip archive: failed finding central directory")
	}
	root, records := "", object.NewDict()
	for _, f := range r.File {
		folder, name, ok := strings.Cut(f.Name, "/")
		if !ok || root != "" && folder != root {
			return object.Value{}, broken("reading zip archive: not a ZIP archive of torch.save")
		}
		root = folder
		if f.UncompressedSize64 > uint64(len(data))*1032+1024 { // more than deflate can pack
			return object.Value{}, broken("reading file " + name + ": file read failed")
		}
		if err := t.Charge(int(f.UncompressedSize64)); err != nil {
			return object.Value{}, err
		}
		content, err := readRecord(f)
		if err != nil {
			return object.Value{}, broken("reading file " + name + ": file read failed")
		}
		records.SetStr(name, object.NewBytes(content))
	}
	if root == "" {
		return object.Value{}, broken("locating file data.pkl: file not found")
	}
	return object.NewTuple(object.NewStr(root), object.Of(records)), nil
}

func readRecord(f *zip.File) ([]byte, error) {
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	content := bytes.NewBuffer(make([]byte, 0, int(f.UncompressedSize64)+bytes.MinRead)) // room to see the end without growing
	_, err = content.ReadFrom(io.LimitReader(r, int64(f.UncompressedSize64)+1))
	return content.Bytes(), err
}

func storageBytes(t *object.Thread, a []object.Value) (object.Value, error) {
	s, ok := a[0].Object().(*values.Storage)
	if !ok {
		return object.Value{}, object.Raise(object.TypeError, "expected a storage, not %s", object.TypeName(a[0]))
	}
	data, err := state.Of(t).Tape.Env.Raw(s.T)
	return object.NewBytes(data), err
}

func storageFromBytes(t *object.Thread, a []object.Value) (object.Value, error) {
	data, ok := object.AsBytes(a[0])
	d, isDType := values.DTypeOf(a[1])
	if !ok || !isDType {
		return object.Value{}, object.Raise(object.TypeError, "expected bytes and a dtype")
	}
	if len(data)%d.Size() != 0 {
		return object.Value{}, object.Raise(object.RuntimeError, "a storage of %d bytes does not hold whole elements of %s", len(data), d)
	}
	s := state.Of(t)
	x := s.Tape.Env.FromMemory(append([]byte(nil), data...), d, []int{len(data) / d.Size()}, []int{1}, 0)
	return object.Adopt(&values.Storage{T: x}, values.StorageClass), nil
}
