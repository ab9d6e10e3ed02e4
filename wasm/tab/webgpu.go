//go:build js

package main

import (
	"context"
	"fmt"
	"syscall/js"

	"gputour/engine/device/webgpu"
)

// This file is the driver of device webgpu:0: it carries what the device asks for to the worker's script
// (web/src/tab/webgpu.ts), which has the browser's WebGPU. Whoever waits gives the thread back to the browser meanwhile.

// gpu is one session's GPU.
type gpu struct {
	js   js.Value
	room js.Value // bytes on their way to the script
}

// openWebGPU opens the reader's GPU; where there is none, a device that says why.
func openWebGPU(tab js.Value, clock webgpu.Clock) *webgpu.Device {
	opened, err := await(context.Background(), tab.Call("gpu"))
	if err != nil {
		return webgpu.Absent(plain{err})
	}
	return webgpu.Open(&gpu{js: opened}, limits.DeviceBytes, clock)
}

// plain is an error of the script without the name of its class.
type plain struct{ error }

func (p plain) Error() string {
	text := p.error.Error()
	for _, class := range []string{"Error: ", "GPUError: "} {
		if len(text) > len(class) && text[:len(class)] == class {
			return text[len(class):]
		}
	}
	return text
}

// told makes an error of the script one of the driver.
func told(err error) error {
	const lost, noRoom = "Lost: ", "NoMemory: "
	switch text := fmt.Sprint(err); {
	case err == nil:
		return nil
	case len(text) > len(lost) && text[:len(lost)] == lost:
		return &webgpu.Lost{Why: text[len(lost):]}
	case len(text) > len(noRoom) && text[:len(noRoom)] == noRoom:
		return webgpu.ErrNoMemory
	}
	return plain{err}
}

func (g *gpu) Adapter() webgpu.Adapter {
	limit := func(name string) int64 { return int64(g.js.Get("limits").Get(name).Float()) }
	return webgpu.Adapter{
		Name: g.js.Get("name").String(), Software: g.js.Get("software").Bool(),
		MaxBufferSize: limit("maxBufferSize"), MaxStorageBufferBindingSize: limit("maxStorageBufferBindingSize"),
	}
}

func (g *gpu) Create(bytes int64) (webgpu.Handle, error) {
	handle, err := await(context.Background(), g.js.Call("create", float64(bytes)))
	if err != nil {
		return 0, told(err)
	}
	return webgpu.Handle(handle.Int()), nil
}

func (g *gpu) Destroy(h webgpu.Handle) { g.js.Call("destroy", int(h)) }

func (g *gpu) Compile(source string) uint32 { return uint32(g.js.Call("compile", source).Int()) }

// given are bytes as the script takes them, until the next call.
func (g *gpu) given(data []byte) js.Value {
	if g.room.IsUndefined() || g.room.Length() < len(data) {
		g.room = js.Global().Get("Uint8Array").New(max(len(data), 1<<16))
	}
	js.CopyBytesToJS(g.room, data)
	return g.room.Call("subarray", 0, len(data))
}

func (g *gpu) Submit(commands []byte, count int) { g.js.Call("submit", g.given(commands), count) }

func (g *gpu) Write(to webgpu.Handle, offset int64, src []byte) {
	g.js.Call("write", int(to), float64(offset), g.given(src))
}

func (g *gpu) Read(dst []byte, from webgpu.Handle, offset int64) error {
	data, err := await(context.Background(), g.js.Call("read", int(from), float64(offset), len(dst)))
	if err == nil {
		js.CopyBytesToGo(dst, data)
	}
	return told(err)
}

func (g *gpu) Wait() error {
	_, err := await(context.Background(), g.js.Call("wait"))
	return told(err)
}

func (g *gpu) Close() { g.js.Call("close") }

var _ webgpu.Driver = (*gpu)(nil)
