// Fetches and compiles the engine while the reader reads, and says how far it is.

export type Engine = {
  url: string; // of the WebAssembly
  size: number; // bytes of it, unpacked
  twins: boolean; // URL.br and URL.gz are files of their own, to be unpacked here: a static server packs nothing
};
type Progress = (loaded: number, total: number) => void;

const unpacks = (format: string) => {
  try {
    return !!new DecompressionStream(format as CompressionFormat);
  } catch {
    return false;
  }
};

// The address to ask for, and what has to be unpacked.
function source(engine: Engine) {
  if (!engine.twins) return { url: engine.url, format: '' };
  if (unpacks('brotli')) return { url: `${engine.url}.br`, format: 'brotli' };
  return { url: `${engine.url}.gz`, format: 'gzip' };
}

const magic = [0x00, 0x61, 0x73, 0x6d];

// Some servers send a packed file as a packed answer, and the browser has unpacked it then.
async function unpacked(body: ReadableStream<Uint8Array>, format: string) {
  const reader = body.getReader();
  const first = await reader.read();
  const whole = new ReadableStream<Uint8Array>({
    start(out) { if (first.value) out.enqueue(first.value); if (first.done) out.close(); },
    async pull(out) {
      const { done, value } = await reader.read();
      if (done) out.close();
      else out.enqueue(value);
    },
    cancel: (why) => reader.cancel(why),
  });
  const plain = !format || magic.every((byte, i) => first.value?.[i] === byte);
  return plain ? whole : whole.pipeThrough(new DecompressionStream(format as CompressionFormat) as unknown as TransformStream<Uint8Array, Uint8Array>);
}

function counted(total: number, progress: Progress) {
  let loaded = 0, told = 0;
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, out) {
      loaded += chunk.length;
      if (loaded - told > 1 << 18 || loaded >= total) progress((told = loaded), Math.max(total, loaded));
      out.enqueue(chunk);
    },
  });
}

export async function load(engine: Engine, progress: Progress): Promise<WebAssembly.Module> {
  const { url, format } = source(engine);
  const answer = await fetch(url);
  if (!answer.ok || !answer.body) throw new Error(`${url}: ${answer.status} ${answer.statusText}`);
  const stream = (await unpacked(answer.body, format)).pipeThrough(counted(engine.size, progress));
  return WebAssembly.compileStreaming(new Response(stream, { headers: { 'Content-Type': 'application/wasm' } }));
}
