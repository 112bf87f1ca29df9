import { screen, within } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import type { PortalWire } from "#app/contracts/portal.ts";
import { pageTexts } from "#app/http/page-texts.server.ts";
import { AcceptPage } from "#app/ui/portal/accept-page.tsx";
import { NoStorePage } from "#app/ui/portal/no-store-page.tsx";
import { PortalPage } from "#app/ui/portal/portal-page.tsx";
import { SignInPage } from "#app/ui/portal/sign-in-page.tsx";
import { affiliate, commission } from "../affiliates/sample.ts";
import { accessibilityFaults, renderPage } from "../shell/stub.tsx";

const page: PortalWire = {
  shop: {
    name: "Mug Shop",
    logo: "https://cdn.example/logo.png",
    contactEmail: "shop@example.com",
    timeZone: "UTC",
  },
  affiliate,
  codes: [{ code: "ZOE10", gives: "10% off" }],
  commissions: [commission],
  nextCursor: null,
  outlook: {
    nextDay: "2026-12-01",
    minimums: [{ amount: "50.00", currencyCode: "USD" }],
    account: null,
    isWaiting: false,
  },
};
const isDisabled = (button: HTMLElement) => button.getAttribute("aria-disabled") === "true";

afterEach(() => {
  window.location.hash = "";
});

describe("the affiliate's page", () => {
  test("shows the shop, link, codes, balance, commissions with their reasons, and the way out", async () => {
    renderPage(<PortalPage {...page} />, { at: "/portal" });
    for (const text of ["Mug Shop", "ZOE10", "10% off", "#1001", "$10.00", "$50.00", "$15.00", "$5.00"]) {
      expect(screen.getByText(text)).toBeDefined();
    }
    expect(screen.getByText(commission.reason)).toBeDefined();
    expect(screen.getByDisplayValue(affiliate.referralLink)).toBeDefined();
    expect(screen.getByRole("button", { name: "Copy link" })).toBeDefined();
    expect(screen.getByRole("button", { name: "Sign out" }).closest("form")?.getAttribute("action")).toBe(
      "/portal/sign-out",
    );
  });

  test("calls a commission that the store has to approve pending", () => {
    const waiting = { ...commission, state: "to_approve" } as const;
    renderPage(<PortalPage {...page} commissions={[waiting]} />, { at: "/portal" });
    const row = screen.getByRole("row", { name: /#1001/ });
    expect(within(row).getByText("Pending")).toBeDefined();
    expect(screen.getByText("Waiting for the store's approval.")).toBeDefined();
    expect(screen.queryByText(/To approve|On hold until/)).toBeNull();
  });

  test("calls a commission that a payout has not paid yet on its way", () => {
    const sent = { ...commission, state: "in_payout" } as const;
    renderPage(<PortalPage {...page} commissions={[sent]} />, { at: "/portal" });
    expect(within(screen.getByRole("row", { name: /#1001/ })).getByText("On its way")).toBeDefined();
  });

  test("names opening balances and write-offs, which have no approval period", () => {
    const other = { ...commission, order: null, holdUntil: null, state: "pending" } as const;
    const entries = [
      { ...other, id: "opb_1", kind: "opening_balance" },
      { ...other, id: "wof_1", kind: "write_off", state: "paid" },
    ] as const;
    renderPage(<PortalPage {...page} commissions={entries} />, { at: "/portal" });
    for (const name of ["Opening balance", "Write-off"]) {
      expect(screen.getByRole("rowheader", { name })).toBeDefined();
    }
    expect(screen.queryByText("The approval period has not started.")).toBeNull();
  });

  test("opens the payment of a paid commission, and says what is deducted", () => {
    const payment = { id: "pit_1", method: "paypal", at: "2026-03-25T12:00:00.000Z" } as const;
    const paid = { ...commission, id: "com_7", state: "paid", payment } as const;
    const amount = { amount: "-2.00", currencyCode: "USD" };
    const deduction = {
      ...commission,
      id: "com_7.open",
      kind: "deduction",
      state: "approved",
      amount,
    } as const;
    renderPage(<PortalPage {...page} commissions={[paid, deduction]} />, { at: "/portal" });
    const link = screen.getByRole("link", { name: "PayPal, Mar 25, 2026" });
    expect(link.getAttribute("href")).toBe("/portal/payouts/pit_1");
    expect(screen.getByText("To deduct")).toBeDefined();
    expect(screen.getByText("-$2.00")).toBeDefined();
  });

  test.each([
    ["pending", /has to approve you/],
    ["suspended", /has suspended your participation/],
    ["rejected", /do not take part/],
    ["invited", /has invited you/],
  ] as const)("tells an affiliate who is %s what that means", (status, text) => {
    renderPage(<PortalPage {...page} affiliate={{ ...page.affiliate, status }} />, { at: "/portal" });
    expect(screen.getByText(text)).toBeDefined();
  });

  test("with nothing earned says so, and offers no further page", () => {
    const fresh = { ...page, commissions: [], affiliate: { ...page.affiliate, balances: [] } };
    renderPage(<PortalPage {...fresh} />, { at: "/portal" });
    expect(screen.getByText("Nothing was earned yet.")).toBeDefined();
    expect(screen.getByText("There are no commissions yet.")).toBeDefined();
    expect(screen.queryByText("Older commissions")).toBeNull();
  });
});

describe("the mail's link", () => {
  test("puts the fragment's token into the form, which waits for a click", async () => {
    window.location.hash = "#token=shp_1.secret";
    const { container } = renderPage(<AcceptPage />, { at: "/portal/accept" });
    const form = container.querySelector("form");
    if (!form) throw new Error("There is no form.");
    expect(new FormData(form).get("token")).toBe("shp_1.secret");
    expect(isDisabled(screen.getByRole("button", { name: "Accept invitation" }))).toBe(false);
  });

  test("without a token there is nothing to accept", () => {
    renderPage(<AcceptPage />, { at: "/portal/accept" });
    expect(isDisabled(screen.getByRole("button", { name: "Accept invitation" }))).toBe(true);
  });

  test("signs in where there is a token, and else asks for the address", async () => {
    window.location.hash = "#token=shp_1.secret";
    const { unmount } = renderPage(<SignInPage canEmail brand={null} answer={null} />, {
      at: "/portal/sign-in",
    });
    expect(screen.getByRole("button", { name: "Sign in" })).toBeDefined();
    unmount();
    window.location.hash = "";
    renderPage(<SignInPage canEmail brand={null} answer={null} />, { at: "/portal/sign-in" });
    expect(screen.getByLabelText(/^Email/)).toBeDefined();
    expect(screen.getByLabelText(/^Store/)).toBeDefined();
  });

  test("says that no link can be emailed, and asks for nothing", () => {
    const brand = { name: "Mug Shop", logo: null };
    renderPage(<SignInPage canEmail={false} brand={brand} answer={null} />, { at: "/portal/mug/sign-in" });
    expect(screen.getByText("Sign-in links can't be emailed right now. Contact Mug Shop.")).toBeDefined();
    expect(screen.queryByLabelText(/^Email/)).toBeNull();
  });

  test("the form of one shop names it, shows errors at the field, and says the same whoever asked", () => {
    const brand = { name: "Mug Shop", logo: null };
    const message = "Enter a valid e-mail address";
    const wrong = { ok: false as const, message, errors: [{ field: "email", message }] };
    const { unmount } = renderPage(<SignInPage canEmail brand={brand} answer={wrong} />, {
      at: "/portal/mug/sign-in",
    });
    expect(screen.getByText("Mug Shop")).toBeDefined();
    expect(screen.getByText(message)).toBeDefined();
    expect(screen.queryByLabelText(/^Store/)).toBeNull();
    unmount();
    renderPage(<SignInPage canEmail brand={brand} answer={{ ok: true, email: "a@example.com" }} />, {
      at: "/portal/mug/sign-in",
    });
    expect(screen.getByText(/If a@example.com belongs to an affiliate of this store/)).toBeDefined();
  });
});

test("the sign-in page is in the reader's language", () => {
  const request = new Request("https://app.example/portal/sign-in");
  renderPage(<SignInPage canEmail brand={null} answer={null} />, {
    at: "/portal/sign-in",
    texts: pageTexts(request, "de", ["portal"]),
  });
  expect(screen.getByRole("heading", { name: "Anmeldung für Affiliates" })).toBeDefined();
  expect(screen.getByRole("button", { name: "Link anfordern" })).toBeDefined();
});

test("an affiliate whose store has the app no more is told so, and that nothing is forgotten", async () => {
  const { container } = renderPage(<NoStorePage />, { at: "/portal/mug/sign-in" });
  expect(screen.getByRole("heading", { name: "No affiliate program here" })).toBeDefined();
  expect(screen.getByText(/Your earnings are kept/)).toBeDefined();
  expect(await accessibilityFaults(container)).toEqual([]);
});
