import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { describedCalls } from "#app/api/openapi.ts";
import { knock } from "../../support/app-doors.ts";
import { badValues } from "../../support/bad-values.ts";
import { apiRequest, makeMerchant, staffTokens } from "../../support/merchant.ts";
import { snapshotOf } from "../../support/shop-snapshot.ts";
import type { Call, Merchant, Plain } from "./call.ts";
import { calls } from "./call-table.ts";

function bodyOf({ body }: Call, merchant: Merchant): Plain {
  return typeof body === "function" ? body(merchant) : body;
}

function keyed(request: Request, { key = false }: Call): Request {
  if (key) request.headers.set("Idempotency-Key", `key ${Math.random()}`);
  return request;
}

function withValue(body: Plain, path: string, value: unknown): Plain {
  const [first = "", ...rest] = path.split(".");
  const inner = rest.length > 0 ? withValue((body[first] ?? {}) as Plain, rest.join("."), value) : value;
  const changed = (
    Array.isArray(body) ? Object.assign([...body], { [first]: inner }) : { ...body, [first]: inner }
  ) as Plain;
  if (inner === undefined) delete changed[first];
  return changed;
}

/** What a body is refused for must be the field that was spoilt, or something inside or around it. */
function isAbout(path: string, field: string): boolean {
  return field === path || field.startsWith(`${path}.`) || path.startsWith(`${field}.`);
}

async function faultsOf(merchant: Merchant, call: Call, bodies: readonly [string, Plain][]) {
  const faults: string[] = [];
  const { path, method, alsoRefused } = call;
  for (const [field, body] of bodies) {
    const answer = await knock(keyed(apiRequest(merchant.token, path(merchant), { method, body }), call));
    const isRefused = answer.status === 400 || answer.status === alsoRefused?.[field];
    if (isRefused && answer.fields.some((name) => isAbout(field, name))) continue;
    faults.push(`${field}: ${JSON.stringify(body).slice(0, 200)} → ${answer.status} ${answer.fields.join()}`);
  }
  return faults;
}

const tenMegabytes = JSON.stringify({ name: "x".repeat(10_000_000) });
const tooDeep = `{"a":${"[".repeat(40_000)}${"]".repeat(40_000)}}`;

describe.each(calls)("bad bodies of $id", (call) => {
  const fields = Object.entries(call.fields);
  // No bad body may change the shop, so all of a call's share one, and its snapshot.
  let merchant: Merchant;
  let before: Awaited<ReturnType<typeof snapshotOf>>;
  let tokens: string[];

  beforeAll(async () => {
    merchant = await makeMerchant();
    tokens = await staffTokens(merchant.shopId, fields.length + 3);
    before = await snapshotOf(merchant.shopId);
  });

  beforeEach(() => {
    merchant = { ...merchant, token: tokens.pop() ?? "" };
  });

  it.each(fields)("%s: no bad value passes, and nothing changes", async (field, kind) => {
    const isEmptied = (value: unknown) => value === null && ["logo", "contactEmail"].includes(field);
    const bodies = (badValues[kind] ?? [])
      .filter((value) => !isEmptied(value))
      .map((value): [string, Plain] => [field, withValue(bodyOf(call, merchant), field, value)]);
    expect(bodies.length).toBeGreaterThan(5);
    expect(await faultsOf(merchant, call, bodies)).toEqual([]);
    expect(await snapshotOf(merchant.shopId)).toEqual(before);
  });

  it("the body without a fault is not refused for what it says", async () => {
    const changed = await makeMerchant();
    const { method } = call;
    const body = bodyOf(call, changed);
    const answer = await knock(keyed(apiRequest(changed.token, call.path(changed), { method, body }), call));
    expect(answer.status).toBe(call.good);
  });

  it("what is missing is named, and so is what nobody knows", async () => {
    const missing = call.required.map((field): [string, Plain] => [
      field,
      withValue(bodyOf(call, merchant), field, undefined),
    ]);
    const strange: [string, Plain] = ["strange", { ...bodyOf(call, merchant), strange: 1 }];
    expect(await faultsOf(merchant, call, [...missing, strange])).toEqual([]);
    expect(await snapshotOf(merchant.shopId)).toEqual(before);
  });

  it("what is no object, no JSON, too deep or ten megabytes is refused as the body", async () => {
    for (const text of ["[]", "null", "12", '"text"', "{", "\u0000", tooDeep, tenMegabytes]) {
      const request = new Request(`http://localhost:3000${call.path(merchant)}`, {
        method: call.method,
        headers: { Authorization: `Bearer ${merchant.token}`, "Content-Type": "application/json" },
        body: text,
      });
      const { status, fields: named } = await knock(request);
      expect([text.slice(0, 30), status]).toEqual([text.slice(0, 30), text.length > 1_000_000 ? 413 : 400]);
      expect(named.length).toBeGreaterThan(0);
    }
    expect(await snapshotOf(merchant.shopId)).toEqual(before);
  });
});

it("every call of the API that has a body is in the table above", () => {
  const known = new Set(calls.map((call) => call.id));
  const missing = describedCalls.filter((call) => call.body !== undefined && !known.has(call.id));
  expect(missing.map((call) => call.id)).toEqual([]);
});
