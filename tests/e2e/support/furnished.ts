import { expect } from "vitest";
import { query } from "./database.ts";
import { adminOf, submit } from "./install.ts";
import type { Person } from "./people.ts";
import { callAs, type BusyShop } from "./shop-data.ts";
import { domainOf, type JourneyShop } from "./stack.ts";

/** Addresses of what is in a shop whose people have used everything that finds, watches and answers. */
export type FurnishedShop = { link: string; discount: string; view: string };

type Named = { id: string };

/** Puts something into each place where orders are found, watched and argued about, as merchants and affiliates do. */
export async function furnish(
  merchant: Person,
  { name, shop }: { name: JourneyShop; shop: BusyShop },
): Promise<FurnishedShop> {
  const link = await makeLinks(merchant, shop);
  const discount = await makeCodes(merchant, shop);
  await pointToAffiliates(merchant, shop);
  await startSweep(merchant);
  await claimOrders(merchant, shop.portal);
  await askForData(merchant, name);
  const view = await callAs<Named>(merchant, "/report-views", {
    name: "Codes of this year",
    report: "codes",
    query: { range: "this-year" },
  });
  return { link, discount, view: view.id };
}

/** Every order of a journey comes within ten minutes of its click: each one from now on is flagged. */
export async function watchClosely(merchant: Person): Promise<void> {
  const choose = (kind: string, action: string, limits: Record<string, number>) =>
    callAs(merchant, `/fraud-rules/${kind}`, { action, limits }, "PUT");
  await choose("fast-order", "note", { seconds: 600 });
  await choose("ad-click", "off", {});
}

/** The server starts a sweep of its own every few minutes, and refuses a second one meanwhile. */
async function startSweep(merchant: Person): Promise<void> {
  const { sweeps } = await callAs<{ sweeps: { status: string }[] }>(merchant, "/sweeps");
  if (!sweeps.some(({ status }) => status === "running")) await callAs(merchant, "/sweeps", {});
}

async function makeLinks(merchant: Person, { affiliate, program }: BusyShop): Promise<string> {
  const make = (body: Record<string, unknown>) =>
    callAs<Named>(merchant, "/links", { affiliateId: affiliate, ...body });
  const { id } = await make({
    name: "Bottles of the month, for readers of the newsletter",
    target: "/products/steel-bottle",
    slug: "bottles-of-the-month",
    subId: "newsletter-2026-11",
    utm: { source: "newsletter", medium: "e-mail", campaign: "autumn" },
    programId: program,
  });
  await callAs(merchant, `/links/${id}`, { slug: "bottles" }, "PUT");
  const blanket = await make({ name: "Wool blanket", target: "/products/wool-blanket" });
  await callAs(merchant, `/links/${blanket.id}`, { status: "paused" }, "PUT");
  const add = (parameter: string, value: string) =>
    callAs(merchant, "/imported-links", { parameter, value, affiliate });
  await add("sca_ref", "1984223.aGk2sQ");
  await add("rfsn", "6620871.d4f1c2");
  return id;
}

async function makeCodes(merchant: Person, { program }: BusyShop): Promise<string> {
  const { id } = await callAs<Named>(merchant, "/discounts", {
    kind: "percentage",
    percent: "15",
    minimum: "subtotal",
    minimumAmount: "20.00",
    oncePerCustomer: true,
    template: "{FIRSTNAME}{PERCENT}",
    programId: program,
  });
  await expect
    .poll(async () => (await callAs<{ codes: unknown[] }>(merchant, "/codes")).codes.length)
    .toBeGreaterThan(5);
  return id;
}

async function pointToAffiliates(merchant: Person, { affiliate }: BusyShop): Promise<void> {
  const rules = await callAs<{ rules: object }>(merchant, "/attribution");
  const bound = { ...rules.rules, binding: { kind: "days", days: 90 } };
  await callAs(merchant, "/attribution", bound, "PUT");
  const bind = (email: string) =>
    callAs(merchant, "/attribution/customers", { email, affiliateId: affiliate });
  await bind("robin@shopper.example");
  await bind("sam@shopper.example");
  const { goods } = await callAs<{ goods: Named[] }>(merchant, "/goods?kind=product&search=blanket");
  await callAs(merchant, "/attribution/products", { productId: goods[0]?.id, affiliateId: affiliate });
}

/** One claim is open, and one was declined. */
async function claimOrders(merchant: Person, { page }: Person): Promise<void> {
  await page.goto("/portal/claims");
  for (const [order, note] of [
    ["#4711", "She told me that she bought at the counter"],
    ["#1002", "My sister bought the blanket after my post of Sunday"],
  ] as const) {
    await page.getByLabel("Order number").fill(order);
    await page.getByLabel("Why it's yours").fill(note);
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText(`Order ${order}`, { exact: true }).waitFor();
  }
  const { claims } = await callAs<{ claims: Named[] }>(merchant, "/claims");
  const answer = "There is no order of that number in the store.";
  await callAs(merchant, `/claims/${claims.at(-1)?.id}/decision`, { decision: "decline", answer });
}

async function askForData({ page }: Person, name: JourneyShop): Promise<void> {
  const back = page.url();
  for (const customer of [0, 1]) {
    await page.goto(`${adminOf(name)}/settings`);
    await page.locator("select[name=customerId]").selectOption({ index: customer });
    await submit(page, "Customer asks for their data");
  }
  await page.goto(back);
}

/** One flag waits for a person, and one was looked at. Answers the one that waits. */
export async function lookAtFlags(merchant: Person): Promise<string> {
  const read = async () => (await callAs<{ flags: Named[] }>(merchant, "/flags")).flags;
  await expect.poll(async () => (await read()).length).toBeGreaterThan(1);
  const [newest, next] = await read();
  const note = "They read the post on the bus and paid at once";
  await callAs(merchant, `/flags/${next?.id}/decision`, { status: "dismissed", note });
  return newest?.id ?? "";
}

/** A delivery that nobody could process: no request to the app makes one. */
export async function setAside(merchant: Person, name: JourneyShop): Promise<string> {
  const ofShop = `shop_id = (select shop_id from shops where domain = '${domainOf(name)}')`;
  await query(`update deliveries set status = 'failed', attempts = 8,
      outcome = '{"code":"delivery_value","field":"currency"}'
    where ${ofShop} and (shop_id, topic, webhook_id) in (select shop_id, topic, webhook_id from deliveries
      where ${ofShop} and topic = 'orders/create' limit 1)`);
  const { deliveries } = await callAs<{ deliveries: Named[] }>(merchant, "/deliveries");
  return deliveries[0]?.id ?? "";
}
