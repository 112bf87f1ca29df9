import { fork, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { dig, holds, lineOf, login, payoutOf, startListener, startPaypal } from "./paypal-setup.ts";

/** Whole programs start and end here: on a busy machine that takes its time. */
const processTimeout = 60_000;

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "local-paypal-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

interface Run {
  child: ChildProcess;
  /** The program's message, or null if it ended without one. */
  ready: Promise<unknown>;
  ended: Promise<{ code: number | null; said: string }>;
}

function start(env: Record<string, string>): Run {
  const child = fork("local-paypal/main.ts", {
    silent: true,
    env: {
      ...process.env,
      LOCAL_PAYPAL_CLIENT_ID: "id",
      LOCAL_PAYPAL_CLIENT_SECRET: "secret",
      LOCAL_PAYPAL_PORT: "0",
      ...env,
    },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  // Reads the greeting, because a full pipe would keep the process from ending.
  child.stdout?.resume();
  let said = "";
  child.stderr?.on("data", (part: Buffer) => {
    said += part.toString("utf8");
  });
  const saidAll = new Promise<void>((resolve) => void child.stderr?.once("end", resolve));
  const exited = new Promise<number | null>((resolve) => void child.once("exit", resolve));
  const ready = new Promise<unknown>((resolve) => {
    child.once("message", resolve);
    child.once("exit", () => resolve(null));
  });
  return { child, ready, ended: Promise.all([exited, saidAll]).then(([code]) => ({ code, said })) };
}

test(
  "it tells its launcher where it is, and ends with it",
  async () => {
    const run = start({ DATA_DIR: temporaryFolder() });
    const url = String(dig(await run.ready, "url"));
    const page = await (await fetch(url)).text();
    expect(page).toContain("No payout has come yet.");
    expect(page).toContain("10000.00 USD");
    run.child.disconnect();
    expect((await run.ended).code).toBe(0);
  },
  processTimeout,
);

test(
  "a taken port is one clear line",
  async () => {
    const first = start({ DATA_DIR: temporaryFolder() });
    const { port } = new URL(String(dig(await first.ready, "url")));
    expect(await start({ DATA_DIR: temporaryFolder(), LOCAL_PAYPAL_PORT: port }).ended).toEqual({
      code: 1,
      said: `Port ${port} is taken: set LOCAL_PAYPAL_PORT to another one.\n`,
    });
  },
  processTimeout,
);

test(
  "a missing variable and a damaged memory are one clear line each",
  async () => {
    expect(await start({ DATA_DIR: temporaryFolder(), LOCAL_PAYPAL_CLIENT_ID: "" }).ended).toEqual({
      code: 1,
      said: "The local PayPal needs LOCAL_PAYPAL_CLIENT_ID.\n",
    });
    const folder = temporaryFolder();
    mkdirSync(join(folder, "local-paypal"));
    writeFileSync(join(folder, "local-paypal", "state.json"), "{}");
    const damaged = await start({ DATA_DIR: folder }).ended;
    expect(damaged.code).toBe(1);
    expect(damaged.said).toMatch(/state\.json is not a state of this local PayPal: [^\n]*\n$/);
  },
  processTimeout,
);

test("what was accepted is still there after a restart, and webhooks go on", async () => {
  const dataDir = temporaryFolder();
  const listener = await startListener([503, 503, 503]);
  const webhook = { id: "8PT597110X687430L", url: listener.url };
  const first = await startPaypal({ dataDir, webhook });
  // The retries have to wait for the second start, however slow the machine is.
  first.switch({ retrySpeedUp: 1 });
  const caller = await login(first);
  await caller.call("POST", "/v1/payments/payouts", payoutOf("b1", "ann@example.com"));
  await first.settle();
  expect(listener.heard).toHaveLength(3);
  await first.close();

  const second = await startPaypal({ dataDir, webhook });
  expect(lineOf(second, "b1-1")).toMatchObject({ received: "1050" });
  expect(holds(second, "bank")).toBe(-1_000_000n);
  second.advance(3_600_000);
  await second.settle();
  const bodies = listener.heard.map(({ body }) => body);
  expect(bodies).toHaveLength(6);
  expect(new Set(bodies).size).toBe(3);
  const again = await (
    await login(second)
  ).call("POST", "/v1/payments/payouts", payoutOf("b1", "x@example.com"));
  expect(again.body).toMatchObject({ name: "USER_BUSINESS_ERROR" });
});

test("the meta routes do over HTTP what the handles do in a test", async () => {
  const paypal = await startPaypal();
  const meta = async (path: string, body: object = {}): Promise<{ status: number; body: unknown }> => {
    const answer = await fetch(`${paypal.url}/_local/${path}`, {
      method: "POST",
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: await answer.json() };
  };
  const books = async (): Promise<unknown> => (await fetch(`${paypal.url}/_local/books`)).json();
  const caller = await login(paypal);
  expect((await meta("switches", { processMs: 3_600_000 })).body).toMatchObject({ processMs: 3_600_000 });
  await caller.call("POST", "/v1/payments/payouts", payoutOf("b1", "a+unclaimed@example.com"));
  expect(await books()).toMatchObject({ items: [{ held: "1050", unclaimed: "0" }] });
  await meta("clock", { advanceMs: 3_600_000 });
  expect(await books()).toMatchObject({ items: [{ held: "0", unclaimed: "1050" }] });
  const [item = ""] = Object.keys(paypal.ctx.state.items);
  expect((await meta(`items/${item}`, { to: "REFUNDED" })).status).toBe(409);
  expect((await meta(`items/${item}`, { to: "SUCCESS" })).status).toBe(200);
  expect(await books()).toMatchObject({ items: [{ unclaimed: "0", received: "1050" }] });
  expect((await meta("funds", { currency: "EUR", minor: "12" })).status).toBe(200);
  expect((await meta("funds", { currency: "EUR", minor: 12 })).status).toBe(400);
  expect((await meta("clock", { advanceMs: -1 })).status).toBe(400);
  expect((await meta("settle")).status).toBe(200);
  const state: unknown = await (await fetch(`${paypal.url}/_local/state`)).json();
  expect(dig(state, "signing")).toBeUndefined();
  expect((await meta("reset")).status).toBe(200);
  expect(await books()).toMatchObject({ items: [], accounts: [{ account: "bank" }, { account: "funding" }] });
});

test("people find payouts, turn them, and see activity and webhooks", async () => {
  const listener = await startListener();
  const paypal = await startPaypal({ webhook: { id: "8PT597110X687430L", url: listener.url } });
  const caller = await login(paypal);
  const made = await caller.call("POST", "/v1/payments/payouts", payoutOf("b1", "a+unclaimed@example.com"));
  await paypal.settle();
  const page = async (path: string): Promise<string> => (await fetch(`${paypal.url}${path}`)).text();
  const post = (path: string, form: Record<string, string>): Promise<Response> =>
    fetch(`${paypal.url}${path}`, { method: "POST", body: new URLSearchParams(form), redirect: "manual" });
  const batch = `/batches/${String(dig(made.body, "batch_header", "payout_batch_id"))}`;
  expect(await page("/")).toContain(`href="${batch}"`);
  expect(await page(batch)).toContain("Receiver claims it");
  const [item = ""] = Object.keys(paypal.ctx.state.items);
  expect((await post(`${batch}/turn`, { item, to: "RETURNED" })).status).toBe(303);
  expect((await post(`${batch}/turn`, { item, to: "RETURNED" })).status).toBe(409);
  expect(await page(batch)).toContain("Nothing more.");
  expect(await page("/activity")).toContain("Mass Pay Reversal");
  await paypal.settle();
  expect(await page("/webhooks")).toContain("PAYMENT.PAYOUTS-ITEM.RETURNED");
  const { key } = paypal.ctx.state.deliveries[0] ?? { key: "" };
  const count = listener.heard.length;
  expect((await post("/webhooks/resend", { key })).status).toBe(303);
  await paypal.settle();
  expect(listener.heard).toHaveLength(count + 1);
  expect((await post("/funds", { currency: "usd", value: "5" })).status).toBe(303);
  expect((await post("/funds", { currency: "usd", value: "5.001" })).status).toBe(400);
  expect((await post("/clock", { days: "0" })).status).toBe(400);
  const settings = await page("/settings");
  const names = [...settings.matchAll(/<input[^>]* name="(\w+)"[^>]* value="([^"]*)"/g)];
  const form = Object.fromEntries(names.map(([, name = "", value = ""]) => [name, value]));
  expect((await post("/settings", { ...form, silence: "2", drop: "on" })).status).toBe(303);
  expect(paypal.ctx.state.switches).toMatchObject({ drop: true, faults: { silence: { times: 2 } } });
  expect((await fetch(`${paypal.url}/nowhere`)).status).toBe(404);
});
