import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { apiCalls } from "#app/api/calls.ts";
import type { ApiCall } from "#app/api/define-call.ts";
import { requestRoute } from "../../support/route-requests.ts";
import { badValues } from "../../support/bad-values.ts";
import { apiRequest, makeMerchant, staffTokens } from "../../support/merchant.ts";
import { snapshotOf } from "../../support/shop-snapshot.ts";
import { derivedFields, type Kind, type Plain } from "./derived-fields.ts";
import { addressOf, bodyOf, type GoodBody, goodBodiesOf, type Merchant } from "./good-bodies.ts";

type Tried = { readonly call: ApiCall; readonly good: GoodBody };

const withBody = apiCalls.filter((call) => call.body !== undefined);
const tried = withBody.flatMap((call) => goodBodiesOf(call.id).map((good) => ({ id: call.id, call, good })));
const anybody = { affiliateId: "0", programId: "0" } as Merchant;

function requestOf({ call, good }: Tried, merchant: Merchant, body: Plain): Request {
  const request = apiRequest(merchant.token, addressOf(call, merchant), { method: call.method, body });
  if (good.key) request.headers.set("Idempotency-Key", `key ${Math.random()}`);
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

/** True if a refusal names the spoiled field, or something inside or around it. */
function isAbout(path: string, field: string): boolean {
  return field === path || field.startsWith(`${path}.`) || path.startsWith(`${field}.`);
}

async function faultsOf(merchant: Merchant, one: Tried, bodies: readonly [string, Plain][]) {
  const faults: string[] = [];
  for (const [field, body] of bodies) {
    const answer = await requestRoute(requestOf(one, merchant, body));
    const isRefused = answer.status === 400 || answer.status === one.good.alsoRefused?.[field];
    if (isRefused && answer.fields.some((name) => isAbout(field, name))) continue;
    faults.push(`${field}: ${JSON.stringify(body).slice(0, 200)} → ${answer.status} ${answer.fields.join()}`);
  }
  return faults;
}

const tenMegabytes = JSON.stringify({ name: "x".repeat(10_000_000) });
const tooDeep = `{"a":${"[".repeat(40_000)}${"]".repeat(40_000)}}`;

describe.each(tried)("bad bodies of $id", ({ call, good }) => {
  const derived = derivedFields(call, bodyOf(good, anybody));
  const fields = Object.entries({ ...derived.kinds, ...good.kinds }).filter(
    (field): field is [string, Kind] => field[1] !== null,
  );
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
    const bodies = (badValues[kind] ?? [])
      .filter((value) => value !== null || !derived.nullable.has(field))
      .map((value): [string, Plain] => [field, withValue(bodyOf(good, merchant), field, value)]);
    expect(bodies.length).toBeGreaterThan(5);
    expect(await faultsOf(merchant, { call, good }, bodies)).toEqual([]);
    expect(await snapshotOf(merchant.shopId)).toEqual(before);
  });

  it("the body without a fault is not refused for what it says", async () => {
    const changed = await makeMerchant();
    const answer = await requestRoute(requestOf({ call, good }, changed, bodyOf(good, changed)));
    expect(answer.status).toBe(good.good);
  });

  it("what is missing is named, and so is what nobody knows", async () => {
    const required = [...derived.required, ...(good.alsoRequired ?? [])];
    const missing = required.map((field): [string, Plain] => [
      field,
      withValue(bodyOf(good, merchant), field, undefined),
    ]);
    const strange: [string, Plain] = ["strange", { ...bodyOf(good, merchant), strange: 1 }];
    expect(await faultsOf(merchant, { call, good }, [...missing, strange])).toEqual([]);
    expect(await snapshotOf(merchant.shopId)).toEqual(before);
  });

  it("what is no object, no JSON, too deep or ten megabytes is refused as the body", async () => {
    for (const text of ["[]", "null", "12", '"text"', "{", "\u0000", tooDeep, tenMegabytes]) {
      const request = new Request(`http://localhost:3000${addressOf(call, merchant)}`, {
        method: call.method,
        headers: { Authorization: `Bearer ${merchant.token}`, "Content-Type": "application/json" },
        body: text,
      });
      const { status, fields: named } = await requestRoute(request);
      expect([text.slice(0, 30), status]).toEqual([text.slice(0, 30), text.length > 1_000_000 ? 413 : 400]);
      expect(named.length).toBeGreaterThan(0);
    }
    expect(await snapshotOf(merchant.shopId)).toEqual(before);
  });
});

it("every call that has a body has a good one above", () => {
  expect(withBody.filter(({ id }) => goodBodiesOf(id).length === 0)).toEqual([]);
});
