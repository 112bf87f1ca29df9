import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { dashboardIsThere, signIn } from "./support/install.ts";
import { usePeople } from "./support/people.ts";
import { callAs } from "./support/shop-data.ts";
import { freePorts, onFreePorts, whileTaken } from "./support/ports.ts";

const people = usePeople();
const running: Demo[] = [];
const folders: string[] = [];

type Demo = { child: ChildProcess; said: () => string; ended: Promise<number | null> };
type Settings = { dataDir: string; port: number; localPort: number };

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "affiliate-demo-"));
  folders.push(folder);
  return folder;
}

/** Runs `npm run demo` in a process of its own. */
function startDemo({ dataDir, port, localPort }: Settings, ...more: string[]): Demo {
  const child = spawn(process.execPath, ["scripts/demo.ts", ...more], {
    env: {
      ...process.env,
      // The launcher must not take itself for a part of this run.
      VITEST: "",
      NODE_ENV: "production",
      DATA_DIR: dataDir,
      PORT: String(port),
      LOCAL_SHOPIFY_PORT: String(localPort),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString("utf8")));
  child.stderr.on("data", (chunk: Buffer) => (text += chunk.toString("utf8")));
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const demo = { child, said: () => text, ended };
  running.push(demo);
  return demo;
}

/** Fails with what the demo said if it ends instead. */
async function isUp(demo: Demo): Promise<void> {
  const runs = () => demo.said().includes("Everything runs.");
  await expect.poll(() => runs() || demo.child.exitCode !== null, { timeout: 90_000 }).toBe(true);
  if (runs()) return;
  await demo.ended;
  throw new Error(`The demo ended: ${demo.said()}`);
}

function startAgain(settings: Settings, ...more: string[]): Promise<Demo> {
  return whileTaken(async () => {
    const demo = startDemo(settings, ...more);
    await isUp(demo);
    return demo;
  });
}

async function stop(demo: Demo): Promise<number | null> {
  demo.child.kill("SIGINT");
  return await demo.ended;
}

/** Output without the progress lines. */
function complaint(demo: Demo): string[] {
  return demo
    .said()
    .trim()
    .split("\n")
    .filter((line) => !line.endsWith("…"));
}

afterEach(async () => {
  for (const demo of running.splice(0)) {
    if (demo.child.exitCode === null) await stop(demo);
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describe("npm run demo", () => {
  test(
    "stopped and started again finds everything, and refuses what cannot be",
    { timeout: 300_000 },
    async () => {
      const dataDir = newFolder();
      const { settings, first } = await onFreePorts(async (ports) => {
        const mine = { dataDir, ...ports };
        const demo = startDemo(mine);
        await isUp(demo);
        return { settings: mine, first: demo };
      });
      expect(first.said()).toContain(`http://localhost:${settings.port}/install`);
      expect(first.said()).toContain(`http://127.0.0.1:${settings.localPort}/mailbox`);
      const person = await people.meet({ baseURL: `http://localhost:${settings.port}` });
      await signIn(person, "demo-store");
      const terms = { commission: { type: "percentage", percent: "10" } };
      await callAs(person, "/programs", { name: "Kept over night", terms });

      const twice = startDemo({ ...settings, ...(await freePorts()) });
      expect(await twice.ended).toBe(1);
      expect(complaint(twice)).toHaveLength(1);
      expect(complaint(twice)[0]).toContain(settings.dataDir);

      const onTakenPort = startDemo({ ...settings, dataDir: newFolder() });
      expect(await onTakenPort.ended).toBe(1);
      expect(complaint(onTakenPort)).toEqual([
        `Port ${settings.port} is taken: stop what uses it, or choose another one with PORT.`,
      ]);

      expect(await stop(first)).toBe(0);
      const again = await startAgain(settings);
      await person.page.goto("/dashboard/programs");
      await person.page.getByRole("link", { name: "Kept over night" }).waitFor();
      expect(await stop(again)).toBe(0);

      const fresh = await startAgain(settings, "--fresh");
      await person.page.goto("/dashboard");
      await person.page.getByRole("heading", { name: "Install Affiliate Platform" }).waitFor();
      await signIn(person, "demo-store");
      await dashboardIsThere(person.page);
      await person.page.goto("/dashboard/programs");
      await person.page.getByText("No programs created yet").waitFor();
      expect(await stop(fresh)).toBe(0);
    },
  );

  test("says in one line that it does not know an argument", async () => {
    const demo = startDemo({ dataDir: newFolder(), ...(await freePorts()) }, "--freh");
    expect(await demo.ended).toBe(1);
    expect(complaint(demo)).toEqual(["I do not know --freh; there is --fresh."]);
  });
});
