import { screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ownExplanationOf } from "#app/contracts/own-explanation.ts";
import type { JoinFault, JoinPageWire } from "#app/contracts/join.ts";
import type { EarnedWire, HomeTierWire, HomeWire } from "#app/contracts/portal.ts";
import { affiliateStatuses } from "#app/domain/affiliate.ts";
import { commissionStates } from "#app/domain/commission-state.ts";
import { accountKinds } from "#app/domain/payouts/details.ts";
import { paymentStates } from "#app/domain/payouts/payment.ts";
import { AcceptPage } from "#app/ui/portal/accept-page.tsx";
import { ConfirmPage } from "#app/ui/join/confirm-page.tsx";
import { JoinPage } from "#app/ui/join/join-page.tsx";
import { NoProgramPage } from "#app/ui/join/join-box.tsx";
import { StorePage } from "#app/ui/join/store-page.tsx";
import { ConfirmEmailPage } from "#app/ui/portal/confirm-email-page.tsx";
import { ConfirmDetailsPage } from "#app/ui/portal/confirm-details-page.tsx";
import { HomePage } from "#app/ui/portal/home-page.tsx";
import { MorePage } from "#app/ui/portal/more-page.tsx";
import { NoStorePage, PortalFault } from "#app/ui/portal/portal-fault.tsx";
import { NotificationsPage } from "#app/ui/portal/notifications-page.tsx";
import { OwnClaimsPage } from "#app/ui/portal/own-claims-page.tsx";
import { OwnDetailsPage } from "#app/ui/portal/own-details-page.tsx";
import { OwnLinkPage } from "#app/ui/portal/own-link-page.tsx";
import { OwnLinksPage } from "#app/ui/portal/own-links-page.tsx";
import { OwnOrderPage } from "#app/ui/portal/own-order-page.tsx";
import { OwnOrdersPage } from "#app/ui/portal/own-orders-page.tsx";
import { OwnPayoutPage } from "#app/ui/portal/own-payout-page.tsx";
import { OwnPayoutsPage } from "#app/ui/portal/own-payouts-page.tsx";
import { OwnTermsPage } from "#app/ui/portal/own-terms-page.tsx";
import { OwnStatementsPage } from "#app/ui/portal/own-statements-page.tsx";
import { PortalFrame } from "#app/ui/portal/portal-frame.tsx";
import { ProfilePage } from "#app/ui/portal/profile-page.tsx";
import { SignInPage } from "#app/ui/portal/sign-in-page.tsx";
import { explained } from "../orders/explained.ts";
import { renderPage } from "../shell/stub.tsx";
import { pseudo, pseudoTexts, wordsOutside } from "../../support/pseudo.ts";

/** Data has no Latin letters, so that every Latin word outside of the catalogs is a text that was missed. */
const shop = { name: "Κούπες", logo: null, contactEmail: "1@2.3", timeZone: "UTC" };
const at = "2026-03-01T12:00:00.000Z";
const euro = (amount: string) => ({ amount, currencyCode: "EUR" });
const timeZone = "UTC";
/** Names of formats, methods, currencies and zones, which are the same in every language. */
const names = ["PDF", "CSV", "EUR", "USD", "GBP", "UTC", "myshopify", "com", "products", "IRIS10"];

const link = {
  id: "1",
  name: "Κούπα",
  status: "active" as const,
  affiliate: { id: "1", name: "Ίρις" },
  slug: "1",
  target: "/1",
  subId: "1",
  utm: {},
  program: null,
  discountCode: "1",
  forms: { short: "1", direct: "2", discount: "3" },
  figures: { clicks: 1, orders: 1 },
  createdAt: at,
  updatedAt: at,
  revision: 1,
};
const choices = { codes: ["1"], programs: null };

const details = {
  id: "1",
  method: "paypal" as const,
  account: "1",
  enteredAt: at,
  confirmedAt: at,
  effectiveAt: at,
  endsAt: null,
};
const detailsPage = {
  details: { current: details, next: details, unconfirmed: details },
  kinds: accountKinds,
  kind: "iban" as const,
  isCurrentOffered: false,
  isCustomerMissing: true,
  countries: [{ code: "1", name: "Ελλάδα" }],
  currency: "EUR",
  email: "1@2.3",
  wantsReminders: true,
  canEmail: true,
  shopName: shop.name,
  timeZone,
};

const payout = {
  id: "1",
  amount: euro("1.00"),
  fee: euro("0.10"),
  method: "bank" as const,
  receiver: "1",
  status: "paid" as const,
  plannedAt: at,
  sentAt: at,
  settledAt: at,
};
const transfers = (["payout_started", "payout_settled", "payout_returned", "fee", "x"] as const).flatMap(
  (code) =>
    [true, false].map((wasPaid) => ({ id: `${code}${wasPaid}`, code, amount: euro("1.00"), at, wasPaid })),
);

const lines = (["commission", "adjustment", "write_off", "opening_balance", "payment"] as const).flatMap(
  (kind) =>
    ["1.00", "-1.00"].map((amount) => ({ id: `${kind}${amount}`, kind, order: null, amount: euro(amount) })),
);

const earnedKinds = [
  "order",
  "bonus",
  "manual",
  "deduction",
  "adjustment",
  "write_off",
  "opening_balance",
  "payment",
] as const;
const commissions = earnedKinds.flatMap((kind) =>
  commissionStates.map((state): EarnedWire => {
    return {
      id: `${kind}${state}`,
      kind,
      order: { id: "1", name: "#1" },
      earnedAt: at,
      amount: euro(kind === "adjustment" ? "-1.00" : "1.00"),
      state,
      why: kind === "deduction" ? { code: "refund", order: null } : { code: "won-by-code" },
      approvesAt: null,
      payment: { id: "1", method: "manual", at },
    };
  }),
);
const balances = [
  { pending: euro("1.00"), available: euro("1.00"), inTransit: euro("1.00"), paid: euro("1.00") },
];

const tier: HomeTierWire = {
  programName: "Κούπες",
  ruleName: null,
  pay: { kind: "percentage", rateBps: 2000 },
  period: { kind: "calendar", unit: "month" },
  reached: { measure: "sales", amount: euro("1.00") },
  goal: { measure: "sales", amount: euro("2.00") },
  percent: 50,
};
const pays = [
  { kind: "none" },
  { kind: "fixed", amount: euro("1.00") },
  { kind: "per-item", amount: euro("1.00") },
] as const;
const tiers: HomeTierWire[] = [
  ...(["month", "quarter", "year"] as const).map((unit, index): HomeTierWire => {
    return { ...tier, programName: String(index), period: { kind: "calendar", unit } };
  }),
  ...pays.map((pay, index): HomeTierWire => {
    const orders = { measure: "orders", count: index } as const;
    const period = index === 0 ? ({ kind: "ever" } as const) : ({ kind: "rolling", days: index } as const);
    return { ...tier, ruleName: String(index), pay, period, reached: orders, goal: orders };
  }),
];

const home: HomeWire = {
  shop,
  affiliate: { name: "Ίρις", status: "active", referralLink: "1", balances },
  codes: [
    { code: "1", gives: null, endsAt: "2026-12-10T09:00:00.000Z" },
    { code: "2", gives: { kind: "percentage", ratio: 0.1 }, endsAt: null },
    { code: "3", gives: { kind: "amount", amount: euro("1.00") }, endsAt: null },
    { code: "4", gives: { kind: "amount-per-item", amount: euro("1.00") }, endsAt: null },
    { code: "5", gives: { kind: "free-shipping" }, endsAt: null },
  ],
  month: { earned: euro("1.00"), change: 0.1 },
  days: ["2026-03-01", "2026-03-02", "2026-03-03"].map((day) => {
    return { day, clicks: 1, orders: 1, earned: euro("1.00") };
  }),
  conversion: 0.1,
  perClick: euro("1.00"),
  tiers,
  pay: null,
  latest: commissions.slice(0, 5),
  outlook: {
    nextDay: "2026-12-01",
    minimums: [euro("1.00")],
    account: { method: "bank", account: "1" },
    isWaiting: false,
  },
};
const fresh: HomeWire = {
  ...home,
  affiliate: { ...home.affiliate, balances: [] },
  codes: [],
  latest: [],
  outlook: { ...home.outlook, nextDay: null, account: null },
};
const rate = { kind: "percentage", rateBps: 1000 } as const;

const own = ownExplanationOf(explained, "aff_1", commissions.slice(0, 1));
const greekOrder = {
  ...own,
  signals: own.signals.map((one) => ({ ...one, code: one.code && "1", subId: "1" })),
  arithmetic: own.arithmetic && {
    ...own.arithmetic,
    lines: own.arithmetic.lines.map((line) => ({ ...line, title: "Κούπα", rule: { name: "1" } })),
  },
};

const customTerms = {
  id: "1",
  program: "Κούπες",
  lines: ["1"],
  notice: "2",
  isAccepted: true,
  since: "1",
  upcoming: { date: "1", changes: ["1"] },
  earlier: [{ from: "1", to: "2", lines: ["1"] }],
};

const join: JoinPageWire = {
  brand: shop,
  program: { name: "Κούπες", description: "" },
  commission: { type: "none" },
  terms: ["1"],
  form: {
    fields: (["text", "link", "choice", "checkbox"] as const).map((kind, index) => {
      return { id: kind, kind, label: "Κούπα", isRequired: index > 1, choices: ["1"] };
    }),
    countries: [{ code: "1", name: "Ελλάδα" }],
    hidden: {},
  },
  isIndexable: false,
};
const percent = { type: "percentage", percent: "10" } as const;
const offers: readonly JoinPageWire["commission"][] = [
  percent,
  { type: "fixed", amount: euro("1.00") },
  { type: "per-item", amount: euro("1.00") },
  {
    type: "tiered",
    below: percent,
    steps: [{ atLeast: { measure: "orders", count: 1 }, pay: percent }],
    period: { type: "calendar", unit: "month" },
  },
];
const faults: readonly JoinFault[] = [
  "missing",
  "too-long",
  "not-a-link",
  "not-a-choice",
  "has-link",
  "not-plain-text",
  "not-an-email",
  "not-agreed",
];
const joinProblems = ["fields", "too-fast", "expired", "terms-changed", "too-many"] as const;
const confirmations = ["waiting", "approved", "confirmed-before", "expired", "invalid"] as const;

const wrongSignIn = { ok: true as const, email: "1@2.3" };
type Page = [name: string, show: () => ReactNode];

const pages: Page[] = [
  ["sign-in", () => <SignInPage brand={null} canEmail answer={null} />],
  ["sign-in of a shop", () => <SignInPage brand={shop} canEmail answer={wrongSignIn} />],
  ["sign-in without email", () => <SignInPage brand={shop} canEmail={false} answer={null} />],
  ["accept", () => <AcceptPage />],
  ["no store", () => <NoStorePage />],
  ["confirm details", () => <ConfirmDetailsPage />],
  ["fault", () => <PortalFault />],
  ["home", () => <HomePage {...home} />],
  ["home, new", () => <HomePage {...fresh} />],
  ["home, waiting for payout details", () => <HomePage {...fresh} outlook={{ ...fresh.outlook, isWaiting: true }} />],
  ...[rate, ...pays].map((from): Page => [
    `home, new, paid ${from.kind}`,
    () => <HomePage {...fresh} pay={{ from, upTo: null }} />,
  ]),
  ["home, new, paid by tiers", () => <HomePage {...fresh} pay={{ from: rate, upTo: rate }} />],
  ...affiliateStatuses.map((status): Page => [
    `home, ${status}`,
    () => <HomePage {...home} affiliate={{ ...home.affiliate, status }} />,
  ]),
  ["navigation", () => <main><PortalFrame brand={shop}>{null}</PortalFrame></main>],
  ["more", () => <MorePage shopName={shop.name} contactEmail={shop.contactEmail} />],
  ["orders", () => <OwnOrdersPage balances={balances} commissions={commissions} nextCursor="1" timeZone={timeZone} />],
  ["orders, none", () => <OwnOrdersPage balances={[]} commissions={[]} nextCursor={null} timeZone={timeZone} />],
  ["profile", () => <ProfilePage name="Ίρις" email="1@2.3" newEmail="4@5.6" answer={{ ok: true, intent: "name" }} />],
  ["notifications", () => <NotificationsPage frequency="daily" answer={{ ok: true }} />],
  ["notifications, bad link", () => <NotificationsPage frequency={null} answer={null} />],
  ["confirm email", () => <ConfirmEmailPage />],
  ["terms", () => <OwnTermsPage programs={[customTerms]} />],
  ["terms, none", () => <OwnTermsPage programs={[]} />],
  ...offers.map((commission): Page => [
    `join, paid ${commission.type}`,
    () => <JoinPage {...join} commission={commission} answer={null} />,
  ]),
  ...faults.map((fault): Page => [
    `join, ${fault}`,
    () => <JoinPage {...join} answer={{ ok: false, problem: "fields", fields: [{ field: "name", fault }], given: {} }} />,
  ]),
  ...joinProblems.map((problem): Page => [
    `join, ${problem}`,
    () => <JoinPage {...join} answer={{ ok: false, problem, fields: [], given: {} }} />,
  ]),
  ["join, sent", () => <JoinPage {...join} answer={{ ok: true }} />],
  ["join, closed", () => <JoinPage {...join} form={null} answer={null} />],
  ["join, programs", () => <StorePage brand={shop} programs={[{ name: "Κούπες", description: "1", slug: "1" }]} />],
  ["join, no programs", () => <StorePage brand={shop} programs={[]} />],
  ["join, nothing there", () => <NoProgramPage />],
  ["join, confirm", () => <ConfirmPage brand={shop} token="1" answer={null} />],
  ...confirmations.map((confirmation): Page => [
    `join, ${confirmation}`,
    () => <ConfirmPage brand={shop} token="1" answer={{ confirmation }} />,
  ]),
  ["payouts", () => <OwnPayoutsPage payouts={[payout]} nextCursor="1" timeZone={timeZone} />],
  ["payouts, none", () => <OwnPayoutsPage payouts={[]} nextCursor={null} timeZone={timeZone} />],
  ...paymentStates.map((status): Page => [
    `payout, ${status}`,
    () => <OwnPayoutPage payout={{ ...payout, status }} transfers={transfers} lines={lines} lineCount={99} shop={shop} timeZone={timeZone} />,
  ]),
  ["statements", () => <OwnStatementsPage months={["2026-03"]} />],
  ["statements, none", () => <OwnStatementsPage months={[]} />],
  ...accountKinds.map((kind): Page => [
    `details, ${kind}`,
    () => <OwnDetailsPage {...detailsPage} kind={kind} answer={{ ok: true, what: "emailed" }} />,
  ]),
  ["details, none", () => <OwnDetailsPage {...detailsPage} kind={null} details={{ current: null, next: null, unconfirmed: null }} wantsReminders={false} answer={{ ok: true, what: "withdrawn" }} />],
  ["details without email", () => <OwnDetailsPage {...detailsPage} canEmail={false} answer={{ ok: true, what: "reminders" }} />],
  ["claims", () => <OwnClaimsPage claims={[{ id: "1", orderName: "#1", note: "1", status: "declined", madeAt: at, answer: "1" }]} timeZone={timeZone} answer={{ ok: true }} />],
  ["claims, none", () => <OwnClaimsPage claims={[]} timeZone={timeZone} answer={null} />],
  ["links", () => <OwnLinksPage links={[link]} pagination={{ page: 2, limit: 1, total: 30 }} fault="1" search="" code="1" places={{ storeRoot: "1/", shopDomain: "1", appUrl: "1" }} choices={choices} addressStart="1" timeZone={timeZone} refusal={null} />],
  ["links, none", () => <OwnLinksPage links={[]} pagination={{ page: 1, limit: 1, total: 0 }} fault={null} search="1" code="1" places={{ storeRoot: "1/", shopDomain: "1", appUrl: "1" }} choices={choices} addressStart="1" timeZone={timeZone} refusal={null} />],
  ["link", () => <OwnLinkPage link={link} formerSlugs={["1"]} days={[{ day: "2026-03-01", clicks: 1, orders: 1 }]} qr={{ size: 1, path: "" }} choices={choices} addressStart="1" timeZone={timeZone} />],
  ["link without clicks", () => <OwnLinkPage link={{ ...link, status: "archived" }} formerSlugs={[]} days={[]} qr={{ size: 1, path: "" }} choices={choices} addressStart="1" timeZone={timeZone} />],
  ["order", () => <OwnOrderPage explained={greekOrder} timeZone={timeZone} />],
  ["order of another", () => <OwnOrderPage explained={{ ...greekOrder, why: null, seen: "uncounted", signals: [], arithmetic: null }} timeZone={timeZone} />],
]; // prettier-ignore

beforeEach(() => {
  document.documentElement.dataset["locale"] = "el-GR";
});

afterEach(() => {
  delete document.documentElement.dataset["locale"];
});

describe("in a language 40% longer than English, every text comes from the catalogs:", () => {
  test.each(pages)("%s", async (_name, show) => {
    renderPage(show(), {
      at: "/portal",
      texts: pseudoTexts(["home", "join", "portal", "reasons", "states", "terms"]),
    });
    expect(wordsOutside(await screen.findByRole("main"), names)).toEqual([]);
  });
});

test("a text outside of the catalogs is found", () => {
  const page = document.createElement("main");
  page.innerHTML = '<p>⟦Páíd ⟦tó⟧ ··⟧ 12</p><button aria-label="Close">⟦×⟧</button><i>Left over</i>';
  expect(wordsOutside(page, [])).toEqual(["Left", "over", "Close"]);
});

test("a longer language keeps arguments, tags and plurals", () => {
  expect(pseudo("Hi {name}, <mail>write</mail> {n, plural, one {# note} other {# notes}}")).toMatch(
    /^⟦Hí \{name\}, <mail>wríté<\/mail> \{n, plural, one \{# ñóté\} other \{# ñótéš\}\}·+⟧$/,
  );
});
