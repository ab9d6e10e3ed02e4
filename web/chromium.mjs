// The Chromium that tests and measurements drive: CHROMIUM, or the first that is installed of those that .ci/chromium knows.
import fs from 'node:fs';

const known = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export function executable() {
  const found = [process.env.CHROMIUM, ...known].find((file) => file && fs.existsSync(file));
  if (!found) throw new Error('no Chromium: apt-get install chromium, or set CHROMIUM to one');
  return found;
}
