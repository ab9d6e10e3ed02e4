// The vector kernels of the engine in a browser's tab: a module of WebAssembly beside the
// engine's, which works on the engine's memory.
//
//	const kernels = await simd((name) => fetch(new URL(name, base)));
//	const { instance } = await WebAssembly.instantiate(engine, { ...go.importObject, simd: kernels.imports });
//	kernels.attach(instance.exports.mem);
//	go.run(instance);

// The function of this module answers whether a relaxed multiply-add rounds once here:
// (1+2⁻¹²)² − (1+2⁻¹¹) is 2⁻²⁴ with one rounding and 0 with two.
const probe = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 127, 3, 2, 1, 0, 7, 9, 1, 5, 102,
  117, 115, 101, 100, 0, 0, 10, 67, 1, 65, 0, 253, 12, 0, 8, 128, 63, 0, 8, 128, 63, 0, 8, 128,
  63, 0, 8, 128, 63, 253, 12, 0, 8, 128, 63, 0, 8, 128, 63, 0, 8, 128, 63, 0, 8, 128, 63, 253,
  12, 0, 16, 128, 191, 0, 16, 128, 191, 0, 16, 128, 191, 0, 16, 128, 191, 253, 133, 2, 253, 27, 0, 65,
  0, 71, 11,
]);

const none = 0, twice = 1, once = 2; // how often multiply-adds round; none without kernels

function level() {
  try {
    return new WebAssembly.Instance(new WebAssembly.Module(probe)).exports.fused() ? once : twice;
  } catch {
    return twice;
  }
}

// simd gets the kernels that suit this host by load, which answers a file's name with its
// Response or bytes. Where it has no vectors, or load fails, the engine does without.
export async function simd(load) {
  let rounds = level(), module = null;
  try {
    let file = await load(rounds === once ? 'kernels_fma.wasm' : 'kernels.wasm');
    if (typeof Response !== 'undefined' && file instanceof Response) {
      if (!file.ok) throw new Error(`${file.status} ${file.url}`);
      file = await file.arrayBuffer();
    }
    module = await WebAssembly.compile(file);
  } catch (error) {
    console.warn('no vector kernels:', error);
    rounds = none;
  }
  // The engine is instantiated with its imports before it has a memory to give. Calls are
  // spelt out: they are many, and short.
  let run3, run4, run5, run6, run8;
  return {
    imports: {
      level: () => rounds,
      run3: (k, a, b, c) => run3(k, a, b, c),
      run4: (k, a, b, c, d) => run4(k, a, b, c, d),
      run5: (k, a, b, c, d, e) => run5(k, a, b, c, d, e),
      run6: (k, a, b, c, d, e, f) => run6(k, a, b, c, d, e, f),
      run8: (k, a, b, c, d, e, f, g, h) => run8(k, a, b, c, d, e, f, g, h),
    },
    attach(mem) {
      if (module) ({ run3, run4, run5, run6, run8 } = new WebAssembly.Instance(module, { go: { mem } }).exports);
    },
  };
}
