import type { FrameLocator, Page } from "playwright-core";
import { auditOrders } from "./audited.ts";
import { moveHalfway } from "./former-app.ts";
import { furnish, lookAtFlags, setAside, watchClosely } from "./furnished.ts";
import { handle } from "./handled.ts";
import { signIn } from "./install.ts";
import { apply, confirmApplication, openForApplications } from "./joining.ts";
import { payingScreens, payOut } from "./paying.ts";
import type { People, Person } from "./people.ts";
import { richTerms } from "./rich-terms.ts";
import { openSection } from "./selling.ts";
import { makeBusy } from "./shop-data.ts";
import type { JourneyShop } from "./stack.ts";

/** A page, standalone or in the frame of the store's admin. */
type Shown = Pick<Page & FrameLocator, "getByLabel" | "getByRole" | "getByText">;

/** A screen, and what has to be done or waited for until it is there. */
export type Screen = readonly [name: string, path: string, ready?: (page: Shown) => Promise<unknown>];

/** Screens and the person who may see them. */
export type Visit = {
  readonly person: Person;
  readonly screens: readonly Screen[];
  /** The store in whose admin the screens show, too. */
  readonly shop?: JourneyShop;
};

const strangers: Screen[] = [
  ["install", "/install"],
  ["failed", "/auth/success?error=access_denied"],
  ["not-found", "/not-found"],
  ["terms", "/terms"],
  ["privacy", "/privacy"],
  ["help", "/help"],
  ["help-page", "/help/payouts"],
  ["api-docs", "/api/v1/docs"],
  ["portal-sign-in", "/portal/list-store/sign-in"],
  ["portal-sign-in-anywhere", "/portal/sign-in"],
  ["portal-accept", "/portal/accept#token=none"],
  ["portal-confirm-email", "/portal/profile/confirm-email#token=none"],
  ["portal-confirm-details", "/portal/payout-details/confirm#token=none"],
];

const checked = (page: Shown) => page.getByText("Other checks").waitFor();

const empty: Screen[] = [
  ["empty-dashboard", "/dashboard"],
  ["empty-affiliates", "/dashboard/affiliates"],
  ["empty-programs", "/dashboard/programs"],
  ["empty-orders", "/dashboard/orders"],
  ["empty-commissions", "/dashboard/affiliates/commissions"],
  ["empty-reports", "/dashboard/reports"],
  ["empty-signals", "/dashboard/reports/attribution"],
  ["empty-proof", "/dashboard/settings/ledger"],
  ["empty-links", "/dashboard/affiliates/links"],
  ["empty-other-systems", "/dashboard/affiliates/links/imported"],
  ["empty-imports", "/dashboard/affiliates/import"],
  ["empty-codes", "/dashboard/affiliates/codes"],
  ["empty-discounts", "/dashboard/affiliates/discounts"],
  ["empty-applications", "/dashboard/affiliates/applications"],
  ["invite-many", "/dashboard/affiliates/invite/many"],
  ["empty-claims", "/dashboard/affiliates/claims"],
  ["empty-flags", "/dashboard/affiliates/flags"],
  ["empty-attribution", "/dashboard/settings/attribution"],
  ["empty-bound-customers", "/dashboard/settings/attribution/customers"],
  ["empty-product-assignments", "/dashboard/settings/attribution/products"],
  ["empty-privacy-settings", "/dashboard/settings/privacy"],
  ["empty-deliveries", "/dashboard/settings/health/deliveries"],
  ["health", "/dashboard/settings/health", checked],
  ["empty-payouts", "/dashboard/affiliates/payouts"],
  ["empty-new-payout", "/dashboard/affiliates/payouts/new"],
  ["empty-payout-settings", "/dashboard/settings/payouts"],
  ["empty-owed", "/dashboard/affiliates/payouts/balances"],
  ["empty-reconciliations", "/dashboard/affiliates/payouts/reconcile"],
  ["empty-periods", "/dashboard/settings/ledger/periods"],
];

const explained = (page: Shown) => page.getByRole("dialog").getByText("Show calculation").first().waitFor();

async function selectAll(page: Shown): Promise<void> {
  await page
    .getByRole("checkbox", { name: /Select all/ })
    .first()
    .check();
  await page.getByRole("button", { name: "Approve" }).first().waitFor();
}

async function askToDeny(page: Shown): Promise<void> {
  await page.getByRole("button", { name: "Deny" }).first().click();
  await page.getByRole("dialog").waitFor();
}

/** Embedded, the button is in the admin's title bar, which is no part of the page. */
async function askToImport(page: Shown): Promise<void> {
  const button = page.getByRole("button", { name: "Import", exact: true });
  if ((await button.count()) === 0) return;
  await button.first().click();
  await page.getByRole("dialog").waitFor();
}

async function addFilter(page: Shown): Promise<void> {
  await page.getByRole("button", { name: "Add filter" }).click();
  await page.getByLabel("Filter by").selectOption({ label: "Country" });
}

async function nameView(page: Shown): Promise<void> {
  // Inside Shopify's admin, its title bar has the page's actions.
  const menu = page.getByRole("button", { name: "More actions" });
  if ((await menu.count()) === 0) return;
  await menu.click();
  await page.getByRole("button", { name: "Rename view", exact: true }).click();
  await page.getByLabel("View name").waitFor();
}

/** The preview's answer is in: the order line by line, and one of the last orders. */
async function previewed(page: Shown): Promise<void> {
  const preview = page.getByRole("region", { name: "Preview", exact: true });
  await preview
    .getByText(/^\$[\d.]+$/)
    .first()
    .waitFor();
  await preview.getByRole("button", { name: "Show calculation", exact: true }).click();
  const show = preview.getByRole("button", { name: /Show calculation of #/ });
  if ((await show.count()) > 0) await show.first().click();
}

async function openApplication(page: Shown): Promise<void> {
  await page.getByRole("link", { name: "Ana Ruiz" }).first().click();
  await page.getByRole("dialog", { name: "Ana Ruiz" }).waitFor();
}

/** The codes that a template would make, before they are made. */
async function previewCodes(page: Shown): Promise<void> {
  await page.getByLabel("Discount percentage").fill("20");
  await page.getByRole("radio", { name: "Everyone in a program" }).check();
  await page.getByLabel("Program", { exact: true }).selectOption({ label: "Friends of the house" });
  await page.getByRole("button", { name: "Preview codes" }).click();
  await page.getByText(/^\d+ codes$/).waitFor();
}

/** A program of which the merchant has begun to write the rules, with a fault in one. */
async function beginRules(page: Shown): Promise<void> {
  await page.getByLabel("Program name").fill("Hats for everybody");
  await openSection(page, "Tiers");
  await page.getByRole("button", { name: "Add tier" }).click();
  await openSection(page, "Rules");
  for (const start of ["First-time customers", "Exclude products"]) {
    await page.getByRole("button", { name: "Add rule" }).click();
    await page.getByRole("menuitem", { name: start }).click();
  }
  await page.getByRole("button", { name: "Add group" }).first().click();
  await page.getByLabel("Program name").focus();
  await page.getByText("Enter at least one value.").first().waitFor();
}

async function receiveApplications(
  people: People,
  { merchant, program }: { merchant: Person; program: string },
): Promise<void> {
  await merchant.page.goto(`/dashboard/programs/${program}`);
  const link = await openForApplications(merchant.page, "Friends of the house");
  await Promise.all(
    ["Ana Ruiz", "Benedikt Okri"].map(async (name) => {
      const person = await people.meet();
      const email = `${name.split(" ")[0]?.toLowerCase()}@screens.example`;
      await person.page.goto(link);
      await apply(person, { name, email, audience: "1K" });
      await confirmApplication(person, email);
      await person.page.getByRole("heading", { name: "Thanks for applying", level: 1 }).waitFor();
    }),
  );
}

/** Every screen of the product with something on it, and those of a new shop with nothing on them. */
export async function prepareScreens(people: People): Promise<{
  visits: readonly Visit[];
  /** The merchant's screens, to be visited again by somebody who has the same session. */
  merchant: Visit;
  /** Puts a failed delivery into the shop. The dashboard shows it until somebody has looked, so this comes last. */
  failDelivery: () => Promise<Visit>;
}> {
  const merchant = await people.meet();
  await signIn(merchant, "list-store");
  await watchClosely(merchant);
  const shop = await makeBusy(people, merchant, "list-store", richTerms);
  const furnished = await furnish(merchant, { name: "list-store", shop });
  const handled = await handle(merchant, shop);
  const flag = await lookAtFlags(merchant);
  const paying = await payOut(merchant, { name: "list-store", shop });
  await receiveApplications(people, { merchant, program: shop.program });
  const audit = await auditOrders(merchant);
  const imports = await moveHalfway(merchant.page);
  const backtests = `/dashboard/programs/${shop.program}/backtest`;
  const busy: Screen[] = [
    ["dashboard", "/dashboard"],
    ["orders", "/dashboard/orders"],
    ["why", `/dashboard/orders?why=${shop.order}`, explained],
    ["order", `/dashboard/orders/${shop.order}`],
    ["order-reassigned", `/dashboard/orders/${handled.reassigned}`],
    ["proof", "/dashboard/settings/ledger"],
    ["proof-affiliate", `/dashboard/settings/ledger?affiliate=${shop.affiliate}`],
    ["transfers", "/dashboard/settings/ledger/transfers"],
    ["orders-of-figure", "/dashboard/orders?figure=net&currency=USD&customer=new"],
    ["reports", "/dashboard/reports?compare=previous"],
    ["reports-own-days", "/dashboard/reports?compare=days&compareFrom=2026-01-01&compareTo=2026-01-31"],
    ["reports-view", `/dashboard/reports?report=codes&range=this-year&view=${furnished.view}`, nameView],
    ["reports-products", "/dashboard/reports?report=products&range=this-year&sort=net", addFilter],
    ["reports-none-match", "/dashboard/reports?country=XX&customer="],
    ["signals", "/dashboard/reports/attribution"],
    ["settings", "/dashboard/settings"],
    ["settings-general", "/dashboard/settings?section=general"],
    ["appearance", "/dashboard/settings/appearance"],
    ["api-keys", "/dashboard/settings/api"],
    ["all-backtests", "/dashboard/programs/backtests"],
    ["audits", "/dashboard/programs/audit"],
    ["audit", audit],
    ["attribution", "/dashboard/settings/attribution"],
    ["bound-customers", "/dashboard/settings/attribution/customers"],
    ["product-assignments", "/dashboard/settings/attribution/products"],
    ["fraud-rules", "/dashboard/settings/fraud"],
    ["privacy-settings", "/dashboard/settings/privacy"],
    ["portal-settings", "/dashboard/settings/portal"],
    ["emails", "/dashboard/settings/notifications"],
    ["email", "/dashboard/settings/notifications/sale"],
    ["affiliates", "/dashboard/affiliates"],
    ["affiliates-none-match", "/dashboard/affiliates?search=nobody"],
    ["affiliates-page-2", "/dashboard/affiliates?page=2"],
    ["invite", "/dashboard/affiliates/invite"],
    ["applications", "/dashboard/affiliates/applications"],
    ["application", "/dashboard/affiliates/applications", openApplication],
    ["affiliate", `/dashboard/affiliates/${shop.affiliate}`],
    ["commissions", "/dashboard/affiliates/commissions"],
    ["commissions-selected", "/dashboard/affiliates/commissions", selectAll],
    ["commission", `/dashboard/affiliates/commissions/${handled.commission}`],
    ["deny", `/dashboard/affiliates/commissions/${handled.commission}`, askToDeny],
    ["add-commission", "/dashboard/affiliates/commissions/new"],
    ["links", "/dashboard/affiliates/links"],
    ["link", `/dashboard/affiliates/links/${furnished.link}`],
    ["new-link", "/dashboard/affiliates/links/new"],
    ["other-systems", "/dashboard/affiliates/links/imported"],
    ["imports", "/dashboard/affiliates/import"],
    ["import-mapping", imports.draft],
    ["import-checked", imports.checked],
    ["import-undecided", imports.checked, askToImport],
    ["import-done", imports.done],
    ["codes", "/dashboard/affiliates/codes"],
    ["assign-code", "/dashboard/affiliates/codes/assign"],
    ["discounts", "/dashboard/affiliates/discounts"],
    ["discount", `/dashboard/affiliates/discounts/${furnished.discount}`],
    ["new-discount", "/dashboard/affiliates/discounts/new", previewCodes],
    ["edit-discount", `/dashboard/affiliates/discounts/${furnished.discount}/edit`],
    ["claims", "/dashboard/affiliates/claims"],
    ["flags", "/dashboard/affiliates/flags"],
    ["flag", `/dashboard/affiliates/flags/${flag}`],
    ["programs", "/dashboard/programs"],
    ["new-program", "/dashboard/programs/new", beginRules],
    ["joining", `/dashboard/programs/${shop.program}?section=joining`],
    ["program", `/dashboard/programs/${shop.program}`, previewed],
    ["custom-terms", `/dashboard/affiliates/${shop.affiliate}/programs/${shop.program}/terms`, previewed],
    ["backtests", backtests],
    ["backtests-new", "/dashboard/programs/new/backtest"],
    ["backtests-own", `/dashboard/affiliates/${shop.affiliate}/programs/${shop.program}/backtest`],
    ["backtest-new", `/dashboard/programs/new/backtest/${handled.backtests.ofNew}`],
    ["backtest", `${backtests}/${handled.backtests.done}`],
    ["backtest-running", `${backtests}/${handled.backtests.running}`],
    ["backtest-failed", `${backtests}/${handled.backtests.failed}`],
    ...payingScreens(paying, shop.affiliate),
  ];
  const own: Screen[] = [
    ["portal", "/portal"],
    ["portal-orders", "/portal/orders"],
    ["portal-more", "/portal/more"],
    ["portal-profile", "/portal/profile"],
    ["portal-order", `/portal/orders/${shop.order}`],
    ["portal-links", "/portal/links"],
    ["portal-link", `/portal/links/${furnished.link}`],
    ["portal-claims", "/portal/claims"],
    ["portal-notifications", "/portal/notifications"],
    ["portal-payouts", "/portal/payouts"],
    ["portal-payout", `/portal/payouts/${paying.items.paid}`],
    ["portal-payout-returned", `/portal/payouts/${paying.items.returned}`],
    ["portal-payout-held", `/portal/payouts/${paying.items.held}`],
    ["portal-statements", "/portal/statements"],
    ["portal-terms", "/portal/terms"],
    ["portal-payout-details", "/portal/payout-details"],
  ];
  const newcomer = await people.meet();
  await signIn(newcomer, "empty-store");
  const visits: Visit[] = [
    { person: merchant, screens: busy, shop: "list-store" },
    { person: newcomer, screens: empty, shop: "empty-store" },
    { person: shop.portal, screens: own },
    { person: await people.meet(), screens: strangers },
  ];
  return {
    visits,
    merchant: { person: merchant, screens: busy },
    async failDelivery() {
      const delivery = await setAside(merchant, "list-store");
      return {
        person: merchant,
        screens: [
          ["dashboard-troubled", "/dashboard"],
          ["deliveries", "/dashboard/settings/health/deliveries"],
          ["delivery", `/dashboard/settings/health/${encodeURIComponent(delivery)}`],
        ],
      };
    },
  };
}
