const { existsSync } = require("node:fs");

/** Where systems put a browser of the kind that the tests start. */
const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The path of the browser of this machine. */
exports.findBrowser = () => {
  const found = process.env.CHROMIUM ?? places.find((path) => existsSync(path));
  if (found === undefined)
    throw new Error("There is no Chromium: apt-get install chromium, or name a browser of its kind in CHROMIUM.");
  return found;
};
