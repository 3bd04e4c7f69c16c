// Preloaded into a command whose memory a test measures. At the end the most that was resident, in kilobytes, is written
// into the file that the environment names.
const { writeFileSync } = require("node:fs");

process.on("exit", () => writeFileSync(process.env.PEAK_MEMORY_FILE, `${process.resourceUsage().maxRSS}`));
