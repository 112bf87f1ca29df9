import { createRequire } from "node:module";

// Without this it would outlive a bench that was killed, and hold its port.
process.once("disconnect", () => process.exit(0));
process.argv.splice(2, process.argv.length, "build/bench/server/index.js");
createRequire(import.meta.url)("@remix-run/serve/dist/cli.js");
