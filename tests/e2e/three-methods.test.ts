import { buffer } from "node:stream/consumers";
import type { Page } from "playwright-core";
import { afterEach, expect, inject, test } from "vitest";
import { readSepaFile } from "../support/read-sepa-file.ts";
import { camt053 } from "./support/camt-053.ts";
import { adminOf, signIn } from "./support/install.ts";
import { askPaypal, bookedFor, chooseStoreCredit, enterIban, enterPaypal } from "./support/paid.ts";
import { usePeople, type Person } from "./support/people.ts";
import { acceptInvitation, buy, follow } from "./support/selling.ts";
import { callAs } from "./support/shop-data.ts";
import { everySurfaceSays, type Standing } from "./support/standings.ts";
import { domainOf } from "./support/stack.ts";

const people = usePeople();
const shop = "three-store";
const domain = domainOf(shop);
const payouts = "/dashboard/affiliates/payouts";

const storeIban = "DE02120300000000202051";
const aicha = { name: "Aïcha Benali", email: "aicha@three.example", iban: "NL91ABNA0417164300" };
/** A customer of the store, so that they can have store credit. */
const jonas = { name: "Jonas Weber", email: "jonas.weber@shopper.example" };
const wen = { name: "Wen Li", email: "wen@three.example", account: "wen@paypal.example" };

type Named = { readonly id: string };
type Earner = Omit<Standing, "state" | "payment">;
type Earners = { readonly bank: Earner; readonly credit: Earner; readonly paypal: Earner };

/** The three affiliates: two with a manual commission, and one with a sale by their link. */
async function earn(merchant: Person): Promise<Earners> {
  const settings = {
    schedule: "manual",
    sendsByItself: false,
    methods: ["paypal", "bank", "store_credit"],
    feeBearer: "shop",
    limits: [],
    bankAccount: { name: "Three Store GmbH", iban: storeIban },
  };
  await callAs(merchant, "/payout-settings", settings, "PUT");
  const terms = { commission: { type: "percentage", percent: "10" }, approvalDays: 0 };
  const program = { name: "Friends of the mug", status: "active", terms };
  const { id: programId } = await callAs<Named>(merchant, "/programs", program);
  const invite = async ({ name, email }: { name: string; email: string }) => {
    const { id } = await callAs<Named>(merchant, "/affiliates/invite", {
      name,
      email,
      programIds: [programId],
    });
    const portal = await people.meet();
    const link = await acceptInvitation(portal, email);
    return { earner: { name, id, portal }, link };
  };
  const add = (affiliateId: string, amount: string) =>
    callAs(merchant, "/commissions", { affiliateId, amount, approvalDays: 0, note: "Photographs" });
  const [bank, credit, paypal] = [await invite(aicha), await invite(jonas), await invite(wen)];
  await add(bank.earner.id, "75.60");
  await add(credit.earner.id, "8.40");
  const shopper = await people.meet();
  await follow(shopper, paypal.link);
  await buy(shopper, "Stoneware mug");
  await enterIban(bank.earner.portal, aicha);
  await chooseStoreCredit(credit.earner.portal, jonas.email);
  await enterPaypal(paypal.earner.portal, wen.email, wen.account);
  for (const { earner } of [bank, credit, paypal]) {
    const address = `/affiliates/${earner.id}/payout-details`;
    const { next } = await callAs<{ next: Named }>(merchant, address);
    await callAs(merchant, `${address}/use-now`, { details: next.id });
  }
  return {
    bank: { ...bank.earner, amount: "75.60" },
    credit: { ...credit.earner, amount: "8.40" },
    // 10 % of 26.00 with 20 % VAT in it.
    paypal: { ...paypal.earner, amount: "2.17" },
  };
}

/** Pays all three from Shopify's admin, where store credit is allowed on the way; answers the payout's id. */
async function payEveryone({ context }: Person): Promise<string> {
  const page = await context.newPage();
  await page.goto(`${adminOf(shop)}/apps`);
  const address = await page.getByRole("link", { name: "Open" }).getAttribute("href");
  await page.goto(new URL(`${address}${payouts}/new`, adminOf(shop)).href);
  const app = page.frameLocator("#app-frame");
  await app.getByText("2 of 3 ready, €77.77").waitFor();
  await app.getByText("Store credit needs permission").first().waitFor();
  await app.getByRole("button", { name: "Allow store credit" }).click();
  const asked = page.getByRole("dialog");
  await asked.getByText("write store credit account transactions").waitFor();
  await asked.getByRole("button", { name: "Allow" }).click();
  await app.getByText("3 ready, €86.17").waitFor();
  await page.getByRole("button", { name: "Review payout" }).click();
  const dialog = app.getByRole("dialog");
  await dialog.getByText("Pay 3 affiliates €86.17?").waitFor();
  await dialog.getByText("PayPal: 1, €2.17, sent now.").waitFor();
  await dialog.getByText("Store credit: 1, €8.40, added now.").waitFor();
  await dialog.getByText("Bank transfer: 1, €75.60, you download a file.").waitFor();
  await dialog.getByRole("button", { name: "Pay €86.17" }).click();
  await app.getByRole("heading", { name: /^Payouts of /, level: 1 }).waitFor();
  await expect.poll(() => page.url()).toMatch(/\/payouts\/[^/]+$/);
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  await page.close();
  return id;
}

/** Waits until the page of a payout shows its sections in these states, by itself. */
async function sectionsBecome(page: Page, states: Readonly<Record<string, string>>): Promise<void> {
  for (const [method, state] of Object.entries(states)) {
    const card = page
      .locator(".Polaris-ShadowBevel")
      .filter({ has: page.getByRole("heading", { name: method, level: 2, exact: true }) });
    await card.getByText(state, { exact: true }).waitFor();
  }
}

/** Downloads the file for the bank; answers the one transfer in it. */
async function downloadSepaFile(page: Page) {
  await page.getByRole("button", { name: "Download file" }).click();
  await page.getByRole("button", { name: "SEPA (pain.001)", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Download SEPA file" });
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Download file" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/\.xml$/);
  const read = readSepaFile((await buffer(await file.createReadStream())).toString("utf8"));
  expect(read).toMatchObject({ payerIban: storeIban, sums: ["75.60", "75.60"] });
  const [transfer, ...others] = read.transfers;
  expect(others).toEqual([]);
  expect(transfer).toMatchObject({ amount: "75.60", iban: aicha.iban });
  return transfer?.id ?? "";
}

async function importStatement(page: Page, name: string, file: Buffer): Promise<void> {
  await page.goto(`${payouts}/reconcile`);
  await page.getByRole("button", { name: "Import statement" }).first().click();
  await page.locator("input[type=file]").setInputFiles({ name, mimeType: "application/xml", buffer: file });
  await page.getByRole("heading", { name, level: 1 }).waitFor();
  await page.getByRole("button", { name: "Confirm reading" }).click();
  await page
    .getByRole("link", { name: /^To review/ })
    .first()
    .waitFor();
}

/** A paid commission leads to its payment, which lists the commission. */
async function openPaymentOf(page: Page, { name, amount }: Standing): Promise<void> {
  await page.goto("/dashboard/affiliates/commissions?status=paid");
  const row = page.getByRole("row").filter({ hasText: name });
  await row.getByRole("link", { name: /, Bank transfer$/ }).click();
  await page.getByRole("heading", { name: `Payment to ${name}`, level: 1 }).waitFor();
  await page.getByRole("region", { name: "Commissions" }).getByText(`€${amount}`).waitFor();
}

/** The credits in the platform's own books of a shop. */
async function creditsOf(shopDomain: string) {
  type Credit = { readonly customerId: number; readonly currency: string; readonly minor: string };
  type Owner = { readonly customerId: number; readonly email: string };
  type Books = { readonly accounts: readonly Owner[]; readonly transactions: readonly Credit[] };
  const answer = await fetch(`${inject("place").localUrl}/__store-credit`);
  const books = ((await answer.json()) as Record<string, Books>)[shopDomain];
  return books?.transactions.map(({ customerId, currency, minor }) => {
    const email = books.accounts.find((one) => one.customerId === customerId)?.email;
    return { email, currency, minor };
  });
}

/** A payment in the words of its affiliate, and as the API names its state. */
const payment = (label: string, method: string, status: string) => ({ label, method, status });

const today = () => new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Berlin" }).format(new Date());

// Other journeys pay by the same PayPal, whose clock is ahead once it was told to settle.
afterEach(async () => {
  await askPaypal("/_local/reset", {});
});

// It opens each surface of each affiliate seven times.
test(
  "three affiliates are paid by three methods at once, and every list, file, and portal agrees at each step",
  { timeout: 600_000 },
  async () => {
    const merchant = await people.meet();
    const { page } = merchant;
    await signIn(merchant, shop);
    const { bank, credit, paypal } = await earn(merchant);

    const areApproved = async () => {
      type Listed = { readonly commissions: readonly { readonly status: string }[] };
      const { commissions } = await callAs<Listed>(merchant, "/commissions?status=approved");
      return commissions.length;
    };
    await expect.poll(areApproved, { timeout: 100_000, interval: 500 }).toBe(3);
    const unpaid = [bank, credit, paypal].map(
      (one) => ({ ...one, state: "approved", payment: null }) as const,
    );
    await everySurfaceSays(merchant, unpaid, null);

    // PayPal looks at what it accepted only when it is told to settle.
    await askPaypal("/_local/switches", { processMs: 3_600_000 });
    const id = await payEveryone(merchant);
    const payout = `${payouts}/${id}`;
    const agree = async (standings: readonly Standing[], sections: Readonly<Record<string, string>>) => {
      await page.goto(payout);
      await sectionsBecome(page, sections);
      await everySurfaceSays(merchant, standings, { id, sections });
      await page.goto(payout);
    };
    const creditPaid: Standing = {
      ...credit,
      state: "paid",
      payment: payment("Paid", "Store credit", "paid"),
    };
    const paypalSent: Standing = {
      ...paypal,
      state: "in_payout",
      payment: payment("On its way", "PayPal", "sent"),
    };
    const fileReady: Standing = {
      ...bank,
      state: "in_payout",
      payment: payment("On its way", "Bank transfer", "sending"),
    };
    await agree([fileReady, creditPaid, paypalSent], {
      PayPal: "Sent",
      "Store credit": "Paid",
      "Bank transfer": "Ready to download",
    });

    const reference = await downloadSepaFile(page);
    const bankSent: Standing = { ...fileReady, payment: payment("On its way", "Bank transfer", "sent") };
    await agree([bankSent, creditPaid, paypalSent], {
      PayPal: "Sent",
      "Store credit": "Paid",
      "Bank transfer": "Sent",
    });

    await askPaypal("/_local/settle", {});
    const paypalPaid: Standing = { ...paypal, state: "paid", payment: payment("Paid", "PayPal", "paid") };
    await agree([bankSent, creditPaid, paypalPaid], {
      PayPal: "Paid",
      "Store credit": "Paid",
      "Bank transfer": "Sent",
    });

    await page.getByRole("link", { name: "Mark as paid" }).click();
    await page.getByRole("heading", { name: /^Bank transfer payout/, level: 1 }).waitFor();
    await page.getByRole("button", { name: "Mark as paid" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Mark as paid" }).click();
    await page.getByText("Payments marked as paid").first().waitFor();
    const bankPaid: Standing = {
      ...bank,
      state: "paid",
      payment: payment("Paid", "Bank transfer", "paid"),
    };
    const allPaid = { PayPal: "Paid", "Store credit": "Paid", "Bank transfer": "Paid" };
    await agree([bankPaid, creditPaid, paypalPaid], allPaid);

    const account = { iban: storeIban, day: today() };
    const transfer = { cents: 7560, endToEndId: reference, party: aicha.name };
    const left = { ...transfer, side: "out", text: `Commission ${reference}` } as const;
    const sale = {
      cents: 5000,
      side: "in",
      endToEndId: "",
      party: "Robin Vale",
      text: "Invoice 4711",
    } as const;
    await importStatement(
      page,
      "paid.xml",
      camt053({ ...account, openingCents: 100_000, entries: [left, sale] }),
    );
    await page.getByRole("link", { name: "To review (0)" }).first().waitFor();
    await page.getByRole("link", { name: "Matched (1)" }).first().waitFor();
    await agree([bankPaid, creditPaid, paypalPaid], allPaid);
    await page.getByRole("link", { name: "View Bank transfer" }).click();
    await page.getByText("1 of 1 payments reconciled").waitFor();
    await openPaymentOf(page, bankPaid);

    const back = { ...transfer, side: "in", text: "Account closed", returnReason: "AC04" } as const;
    await importStatement(page, "back.xml", camt053({ ...account, openingCents: 97_440, entries: [back] }));
    await page.getByRole("link", { name: "To review (1)" }).first().waitFor();
    await page.getByRole("button", { name: /^Return to balance/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Return to balance" }).click();
    await page.getByRole("link", { name: "To review (0)" }).first().waitFor();
    const returned: Standing = {
      ...bank,
      state: "approved",
      payment: payment("Returned to balance", "Bank transfer", "returned"),
    };
    await agree([returned, creditPaid, paypalPaid], allPaid);

    // It can be paid again.
    await page.goto(`${payouts}/new`);
    await page.getByText("1 ready, €75.60").waitFor();
    await page.getByRole("row").filter({ hasText: aicha.name }).getByText("€75.60").waitFor();

    // The providers' own books, and the proof.
    expect(await bookedFor(domain)).toMatchObject([
      { receivers: [wen.account], payouts: 1, received: "217" },
    ]);
    expect(await creditsOf(domain)).toEqual([{ email: jonas.email, currency: "EUR", minor: "840" }]);
    await page.goto("/dashboard/settings/ledger");
    await page.getByText("Balanced").first().waitFor();
    for (const person of [merchant, bank.portal, credit.portal, paypal.portal]) {
      expect(person.problems).toEqual([]);
    }
  },
);
