// A reporter of node's test runner that names the files in which a test failed, one a line.
export default async function* failed(events) {
  const said = new Set();
  for await (const { type, data } of events) {
    if (type !== 'test:fail' || !data.file || said.has(data.file)) continue;
    said.add(data.file);
    yield `${data.file}\n`;
  }
}
