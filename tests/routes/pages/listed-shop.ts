import type { RouteConfigEntry } from "@remix-run/route-config";
import type { PayoutId } from "#app/domain/ids.ts";
import { requestSignIn } from "#app/flows/affiliates/request-sign-in.ts";
import { db } from "#app/platform/db.server.ts";
import { listPayments } from "#app/store/payout-payment-list.ts";
import routes from "../../../app/routes.ts";
import { postSignIn } from "../../support/affiliate-browser.ts";
import type { Answered } from "../../support/answered.ts";
import { requestRoute } from "../../support/route-requests.ts";
import { appUrl } from "../../support/browser.ts";
import { deliver, emptyInbox } from "../../support/inbox.ts";
import { emailsOf, tokenIn } from "../../support/emails.ts";
import { makeMerchant, pageRequest } from "../../support/merchant.ts";
import { orderBody } from "../../support/order-bodies.ts";
import { makeLinkRow } from "../bad-input/form-rows.ts";
import { makePayoutRow } from "../bad-input/payout-rows.ts";
import { makeStatementRow, makeUploadRow } from "../bad-input/statement-rows.ts";

export type ListedShop = {
  /** Session of the merchant. */
  readonly token: string;
  /** An address with the id of something that is there. */
  readonly addressOf: (path: string) => string;
  /** Asks for such an address as who may see it: the merchant, or the affiliate below `/portal`. */
  readonly ask: (path: string) => Promise<Answered>;
};

const pathsOf = (entries: readonly RouteConfigEntry[], above = ""): string[] =>
  entries.flatMap(({ path = "", children }) => {
    const whole = [above, path].filter(Boolean).join("/");
    return children ? pathsOf(children, whole) : [`/${whole}`];
  });

/** Every address of the app, ids as `:id`. */
export const pagePaths: readonly string[] = pathsOf(routes);

/** A shop that has one of whatever a list is of, with an affiliate who is signed in. */
export async function makeListedShop(): Promise<ListedShop> {
  const merchant = await makeMerchant();
  const link = await makeLinkRow(merchant);
  const order = orderBody({ ref: merchant.code });
  await deliver(merchant, "orders/create", order);
  await emptyInbox();
  const [payout, statement] = [await makePayoutRow(merchant), await makeStatementRow(merchant)];
  const upload = await makeUploadRow(merchant);
  const filter = { payoutId: payout as PayoutId };
  const [item] = await listPayments(db(), merchant.shopId, { filter, limit: 1, offset: 0 });
  /** Ids by the beginning of a list's address. */
  const owners: [string, string][] = [
    ["/:id/reconciliation.csv", statement],
    ["/export/:id/", payout],
    ["/portal/payouts/", item?.paymentId ?? ""],
    ["/portal/links/", link],
    ["/portal/orders/", String(order.id)],
    ["/reconcile/uploads/", upload],
    ["/statement-uploads/", upload],
    ["/payouts/reconcile/", statement],
    ["/reconciliations/", statement],
    ["/payout-sections/", item?.sectionId ?? ""],
    ["/payouts/", payout],
    ["/affiliates/", merchant.affiliateId],
  ];
  const cookie = await signIn(merchant);
  const addressOf = (path: string): string => {
    const [, id = ""] = owners.find(([beginning]) => path.includes(beginning)) ?? [];
    return path
      .replace(/\{id\}|:id/, id)
      .replace(":file", "2026-03.csv")
      .replace(":number", "1");
  };
  const ask = (path: string) => {
    const address = addressOf(path);
    if (!path.startsWith("/portal")) return requestRoute(pageRequest(merchant.token, address));
    return requestRoute(
      new Request(`${appUrl}${address}`, { headers: { Cookie: `affiliate_session=${cookie}` } }),
    );
  };
  return { token: merchant.token, addressOf, ask };
}

async function signIn(merchant: Awaited<ReturnType<typeof makeMerchant>>): Promise<string | null> {
  const { domain, shopId, affiliateId } = merchant;
  await requestSignIn({ shop: domain, email: `${affiliateId}@example.com`, now: new Date() });
  return (await postSignIn(tokenIn((await emailsOf(shopId)).at(-1)), "203.0.113.78")).cookie;
}
