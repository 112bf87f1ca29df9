import type { Request } from "playwright-core";
import { expect, inject, test } from "vitest";
import { query } from "./support/database.ts";
import { adminOf, dashboardIsThere, signIn, submit } from "./support/install.ts";
import { usePeople, type Person } from "./support/people.ts";
import {
  acceptInvitation,
  buy,
  figure,
  figureTurns,
  follow,
  invite,
  openInStore,
  openProgram,
  visitStore,
} from "./support/selling.ts";
import { domainOf, type JourneyShop } from "./support/stack.ts";

const people = usePeople();

test("a click becomes a sale, a commission, and nothing again once it is refunded", async () => {
  const [merchant, affiliate, shopper] = [await people.meet(), await people.meet(), await people.meet()];
  await affiliate.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn(merchant, "sale-store");
  await openProgram(merchant.page, "Friends of the mug", "10");
  await invite(merchant.page, "Iris Vale", "iris@affiliate.example");
  const link = await acceptInvitation(affiliate, "iris@affiliate.example");
  expect(link.startsWith(`${inject("place").appUrl}/r/`)).toBe(true);
  await affiliate.page.getByRole("button", { name: "Copy link" }).click();
  await affiliate.page.getByText("Copied", { exact: true }).waitFor();
  expect(await affiliate.page.evaluate(() => navigator.clipboard.readText())).toBe(link);

  // Both pages stay open, and nobody reloads them.
  await merchant.page.goto("/dashboard");
  await dashboardIsThere(merchant.page);
  const list = await merchant.context.newPage();
  await list.goto("/dashboard/affiliates");
  await list.getByRole("link", { name: "Iris Vale" }).waitFor();
  const loads: string[] = [];
  for (const page of [merchant.page, list]) page.on("load", () => void loads.push(page.url()));
  expect(await figure(merchant.page, "Total Affiliates")).toBe("1");
  expect(await figure(merchant.page, "Active Programs")).toBe("1");
  expect(await figure(merchant.page, "Total Revenue")).toBe("$0.00");

  await follow(shopper, link);
  expect(new URL(shopper.page.url()).searchParams.get("ref")).not.toBeNull();
  const order = await buy(shopper, "Stoneware mug");
  await figureTurns(merchant.page, "Total Revenue", "$24.00");
  await figureTurns(merchant.page, "Conversion Rate", "100%");
  await merchant.page.getByRole("link", { name: order, exact: true }).waitFor();
  const row = list.getByRole("row").filter({ hasText: "Iris Vale" });
  await expect.poll(() => row.textContent()).toContain("$24.00");
  expect(loads).toEqual([]);
  expect(await earnedByApi(merchant)).toEqual({ orders: 1, revenue: "24.00", commission: "2.40" });

  await merchant.page.getByRole("link", { name: order, exact: true }).click();
  await merchant.page.getByRole("heading", { name: order, level: 1 }).waitFor();
  await merchant.page.getByText("$2.40").first().waitFor();
  await affiliate.page.goto("/portal/orders");
  await affiliate.page.getByRole("row").filter({ hasText: order }).getByText("$2.40").waitFor();
  await merchant.page.goto("/dashboard");
  await dashboardIsThere(merchant.page);

  // Repeated webhooks change nothing.
  const before = await postings("sale-store");
  expect(before).toBeGreaterThan(0);
  await sendAgain(shopper, "sale-store");
  expect(await postings("sale-store")).toBe(before);
  expect(await figure(merchant.page, "Total Revenue")).toBe("$24.00");

  await openInStore(shopper.page, "sale-store", order);
  await submit(shopper.page, /^Refund everything/);
  await figureTurns(merchant.page, "Total Revenue", "$0.00");
  expect(await earnedByApi(merchant)).toEqual({ orders: 1, revenue: "0.00", commission: "0.00" });
  expect(await balance("sale-store")).toBe("0");
  await expect.poll(() => row.textContent()).not.toContain("$24.00");
  await affiliate.page.reload();
  await affiliate.page.getByRole("row").filter({ hasText: order }).getByText("$0.00").waitFor();
  expect(merchant.problems).toEqual([]);
  expect(affiliate.problems).toEqual([]);
});

test("an affiliate's discount code credits them without a link, and a cancellation takes it back", async () => {
  const [merchant, shopper] = [await people.meet(), await people.meet()];
  // They read amounts as people in Germany write them.
  const affiliate = await people.meet({ locale: "de-DE" });
  await signIn(merchant, "code-store");
  await openProgram(merchant.page, "Code friends", "12.5");
  await invite(merchant.page, "Noor Haddad", "noor@affiliate.example");
  await acceptInvitation(affiliate, "noor@affiliate.example");
  const documents: string[] = [];
  const note = (asked: Request) => void (asked.isNavigationRequest() && documents.push(asked.url()));
  merchant.page.on("request", note);
  await merchant.page.getByRole("link", { name: "Noor Haddad" }).click();
  await merchant.page.getByRole("heading", { name: "Noor Haddad", level: 1 }).waitFor();
  // The router leads on from a list whose rows were on their way meanwhile, too.
  expect(documents).toEqual([]);
  merchant.page.off("request", note);
  await merchant.page.getByText("Assign existing code", { exact: true }).click();
  await merchant.page.getByLabel("Code", { exact: true }).fill("NOSUCHCODE");
  await merchant.page.getByRole("button", { name: "Assign", exact: true }).click();
  await merchant.page.getByText(/store has no/i).waitFor();
  await merchant.page.getByLabel("Code", { exact: true }).fill("WELCOME10");
  await merchant.page.getByRole("button", { name: "Assign", exact: true }).click();
  await merchant.page.getByRole("button", { name: "Manage WELCOME10" }).waitFor();
  await merchant.page.goto("/dashboard");
  await dashboardIsThere(merchant.page);

  await visitStore(shopper, "code-store");
  const order = await buy(shopper, "Stoneware mug", "welcome10");
  // 24.00 less 10 % is 21.60; 12.5 % of that is 2.70.
  await figureTurns(merchant.page, "Total Revenue", "$21.60");
  expect(await earnedByApi(merchant)).toEqual({ orders: 1, revenue: "21.60", commission: "2.70" });
  expect(await balance("code-store")).toBe("270");
  await affiliate.page.goto("/portal/orders");
  await affiliate.page.getByRole("row").filter({ hasText: order }).getByText("2,70\u00a0$").waitFor();

  await openInStore(shopper.page, "code-store", order);
  await submit(shopper.page, "Cancel order");
  await figureTurns(merchant.page, "Total Revenue", "$0.00");
  expect(await earnedByApi(merchant)).toEqual({ orders: 1, revenue: "0.00", commission: "0.00" });
  expect(await balance("code-store")).toBe("0");
  expect(affiliate.problems).toEqual([]);
  // The browser mentions the refusal of the wrong code; nothing else.
  expect(merchant.problems.filter((problem) => !problem.includes("status of 400"))).toEqual([]);
});

/** A merchant's own program reads this with the browser's token. */
async function earnedByApi({
  page,
}: Person): Promise<{ orders: number; revenue: string; commission: string }> {
  const token = await page.evaluate(() => window.localStorage.getItem("shopify_affiliate_token"));
  const answer = await fetch(`${inject("place").appUrl}/api/v1/affiliates`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(200);
  const { affiliates: all } = (await answer.json()) as {
    affiliates: { figures: { orders: number; revenue: Amount; commission: Amount } }[];
  };
  const [first] = all;
  if (!first) throw new Error("There is no affiliate.");
  const { orders, revenue, commission } = first.figures;
  return { orders, revenue: revenue.amount, commission: commission.amount };
}

type Amount = { amount: string };

/** Sends every webhook of the shop again, and waits until the inbox has looked at each. */
async function sendAgain({ page }: Person, shop: JourneyShop): Promise<void> {
  await page.goto(`${adminOf(shop)}/settings/webhooks`);
  const buttons = page.getByRole("button", { name: "Send again" });
  const count = await buttons.count();
  expect(count).toBeGreaterThan(0);
  for (let index = 0; index < count; index += 1) {
    // Each sending adds a line above the others.
    await buttons.nth(index * 2).click();
    await expect.poll(() => buttons.count()).toBe(count + index + 1);
  }
  await expect
    .poll(async () => {
      await page.reload();
      return page.getByText("pending", { exact: true }).count();
    })
    .toBe(0);
  await expect
    .poll(() => ask(`select count(*) as n from deliveries where status = 'waiting' and ${ofShop(shop)}`))
    .toBe("0");
}

/** How many ledger entries the shop's ledger has. */
async function postings(shop: JourneyShop): Promise<number> {
  return Number(await ask(`select count(*) as n from ledger_entries where ${ofShop(shop)}`));
}

/** Accounts of affiliates, as the ledger writes them: `pending:aff_…`. */
const affiliates = "(pending|payable):%";

/** Pending and payable balances of all affiliates in minor units: credits less debits. */
async function balance(shop: JourneyShop): Promise<string> {
  return await ask(
    `select coalesce(sum(case when credit_account similar to '${affiliates}' then amount_minor else 0 end)
       - sum(case when debit_account similar to '${affiliates}' then amount_minor else 0 end), 0) as n
     from ledger_entries where ${ofShop(shop)}`,
  );
}

function ofShop(shop: JourneyShop): string {
  return `shop_id = (select shop_id from shops where domain = '${domainOf(shop)}')`;
}

async function ask(sql: string): Promise<string> {
  const [row] = await query(sql);
  return row?.["n"] ?? "";
}
