import { createHmac } from "node:crypto";
import { connect } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closeDatabase, db } from "#app/platform/db.server.ts";
import { ingestDatabase } from "../support/ingest-database.ts";
import { ask, followLink, type Ingest, ingestSecret, startIngest } from "../support/ingest-process.ts";
import { makeSellingShop, type SellingShop } from "../support/selling-shop.ts";

let database: Awaited<ReturnType<typeof ingestDatabase>>;
let ingest: Ingest;
let shop: SellingShop;
let handle: string;

beforeAll(async () => {
  database = await ingestDatabase();
  shop = await makeSellingShop();
  await makeSellingShop();
  handle = shop.domain.replace(".myshopify.com", "");
  ingest = await startIngest({
    databaseUrl: database.url,
    dataDir: database.dataDir,
    appSecret: "a-secret-for-tests-of-at-least-32-characters",
  });
  database.cleanup.add(ingest.kill);
}, 120_000);
afterAll(async () => {
  await closeDatabase();
  await database.cleanup.run();
}, 120_000);

/** Everything that a request could have changed. */
async function everything(): Promise<unknown> {
  const { rows } = await db().execute(sql`select
    (select count(*) from clicks) as clicks, (select count(*) from daily_visitors) as visitors,
    (select count(*) from deliveries) as deliveries, (select count(*) from shops) as shops,
    (select coalesce(sum(clicks), 0) from daily_shop_figures) as counted`);
  return rows[0];
}

async function changesNothing(work: () => Promise<void>): Promise<void> {
  const before = await everything();
  await work();
  expect(await everything()).toEqual(before);
}

/** Sends bytes that no client library would, and answers the first line. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(ingest.origin).port), "127.0.0.1", () => socket.end(text));
    let said = "";
    socket.on("data", (chunk) => (said += chunk.toString()));
    socket.on("error", reject);
    socket.on("close", () => resolve(said.split("\r\n")[0] ?? ""));
  });
}

const hostile = [
  `"'; drop table clicks; --`,
  "'\"><script>alert(1)</script>",
  "🦊🦊",
  "x".repeat(10_000),
  "\u0000",
  "ＳＡＶＥ",
  "%",
  "constructor",
];

describe("a link with a code that nobody can have", () => {
  it.each(hostile)("leads to the store's front page: %j", async (code) => {
    await changesNothing(async () => {
      const told = await followLink(ingest.origin, `/r/${encodeURIComponent(code)}?s=${handle}`, 1);
      expect([told.status, told.location]).toEqual([302, `https://${handle}.example/`]);
    });
  });

  it("leads to a page of ours where no store can be told, and nothing is an error", async () => {
    await changesNothing(async () => {
      for (const code of ["nobody", "%E0%A4%A", "%00", "%"]) {
        // On a busy machine the first question may take longer than a shopper waits; then the page asks again.
        for (const query of ["", "?s=%00&s=..&to=%"]) {
          const path = `/r/${code}${query}`;
          await expect.poll(async () => (await followLink(ingest.origin, path, 1)).status).toBe(200);
        }
      }
    });
  });

  it("is no other address", async () => {
    for (const path of ["/r", "/r/", `/r/${shop.code}/more`, "/R/x", "/"]) {
      expect([path, (await ask(ingest.origin, path)).status]).toEqual([path, 404]);
    }
    expect((await ask(ingest.origin, `/r/${shop.code}`, { method: "POST" })).status).toBe(405);
    expect(await raw("GET http://evil.example/r/x HTTP/1.1\r\nHost: x\r\n\r\n")).toContain(" 404 ");
    expect(await raw(`GET /r/${"x".repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`)).toContain(" 431 ");
    expect(await raw("nonsense\r\n\r\n")).toContain(" 400 ");
  });
});

function send(body: Buffer, more: Record<string, string> = {}) {
  const signature = createHmac("sha256", ingestSecret).update(body).digest("base64");
  return ask(ingest.origin, "/webhooks", {
    method: "POST",
    body,
    headers: {
      "X-Shopify-Topic": "orders/create",
      "X-Shopify-Shop-Domain": shop.domain,
      "X-Shopify-API-Version": "2026-10",
      "X-Shopify-Webhook-Id": "bad-1",
      "X-Shopify-Hmac-Sha256": signature,
      ...more,
    },
  });
}

describe("a webhook", () => {
  it.each([
    ["without a signature", 400, { "X-Shopify-Hmac-Sha256": "" }],
    ["with a wrong one", 401, { "X-Shopify-Hmac-Sha256": "AAAA" }],
    ["with a shop that is none", 400, { "X-Shopify-Shop-Domain": "evil.example" }],
    ["with a topic that is none", 400, { "X-Shopify-Topic": "'; --" }],
    ["without an id", 400, { "X-Shopify-Webhook-Id": "" }],
  ] as const)("%s is refused and leaves nothing", async (_name, status, headers) => {
    await changesNothing(async () => {
      expect((await send(Buffer.from("{}"), headers)).status).toBe(status);
    });
  });

  it.each([["shop=a&code=b"], [""], ["[1]"], ["null"], ["\u0000"]])(
    "with a signed body that is no object is refused and leaves nothing: %j",
    async (text) => {
      await changesNothing(async () => expect((await send(Buffer.from(text))).status).toBe(400));
    },
  );

  it("of a shop that nobody knows is answered, and leaves nothing", async () => {
    const headers = { "X-Shopify-Shop-Domain": "no-such-shop.myshopify.com" };
    await changesNothing(async () => expect((await send(Buffer.from("{}"), headers)).status).toBe(200));
  });

  it("of more than 5 MB is refused before it is whole, and leaves nothing", async () => {
    await changesNothing(async () => {
      expect((await send(Buffer.alloc(5_000_001, 0x20))).status).toBe(413);
      const endless = "POST /webhooks HTTP/1.1\r\nHost: x\r\nContent-Length: 900000000\r\n\r\n";
      expect(await raw(`${endless}${" ".repeat(5_000_100)}`)).toContain(" 413 ");
    });
  });

  it("is taken with POST alone", async () => {
    expect((await ask(ingest.origin, "/webhooks")).status).toBe(405);
  });
});

// These clicks are written a moment later: after them no test compares what the database holds.
describe("a link that should lead elsewhere", () => {
  const targets = [
    "//evil.example",
    "///evil.example",
    "https:evil.example",
    "https://evil.example/",
    "javascript:alert(1)",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "@evil.example",
    "%2F%2Fevil.example",
    "/..//evil.example",
    "/%2e%2e//evil.example",
    ".evil.example",
  ];

  it.each(targets)("stays in the store: %j", async (to) => {
    for (const written of [encodeURIComponent(to), encodeURIComponent(encodeURIComponent(to))]) {
      const told = await followLink(ingest.origin, `/r/${shop.code}?s=${handle}&to=${written}`, 2);
      expect([told.status, new URL(told.location).origin]).toEqual([302, `https://${handle}.example`]);
      expect(told.location).not.toMatch(/[\r\n\t\\]/);
    }
  });

  it("cannot bring its own signature, code or header", async () => {
    const query = "aff_click=clk_made.up&ref=OTHER&x=%0d%0aSet-Cookie:%20a=1";
    const told = await followLink(ingest.origin, `/r/${shop.code}?s=${handle}&${query}`, 3);
    const carried = new URL(told.location).searchParams;
    expect(carried.getAll("ref")).toEqual([shop.code]);
    expect(carried.getAll("aff_click")).toEqual([expect.stringMatching(/^clk_\w{26}\.[\w-]{22}$/)]);
    expect(told.location).not.toMatch(/[\r\n]/);
  });

  it("reaches no other shop by a name that is none", async () => {
    for (const name of ["evil.example", "a/b", "..", "-x", "x".repeat(200)]) {
      const told = await followLink(ingest.origin, `/r/nobody?s=${encodeURIComponent(name)}`, 4);
      expect([name, told.status, told.location]).toEqual([name, 200, ""]);
    }
  });
});
