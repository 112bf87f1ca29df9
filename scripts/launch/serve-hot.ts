import { createRequire } from "node:module";

// Vite does not know of the launcher; without this it would outlive it and hold the port.
process.once("disconnect", () => process.exit(0));

const port = process.argv[2] ?? "3000";
process.argv.splice(2, process.argv.length, "vite:dev", "--port", port, "--strictPort");
createRequire(import.meta.url)("@remix-run/dev/dist/cli.js");
