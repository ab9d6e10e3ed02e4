// The reader's GPU through WebGPU, for the engine (wasm/tab/webgpu.go): buffers by number, pipelines by number, and commands
// that come many at a time as 32-bit words (engine/device/webgpu/batch.go says which). What goes wrong is told by the next
// call that waits.

type Pending = Promise<{ message: string } | null>;

const params = 256; // bytes of one command's
const largestKept = 4 << 20; // of the buffers that bytes are read through

export class GPU {
  private buffers = new Map<number, any>();
  private pipelines: { pipeline: any; count: number }[] = [];
  private layouts: any[] = []; // by the number of buffers
  private groups = new Map<string, any>();
  private landings: any[] = [];
  private pending: Pending[] = [];
  private last = 0;
  private gone = '';
  private uniforms: any;

  constructor(private device: any, readonly name: string, readonly software: boolean) {
    device.lost.then((why: any) => { this.gone = why.message || why.reason || 'the browser took it away'; });
  }

  get limits() { return this.device.limits; }

  // An error in words; one of a device that is gone says so.
  private failed(message: string) {
    return Object.assign(new Error(this.gone || message), { name: this.gone ? 'Lost' : 'GPUError' });
  }

  private guarded<T>(make: () => T): T {
    this.device.pushErrorScope('validation');
    this.device.pushErrorScope('internal');
    this.device.pushErrorScope('out-of-memory');
    const made = make();
    for (let i = 0; i < 3; i++) this.pending.push(this.device.popErrorScope().catch(() => null));
    return made;
  }

  private async settled() {
    const found = (await Promise.all(this.pending.splice(0))).find(Boolean);
    if (this.gone || found) throw this.failed(found?.message ?? '');
  }

  // A buffer of zeros.
  async create(bytes: number) {
    this.device.pushErrorScope('out-of-memory');
    const usage = GPUBufferUsage;
    const buffer = this.device.createBuffer({ size: bytes, usage: usage.STORAGE | usage.COPY_SRC | usage.COPY_DST });
    if (await this.device.popErrorScope()) throw Object.assign(new Error('the GPU has no room'), { name: 'NoMemory' });
    if (this.gone) throw this.failed('');
    this.buffers.set(++this.last, buffer);
    return this.last;
  }

  destroy(handle: number) {
    this.buffers.get(handle)?.destroy();
    this.buffers.delete(handle);
    this.groups.clear();
  }

  private layout(count: number) {
    const entry = (binding: number, buffer: object) => ({ binding, visibility: GPUShaderStage.COMPUTE, buffer });
    return this.layouts[count] ??= this.device.createBindGroupLayout({
      entries: [entry(0, { type: 'uniform', hasDynamicOffset: true }), ...Array.from({ length: count }, (_, i) => entry(i + 1, { type: 'storage' }))],
    });
  }

  compile(code: string) {
    const count = code.match(/var<storage/g)?.length ?? 0;
    return this.guarded(() => {
      const module = this.device.createShaderModule({ code });
      const layout = this.device.createPipelineLayout({ bindGroupLayouts: [this.layout(count)] });
      return this.pipelines.push({ pipeline: this.device.createComputePipeline({ layout, compute: { module, entryPoint: 'main' } }), count }) - 1;
    });
  }

  private bound(places: Uint32Array) {
    const key = places.join();
    let group = this.groups.get(key);
    if (group) return group;
    if (this.groups.size > 1000) this.groups.clear();
    const entries: object[] = [{ binding: 0, resource: { buffer: this.uniforms, size: params } }];
    for (let i = 0; i < places.length; i += 3) {
      entries.push({ binding: entries.length, resource: { buffer: this.buffers.get(places[i]), offset: places[i + 1], size: places[i + 2] } });
    }
    group = this.device.createBindGroup({ layout: this.layout(places.length / 3), entries });
    this.groups.set(key, group);
    return group;
  }

  submit(bytes: Uint8Array, count: number) {
    const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
    const given = new Uint32Array(count * params / 4);
    this.guarded(() => {
      if (!(this.uniforms?.size >= given.byteLength)) {
        this.uniforms?.destroy();
        this.groups.clear();
        this.uniforms = this.device.createBuffer({ size: given.byteLength, usage: GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST });
      }
      const encoder = this.device.createCommandEncoder(), pass = encoder.beginComputePass();
      for (let at = 0, n = 0; at < words.length; n++) {
        const [pipeline, x, y, z, buffers] = words.subarray(at, at += 5);
        const places = words.subarray(at, at += 3 * buffers);
        const values = words.subarray(at + 1, at += 1 + words[at]);
        given.set(values, n * params / 4);
        pass.setPipeline(this.pipelines[pipeline].pipeline);
        pass.setBindGroup(0, this.bound(places), [n * params]);
        pass.dispatchWorkgroups(x, y, z);
      }
      pass.end();
      this.device.queue.writeBuffer(this.uniforms, 0, given);
      this.device.queue.submit([encoder.finish()]);
    });
  }

  write(handle: number, offset: number, data: Uint8Array) {
    this.guarded(() => this.device.queue.writeBuffer(this.buffers.get(handle), offset, data));
  }

  private landing(bytes: number) {
    const at = this.landings.findIndex((b) => b.size >= bytes);
    if (at >= 0) return this.landings.splice(at, 1)[0];
    let size = 4096;
    while (size < bytes) size *= 2;
    return this.device.createBuffer({ size, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
  }

  async read(handle: number, offset: number, bytes: number) {
    const landing = this.guarded(() => {
      const buffer = this.landing(bytes), encoder = this.device.createCommandEncoder();
      encoder.copyBufferToBuffer(this.buffers.get(handle), offset, buffer, 0, bytes);
      this.device.queue.submit([encoder.finish()]);
      return buffer;
    });
    try {
      await landing.mapAsync(GPUMapMode.READ, 0, bytes);
    } catch (error) {
      await this.settled();
      throw this.failed(String(error));
    }
    const data = new Uint8Array(landing.getMappedRange(0, bytes)).slice();
    landing.unmap();
    if (landing.size <= largestKept && this.landings.length < 4) this.landings.push(landing);
    else landing.destroy();
    await this.settled();
    return data;
  }

  async wait() {
    await this.device.queue.onSubmittedWorkDone().catch(() => {});
    await this.settled();
  }

  close() { this.device.destroy(); }
}

declare const GPUBufferUsage: any, GPUShaderStage: any, GPUMapMode: any;

// The GPU of a session; why there is none otherwise.
export async function gpu(): Promise<GPU> {
  const there = (navigator as any).gpu;
  if (!there) throw new Error(isSecureContext ? 'this browser has no WebGPU' : 'browsers offer WebGPU over https only');
  const adapter = await there.requestAdapter({ powerPreference: 'high-performance' });
  if (!adapter) throw new Error('this browser finds no GPU that WebGPU can use');
  const { maxBufferSize, maxStorageBufferBindingSize } = adapter.limits;
  const device = await adapter.requestDevice({ requiredLimits: { maxBufferSize, maxStorageBufferBindingSize } });
  const info = adapter.info ?? {};
  const name = info.description || [info.vendor, info.device || info.architecture].filter(Boolean).join(' ') || 'GPU';
  return new GPU(device, name, !!(info.isFallbackAdapter ?? adapter.isFallbackAdapter));
}
