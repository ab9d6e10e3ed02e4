// Runs a Go program for js/wasm in node, as $(go env GOROOT)/lib/wasm/go_js_wasm_exec does,
// with the engine's vector kernels beside it.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { execFileSync } from 'node:child_process';
import { simd } from '../engine/device/cpu/vec/simd/simd.js';

const require = createRequire(import.meta.url);
const here = path.dirname(fileURLToPath(import.meta.url));
Object.assign(globalThis, { require, fs, path });
const goroot = process.env.GOROOT || execFileSync('go', ['env', 'GOROOT']).toString().trim();
require(path.join(goroot, 'lib/wasm/wasm_exec.js'));

const go = new Go();
go.argv = process.argv.slice(2);
go.env = { TMPDIR: os.tmpdir(), ...process.env };
go.exit = process.exit;
const kernels = await simd((name) => fs.readFileSync(path.join(here, '../engine/device/cpu/vec/simd', name)));
const { instance } = await WebAssembly.instantiate(fs.readFileSync(process.argv[2]), { ...go.importObject, simd: kernels.imports });
kernels.attach(instance.exports.mem);
process.on('exit', (code) => { // node ends when no event can come any more: a deadlock
  if (code === 0 && !go.exited) {
    go._pendingEvent = { id: 0 };
    go._resume();
  }
});
await go.run(instance);
