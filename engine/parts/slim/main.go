// Command slim makes a program for a browser smaller and faster after it was linked: it takes out of its
// table of functions what is only for tracebacks, writes its data in few pieces, lets jumps go straight that
// Go sends by way of a table, and, told a folder, takes the parts that are seldom needed out into files of
// their own (package parts).
//
//	go run ./engine/parts/slim IN.wasm OUT.wasm [FOLDER]    # writes OUT.wasm, and the parts into FOLDER
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"gputour/engine/parts"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 3 && len(os.Args) != 4 {
		log.Fatal("usage: slim IN.wasm OUT.wasm [FOLDER]")
	}
	if err := run(os.Args[1], os.Args[2], os.Args[3:]...); err != nil {
		log.Fatalf("slim %s: %v", os.Args[1], err)
	}
}

func run(in, out string, folder ...string) error {
	module, err := os.ReadFile(in)
	if err != nil {
		return err
	}
	var seldom map[parts.Part][][]byte
	if len(folder) > 0 {
		if seldom, err = contents(); err != nil {
			return err
		}
	}
	slimmed, files, err := slim(module, seldom)
	if err != nil {
		return err
	}
	for p, file := range files {
		if err := os.WriteFile(filepath.Join(folder[0], string(p)+".part"), file, 0o644); err != nil {
			return err
		}
	}
	return os.WriteFile(out, slimmed, 0o644)
}

// slim returns the module without the parts' contents, and the parts' files.
func slim(module []byte, contents map[parts.Part][][]byte) ([]byte, map[parts.Part][]byte, error) {
	list, err := sections(module)
	if err != nil {
		return nil, nil, err
	}
	files := map[parts.Part][]byte{}
	for i := range list {
		if list[i].id == codeSection {
			if list[i].content, err = mapFunctions(list[i].content, straighten); err != nil {
				return nil, nil, err
			}
		}
		if list[i].id != dataSection {
			continue
		}
		memory, err := image(list[i].content)
		if err != nil {
			return nil, nil, err
		}
		for p, pieces := range contents {
			if files[p], err = cut(memory, pieces); err != nil {
				return nil, nil, fmt.Errorf("part %s: %w", p, err)
			}
		}
		if err := blank(memory); err != nil {
			return nil, nil, err
		}
		list[i].content = data(memory)
	}
	return join(list), files, nil
}

// cut moves pieces of the memory into a file. Each lies there once: it is long.
func cut(memory []byte, pieces [][]byte) ([]byte, error) {
	var plain, packed bytes.Buffer
	for _, piece := range pieces {
		at := bytes.Index(memory, piece)
		if at < 0 {
			return nil, fmt.Errorf("the program has no data that begin with %.60q", piece)
		}
		plain.Write(binary.LittleEndian.AppendUint32(nil, uint32(at)))
		plain.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(piece))))
		plain.Write(piece)
		clear(memory[at : at+len(piece)])
	}
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(plain.Bytes()); err != nil {
		return nil, err
	}
	err = w.Close()
	return packed.Bytes(), err
}
