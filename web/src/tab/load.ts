// Fetches and compiles the engine while the reader reads, and says how far it is.

export type Engine = {
  url: string; // of the WebAssembly
  size: number; // bytes of it, unpacked
  packed?: Record<'br' | 'gz', number>; // sizes of the files URL.br and URL.gz, to be unpacked here: a static server packs nothing
};
type Progress = (loaded: number, total: number) => void;

export const unpacks = (format: string) => {
  try {
    return !!new DecompressionStream(format as CompressionFormat);
  } catch {
    return false;
  }
};

// The address to ask for, and what has to be unpacked.
function source(engine: Engine) {
  if (!engine.packed) return { url: engine.url, format: '', size: engine.size };
  const [end, format] = unpacks('brotli') ? ['br', 'brotli'] as const : ['gz', 'gzip'] as const;
  return { url: `${engine.url}.${end}`, format, size: engine.packed[end] };
}

const magic = [0x00, 0x61, 0x73, 0x6d];

// A file that comes by pieces, its first piece at hand.
async function peek(body: ReadableStream<Uint8Array>) {
  const reader = body.getReader();
  const first = await reader.read();
  const stream = new ReadableStream<Uint8Array>({
    start(out) { if (first.value) out.enqueue(first.value); if (first.done) out.close(); },
    async pull(out) {
      const { done, value } = await reader.read();
      if (done) out.close();
      else out.enqueue(value);
    },
    cancel: (why) => reader.cancel(why),
  });
  return { stream, first: first.value };
}

function counted(total: number, progress: Progress) {
  let loaded = 0, told = 0;
  progress(0, total);
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, out) {
      loaded += chunk.length;
      if (loaded - told > 1 << 16) progress((told = loaded), Math.max(total, loaded));
      out.enqueue(chunk);
    },
    flush: () => progress(loaded, loaded),
  });
}

export async function load(engine: Engine, progress: Progress): Promise<WebAssembly.Module> {
  const { url, format, size } = source(engine);
  const answer = await fetch(url);
  if (!answer.ok || !answer.body) throw new Error(`${url}: ${answer.status} ${answer.statusText}`);
  const { stream, first } = await peek(answer.body);
  // Some servers send a packed file as a packed answer, and the browser has unpacked it then.
  const plain = !format || magic.every((byte, i) => first?.[i] === byte);
  const bytes = stream.pipeThrough(counted(plain ? engine.size : size, progress));
  const wasm = plain ? bytes : bytes.pipeThrough(new DecompressionStream(format as CompressionFormat) as unknown as TransformStream<Uint8Array, Uint8Array>);
  return WebAssembly.compileStreaming(new Response(wasm, { headers: { 'Content-Type': 'application/wasm' } }));
}
