// The Chromium that tests and measurements drive: CHROMIUM, or the first that is on the path of those that .ci/chromium knows.
import fs from 'node:fs';
import path from 'node:path';

const known = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

export function executable() {
  const files = known.flatMap((name) => (process.env.PATH ?? '').split(path.delimiter).map((folder) => path.join(folder, name)));
  const found = [process.env.CHROMIUM, ...files].find((file) => file && fs.existsSync(file));
  if (!found) throw new Error('no Chromium: apt-get install chromium, or set CHROMIUM to one');
  return found;
}
