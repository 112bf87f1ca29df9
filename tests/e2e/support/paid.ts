import type { Page } from "playwright-core";
import { expect, inject } from "vitest";
import { query } from "./database.ts";
import type { Person } from "./people.ts";

/** One payment as the local PayPal's own books know it. */
type BookedPayment = {
  /** Shop and payment, as the app named them. */
  readonly senderItemId: string;
  /** Empty if no payout of it was accepted. */
  readonly receivers: readonly string[];
  readonly payouts: number;
  readonly received: string;
  readonly committed: string;
};

export async function askPaypal<Answer>(path: string, body?: unknown): Promise<Answer> {
  const answer = await fetch(new URL(path, inject("place").paypalUrl), {
    ...(body !== undefined && {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    }),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/** All payments of a shop in PayPal's books, the largest received one first. */
export async function bookedFor(domain: string): Promise<BookedPayment[]> {
  const [shop] = await query(`select shop_id from shops where domain = '${domain}'`);
  const { items } = await askPaypal<{ items: BookedPayment[] }>("/_local/books");
  return items
    .filter((item) => item.senderItemId.startsWith(`${shop?.["shop_id"] ?? ""}:`))
    .toSorted((a, b) => Number(b.received) - Number(a.received));
}

/** Returns the only payment to this address, as PayPal does if nobody claims it. */
export async function giveBack(receiver: string): Promise<void> {
  type Item = { readonly id: string; readonly receiver: string };
  const { items } = await askPaypal<{ items: Record<string, Item> }>("/_local/state");
  const own = Object.values(items).filter((item) => item.receiver === receiver);
  expect(own).toHaveLength(1);
  await askPaypal(`/_local/items/${own[0]?.id ?? ""}`, { to: "RETURNED" });
}

/** Enters a PayPal address on the affiliate's page, and confirms it by email. */
export async function enterPaypal({ page }: Person, email: string, account: string): Promise<void> {
  await page.goto("/portal/payout-details?kind=paypal");
  await page.getByLabel("PayPal email").fill(account);
  await saveAndConfirm(page, email);
}

/** Enters a bank account in the US on the affiliate's page, and confirms it by email. */
export async function enterBank(
  { page }: Person,
  { name, email }: { name: string; email: string },
): Promise<void> {
  await page.goto("/portal/payout-details?kind=us");
  await page.getByLabel("Account holder").fill(name);
  await page.getByLabel("Routing number").fill("021000021");
  await page.getByLabel("Account number").fill("123456789");
  await saveAndConfirm(page, email);
}

/** Enters a bank account with an IBAN on the affiliate's page, and confirms it by email. */
export async function enterIban(
  { page }: Person,
  { name, email, iban }: { name: string; email: string; iban: string },
): Promise<void> {
  await page.goto("/portal/payout-details?kind=iban");
  await page.getByLabel("Account holder").fill(name);
  await page.getByLabel("IBAN").fill(iban);
  await saveAndConfirm(page, email);
}

/** Chooses store credit on the affiliate's page, and confirms it by email. The store has to know the email. */
export async function chooseStoreCredit({ page }: Person, email: string): Promise<void> {
  await page.goto("/portal/payout-details?kind=store-credit");
  await saveAndConfirm(page, email);
}

async function saveAndConfirm(page: Page, email: string): Promise<void> {
  await page.getByRole("button", { name: "Save and email me a link" }).click();
  await page.getByText("Check your email", { exact: true }).waitFor();
  await page.goto(`${inject("place").localUrl}/mailbox`);
  // The invitation to the same address is older, and about something else.
  const mail = page
    .getByRole("row")
    .filter({ hasText: email })
    .filter({ hasText: "Confirm where" })
    .getByRole("link");
  await expect
    .poll(async () => {
      await page.reload();
      return mail.count();
    })
    .toBe(1);
  await mail.click();
  await page.getByRole("link", { name: /\/portal\/payout-details\/confirm#token=/ }).click();
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await page.getByRole("heading", { name: "Payout details confirmed" }).waitFor();
}

/** A day goes by for all details of a shop. What was confirmed is frozen, so the lock is taken off meanwhile. */
export async function detailsHold(domain: string): Promise<void> {
  await query("alter table payout_details disable trigger payout_details_frozen");
  try {
    await query(`update payout_details set effective_at = effective_at - interval '25 hours'
      where shop_id = (select shop_id from shops where domain = '${domain}')`);
  } finally {
    await query("alter table payout_details enable trigger payout_details_frozen");
  }
}
