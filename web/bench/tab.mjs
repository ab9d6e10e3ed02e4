// Measures the engine for a browser's tab, as `make tab` built it, in Chromium: its size and start, programs in Python beside
// Pyodide in the same browser, operations on tensors, and how soon a run stops. Times are the best of some; the machine's
// load is told, for it decides much: the ratios are what to look at.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import { fileURLToPath } from 'node:url';
import { engine } from '../engine.mjs';

const here = path.dirname(fileURLToPath(import.meta.url)), web = path.dirname(here);
const programs = path.join(web, '../engine/interp/bench/programs');
const times = Number(process.env.TIMES ?? 5);
const only = new RegExp(process.argv[2] ?? '');
const row = (...cells) => console.log(cells.map((c, i) => (i ? String(c).padStart(12) : String(c).padEnd(34))).join(''));
const load = () => row('load of the machine', os.loadavg()[0].toFixed(1));

// pyodide runs in the page: it opens Pyodide in a worker, as the engine is.
async function pyodide(address) {
  const source = `
    import { loadPyodide } from '${address}/pyodide/pyodide.mjs';
    const py = await loadPyodide({ indexURL: '${address}/pyodide/', stdout() {} });
    postMessage('ready');
    onmessage = ({ data }) => {
      try {
        const from = performance.now();
        py.runPython(data, { globals: py.globals.get('dict')() });
        postMessage({ ms: performance.now() - from });
      } catch (error) {
        postMessage({ error: String(error) });
      }
    };`;
  const from = performance.now();
  const w = new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })), { type: 'module' });
  await new Promise((done, failed) => { w.onmessage = done; w.onerror = (e) => failed(new Error(e.message)); });
  window.pyodide = (code) => new Promise((done) => { w.onmessage = ({ data }) => done(data); w.postMessage(code); });
  return performance.now() - from;
}

async function ours(code) {
  const { reply, text } = await tab.run(code);
  if (reply.body.state !== 'done') throw new Error(`${code}\n${text}\n${JSON.stringify(reply.body)}`);
  return { ms: reply.body.cost.host_ms, text };
}

async function theirs(code) {
  const answer = await tab.page.evaluate((c) => window.pyodide(c), code);
  if (answer.error) throw new Error(answer.error);
  return answer.ms;
}

async function best(f) {
  let least = Infinity;
  for (let i = 0; i < times; i++) least = Math.min(least, await f());
  return least;
}

const tab = await engine({ '/pyodide/': path.join(here, 'node_modules/pyodide') });
load();
const size = (file) => (fs.statSync(file).size / 1e6).toFixed(2) + ' MB';
const folder = path.join(web, 'tab');
row('module', size(path.join(folder, tab.about.name)), size(path.join(folder, `${tab.about.name}.br`)) + ' br');
// What has to come before a first cell of Pyodide runs, packed as we are. NumPy comes on top of it, from elsewhere; JupyterLite
// is Pyodide with pages and kernels of its own on top.
const twin = (file) => zlib.brotliCompressSync(fs.readFileSync(file), { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 9, [zlib.constants.BROTLI_PARAM_LGWIN]: 24 } }).length;
const theirFiles = fs.readdirSync(path.join(here, 'node_modules/pyodide')).filter((f) => /^(pyodide\.asm\.(wasm|m?js)|pyodide\.mjs|python_stdlib\.zip)$/.test(f));
const [theirRaw, theirTwin] = [(f) => fs.statSync(f).size, twin].map((of) => theirFiles.reduce((sum, f) => sum + of(path.join(here, 'node_modules/pyodide', f)), 0));
row('Pyodide, without NumPy', (theirRaw / 1e6).toFixed(2) + ' MB', (theirTwin / 1e6).toFixed(2) + ' MB br');
const { loaded, ready } = tab.marks;
row('ready after its bytes', `${Math.round(ready - loaded)} ms`);
const mib = async () => `${((await tab.memory()) / 2 ** 20).toFixed(0)} MiB`;
row('memory when ready', await mib());
row('import torch', `${Math.round((await ours('import torch')).ms)} ms`);
const afterTorch = (await tab.memory()) / 2 ** 20;
row('memory after torch', `${afterTorch.toFixed(0)} MiB`, afterTorch <= 64 ? 'within 64' : 'OVER 64');
const pyodideReady = await tab.page.evaluate(`(${pyodide})(${JSON.stringify(tab.address)})`);
row('Pyodide ready', `${Math.round(pyodideReady)} ms`);

row('', 'tab ms', 'Pyodide ms', 'ratio');
let sum = 0, count = 0;
for (const file of fs.readdirSync(programs).filter((f) => only.test(f))) {
  const code = fs.readFileSync(path.join(programs, file), 'utf8');
  const [mine, other] = [await best(async () => (await ours(code)).ms), await best(() => theirs(code))];
  sum += Math.log(mine / other);
  count++;
  row(file, mine.toFixed(1), other.toFixed(1), (mine / other).toFixed(2));
}
if (count) row('geometric mean', '', '', Math.exp(sum / count).toFixed(2));

const operations = {
  'a @ b, 256': ['a, b = torch.rand(256, 256), torch.rand(256, 256)', 'a @ b', 2 * 256 ** 3],
  'a @ b, 1024': ['a, b = torch.rand(1024, 1024), torch.rand(1024, 1024)', 'a @ b', 2 * 1024 ** 3],
  'a + b, 200,000': ['a, b = torch.rand(200000), torch.rand(200000)', 'a + b'],
  'exp, 200,000': ['a = torch.rand(200000)', 'a.exp()'],
  'tanh, 200,000': ['a = torch.rand(200000)', 'a.tanh()'],
  'sum, 200,000': ['a = torch.rand(200000)', 'a.sum()'],
  'softmax, 200 × 1000': ['a = torch.rand(200, 1000)', 'a.softmax(1)'],
  'a + b, 4': ['a, b = torch.rand(4), torch.rand(4)', 'a + b'],
};
// A browser's clock ticks every 0.1 ms: an operation is repeated until 20 ms have passed.
const timing = (prepare, operation) => `import time, torch
${prepare}
def took(n):
    t = time.perf_counter()
    for _ in range(n): ${operation}
    return time.perf_counter() - t
n = 1
while took(n) < .02: n *= 2
print(min(took(n) for _ in range(20)) / n)`;

const program = path.join(web, '../bin/gputour');
// The program outside the browser, on so many processors; a tab has one.
function native(code, processors = os.cpus().length) {
  if (!fs.existsSync(program)) return NaN;
  const file = path.join(os.tmpdir(), `gputour-bench-${process.pid}.py`);
  fs.writeFileSync(file, code);
  try {
    return Number(execFileSync(program, ['run', '--devices', 'cpu', file], { encoding: 'utf8', env: { ...process.env, GOMAXPROCS: String(processors) } }));
  } finally {
    fs.rmSync(file);
  }
}

row('', 'µs', 'native', 'ratio', 'on one core', 'ratio', 'GFLOP/s');
for (const [name, [prepare, operation, flops]] of Object.entries(operations)) {
  if (!only.test(name)) continue;
  const code = timing(prepare, operation);
  const mine = Number((await ours(code)).text), others = [native(code), native(code, 1)];
  row(name, (mine * 1e6).toFixed(1), ...others.flatMap((other) => [(other * 1e6).toFixed(1), (mine / other).toFixed(2)]), flops ? (flops / mine / 1e9).toFixed(1) : '');
}

// The reader's GPU is Chromium's software one here, which computes on this machine's processor as the engine does: that it
// works and what a launch costs is to be seen, not how fast a GPU is.
const step = (device) => `net = torch.nn.Sequential(torch.nn.Linear(784, 256), torch.nn.ReLU(), torch.nn.Linear(256, 10)).to("${device}")
opt = torch.optim.SGD(net.parameters(), lr=.01)
x, y = torch.rand(64, 784, device="${device}"), torch.randint(0, 10, (64,)).to("${device}")
def step():
    opt.zero_grad()
    torch.nn.functional.cross_entropy(net(x), y).backward()
    opt.step()`;
const onGPU = Object.fromEntries([256, 512, 1024].map((n) => [`a @ b, ${n}`, [(d) => `a, b = torch.rand(${n}, ${n}).to("${d}"), torch.rand(${n}, ${n}).to("${d}")`, 'a @ b', 2 * n ** 3]]).concat(
  [['a + b', 'a + b'], ['exp', 'a.exp()'], ['sum', 'a.sum()'], ['softmax', 'a.view(1000, 1000).softmax(1)']].map(([name, code]) => [`${name}, 1,000,000`, [(d) => `a, b = torch.rand(10**6).to("${d}"), torch.rand(10**6).to("${d}")`, code]]),
  [['step of an MLP 784-256-10', [step, 'step()']], ['a + b, 4, and read', [(d) => `a = torch.rand(4).to("${d}")`, '(a + a).cpu()']]]));
if (Object.keys(onGPU).some((name) => only.test(`webgpu ${name}`))) {
  await tab.devices('cpu+webgpu');
  row(`webgpu: ${(await ours('import torch\nprint(torch.webgpu.get_device_name())')).text.trim()}`, 'µs', 'CPU engine', 'ratio', 'GFLOP/s');
  for (const [name, [prepare, operation, flops]] of Object.entries(onGPU)) {
    if (!only.test(`webgpu ${name}`)) continue;
    const took = async (device, end) => Number((await ours(timing(prepare(device), operation).replace('    return', `    ${end}\n    return`).replace('range(20)', 'range(5)'))).text);
    const mine = await took('webgpu', 'torch.webgpu.synchronize()'), cpu = await took('cpu', 'pass');
    row(name, (mine * 1e6).toFixed(1), (cpu * 1e6).toFixed(1), (mine / cpu).toFixed(2), flops ? (flops / mine / 1e9).toFixed(1) : '');
  }
  await tab.devices('cpu');
}

row('', 'stopped after');
for (const [name, code] of Object.entries({
  'while True: pass': 'while True: pass', 'print without end': 'while True: print("x" * 50)', 'time.sleep': 'import time\ntime.sleep(100)',
  'display without end': 'a = object()\nwhile True: display(a)', 'one product of 6000': 'a = torch.ones(6000, 6000)\na @ a',
  'a sort of 5,000,000': 'a = torch.rand(5_000_000)\nwhile True: a.sort()', 'a product of 3000': 'a = torch.rand(3000, 3000)\nwhile True: a @ a',
})) {
  if (!only.test(name)) continue;
  const ms = await tab.page.evaluate(async (c) => {
    const run = window.tab.run(c);
    await new Promise((done) => setTimeout(done, 1000));
    const from = performance.now();
    window.tab.stop();
    await run;
    return performance.now() - from;
  }, code);
  row(name, `${Math.round(ms)} ms`);
}
load();
await tab.close();
