// A reporter of node's test runner: one line for each test that failed, as JSON. A test is late where it waited for something
// in vain, which a busy machine can do to it, and else it is wrong; said is nothing where it failed because of another.
const late = /Timeout \d+ ?ms exceeded|printed no address in \d+ s/;
const follows = new Set(['subtestsFailed', 'cancelledByParent']);

export default async function* failed(events) {
  for await (const { type, data } of events) { // the runner may end the process after the last event: nothing is kept for then
    if (type !== 'test:fail' || !data.file) continue;
    const { error } = data.details;
    const said = follows.has(error?.failureType) ? '' : String(error?.cause?.message ?? error?.cause ?? error?.message ?? 'failed');
    yield `${JSON.stringify({ file: data.file, name: data.name, said: said.split('\n', 1)[0], late: late.test(said) })}\n`;
  }
}
