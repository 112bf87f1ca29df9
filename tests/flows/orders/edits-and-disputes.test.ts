import { beforeEach, describe, expect, it } from "vitest";
import { releaseCommissions } from "#app/flows/commissions/release-commissions.ts";
import { markPaid, refundOwed } from "../../../local-shopify/commerce/change-order.ts";
import { decideDispute, openDispute } from "../../../local-shopify/commerce/dispute-order.ts";
import { editOrder, type EditRequest } from "../../../local-shopify/commerce/edit-order.ts";
import { failures, orderRow, currentBalance, postedEntries } from "../../support/inbox.ts";
import { openStore } from "../../support/live-store.ts";
import { sweep } from "../../support/sweeping.ts";
import { usePlatform } from "../../support/use-platform.ts";

const dayMs = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs);

/** How many days the platform's clock is behind. */
let daysAgo = 0;

const platform = usePlatform(() => inDays(-daysAgo));
beforeEach(() => {
  daysAgo = 0;
});

type Store = Awaited<ReturnType<typeof openStore>>;
const edit = (store: Store, id: number, request: EditRequest) =>
  editOrder(platform.ctx, store.domain, id, request);

/** A store at 10 % that has sold two pieces at 50.00; there are others at 30.00. */
async function soldTwo(soldDaysAgo = 0) {
  const store = await openStore(platform);
  daysAgo = soldDaysAgo;
  const [variantId = 0, otherId = 0] = store.sell("50.00", "30.00");
  const order = store.order([{ variantId, quantity: 2 }]);
  await store.post();
  const lineId = order.line_items[0]?.id ?? 0;
  return { store, id: order.id, lineId, variantId, otherId };
}

const codes = async (store: Store) =>
  (await postedEntries(store)).map((one) => `${one.code} ${one.amountMinor}`);

describe("an edit of an order, from the platform to the ledger", () => {
  it("adds what a new line earns, once, though two messages tell of it", async () => {
    const { store, id, otherId } = await soldTwo();
    // 10 % of 100.00; then 10 % of 3 × 30.00 more.
    expect(await currentBalance(store)).toEqual({ pending: 1000n, payable: 0n });
    edit(store, id, { add: [{ variantId: otherId, quantity: 3 }] });
    await store.post();
    expect(await currentBalance(store)).toEqual({ pending: 1900n, payable: 0n });
    expect(await codes(store)).toEqual(["earned 1000", "earned 900"]);
    expect(await failures(store)).toEqual([]);
  });

  it("takes off what a removed piece earned, and nothing more when its money is paid back", async () => {
    const { store, id, lineId } = await soldTwo();
    edit(store, id, { set: [{ lineItemId: lineId, quantity: 1 }] });
    await store.post();
    expect(await currentBalance(store)).toEqual({ pending: 500n, payable: 0n });
    refundOwed(platform.ctx, store.domain, id);
    await store.post();
    expect(await currentBalance(store)).toEqual({ pending: 500n, payable: 0n });
    expect(await codes(store)).toEqual(["earned 1000", "reversed 500"]);
  });

  it("posts an edit that is undone and made again twice (M3)", async () => {
    const { store, id, lineId } = await soldTwo();
    for (const quantity of [1, 2, 1]) {
      edit(store, id, { set: [{ lineItemId: lineId, quantity }] });
      await store.post();
    }
    expect(await codes(store)).toEqual(["earned 1000", "reversed 500", "earned 500", "reversed 500"]);
    expect(await currentBalance(store)).toEqual({ pending: 500n, payable: 0n });
  });

  it("follows a discount that is put on and taken off, and an exchange", async () => {
    const { store, id, lineId, otherId } = await soldTwo();
    edit(store, id, { discounts: [{ lineItemId: lineId, amount: "20.00" }] });
    await store.post();
    expect(await currentBalance(store)).toEqual({ pending: 800n, payable: 0n });
    edit(store, id, { undiscount: [lineId] });
    await store.post();
    expect(await currentBalance(store)).toEqual({ pending: 1000n, payable: 0n });
    // Both pieces at 50.00 go, one at 30.00 comes: 10 % of 30.00.
    const exchange = {
      set: [{ lineItemId: lineId, quantity: 0 }],
      add: [{ variantId: otherId, quantity: 1 }],
    };
    edit(store, id, exchange);
    await store.post();
    expect(await currentBalance(store)).toEqual({ pending: 300n, payable: 0n });
  });

  it("gives what it adds after an approval its own approval period, and only that (M11)", async () => {
    const { store, id, otherId } = await soldTwo(40);
    await releaseCommissions(inDays(-9));
    expect(await currentBalance(store)).toEqual({ pending: 0n, payable: 1000n });
    daysAgo = 0;
    edit(store, id, { add: [{ variantId: otherId, quantity: 1 }] });
    markPaid(platform.ctx, store.domain, id);
    await store.post();
    expect(await currentBalance(store)).toEqual({ pending: 300n, payable: 1000n });
    await releaseCommissions(inDays(29));
    expect(await currentBalance(store)).toEqual({ pending: 300n, payable: 1000n });
    await releaseCommissions(inDays(31));
    expect(await currentBalance(store)).toEqual({ pending: 0n, payable: 1300n });
  });

  it("waits with the release until the added goods are paid", async () => {
    const { store, id, otherId } = await soldTwo();
    edit(store, id, { add: [{ variantId: otherId, quantity: 1 }] });
    await store.post();
    await releaseCommissions(inDays(60));
    expect(await currentBalance(store)).toEqual({ pending: 1300n, payable: 0n });
    markPaid(platform.ctx, store.domain, id);
    await store.post();
    await releaseCommissions(inDays(60));
    expect(await currentBalance(store)).toEqual({ pending: 0n, payable: 1300n });
  });

  it("ends alike in whatever order its messages come", async () => {
    const ends: unknown[] = [];
    for (const reverse of [false, true]) {
      const store = await openStore(platform);
      const [variantId = 0, otherId = 0] = store.sell("50.00", "30.00");
      const { id, line_items: lines } = store.order([{ variantId, quantity: 2 }]);
      edit(store, id, { add: [{ variantId: otherId, quantity: 1 }] });
      edit(store, id, { set: [{ lineItemId: lines[0]?.id ?? 0, quantity: 1 }] });
      await store.post((sent) => (reverse ? sent.toReversed() : sent));
      ends.push(await currentBalance(store));
    }
    // 50.00 + 30.00 are left.
    expect(ends).toEqual([
      { pending: 800n, payable: 0n },
      { pending: 800n, payable: 0n },
    ]);
  });
});

/** Only the order's own creation does not tell that something was added. */
function laterLines(heard: string, lines: { id: number }[]): string[] {
  return heard === "orders/create" ? [] : lines.slice(1).map((line) => String(line.id));
}

describe("a fixed amount per order and lines that came later (M8)", () => {
  const fixed = { commission: { kind: "fixed", amount: { minor: 1000n, currency: "USD" } } } as const;

  it("is not shared with them, even when the order is first heard of after its edit", async () => {
    for (const heard of ["orders/create", "orders/updated", "orders/edited"]) {
      const store = await openStore(platform, fixed);
      const [variantId = 0, otherId = 0] = store.sell("50.00", "30.00");
      const order = store.order([{ variantId, quantity: 1 }]);
      const created = store.takePost();
      edit(store, order.id, { add: [{ variantId: otherId, quantity: 1 }] });
      const edited = store.takePost();
      await store.carry([...created, ...edited].filter((one) => one.topic === heard));
      const { facts } = await orderRow(store, order.id);
      expect([heard, facts["linesAddedLater"]]).toEqual([heard, laterLines(heard, order.line_items)]);
      await store.carry([...created, ...edited]);
      // 10.00 stand on the first line alone: without it nothing is left of them.
      const [first] = order.line_items;
      edit(store, order.id, { set: [{ lineItemId: first?.id ?? 0, quantity: 0 }] });
      await store.post();
      expect([heard, await currentBalance(store)]).toEqual([heard, { pending: 0n, payable: 0n }]);
    }
  });
});

describe("a disputed payment, from the platform to the ledger", () => {
  it("stops the approval while it is open, and lets it go on when it is won", async () => {
    const { store, id } = await soldTwo();
    openDispute(platform.ctx, store.domain, id);
    expect(store.takePost()).toEqual([]);
    expect(await sweep(store)).toMatchObject({ status: "done", stale: 1, missing: 0 });
    await releaseCommissions(inDays(60));
    expect(await currentBalance(store)).toEqual({ pending: 1000n, payable: 0n });
    decideDispute(platform.ctx, store.domain, id, "won");
    expect(await sweep(store)).toMatchObject({ stale: 1, missing: 0 });
    expect(await sweep(store)).toMatchObject({ stale: 0, missing: 0 });
    await releaseCommissions(inDays(60));
    expect(await currentBalance(store)).toEqual({ pending: 0n, payable: 1000n });
  });

  it("leaves no commission when it is lost, even after the approval, whatever arrives later", async () => {
    const { store, id, lineId } = await soldTwo();
    await releaseCommissions(inDays(31));
    openDispute(platform.ctx, store.domain, id);
    decideDispute(platform.ctx, store.domain, id, "lost");
    await sweep(store);
    expect(await currentBalance(store)).toEqual({ pending: 0n, payable: 0n });
    expect(await orderRow(store, id)).toMatchObject({ reason: "dispute-lost" });
    edit(store, id, { set: [{ lineItemId: lineId, quantity: 5 }] });
    await store.post();
    expect(await currentBalance(store)).toEqual({ pending: 0n, payable: 0n });
  });

  it("is decided anew when the bank changes its mind", async () => {
    const { store, id } = await soldTwo();
    openDispute(platform.ctx, store.domain, id);
    decideDispute(platform.ctx, store.domain, id, "lost");
    await sweep(store);
    expect(await currentBalance(store)).toEqual({ pending: 0n, payable: 0n });
    decideDispute(platform.ctx, store.domain, id, "won");
    await sweep(store);
    expect(await currentBalance(store)).toEqual({ pending: 1000n, payable: 0n });
  });

  it("is noticed with any message that makes the app read the order again", async () => {
    const { store, id, otherId } = await soldTwo();
    openDispute(platform.ctx, store.domain, id);
    edit(store, id, { add: [{ variantId: otherId, quantity: 1 }] });
    markPaid(platform.ctx, store.domain, id);
    await store.post();
    await releaseCommissions(inDays(60));
    expect(await currentBalance(store)).toEqual({ pending: 1300n, payable: 0n });
    decideDispute(platform.ctx, store.domain, id, "lost");
    edit(store, id, { add: [{ variantId: otherId, quantity: 1 }] });
    await store.post();
    expect(await currentBalance(store)).toEqual({ pending: 0n, payable: 0n });
    expect(await orderRow(store, id)).toMatchObject({ reason: "dispute-lost" });
  });

  it("is noticed on the second page of a shop's disputed orders", async () => {
    const store = await openStore(platform);
    daysAgo = 40;
    const [variantId = 0] = store.sell("50.00");
    for (let count = 0; count < 100; count += 1) {
      openDispute(platform.ctx, store.domain, store.order([{ variantId, quantity: 1 }]).id);
    }
    store.takePost();
    daysAgo = 0;
    const { id, name } = store.order([{ variantId, quantity: 1 }]);
    await store.post();
    openDispute(platform.ctx, store.domain, id);
    expect(await sweep(store)).toMatchObject({ stale: 1, missing: 0, found: [{ name, what: "stale" }] });
  });

  it("is left alone where the order is older than the app's first look", async () => {
    const store = await openStore(platform);
    daysAgo = 40;
    const [variantId = 0] = store.sell("50.00");
    const { id } = store.order([{ variantId, quantity: 1 }]);
    daysAgo = 0;
    openDispute(platform.ctx, store.domain, id);
    expect(await sweep(store)).toMatchObject({ status: "done", stale: 0, missing: 0 });
  });
});
