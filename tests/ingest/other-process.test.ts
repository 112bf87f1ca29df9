import { afterAll, beforeAll, expect, test } from "vitest";
import { systemActor } from "#app/domain/actor.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { createLink } from "#app/flows/links/create-link.ts";
import { updateLink } from "#app/flows/links/update-link.ts";
import { closeDatabase } from "#app/platform/db.server.ts";
import { ingestDatabase } from "../support/ingest-database.ts";
import { followLink, type Ingest, startIngest } from "../support/ingest-process.ts";
import { makeSellingShop, type SellingShop } from "../support/selling-shop.ts";

let database: Awaited<ReturnType<typeof ingestDatabase>>;
let ingest: Ingest;
let shop: SellingShop;

beforeAll(async () => {
  database = await ingestDatabase();
  shop = await makeSellingShop();
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

let visitor = 0;

/** Where ingest, which is a process of its own, leads by a code now; empty while it asks the shopper to try again. */
async function leadsTo(code: string): Promise<string> {
  const handle = shop.domain.replace(".myshopify.com", "");
  const { location } = await followLink(ingest.origin, `/r/${code}?s=${handle}`, (visitor += 1));
  return location && new URL(location).pathname;
}

test("ingest learns of changes that another process makes to a link: created, redirected, renamed and paused", async () => {
  const place = { ...shop, storefrontUrl: `https://${shop.domain.replace(".myshopify.com", "")}.example` };
  const by = { actor: systemActor, now: new Date() };
  await expect.poll(() => leadsTo("spring")).toBe("/");
  const given = { name: "Spring", target: "/pages/a", slug: "spring" };
  const linkId = await createLink({ shop: place, ...by }, shop.affiliateId, given);
  if (isRefusal(linkId)) throw new Error(linkId.reason.code);
  await expect.poll(() => leadsTo("spring")).toBe("/pages/a");
  await updateLink({ shop: place, ...by }, { linkId }, { target: "/pages/b", slug: "summer" });
  await expect.poll(() => leadsTo("spring")).toBe("/pages/b");
  await expect.poll(() => leadsTo("summer")).toBe("/pages/b");
  await updateLink({ shop: place, ...by }, { linkId }, { status: "paused" });
  await expect.poll(() => leadsTo("spring")).toBe("/");
  await expect.poll(() => leadsTo("summer")).toBe("/");
});
