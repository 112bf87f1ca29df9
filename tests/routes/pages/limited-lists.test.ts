import type { RouteConfigEntry } from "@remix-run/route-config";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { apiCalls } from "#app/contracts/api-calls.ts";
import routes from "../../../app/routes.ts";
import { knock } from "../../support/app-doors.ts";
import { knockAtPace } from "../../support/ask-api.ts";
import { makeMerchant, pageRequest } from "../../support/merchant.ts";
import { type Ran, statementsOf } from "../../support/statements-run.ts";
import { makeLinkRow } from "../bad-input/form-rows.ts";
import { makePayoutRow } from "../bad-input/payout-rows.ts";
import { makeStatementRow } from "../bad-input/statement-rows.ts";

type Merchant = Awaited<ReturnType<typeof makeMerchant>>;

let merchant: Merchant;
/** What lists of one thing are of, by the beginning of their address. */
const owners: [string, string][] = [];
beforeAll(async () => {
  merchant = await makeMerchant();
  await makeLinkRow(merchant);
  const [payout, statement] = [await makePayoutRow(merchant), await makeStatementRow(merchant)];
  owners.push(
    ["/payouts/reconcile/", statement],
    ["/reconciliations/", statement],
    ["/payouts/", payout],
    ["/affiliates/", merchant.affiliateId],
  );
});

const pathsOf = (entries: readonly RouteConfigEntry[], above = ""): string[] =>
  entries.flatMap(({ path = "", children }) => {
    const whole = [above, path].filter(Boolean).join("/");
    return children ? pathsOf(children, whole) : [`/${whole}`];
  });

/** Every list of the API: what can be asked for by the page. */
const lists = apiCalls
  .filter(({ method, query }) => method === "get" && query instanceof z.ZodObject && "page" in query.shape)
  .map(({ path }) => path.replace("{name}", "affiliates"));

const pages = pathsOf(routes).filter((path) => path.startsWith("/dashboard"));
/** Every file of a list, and the statements; a backtest's table and a bank's file are kept as they are. */
const files = [
  ...pages.filter((path) => path.endsWith(".csv") && !/backtest|files/.test(path)),
  "/dashboard/affiliates/{id}/statement?month=2026-03&format=csv",
  "/dashboard/affiliates/{id}/statement?month=2026-03&format=pdf",
];
const screens = pages.filter((path) => !/[:.]|\/steps$/.test(path));

/** An address with the id of something that is there. */
function addressOf(path: string): string {
  const [, id = ""] = owners.find(([beginning]) => path.includes(beginning)) ?? [];
  return path.replace(/\{id\}|:id/, id);
}

const isListRead = ({ text }: Ran): boolean => /\border by\b|\bcount\(/i.test(text);
const isPaged = ({ text }: Ran): boolean => /\boffset \$/i.test(text);
const isUnlimited = ({ within }: Ran): boolean => within === null || within.limitMs === 0;
const textsOf = (ran: readonly Ran[]): string[] => ran.map(({ text }) => text);

async function ranBy(ask: () => ReturnType<typeof knock>): Promise<Ran[]> {
  const statuses: number[] = [];
  const ran = await statementsOf(async () => statuses.push((await ask()).status));
  expect(statuses).toEqual([200]);
  return ran;
}

describe("the database ends whatever list takes too long", () => {
  it.each(lists)("of GET %s", async (path) => {
    const ran = await ranBy(() => knockAtPace(merchant.token, `${addressOf(path)}?page=2&limit=1`));
    const reads = ran.filter(isListRead);
    expect(reads).not.toEqual([]);
    expect(textsOf(reads.filter(isUnlimited))).toEqual([]);
  });

  it.each(screens)("of the page %s", async (path) => {
    const ran = await ranBy(() => knock(pageRequest(merchant.token, `${path}?page=2&limit=1`)));
    expect(textsOf(ran.filter(isPaged).filter(isUnlimited))).toEqual([]);
  });
});

describe("a file is of one moment, and the database ends it where it takes too long", () => {
  it.each(files)("%s", async (path) => {
    const ran = await ranBy(() => knock(pageRequest(merchant.token, addressOf(path))));
    const reads = ran.filter(isListRead);
    expect(reads).not.toEqual([]);
    expect(textsOf(reads.filter(isUnlimited))).toEqual([]);
    const moments = new Set(reads.map(({ within }) => within));
    expect(moments.size).toBe(1);
    expect([...moments][0]?.isSnapshot).toBe(true);
  });
});
