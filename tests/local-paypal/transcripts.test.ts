/** The transcripts are what the stand-in answers: each is sent, word for word, and compared in full. */
import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";
import { dig, login, startListener, startPaypal, type Listener } from "./paypal-setup.ts";
import type { LocalPaypal } from "../../local-paypal/server.ts";
import type { SwitchChange } from "../../local-paypal/switches.ts";

interface Exchange {
  title: string;
  switches?: SwitchChange;
  settle?: boolean;
  advanceMs?: number;
  request: { method: string; path: string; headers?: Record<string, string>; form?: string; body?: unknown };
  answer: { status: number; headers?: Record<string, string>; body: unknown };
}

interface Transcript {
  call: string;
  source: string[];
  assumed: string;
  exchanges: Exchange[];
  events?: { title: string; headers: Record<string, string>; body: unknown }[];
}

/** Names that stand for what differs from run to run: the first use finds the value, the others must agree. */
type Names = Map<string, string>;

const files = globSync("local-paypal/transcripts/*.json").toSorted((a, b) => a.localeCompare(b));

test("there is a transcript for each part of the API, and each says where it is from", () => {
  expect(files.map((file) => basename(file, ".json"))).toEqual([
    "bad-days",
    "cancel-item",
    "create-payout",
    "show-payout",
    "token",
    "transactions",
    "webhooks",
  ]);
  for (const file of files) {
    const { source, assumed } = read(file);
    expect(source.every((page) => page.startsWith("https://developer.paypal.com/"))).toBe(true);
    expect(assumed.length).toBeGreaterThan(20);
  }
});

test.each(files)("%s", async (file) => {
  const transcript = read(file);
  const listener = await startListener();
  const paypal = await startPaypal({
    now: () => new Date("2026-11-22T10:00:00Z"),
    webhook: { id: "8PT597110X687430L", url: listener.url },
  });
  paypal.switch({ processMs: 0 });
  const names: Names = new Map([
    ["origin", paypal.url],
    ["bearer", (await login(paypal)).token],
  ]);
  const told: Told[] = [];
  for (const exchange of transcript.exchanges) {
    // oxlint-disable-next-line no-await-in-loop
    told.push(await play(paypal, exchange, names));
  }
  told.push(...listenAgain(transcript, listener, names));
  expect(told.map(({ found }) => found)).toEqual(told.map(({ wanted }) => wanted));
});

/** Actual and expected answers, each under its title. */
interface Told {
  found: object;
  wanted: object;
}

function read(file: string): Transcript {
  return JSON.parse(readFileSync(file, "utf8"));
}

async function play(paypal: LocalPaypal, exchange: Exchange, names: Names): Promise<Told> {
  const { request, answer, title } = exchange;
  paypal.switch(exchange.switches ?? {});
  if (exchange.settle === true) await paypal.settle();
  if (exchange.advanceMs !== undefined) paypal.advance(exchange.advanceMs);
  const response = await fetch(`${paypal.url}${fill(request.path, names)}`, {
    method: request.method,
    headers: {
      authorization: `Bearer ${names.get("bearer")}`,
      "content-type": "application/json",
      ...request.headers,
    },
    ...(request.form === undefined ? {} : { body: request.form }),
    ...(request.body === undefined ? {} : { body: fill(JSON.stringify(request.body), names) }),
  });
  const { headers = {} } = answer;
  const seen = Object.fromEntries(Object.keys(headers).map((name) => [name, response.headers.get(name)]));
  const body: unknown = await response.json();
  return {
    found: { title, status: response.status, headers: seen, body },
    wanted: { title, status: answer.status, headers, body: resolve(answer.body, body, names) },
  };
}

function listenAgain(transcript: Transcript, listener: Listener, names: Names): Told[] {
  return (transcript.events ?? []).map(({ title, headers, body }) => {
    const heard = listener.heard.find(({ type }) => type === dig(body, "event_type"));
    const seen = Object.fromEntries(Object.keys(headers).map((name) => [name, heard?.headers[name]]));
    const came: unknown = JSON.parse(heard?.body ?? "{}");
    return {
      found: { title, headers: seen, body: came },
      wanted: { title, headers: resolve(headers, seen, names), body: resolve(body, came, names) },
    };
  });
}

/** A request with its names replaced by what they stand for. */
function fill(text: string, names: Names): string {
  return text.replaceAll(/\$([a-z]+\d?)/g, (name: string, key: string) => names.get(key) ?? name);
}

/** The expected value with names replaced by what was found in their places, or by what they stand for. */
function resolve(wanted: unknown, found: unknown, names: Names): unknown {
  if (typeof wanted === "string") return resolveText(wanted, found, names);
  if (typeof wanted !== "object" || wanted === null) return wanted;
  if (Array.isArray(wanted)) {
    const items: unknown[] = Array.isArray(found) ? found : [];
    return wanted.map((item, index) => resolve(item, items[index], names));
  }
  const fields = new Map<string, unknown>(
    typeof found === "object" && found !== null ? Object.entries(found) : [],
  );
  return Object.fromEntries(
    Object.entries(wanted).map(([name, value]) => [name, resolve(value, fields.get(name), names)]),
  );
}

function resolveText(wanted: string, found: unknown, names: Names): string {
  const known = fill(wanted, names);
  if (!known.includes("$") || typeof found !== "string") return known;
  const keys: string[] = [];
  const pattern = known
    .split(/(\$[a-z]+\d?)/)
    .map((part) => {
      if (!part.startsWith("$")) return part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`);
      keys.push(part.slice(1));
      return "(.+)";
    })
    .join("");
  const match = new RegExp(`^${pattern}$`).exec(found);
  if (match === null) return known;
  for (const [index, key] of keys.entries()) if (key !== "any") names.set(key, match[index + 1] ?? "");
  return found;
}
