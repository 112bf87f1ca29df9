import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemActor } from "#app/domain/actor.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { createLink } from "#app/flows/links/create-link.ts";
import { updateLink } from "#app/flows/links/update-link.ts";
import { closeDatabase } from "#app/platform/db.server.ts";
import { freePort } from "../../bench/postgres.ts";
import { ingestDatabase } from "../support/ingest-database.ts";
import { followLink, type Ingest, startIngest } from "../support/ingest-process.ts";
import { makeSellingShop, type SellingShop } from "../support/selling-shop.ts";

let database: Awaited<ReturnType<typeof ingestDatabase>>;
let ingest: Ingest;
let shop: SellingShop;

beforeAll(async () => {
  database = await ingestDatabase();
  process.env["DATABASE_URL"] = database.url;
  shop = await makeSellingShop();
  ingest = await startIngest({
    port: await freePort(),
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

let visitor = 0;

const believedMs = 2000;

/**
 * Follows a link until it leads there, as of a change that is committed. Answers who was led wrong though they came two
 * seconds later or more, and the process had no complaint of its database, as it has on a busy machine.
 */
async function misled(code: string, path: string): Promise<string[]> {
  const committed = performance.now();
  const wrong: string[] = [];
  for (;;) {
    const asked = performance.now() - committed;
    const there = await leadsTo(code);
    if (there === path) return wrong;
    const isTooLate = asked >= believedMs && (await databaseOfIngest()) === "ok";
    if (isTooLate) wrong.push(`to ${there} after ${Math.round(asked)} ms`);
    await wait(50);
  }
}

async function databaseOfIngest(): Promise<string> {
  const answer = await fetch(`${ingest.origin}/health`);
  return ((await answer.json()) as { database: string }).database;
}

/** Where ingest, which is a process of its own, leads by a code now. */
async function leadsTo(code: string): Promise<string> {
  const handle = shop.domain.replace(".myshopify.com", "");
  const { location } = await followLink(ingest.origin, `/r/${code}?s=${handle}`, (visitor += 1));
  return new URL(location).pathname;
}

test("ingest learns within two seconds what this process does to a link: that it is there, leads elsewhere, has another name, and rests", async () => {
  const place = { ...shop, storefrontUrl: `https://${shop.domain.replace(".myshopify.com", "")}.example` };
  const by = { actor: systemActor, now: new Date() };
  expect(await leadsTo("spring")).toBe("/");
  const given = { name: "Spring", target: "/pages/a", slug: "spring" };
  const linkId = await createLink(place, shop.affiliateId, given, by);
  if (isRefusal(linkId)) throw new Error(linkId.message);
  expect(await misled("spring", "/pages/a")).toEqual([]);
  await updateLink(place, { linkId }, { target: "/pages/b", slug: "summer" }, by);
  expect(await misled("spring", "/pages/b")).toEqual([]);
  expect(await misled("summer", "/pages/b")).toEqual([]);
  await updateLink(place, { linkId }, { status: "paused" }, by);
  expect(await misled("spring", "/")).toEqual([]);
  expect(await misled("summer", "/")).toEqual([]);
});
