import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { describedCalls } from "#app/api/openapi.ts";
import { exportPaths } from "#app/http/list-exports.ts";
import { movedAddresses } from "#app/http/moved-addresses.ts";
import { requestAtPace } from "../../support/ask-api.ts";
import { type Ran, statementsOf } from "../../support/statements-run.ts";
import { type ListedShop, makeListedShop, pagePaths } from "./listed-shop.ts";

let shop: ListedShop;
beforeAll(async () => {
  shop = await makeListedShop();
});

/** Every list of the API: what can be asked for by the page. */
const lists = describedCalls
  .filter(({ method, query }) => method === "GET" && query instanceof z.ZodObject && "page" in query.shape)
  .map(({ path }) => path.replace("{name}", "affiliates"));

const pages = pagePaths.filter((path) => path.startsWith("/dashboard"));
/**
 * Every file of a list, and the statements. Backtests, audits, comparisons, imports and a bank's file don't change once they are
 * done.
 */
const files = [
  ...exportPaths.filter((path) => !/backtest|audit|comparison|import-rows/.test(path)),
  "/dashboard/affiliates/{id}/statement?month=2026-03&format=csv",
  "/dashboard/affiliates/{id}/statement?month=2026-03&format=pdf",
];
/** Lists on an affiliate's own pages. Pages for signing in, signing out, More, and settings show none. */
const own = pagePaths.filter(
  (path) => path.startsWith("/portal") && !/sign-|accept|confirm|qr|more|language|notifications/.test(path),
);
/** Addresses that take forms only. */
const formsOnly = /\/(steps|paypal|tags)$/;
const screens = pages.filter(
  (path) => !/[:.]/.test(path) && !formsOnly.test(path) && !movedAddresses.has(path),
);

const isListRead = ({ text }: Ran): boolean => /\border by\b|\bcount\(/i.test(text);
const isPaged = ({ text }: Ran): boolean => /\boffset \$/i.test(text);
/** A part of a list, which goes on; who asks is found by its key, and what one thing has is all of it. */
const isPart = ({ text }: Ran): boolean => /\border by\b.*\blimit \$/is.test(text);
const isUnlimited = ({ within }: Ran): boolean => within === null || within.limitMs === 0;
const textsOf = (ran: readonly Ran[]): string[] => ran.map(({ text }) => text);

async function ranBy(ask: () => ReturnType<typeof shop.ask>): Promise<Ran[]> {
  const statuses: number[] = [];
  const ran = await statementsOf(async () => statuses.push((await ask()).status));
  expect(statuses).toEqual([200]);
  // The queue of this process asks for its jobs meanwhile.
  return ran.filter(({ text }) => !/\bpgboss\./.test(text));
}

describe("the database ends whatever list takes too long", () => {
  it.each(lists)("of GET %s", async (path) => {
    const ran = await ranBy(() => requestAtPace(shop.token, `${shop.addressOf(path)}?page=2&limit=1`));
    const reads = ran.filter(isListRead);
    expect(reads).not.toEqual([]);
    expect(textsOf(reads.filter(isUnlimited))).toEqual([]);
  });

  it.each(screens)("of the page %s", async (path) => {
    const ran = await ranBy(() => shop.ask(`${path}?page=2&limit=1`));
    expect(textsOf(ran.filter(isPaged).filter(isUnlimited))).toEqual([]);
  });

  it.each(own)("of the affiliate's page %s", async (path) => {
    const ran = await ranBy(() => shop.ask(path));
    expect(ran.length).toBeGreaterThan(1);
    expect(textsOf(ran.filter(isPart).filter(isUnlimited))).toEqual([]);
  });

  it("of what an affiliate earned, was paid, claimed and links to", async () => {
    const paths = [
      "/portal",
      "/portal/orders",
      "/portal/payouts",
      "/portal/claims",
      "/portal/links",
      "/portal/statements",
    ];
    for (const path of paths) {
      const ran = await ranBy(() => shop.ask(path));
      expect(ran.filter(isPart).filter(({ within }) => within?.isSnapshot)).not.toEqual([]);
    }
  });
});

describe("a file is of one moment, and the database ends it where it takes too long", () => {
  it.each(files)("%s", async (path) => {
    const ran = await ranBy(() => shop.ask(path));
    const reads = ran.filter(isListRead);
    expect(reads).not.toEqual([]);
    expect(textsOf(reads.filter(isUnlimited))).toEqual([]);
    const moments = new Set(reads.map(({ within }) => within));
    expect(moments.size).toBe(1);
    expect([...moments][0]?.isSnapshot).toBe(true);
  });
});
