import { expect, it } from "vitest";
import type { ProgramTerms } from "#app/domain/terms/terms.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { insertVersion } from "#app/store/programs.ts";
import { cancelOrder, refundOrder } from "../../../local-shopify/commerce/change-order.ts";
import { decideDispute, openDispute } from "../../../local-shopify/commerce/dispute-order.ts";
import { editOrder } from "../../../local-shopify/commerce/edit-order.ts";
import { failures, orderRow, currentBalance } from "../../support/inbox.ts";
import { openStore } from "../../support/live-store.ts";
import { addAffiliate, longAgo } from "../../support/selling-shop.ts";
import { sweep } from "../../support/sweeping.ts";
import { usePlatform } from "../../support/use-platform.ts";
import { manyTerms, runToTheEnd } from "./run-to-the-end.ts";

const hourMs = 3_600_000;
/** Noon of yesterday: whatever the clock says, nothing here happens around a midnight. */
const begun = (Math.floor(Date.now() / (24 * hourMs)) - 0.5) * 24 * hourMs;
/** The platform's clock, which the test turns once the app is installed. */
let at = Date.now();

const platform = usePlatform(() => new Date(at));

type Store = Awaited<ReturnType<typeof openStore>>;
type Sold = { readonly id: number; readonly lineId: number; readonly otherId: number };

/** Changes to an order before the next one is placed: an edit within the hour, the others a day later. */
const changes: Record<string, (store: Store, sold: Sold) => void> = {
  "a line added": ({ domain }, { id, otherId }) =>
    void editOrder(platform.ctx, domain, id, { add: [{ variantId: otherId, quantity: 2 }] }),
  "a piece removed": ({ domain }, { id, lineId }) =>
    void editOrder(platform.ctx, domain, id, { set: [{ lineItemId: lineId, quantity: 1 }] }),
  "a discount added": ({ domain }, { id, lineId }) =>
    void editOrder(platform.ctx, domain, id, { discounts: [{ lineItemId: lineId, amount: "7.77" }] }),
  exchanged: ({ domain }, { id, lineId, otherId }) =>
    void editOrder(platform.ctx, domain, id, {
      set: [{ lineItemId: lineId, quantity: 0 }],
      add: [{ variantId: otherId, quantity: 1 }],
    }),
  cancelled: ({ domain }, { id }) => {
    at += 24 * hourMs;
    cancelOrder(platform.ctx, domain, id);
  },
  "cancelled, the money kept": ({ domain }, { id }) => {
    at += 24 * hourMs;
    cancelOrder(platform.ctx, domain, id, { refund: false });
  },
  "dispute lost": ({ domain }, { id }) => {
    at += 24 * hourMs;
    openDispute(platform.ctx, domain, id);
    decideDispute(platform.ctx, domain, id, "lost");
  },
  "dispute open": ({ domain }, { id }) => {
    at += 24 * hourMs;
    openDispute(platform.ctx, domain, id);
  },
  "dispute won": ({ domain }, { id }) => {
    at += 24 * hourMs;
    openDispute(platform.ctx, domain, id);
    decideDispute(platform.ctx, domain, id, "won");
  },
  "given back in part": ({ domain }, { id, lineId }) => {
    at += 24 * hourMs;
    refundOrder(platform.ctx, domain, id, { lines: [{ lineItemId: lineId, quantity: 1 }] });
  },
  "an amount given back": ({ domain }, { id }) => {
    at += 24 * hourMs;
    refundOrder(platform.ctx, domain, id, { amount: "10.01" });
  },
};

const names = Object.keys(changes);

const customTerms: ProgramTerms = {
  rules: [],
  commission: { kind: "percentage", rateBps: 1750 },
  base: {
    shipping: false,
    tax: false,
    tips: false,
    giftCards: false,
    duties: false,
    beforeDiscounts: true,
  },
  caps: { perOrder: { minor: 1900n, currency: "USD" }, perAffiliate: null },
  bonuses: [
    {
      id: "own",
      name: "Every third order",
      atLeast: { measure: "orders", count: 3 },
      repeats: true,
      amount: { minor: 333n, currency: "USD" },
    },
  ],
  windowDays: 30,
  approvalDays: 90,
  approvalFrom: "order",
  approval: "automatic",
};

/** A shop whose second affiliate has custom terms; each change happens to an order of either. */
async function sellAndChange() {
  const store = await openStore(platform, { ...manyTerms, approvalDays: 90 });
  const other = await addAffiliate(store);
  const { shopId, programId } = store;
  const own = { shopId, programId, affiliateId: other.affiliateId, version: 2, terms: customTerms };
  await inTransaction((tx) => insertVersion(tx, { ...own, at: longAgo, by: "test" }));
  const sold = new Map<string, number>();
  for (let index = 0; index < 2 * names.length; index += 1) {
    at = begun - (50 - 2 * index) * 24 * hourMs;
    const [variantId = 0, otherId = 0] = store.sell(`${20 + ((index * 7) % 23)}.95`, "31.37");
    const code = index < names.length ? store.code : other.code;
    const customer = { email: `guest${index % 4}@customer.example` };
    const order = store.order([{ variantId, quantity: 2 }], { landingSite: `/?ref=${code}`, customer });
    await store.post();
    at += hourMs / 2;
    const name = names[index % names.length] ?? "";
    changes[name]?.(store, { id: order.id, lineId: order.line_items[0]?.id ?? 0, otherId });
    await store.post();
    if (name.startsWith("dispute ")) await sweep(store);
    sold.set(`${name} ${code}`, order.id);
  }
  at = Date.now();
  const reasonOf = async (name: string) =>
    (await orderRow(store, sold.get(`${name} ${other.code}`) ?? 0)).reason;
  return { store, other, reasonOf };
}

it("today's terms give the live amounts for edited, canceled and disputed orders, with custom terms too", async () => {
  const { store, other, reasonOf } = await sellAndChange();
  expect(await failures(store)).toEqual([]);
  expect(await reasonOf("dispute lost")).toBe("dispute-lost");
  expect(await reasonOf("cancelled, the money kept")).toBe("cancelled");
  const { result } = await runToTheEnd(store, { zone: "UTC", asked: {}, now: new Date() });
  const rows = new Map(result.affiliates.map((row) => [row.id, row]));
  for (const affiliateId of [store.affiliateId, other.affiliateId]) {
    const { pending } = await currentBalance({ ...store, affiliateId });
    const row = rows.get(affiliateId);
    expect([affiliateId, row?.orders, row?.today.minor]).toEqual([affiliateId, names.length, pending]);
    expect(row?.draft.minor).toBe(pending);
  }
  expect(result).toMatchObject({ orders: 2 * names.length, changedOrders: 0 });
  expect(result.today.bonuses.minor).toBeGreaterThan(0n);
}, 120_000);
