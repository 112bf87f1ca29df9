import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { describedCalls } from "#app/api/openapi.ts";
import { requestRoute } from "../../support/route-requests.ts";
import { hostileTexts } from "../../support/bad-values.ts";
import { apiRequest, makeMerchant, staffTokens } from "../../support/merchant.ts";
import { snapshotOf } from "../../support/shop-snapshot.ts";
import { bodyOf, goodBodiesOf, type Merchant } from "./good-bodies.ts";

/** Texts that an address can hold. */
const ids = hostileTexts
  .filter((text) => text.isWellFormed() && text.length < 2000)
  .map((text) => encodeURIComponent(text));

const withId = describedCalls.filter((call) => call.path.includes("{id}"));
const platformAsked = new Set(["findGoods", "findStoreDiscounts"]);
/** Calls with a query, without those that ask the platform: it is not there. */
const asked = describedCalls
  .map((call) => ({ ...call, path: call.path.replace("/reports/{name}", "/reports/affiliates") }))
  .filter((call) => call.method === "GET" && call.query !== undefined && !call.path.includes("{"))
  .filter((call) => call.permission !== "none" && !platformAsked.has(call.id));
/** Fields by which anything may be looked for. */
const freeFields: Record<string, readonly string[]> = { getReport: ["code"], listOrders: ["code"] };

// Nothing here may change a shop, so all calls share two, and their snapshots.
let merchant: Merchant;
let other: Merchant;
let before: Awaited<ReturnType<typeof snapshotOf>>[];
let tokens: string[];
const moreThanTests = 500;

beforeAll(async () => {
  [merchant, other] = [await makeMerchant(), await makeMerchant()];
  tokens = await staffTokens(merchant.shopId, moreThanTests);
  before = await bothSnapshots();
});

beforeEach(() => {
  const token = tokens.pop();
  if (token === undefined) throw new Error("There are more tests than members of staff.");
  merchant = { ...merchant, token };
});

async function bothSnapshots() {
  return [await snapshotOf(merchant.shopId), await snapshotOf(other.shopId)];
}

describe.each(withId)("$method $path", ({ id: call, method, path }) => {
  function ask(token: string, id: string) {
    const address = path.replace("{id}", id).replace("{code}", id);
    const [good] = goodBodiesOf(call);
    const init = { method, ...(good && { body: bodyOf(good, merchant) }) };
    return requestRoute(apiRequest(token, address, init));
  }

  it("knows nothing by a hostile id", async () => {
    for (const id of [...ids, "x".repeat(3000)]) {
      const { status, fields } = await ask(merchant.token, id);
      expect([id, status, fields]).toEqual([id, 404, ["id"]]);
    }
    expect(await snapshotOf(merchant.shopId)).toEqual(before[0]);
  });

  it("knows nothing of another shop by its ids, and changes nothing there", async () => {
    for (const id of [other.affiliateId, other.programId, other.shopId]) {
      const { status, fields } = await ask(merchant.token, id);
      expect([id, status, fields]).toEqual([id, 404, ["id"]]);
    }
    expect(await bothSnapshots()).toEqual(before);
  });
});

it.each(["updateAffiliate", "inviteAffiliate"])(
  "%s refuses another shop's program at its field",
  async (call) => {
    const isInvitation = call === "inviteAffiliate";
    const path = isInvitation ? "/api/v1/affiliates/invite" : `/api/v1/affiliates/${merchant.affiliateId}`;
    const body = { name: "Zoë", email: "zoe@example.com", programIds: [other.programId] };
    const method = isInvitation ? "POST" : "PUT";
    const { status, fields } = await requestRoute(apiRequest(merchant.token, path, { method, body }));
    expect([status, fields]).toEqual([400, ["programIds"]]);
    expect(await bothSnapshots()).toEqual(before);
  },
);

describe.each(asked)("the query of $path", ({ id: call, path, query }) => {
  const known = query instanceof z.ZodObject ? Object.keys(query.shape) : [];
  const isStrict = query instanceof z.ZodObject && query.def.catchall instanceof z.ZodNever;
  const numbers = ["", "0", "-1", "1.5", "ten", "1e3", "999999999999", "%00", "'; DROP TABLE x; --"];
  const words = [...hostileTexts.filter((text) => text.isWellFormed()), "constructor"].map(
    encodeURIComponent,
  );
  const cursors = ["x", "e30", "bnVsbA", "W10", "A".repeat(501), encodeURIComponent("eyJhIjoi\u0000In0")];

  const bad: readonly (readonly [string, readonly string[]])[] = [
    ["page", numbers],
    ["limit", [...numbers, "251"]],
    ["status", words],
    ["sort", words],
    ["code", words],
    ["currency", words],
    ["month", words],
    ["from", words],
    ["to", words],
    ["compare", words],
    ["columns", words],
    ["customer", words],
    ["cursor", cursors],
    ["search", ["%00", "x".repeat(201), "a%00b"]],
  ];

  const isBad = (field: string) => known.includes(field) && !freeFields[call]?.includes(field);

  it.each(bad.filter(([field]) => isBad(field)))("%s: no bad value passes", async (field, values) => {
    const { token } = merchant;
    for (const value of values) {
      const { status, fields } = await requestRoute(apiRequest(token, `${path}?${field}=${value}`));
      expect([value.slice(0, 60), status, fields]).toEqual([value.slice(0, 60), 400, [field]]);
    }
  });

  it.runIf(known.includes("search"))("search takes any other text for what it is", async () => {
    const { token } = merchant;
    for (const text of ["'; DROP TABLE affiliates; --", "%", "_", "\\", "<script>", "🦊".repeat(20)]) {
      const { status } = await requestRoute(apiRequest(token, `${path}?search=${encodeURIComponent(text)}`));
      expect([text, status]).toEqual([text, 200]);
    }
  });

  it("another shop's rows are found by no filter and no cursor", async () => {
    for (const [field, value] of [
      ["affiliate", other.affiliateId],
      ["program", other.programId],
      ["search", other.code],
    ] as const) {
      // Another field is refused where only known ones are taken, and left alone elsewhere.
      if (isStrict && !known.includes(field)) continue;
      const request = apiRequest(merchant.token, `${path}?${field}=${value}`);
      const { status, text } = await requestRoute(request);
      expect([200, 404]).toContain(status);
      expect(text).not.toContain(other.shopId);
      expect(text).not.toContain(other.code);
    }
  });
});

it.each([
  "",
  "Basic eDp5",
  "Bearer",
  "Bearer x",
  `Bearer shp_${"0".repeat(26)}.${"x".repeat(43)}`,
  "Bearer ' OR 1=1",
])("Authorization: %s is a 401", async (authorization) => {
  const headers = { Authorization: authorization };
  const { status } = await requestRoute(new Request("http://localhost:3000/api/v1/affiliates", { headers }));
  expect(status).toBe(401);
});

it("an Idempotency-Key that is too long is named", async () => {
  const { token } = merchant;
  const request = apiRequest(token, "/api/v1/programs", { method: "POST", body: { name: "Creators" } });
  request.headers.set("Idempotency-Key", "x".repeat(256));
  expect(await requestRoute(request)).toMatchObject({ status: 400 });
});
