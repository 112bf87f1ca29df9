import { type ChildProcess, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, inject } from "vitest";
import { onFreePorts } from "./ports.ts";
import { pseudoFolder } from "./pseudo-folder.ts";
import { spawnServer, untilHealthy } from "./servers.ts";

/** A server beside the running one, on its database, whose English is in the pseudo language. */
export function usePseudoServer(): { readonly start: () => Promise<string> } {
  let child: ChildProcess | undefined;
  const dataDir = mkdtempSync(join(tmpdir(), "e2e-pseudo-"));

  afterAll(() => {
    child?.kill("SIGKILL");
    rmSync(dataDir, { recursive: true, force: true });
  });

  return {
    /** Resolves to its origin. People who are signed in to the other server are signed in here, too. */
    start() {
      build();
      return onFreePorts(async ({ port }) => {
        const origin = `http://localhost:${port}`;
        const own = { SHOPIFY_APP_URL: origin, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: "error" };
        child = spawnServer({ ...inject("place").env, ...own, JOBS: "off" }, pseudoFolder);
        await untilHealthy(child, origin);
        return origin;
      });
    },
  };
}

function build(): void {
  const config = ["vite:build", "--config", "tests/e2e/support/pseudo.config.ts"];
  const { status, stderr } = spawnSync(
    process.execPath,
    ["node_modules/@remix-run/dev/dist/cli.js", ...config],
    { env: { ...process.env, NODE_ENV: "production" }, stdio: ["ignore", "ignore", "pipe"] },
  );
  if (status !== 0) throw new Error(`The build in the pseudo language failed: ${stderr.toString("utf8")}`);
  // The server finds its migrations there, and the files of the browser by the path from the project's folder.
  for (const folder of ["drizzle", ".data"]) {
    const link = join(pseudoFolder, folder);
    if (!existsSync(link)) symlinkSync(resolve(folder), link);
  }
}
