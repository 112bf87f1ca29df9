import { expect } from "vitest";
import { query } from "./database.ts";
import { askPaypal, detailsHold, enterPaypal } from "./paid.ts";
import type { Person } from "./people.ts";
import { callAs, partnerEmail, type BusyShop } from "./shop-data.ts";
import { domainOf, type JourneyShop } from "./stack.ts";

/** Addresses of what is in a shop that has paid its affiliates. */
export type PayingShop = {
  /** A batch that is done, of which one payment was not made; one that waits for a yes; one that PayPal reviews; one that looked at everybody. */
  batches: { done: string; planned: string; held: string; all: string };
  /** A payment that was made, one that was not, one that nobody claimed, and one that PayPal reviews. */
  items: { paid: string; notPaid: string; returned: string; held: string };
  reconciliation: string;
};

type Named = { id: string };

const account = "iris+unclaimed@paypal.example";
type Sum = { count: number; total: { amount: string; currencyCode: string } };
type Item = Named & { status: string; affiliate: Named };
type Paid = { payout: string; section: string };

/** Pays as a merchant does: outside the app, by PayPal, and with a batch that nobody has confirmed yet. */
export async function payOut(
  merchant: Person,
  { name, shop }: { name: JourneyShop; shop: BusyShop },
): Promise<PayingShop> {
  const limits = [{ currency: "USD", minimum: "5.00", approvalAbove: "500.00" }];
  const methods = ["paypal", "bank", "manual"];
  const settings = { schedule: "monthly", sendsByItself: false, methods, feeBearer: "shop", limits };
  await callAs(merchant, "/payout-settings", settings, "PUT");
  const people = await earn(merchant, shop);
  const done = await pay(merchant, "manual", [shop.affiliate, people.rivera]);
  const [paid, notPaid] = await say(merchant, done, shop.affiliate);
  await callAs(merchant, `/affiliates/${shop.affiliate}/adjustments`, {
    amount: "25.50",
    note: "Photographs",
  });
  await enterPaypal(shop.portal, partnerEmail(name, 1), account);
  await detailsHold(domainOf(name));
  const unclaimed = await pay(merchant, "paypal", [shop.affiliate]);
  const returned = await paymentIn(merchant, unclaimed, "unclaimed");
  await callAs(merchant, `/payments/${returned}/cancel`, {});
  await contradict(returned);
  await askPaypal("/_local/switches", { receivers: [{ match: account, becomes: "ONHOLD" }] });
  const held = await pay(merchant, "paypal", [shop.affiliate]);
  const review = await paymentIn(merchant, held, "in_review");
  const waiting = [{ currency: "USD", minimum: "5.00", approvalAbove: "1.00" }];
  await callAs(merchant, "/payout-settings", { ...settings, limits: waiting }, "PUT");
  const planned = await pay(merchant, "manual", [people.raman, people.long], "planned");
  const all = await pay(merchant, "manual", [], "planned");
  await callAs(merchant, "/payout-settings", settings, "PUT");
  await callAs(
    merchant,
    `/affiliates/${people.raman}/payout-pause`,
    { note: "Asked for their tax papers" },
    "PUT",
  );
  await earnUnpaid(merchant, shop);
  const items = { paid, notPaid, returned, held: review };
  const reconciliation = await compare(merchant, name, items);
  await closeMonth(merchant);
  const batches = { done: done.payout, planned: planned.payout, held: held.payout, all: all.payout };
  return { batches, items, reconciliation };
}

/** Balances of each kind: available, of a suspended affiliate, negative, below the minimum. */
async function earn(merchant: Person, shop: BusyShop) {
  const find = async (search: string) =>
    (await callAs<{ affiliates: Named[] }>(merchant, `/affiliates?search=${search}`)).affiliates[0]?.id ?? "";
  const give = async (id: string, amount: string) => {
    await callAs(merchant, `/affiliates/${id}/adjustments`, { amount, note: "Flat fee for the catalogue" });
    return id;
  };
  await give(shop.affiliate, "61.20");
  await give(await find("Cruz"), "18.00");
  await give(await find("Tanaka"), "-12.40");
  await give(await find("Brandt"), "2.10");
  return {
    rivera: await give(await find("Rivera"), "14.00"),
    raman: await give(await find("Raman"), "48.75"),
    long: await give(await find("Featherstonehaugh"), "1204.00"),
  };
}

/** Affiliates whom the next payout can pay by hand, and who have no payout details. */
async function earnUnpaid(merchant: Person, { program }: BusyShop): Promise<void> {
  for (const [name, amount] of [
    ["Yara Okonkwo", "48.21"],
    ["Luis Prado", "7.56"],
  ] as const) {
    const email = `${name.split(" ")[0]}@unpaid.example`.toLowerCase();
    const invited = { name, email, programIds: [program] };
    const { id } = await callAs<Named>(merchant, "/affiliates/invite", invited);
    for (const status of ["pending", "active"]) {
      await callAs(merchant, `/affiliates/${id}/status`, { status }, "PUT");
    }
    await callAs(merchant, `/affiliates/${id}/adjustments`, { amount, note: "Photographs" });
  }
}

/** Pays these affiliates, or everybody, as a preview shows; answers the payout and its section. */
export async function pay(
  merchant: Person,
  method: "paypal" | "bank" | "manual",
  affiliates: string[],
  until: "sending" | "planned" = "sending",
): Promise<Paid> {
  const chosen = affiliates.length > 0 ? { affiliates } : {};
  const asked = `method=${method}&currency=USD&affiliates=${affiliates.join(",")}`;
  type Previewed = { currencies: { sections: (Sum & { method: string })[] }[] };
  const { currencies } = await callAs<Previewed>(merchant, `/payouts/preview?${asked}`);
  const expected = currencies.flatMap(({ sections }) =>
    sections.map((one) => ({ method: one.method, count: one.count, total: one.total })),
  );
  type Created = Named & { sections: Named[] };
  const body = { method, currency: "USD", ...chosen, expected };
  const { id, sections } = await callAs<Created>(merchant, "/payouts", body);
  const section = sections[0]?.id ?? "";
  const read = async () => (await callAs<{ status: string }>(merchant, `/payout-sections/${section}`)).status;
  await expect.poll(read).toBe(until);
  return { payout: id, section };
}

const paymentsOf = async (merchant: Person, { section }: Paid) =>
  (await callAs<{ payments: Item[] }>(merchant, `/payout-sections/${section}/payments`)).payments;

async function paymentIn(merchant: Person, batch: Paid, status: string): Promise<string> {
  const find = async () => (await paymentsOf(merchant, batch)).find((one) => one.status === status)?.id;
  await expect.poll(find).toBeDefined();
  return (await find()) ?? "";
}

/** One affiliate was paid, the others were not. */
async function say(merchant: Person, batch: Paid, paid: string): Promise<[paid: string, notPaid: string]> {
  const date = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const items = await paymentsOf(merchant, batch);
  const known = ({ affiliate }: Item) => affiliate.id === paid;
  for (const item of items) {
    const said = known(item)
      ? { to: "paid", reference: "RUN-2026-11", note: "With the rents" }
      : { to: "failed", reference: "", note: "The bank says that the account is closed" };
    await callAs(merchant, `/payments/${item.id}/decision`, { ...said, date });
  }
  return [items.find(known)?.id ?? "", items.find((one) => !known(one))?.id ?? ""];
}

/** A file of PayPal's that agrees in one line, and differs in others in as many ways. */
async function compare(merchant: Person, name: JourneyShop, items: PayingShop["items"]): Promise<string> {
  const [found] = await query(`select shop_id from shops where domain = '${domainOf(name)}'`);
  const today = new Date().toISOString().slice(0, 10);
  const { amount } = await callAs<{ amount: Sum["total"] }>(merchant, `/payments/${items.paid}`);
  const lines = [
    ["Completed", `-${amount.amount}`, items.paid],
    ["Completed", "-14.50", items.notPaid],
    ["Pending", "-25.50", items.held],
    ["Completed", "-9.99", "nobody-knows-it"],
  ].map(([status = "", gross = "", item = ""], at) =>
    [
      today,
      "Mass Payment",
      status,
      "USD",
      gross,
      "-0.25",
      `8TX4471${at}`,
      `${found?.["shop_id"]}:${item}`,
    ].join(),
  );
  const head = "Date,Type,Status,Currency,Gross,Fee,Transaction ID,Custom Number";
  const file = [head, ...lines].join("\n");
  const upload = await callAs<Named>(merchant, "/statement-uploads?fileName=november.csv", file);
  const mapping = { provider: "paypal", direction: "minus_is_out" };
  await callAs(merchant, `/statement-uploads/${upload.id}`, mapping, "PUT");
  const { id } = await callAs<Named>(merchant, `/statement-uploads/${upload.id}/confirm`, {});
  const read = async () => (await callAs<{ status: string }>(merchant, `/reconciliations/${id}`)).status;
  await expect.poll(read).toBe("ready");
  return id;
}

/** PayPal never should say this of what came back, and its stand-in never does. */
async function contradict(item: string): Promise<void> {
  const said = '{"code":"paypal_says_otherwise","said":"SUCCESS","status":"returned"}';
  await expect
    .poll(() =>
      query(
        `update payout_payments set contradiction = '${said}' where payment_id = '${item}' and status = 'returned' returning 1`,
      ),
    )
    .toHaveLength(1);
}

/** The last month can be closed an hour after its end in the shop's own zone, that before it at any time. */
async function closeMonth(merchant: Person): Promise<void> {
  const now = new Date();
  const before = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 2, 1));
  await callAs(merchant, "/ledger/periods", { month: before.toISOString().slice(0, 7) });
}

/** The merchant's screens about payouts and what agrees with them, with something on each. */
export function payingScreens({ batches, items, reconciliation }: PayingShop, affiliate: string) {
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const payouts = "/dashboard/affiliates/payouts";
  return [
    ["payouts", payouts],
    ["new-payout", `${payouts}/new?method=manual&currency=USD`],
    ["new-payout-by-paypal", `${payouts}/new?method=paypal&currency=USD`],
    ["payout", `${payouts}/${batches.done}`],
    ["payout-planned", `${payouts}/${batches.planned}`],
    ["payout-held", `${payouts}/${batches.held}`],
    ["payment", `${payouts}/payments/${items.paid}`],
    ["payment-not-paid", `${payouts}/payments/${items.notPaid}`],
    ["payment-returned", `${payouts}/payments/${items.returned}`],
    ["payment-held", `${payouts}/payments/${items.held}`],
    ["payout-skipped", `${payouts}/${batches.all}/skipped`],
    ["payout-all", `${payouts}/${batches.all}`],
    ["payouts-needing-attention", `${payouts}?view=needs-attention`],
    ["owed", `${payouts}/balances`],
    ["owed-yesterday", `${payouts}/balances?asOf=${yesterday}`],
    ["payout-settings", "/dashboard/settings/payouts"],
    ["reconciliations", `${payouts}/reconcile`],
    ["reconciliation", `${payouts}/reconcile/${reconciliation}`],
    ["periods", "/dashboard/settings/ledger/periods"],
    ["proof-days", `/dashboard/settings/ledger?affiliate=${affiliate}&first=${yesterday}&last=${yesterday}`],
  ] as const;
}
