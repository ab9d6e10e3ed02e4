// The reader's own GPU as device webgpu:0, through Chromium's software GPU: its kernels beside the CPU's, and what a reader
// sees who asks for it, or does not, or has none.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { build } from 'esbuild';
import { webgpu } from '../engine.mjs';
import { cell, cells, ended, findings, online, output, root, thorough, write } from './harness.mjs';
import { exported, files, launch, reader } from './site.mjs';

let browser, dir, site;
before(async () => {
  dir = exported('--lang', 'en');
  [browser, site] = await Promise.all([launch(...webgpu), files(dir)]);
});
after(async () => {
  await browser?.close();
  await site?.stop();
  fs.rmSync(dir, { recursive: true, force: true });
});

test('kernels give what the CPU gives', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gputour-webgpu-'));
  const goroot = execFileSync('go', ['env', 'GOROOT'], { encoding: 'utf8' }).trim();
  execFileSync('go', ['test', '-c', '-vet=off', '-trimpath', '-ldflags', '-s -w', '-o', path.join(folder, 'tests.wasm'), './wasm/tab'],
    { cwd: root, stdio: 'inherit', env: { ...process.env, GOFLAGS: '', GOOS: 'js', GOARCH: 'wasm', CGO_ENABLED: '0' } });
  await build({ absWorkingDir: path.join(root, 'web'), entryPoints: ['test/webgpu.worker.ts'], bundle: true, format: 'iife', logLevel: 'warning',
    outfile: path.join(folder, 'worker.js'), alias: { 'wasm_exec': path.join(goroot, 'lib/wasm/wasm_exec.js') }, loader: { '.wasm': 'binary' } });
  fs.writeFileSync(path.join(folder, 'index.html'), '<!doctype html><title>webgpu</title>');
  const served = await files(folder);
  const page = await browser.newPage();
  await page.goto(served.origin + '/');
  // The suite of all devices takes long here; a few parts of it show whether the rest is worth running.
  const [code, text] = await page.evaluate((args) => new Promise((resolve) => {
    const worker = new Worker('worker.js');
    const said = [];
    worker.onmessage = ({ data }) => (data.text === undefined ? resolve([data.code, said.join('\n')]) : said.push(data.text));
    worker.onerror = (e) => resolve([-1, e.message]);
    worker.postMessage(args);
  }), thorough ? [] : ['-test.run', 'WebGPUTable|WebGPUFaults|WebGPUSuite/(memory|bounds|reduce|matmul)$']);
  assert.equal(code, 0, text);
  await page.close();
  await served.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

async function notebook(prepare = async () => {}) {
  const { context, open } = await reader(browser, site);
  await prepare(context);
  const page = await open('en/scratch.html');
  await online(page);
  const [id] = await cells(page);
  let runs = 0;
  const prints = async (code) => {
    const mark = `run ${++runs}:`; // the number of a run is no news where an engine has begun anew
    await write(page, id, `print("run", "${runs}:")\n${code}`);
    await cell(page, id).locator('.cell-actions button').first().click();
    await page.waitForFunction(([id, mark]) => document.querySelector(`section[data-cell="${id}"] .outputs`)?.innerText.includes(mark), [id, mark]);
    await ended(page, id);
    return output(page, id);
  };
  const turn = async (on) => {
    await page.locator('[data-act="devices-webgpu"]').first().click();
    await page.waitForSelector(`[data-act="devices-webgpu"][aria-pressed="${on}"]`);
  };
  return { context, page, prints, turn };
}

const training = `import torch
def train(device):
    torch.manual_seed(0)
    net = torch.nn.Sequential(torch.nn.Linear(20, 32), torch.nn.GELU(), torch.nn.LayerNorm(32), torch.nn.Linear(32, 5)).to(device)
    x, y = torch.randn(64, 20).to(device), torch.randint(0, 5, (64,)).to(device)
    grads = torch.autograd.grad(torch.nn.functional.cross_entropy(net(x), y), list(net.parameters()))
    opt = torch.optim.Adam(net.parameters(), lr=.01)
    for _ in range(5):
        loss = torch.nn.functional.cross_entropy(net(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
    return loss.item(), [g.cpu() for g in grads]
(here, ours), (there, theirs) = train("cpu"), train("webgpu")
print(abs(here - there) < 1e-5, all(torch.allclose(a, b, atol=1e-6) for a, b in zip(ours, theirs)))`;

test('webgpu:0 is off unless asked for; then tensors live, learn and are seen there', async () => {
  const { context, page, prints, turn } = await notebook();
  assert.match(await prints('import torch\nprint(torch.webgpu.is_available())\ntorch.ones(2, device="webgpu")'), /False[^]*RuntimeError: webgpu is the GPU of the computer that shows this page/);
  await turn(true);
  assert.match(await prints('import torch\nx = torch.ones(2, 3, device="webgpu")\nprint(x, torch.webgpu.device_count(), torch.cuda.device_count(), x.is_cuda)'),
    /tensor\(\[\[1\., 1\., 1\.\],\s+\[1\., 1\., 1\.\]\], device='webgpu:0'\) 1 2 False/);
  await page.waitForSelector('.device[data-device="webgpu:0"] [data-block="x"]');
  assert.match(await page.locator('.device[data-device="webgpu:0"] .device-kind').innerText(), /swiftshader \(software\)/);
  assert.match(await page.locator('#panel, aside').last().innerText(), /webgpu:0 by the host's clock/);
  assert.match(await prints(training), /True True/);
  for (const [code, said] of [
    ['x.double()', "TypeError: Cannot convert a webgpu tensor to float64 dtype as webgpu doesn't support float64. Please use float32 instead"],
    ['x + torch.ones(3, device="cuda")', 'RuntimeError: Expected all tensors to be on the same device, but found at least two devices, webgpu:0 and cuda:0!'],
    ['torch.empty(10**9, device="webgpu")', 'RuntimeError: WebGPU out of memory. Tried to allocate 3.73 GiB on webgpu:0'],
    ['x.numpy()', "TypeError: can't convert webgpu:0 device type tensor to numpy. Use Tensor.cpu()"],
    ['torch.ones(1, device="webgpu:1")', 'RuntimeError: webgpu:1 does not exist'],
  ]) assert.ok((await prints(code)).includes(said), said);
  assert.deepEqual(await findings(page), []);
  await turn(false);
  assert.match(await prints('import torch\nprint(torch.webgpu.is_available(), torch.cuda.device_count())'), /False 2/);
  assert.deepEqual(page.faults, []);
  await context.close();
});

test('a browser that has WebGPU and no GPU for it says so', async () => {
  const { context, page, prints, turn } = await notebook(async (context) => context.route(/worker-\w+\.js$/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: 'GPU.prototype.requestAdapter = async () => null;\n' + await answer.text() });
  }));
  await turn(true);
  assert.match(await prints('import torch\nprint(torch.webgpu.is_available(), torch.ones(2))\ntorch.ones(2, device="webgpu")'),
    /False tensor\(\[1\., 1\.\]\)[^]*RuntimeError: webgpu:0 is not available: this browser finds no GPU that WebGPU can use/);
  assert.match(await page.locator('.device[data-device="webgpu:0"] .device-kind').innerText(), /not available/);
  assert.deepEqual(page.faults, []);
  await context.close();
});
