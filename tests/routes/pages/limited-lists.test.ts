import type { RouteConfigEntry } from "@remix-run/route-config";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { apiCalls } from "#app/contracts/api-calls.ts";
import type { PayoutBatchId } from "#app/domain/ids.ts";
import { requestSignIn } from "#app/flows/affiliates/request-sign-in.ts";
import { db } from "#app/platform/db.server.ts";
import { closeQueue } from "#app/queue/queue.server.ts";
import { listItems } from "#app/store/payout-item-list.ts";
import routes from "../../../app/routes.ts";
import { postSignIn } from "../../support/affiliate-browser.ts";
import { knock } from "../../support/app-doors.ts";
import { knockAtPace } from "../../support/ask-api.ts";
import { appUrl } from "../../support/browser.ts";
import { deliver, emptyInbox } from "../../support/inbox.ts";
import { mailsOf, tokenIn } from "../../support/mails.ts";
import { makeMerchant, pageRequest } from "../../support/merchant.ts";
import { orderBody } from "../../support/order-bodies.ts";
import { type Ran, statementsOf } from "../../support/statements-run.ts";
import { makeLinkRow } from "../bad-input/form-rows.ts";
import { makePayoutRow } from "../bad-input/payout-rows.ts";
import { makeStatementRow } from "../bad-input/statement-rows.ts";

afterAll(() => closeQueue());

type Merchant = Awaited<ReturnType<typeof makeMerchant>>;

let merchant: Merchant;
/** Of the affiliate's session. */
let cookie: string | null;
/** What lists of one thing are of, by the beginning of their address. */
const owners: [string, string][] = [];
beforeAll(async () => {
  merchant = await makeMerchant();
  const link = await makeLinkRow(merchant);
  const order = orderBody({ ref: merchant.code });
  await deliver(merchant, "orders/create", order);
  await emptyInbox();
  const [payout, statement] = [await makePayoutRow(merchant), await makeStatementRow(merchant)];
  const [item] = await listItems(db(), merchant.shopId, {
    filter: { batchId: payout as PayoutBatchId },
    limit: 1,
    offset: 0,
  });
  owners.push(
    ["/portal/payouts/", item?.itemId ?? ""],
    ["/portal/links/", link],
    ["/portal/orders/", String(order.id)],
    ["/payouts/reconcile/", statement],
    ["/reconciliations/", statement],
    ["/payouts/", payout],
    ["/affiliates/", merchant.affiliateId],
  );
  const { domain, shopId, affiliateId } = merchant;
  await requestSignIn({ shop: domain, email: `${affiliateId}@example.com`, now: new Date() });
  ({ cookie } = await postSignIn(tokenIn((await mailsOf(shopId)).at(-1)), "203.0.113.78"));
});

const knockAsAffiliate = (path: string) =>
  knock(new Request(`${appUrl}${path}`, { headers: { Cookie: `affiliate_session=${cookie}` } }));

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
/** What an affiliate's own page shows; the shop's page for signing in and what ends a session show no list. */
const own = pathsOf(routes).filter(
  (path) => path.startsWith("/portal") && !/sign-|accept|confirm|qr/.test(path),
);
const screens = pages.filter((path) => !/[:.]|\/steps$/.test(path));

/** An address with the id of something that is there. */
function addressOf(path: string): string {
  const [, id = ""] = owners.find(([beginning]) => path.includes(beginning)) ?? [];
  return path.replace(/\{id\}|:id/, id).replace(":file", "2026-03.csv");
}

const isListRead = ({ text }: Ran): boolean => /\border by\b|\bcount\(/i.test(text);
const isPaged = ({ text }: Ran): boolean => /\boffset \$/i.test(text);
/** A part of a list, which goes on; who asks is found by its key, and what one thing has is all of it. */
const isPart = ({ text }: Ran): boolean => /\border by\b.*\blimit \$/is.test(text);
const isUnlimited = ({ within }: Ran): boolean => within === null || within.limitMs === 0;
const textsOf = (ran: readonly Ran[]): string[] => ran.map(({ text }) => text);

async function ranBy(ask: () => ReturnType<typeof knock>): Promise<Ran[]> {
  const statuses: number[] = [];
  const ran = await statementsOf(async () => statuses.push((await ask()).status));
  expect(statuses).toEqual([200]);
  // The queue of this process asks for its jobs meanwhile.
  return ran.filter(({ text }) => !/\bpgboss\./.test(text));
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

  it.each(own)("of the affiliate's page %s", async (path) => {
    const ran = await ranBy(() => knockAsAffiliate(addressOf(path)));
    expect(ran.length).toBeGreaterThan(1);
    expect(textsOf(ran.filter(isPart).filter(isUnlimited))).toEqual([]);
  });

  it("of what an affiliate earned, was paid, claimed and links to", async () => {
    const paths = ["/portal", "/portal/payouts", "/portal/claims", "/portal/links", "/portal/statements"];
    for (const path of paths) {
      const ran = await ranBy(() => knockAsAffiliate(path));
      expect(ran.filter(isPart).filter(({ within }) => within?.isSnapshot)).not.toEqual([]);
    }
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
