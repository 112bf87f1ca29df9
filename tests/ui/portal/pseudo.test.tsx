import { screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ownExplanationOf } from "#app/contracts/own-explanation.ts";
import { affiliateStatuses } from "#app/domain/affiliate.ts";
import { commissionStates } from "#app/domain/commission-state.ts";
import { accountKinds } from "#app/domain/payouts/details.ts";
import { itemStates } from "#app/domain/payouts/item.ts";
import { AcceptPage } from "#app/ui/portal/accept-page.tsx";
import { ConfirmDetailsPage } from "#app/ui/portal/confirm-details-page.tsx";
import { NoStorePage } from "#app/ui/portal/no-store-page.tsx";
import { OwnClaimsPage } from "#app/ui/portal/own-claims-page.tsx";
import { OwnDetailsPage } from "#app/ui/portal/own-details-page.tsx";
import { OwnLinkPage } from "#app/ui/portal/own-link-page.tsx";
import { OwnLinksPage } from "#app/ui/portal/own-links-page.tsx";
import { OwnOrderPage } from "#app/ui/portal/own-order-page.tsx";
import { OwnPayoutPage } from "#app/ui/portal/own-payout-page.tsx";
import { OwnPayoutsPage } from "#app/ui/portal/own-payouts-page.tsx";
import { OwnStatementsPage } from "#app/ui/portal/own-statements-page.tsx";
import { PortalFault } from "#app/ui/portal/portal-fault.tsx";
import { PortalPage } from "#app/ui/portal/portal-page.tsx";
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
  status: "settled" as const,
  plannedAt: at,
  sentAt: at,
  settledAt: at,
};
const transfers = (["payout_started", "payout_settled", "payout_returned", "fee", "x"] as const).flatMap(
  (code) =>
    [true, false].map((wasPaid) => ({ id: `${code}${wasPaid}`, code, amount: euro("1.00"), at, wasPaid })),
);

const home = {
  shop,
  affiliate: {
    name: "Ίρις",
    status: "active" as const,
    referralCode: "1",
    referralLink: "1",
    balances: [{ pending: euro("1.00"), payable: euro("1.00"), inTransit: euro("1.00"), paid: euro("1.00") }],
  },
  codes: [{ code: "1", gives: "10%" }],
  commissions: (["order", "bonus", "manual", "deduction", "adjustment"] as const).flatMap((kind) =>
    commissionStates.map((state) => ({
      id: `${kind}${state}`,
      kind,
      order: { id: "1", name: "#1" },
      earnedAt: at,
      amount: euro(kind === "adjustment" ? "-1.00" : "1.00"),
      state,
      reason: "",
      why: kind === "deduction" ? { code: "refund" as const, order: null } : { code: "won-by-code" as const },
      holdUntil: null,
      payment: { id: "1", method: "outside" as const, at },
    })),
  ),
  nextCursor: "1",
  outlook: { nextDay: "2026-12-01", minimums: [euro("1.00")], account: null, isWaiting: false },
};

const own = ownExplanationOf(explained, "aff_1");
const greekOrder = {
  ...own,
  signals: own.signals.map((one) => ({ ...one, code: one.code && "1", subId: "1" })),
  arithmetic: own.arithmetic && {
    ...own.arithmetic,
    lines: own.arithmetic.lines.map((line) => ({ ...line, title: "Κούπα", rule: "1" })),
  },
};

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
  ["home", () => <PortalPage {...home} />],
  ["home, new", () => <PortalPage {...home} codes={[]} commissions={[]} outlook={{ ...home.outlook, nextDay: null, isWaiting: true }} />],
  ...affiliateStatuses.map((status): Page => [
    `home, ${status}`,
    () => <PortalPage {...home} affiliate={{ ...home.affiliate, status, balances: [] }} />,
  ]),
  ["payouts", () => <OwnPayoutsPage payouts={[payout]} nextCursor="1" timeZone={timeZone} />],
  ["payouts, none", () => <OwnPayoutsPage payouts={[]} nextCursor={null} timeZone={timeZone} />],
  ...itemStates.map((status): Page => [
    `payout, ${status}`,
    () => <OwnPayoutPage payout={{ ...payout, status }} transfers={transfers} shop={shop} timeZone={timeZone} />,
  ]),
  ["statements", () => <OwnStatementsPage months={["2026-03"]} />],
  ["statements, none", () => <OwnStatementsPage months={[]} />],
  ...accountKinds.map((kind): Page => [
    `details, ${kind}`,
    () => <OwnDetailsPage {...detailsPage} kind={kind} answer={{ ok: true, what: "mailed" }} />,
  ]),
  ["details, none", () => <OwnDetailsPage {...detailsPage} kind={null} details={{ current: null, next: null, unconfirmed: null }} wantsReminders={false} answer={{ ok: true, what: "withdrawn" }} />],
  ["details without email", () => <OwnDetailsPage {...detailsPage} canEmail={false} answer={{ ok: true, what: "reminders" }} />],
  ["claims", () => <OwnClaimsPage claims={[{ id: "1", orderName: "#1", note: "1", status: "declined", madeAt: at, answer: "1" }]} timeZone={timeZone} answer={{ ok: true }} />],
  ["claims, none", () => <OwnClaimsPage claims={[]} timeZone={timeZone} answer={null} />],
  ["links", () => <OwnLinksPage links={[link]} pagination={{ page: 2, limit: 1, total: 30 }} search="" code="1" places={{ storeRoot: "1/", shopDomain: "1", appUrl: "1" }} choices={choices} addressStart="1" timeZone={timeZone} refusal={null} />],
  ["links, none", () => <OwnLinksPage links={[]} pagination={{ page: 1, limit: 1, total: 0 }} search="1" code="1" places={{ storeRoot: "1/", shopDomain: "1", appUrl: "1" }} choices={choices} addressStart="1" timeZone={timeZone} refusal={null} />],
  ["link", () => <OwnLinkPage link={link} formerSlugs={["1"]} days={[{ day: "1", clicks: 1, orders: 1 }]} qr={{ size: 1, path: "" }} choices={choices} addressStart="1" timeZone={timeZone} />],
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
    renderPage(show(), { at: "/portal", texts: pseudoTexts(["portal", "reasons", "states"]) });
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
