import { resolve } from "node:path";
import { UnreleasedSchema } from "../../app/platform/migrate.server.ts";
import { followParent } from "./follow-parent.ts";
import { LaunchProblem } from "./launch-problem.ts";
import { readPort } from "./ports.ts";
import { startStack, type Stack } from "./stack.ts";
import { welcome } from "./welcome.ts";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function waitForSignal(): Promise<"asked"> {
  return new Promise((answer) => {
    for (const signal of signals) process.once(signal, () => answer("asked"));
    followParent(() => answer("asked"));
  });
}

function killOnNextSignal(stack: Stack): void {
  for (const signal of signals) {
    process.on(signal, () => {
      stack.kill();
      process.exit(130);
    });
  }
}

async function run(app: "built" | "hot", fresh: boolean): Promise<number> {
  const stack = await startStack({
    dataDir: resolve(process.env["DATA_DIR"] || ".data"),
    port: readPort("PORT", 3000),
    localPort: readPort("LOCAL_SHOPIFY_PORT", 4000),
    app,
    fresh,
    say,
  });
  const asked = waitForSignal();
  say(welcome(stack, app));
  const why = await Promise.race([asked, stack.broke]);
  say(
    why === "asked"
      ? "\nStopping … (Ctrl-C again kills)"
      : `${why}; the logs are in ${stack.logs}. Stopping …`,
  );
  killOnNextSignal(stack);
  await stack.stop();
  return why === "asked" ? 0 : 1;
}

/** Runs the whole stack in this terminal until Ctrl-C, or until one of its parts dies. Ends the process. */
export async function runStack(app: "built" | "hot"): Promise<void> {
  const known = new Set(["--fresh"]);
  const strange = process.argv.slice(2).filter((argument) => !known.has(argument));
  try {
    if (strange.length > 0) throw new LaunchProblem(`I do not know ${strange.join(" ")}; there is --fresh.`);
    process.exit(await run(app, process.argv.includes("--fresh")));
  } catch (error) {
    if (!(error instanceof LaunchProblem || error instanceof UnreleasedSchema)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
