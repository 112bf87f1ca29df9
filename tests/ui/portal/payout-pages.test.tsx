import { fireEvent, screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { OwnDetailsWire, PayoutDetailsWire } from "#app/contracts/payout-details.ts";
import { paymentStates } from "#app/domain/payouts/payment.ts";
import { PayoutDetailsCard } from "#app/ui/admin/affiliates/payout-sections.tsx";
import { affiliateHistoryText } from "#app/ui/admin/affiliates/history-text.ts";
import { ConfirmDetailsPage } from "#app/ui/portal/confirm-details-page.tsx";
import { OwnDetailsPage } from "#app/ui/portal/own-details-page.tsx";
import { OwnPayoutPage } from "#app/ui/portal/own-payout-page.tsx";
import { OwnPayoutsPage } from "#app/ui/portal/own-payouts-page.tsx";
import { accessibilityFaults, renderPage } from "../shell/stub.tsx";

const at = "/portal/payout-details";
const usd = (amount: string) => ({ amount, currencyCode: "USD" });
const held: PayoutDetailsWire = {
  id: "pod_1",
  method: "paypal",
  account: "z…@paypal.example",
  enteredAt: "2026-03-01T09:00:00.000Z",
  confirmedAt: "2026-03-01T09:10:00.000Z",
  effectiveAt: "2026-03-02T09:10:00.000Z",
  endsAt: null,
};
const next: PayoutDetailsWire = {
  ...held,
  id: "pod_2",
  method: "bank",
  account: "IBAN DE…3000",
  effectiveAt: "2026-04-02T09:10:00.000Z",
};
const unconfirmed = { ...next, id: "pod_3", account: "UK account …19", confirmedAt: null, effectiveAt: null };
const page: OwnDetailsWire = {
  details: { current: null, next: null, unconfirmed: null },
  kinds: ["paypal", "store-credit", "iban", "us", "uk", "other"],
  kind: "iban",
  isCurrentOffered: true,
  isCustomerMissing: false,
  countries: [{ code: "AU", name: "Australia" }],
  currency: "EUR",
  email: "zoe@example.com",
  wantsReminders: true,
  canEmail: true,
  shopName: "Mug Shop",
  timeZone: "UTC",
};

const posting = (posted: FormData[]) => (form: FormData) => {
  posted.push(form);
  return { ok: true, what: "emailed" };
};

describe("the page of payout details", () => {
  test("with none says so, and has the form of the chosen kind", async () => {
    renderPage(<OwnDetailsPage {...page} answer={null} />, { at });
    expect(screen.getByText("Nothing yet, so you can't be paid")).toBeDefined();
    for (const label of ["IBAN", "Account holder", "Account currency"]) {
      expect(screen.getByRole("textbox", { name: label })).toBeDefined();
    }
    expect(screen.getByDisplayValue("EUR")).toBeDefined();
  });

  test("shows the details in effect, those to come, and those that wait for their email", async () => {
    const details = { current: { ...held, endsAt: next.effectiveAt }, next, unconfirmed };
    const { container } = renderPage(<OwnDetailsPage {...page} details={details} answer={null} />, { at });
    expect(screen.getByText("PayPal, z…@paypal.example")).toBeDefined();
    expect(screen.getByText("From Apr 2, 2026, 9:10 AM UTC")).toBeDefined();
    expect(screen.getAllByText(/Bank transfer, IBAN DE…3000/)[0]).toBeDefined();
    expect(screen.getByText("Not confirmed yet: Bank transfer, UK account …19")).toBeDefined();
    expect(screen.getAllByRole("button", { name: /^Withdraw / })).toHaveLength(2);
    expect(screen.getByRole("button", { name: "Send the email again" })).toBeDefined();
    expect(await accessibilityFaults(container)).toEqual([]);
  });

  test("posts what was typed, and says that an email is on its way", async () => {
    const posted: FormData[] = [];
    renderPage(<OwnDetailsPage {...page} answer={null} />, { at, answer: posting(posted) });
    fireEvent.change(screen.getByRole("textbox", { name: "IBAN" }), { target: { value: "DE89" } });
    fireEvent.click(screen.getByRole("button", { name: "Save and email me a link" }));
    await expect.poll(() => posted.length).toBe(1);
    expect(Object.fromEntries(posted[0] ?? [])).toEqual({
      intent: "enter",
      kind: "iban",
      holder: "",
      iban: "DE89",
      bic: "",
      currency: "EUR",
    });
  });

  test("shows what is wrong at its field, and keeps what was typed", () => {
    const errors = [{ field: "iban", message: "Is not a valid IBAN; look for a typing mistake" }];
    const given = { intent: "enter", kind: "iban", iban: "DE00", holder: "Zoë" };
    const answer = { ok: false as const, message: "Is not a valid IBAN", errors, given };
    renderPage(<OwnDetailsPage {...page} answer={answer} />, { at });
    expect(screen.getByText("Is not a valid IBAN; look for a typing mistake")).toBeDefined();
    expect(screen.getByDisplayValue("DE00")).toBeDefined();
    expect(screen.getByDisplayValue("Zoë")).toBeDefined();
  });

  test.each(page.kinds)("has a form for %s whose fields all have names", async (kind) => {
    const { container } = renderPage(<OwnDetailsPage {...page} kind={kind} answer={null} />, { at });
    expect(container.querySelectorAll("form[method=post] [name=kind]")).toHaveLength(1);
    expect(await accessibilityFaults(container)).toEqual([]);
  });

  test("works without a script: every choice and button is a form of its own", () => {
    const { container } = renderPage(
      <OwnDetailsPage {...page} details={{ current: held, next, unconfirmed }} answer={null} />,
      { at },
    );
    const intents = [...container.querySelectorAll("form[method=post]")].map(
      (form) => form.querySelector<HTMLInputElement>("[name=intent]")?.value,
    );
    expect(intents).toEqual(["withdraw", "send-again", "withdraw", "enter", "reminders"]);
    expect(container.querySelector("form[method=get] select[name=kind]")).not.toBeNull();
  });

  test("offers nothing where the store pays manually only, and warns of a method that is not offered", () => {
    renderPage(
      <OwnDetailsPage
        {...page}
        kinds={[]}
        kind={null}
        isCurrentOffered={false}
        details={{ ...page.details, current: held }}
        answer={null}
      />,
      { at },
    );
    expect(
      screen.getByText("Mug Shop pays affiliates in its own way. Contact them to find out how."),
    ).toBeDefined();
    expect(screen.getByText(/^Mug Shop no longer pays this way/)).toBeDefined();
  });

  test("says what to do where the store has no customer account for store credit", () => {
    const credit: PayoutDetailsWire = { ...held, method: "store_credit", account: "z…@example.com" };
    const details = { ...page.details, current: credit };
    renderPage(<OwnDetailsPage {...page} details={details} isCustomerMissing answer={null} />, { at });
    expect(screen.getByText("Mug Shop can't find your customer account")).toBeDefined();
    expect(
      screen.getByText(
        "Create it again with zoe@example.com and choose store credit again, or choose another way to be paid.",
      ),
    ).toBeDefined();
  });
});

test("the link of the email asks first, and then says from when the details apply", async () => {
  window.location.hash = "#token=shp_1.secret";
  const confirmed = {
    method: "paypal",
    account: "z…@paypal.example",
    effectiveAt: "2026-04-02T09:10:00.000Z",
    shopName: "Mug Shop",
    timeZone: "UTC",
  };
  renderPage(<ConfirmDetailsPage />, { at: "/portal/payout-details/confirm", answer: () => ({ confirmed }) });
  fireEvent.click(await screen.findByRole("button", { name: "Confirm" }));
  expect(
    await screen.findByText(/^From Apr 2, 2026, 9:10 AM UTC, Mug Shop pays you to PayPal, z…@paypal.example/),
  ).toBeDefined();
  window.location.hash = "";
});

describe("payouts", () => {
  const payout = {
    id: "pit_1",
    amount: { amount: "12.34", currencyCode: "USD" },
    fee: null,
    method: "paypal" as const,
    receiver: "z…@paypal.example",
    status: "unclaimed" as const,
    plannedAt: "2026-04-01T09:00:00.000Z",
    sentAt: "2026-04-01T10:00:00.000Z",
    settledAt: null,
  };

  test("are listed with what to do about them", async () => {
    renderPage(<OwnPayoutsPage payouts={[payout]} nextCursor="abc" timeZone="UTC" />, {
      at: "/portal/payouts",
    });
    for (const text of ["$12.34", "Unclaimed", /^To z…@paypal\.example\. Open a PayPal account/]) {
      expect(screen.getByText(text)).toBeDefined();
    }
    expect(screen.getByText(/Open a PayPal account with this email address/)).toBeDefined();
    expect(screen.getByRole("link", { name: "Apr 1, 2026" }).getAttribute("href")).toBe(
      "/portal/payouts/pit_1",
    );
  });

  test("say so where there are none", () => {
    renderPage(<OwnPayoutsPage payouts={[]} nextCursor={null} timeZone="UTC" />, { at: "/portal/payouts" });
    expect(screen.getByText(/You haven't been paid yet/)).toBeDefined();
  });

  test("one is shown with each movement of the money", async () => {
    const transfers = [
      { id: "trf_1", code: "payout_started", amount: payout.amount, at: payout.plannedAt, wasPaid: false },
    ];
    const shop = { name: "Mug Shop", contactEmail: "shop@example.com" };
    const lines = [
      { id: "com_2.open", kind: "commission", order: { id: "5002", name: "#1002" }, amount: usd("-2.00") },
      { id: "com_1", kind: "commission", order: { id: "5001", name: "#1001" }, amount: usd("13.34") },
      { id: "opb_1", kind: "opening_balance", order: null, amount: usd("1.00") },
    ] as const;
    renderPage(
      <OwnPayoutPage
        payout={payout}
        transfers={transfers}
        lines={lines}
        lineCount={260}
        shop={shop}
        timeZone="UTC"
      />,
      { at: "/portal/payouts/pit_1" },
    );
    expect(screen.getByText("Reserved from your balance: $12.34")).toBeDefined();
    expect(screen.getByRole("heading", { name: "In this payout" })).toBeDefined();
    expect(screen.getByRole("link", { name: "#1001" }).getAttribute("href")).toBe("/portal/orders/5001");
    for (const text of ["Deduction", "-$2.00", "$13.34", "Opening balance", "$1.00", "Showing 3 of 260"]) {
      expect(screen.getByText(text)).toBeDefined();
    }
  });

  test.each([
    ["planned", "paypal", "Preparing", "The store is preparing this payout."],
    ["sent", "paypal", "On its way", "Your money is on its way."],
    [
      "in_review",
      "paypal",
      "In review at PayPal",
      "PayPal is reviewing this payment. This can take a few days.",
    ],
    ["paid", "paypal", "Paid", "Your money has been paid."],
    ["paid", "bank", "Paid", "Your money was sent to your bank. It may take a few days to show up."],
    ["paid", "store_credit", "Paid", "Your store credit is ready to use at checkout."],
    ["paid", "manual", "Paid", "The store marked this as paid."],
    ["failed", "bank", "Failed: back in balance", /^This payment failed\./],
    ["canceled", "bank", "Canceled", /^This payout was canceled\./],
  ] as const)("that are %s by %s say so", (status, method, label, text) => {
    const shop = { name: "Mug Shop", contactEmail: null };
    const shown = { ...payout, status, method };
    renderPage(
      <OwnPayoutPage payout={shown} transfers={[]} lines={[]} lineCount={0} shop={shop} timeZone="UTC" />,
      {
        at: "/portal/payouts/pit_1",
      },
    );
    expect(screen.getAllByText(label).length).toBeGreaterThan(0);
    expect(screen.getByText(text)).toBeDefined();
  });

  test.each(paymentStates)("can be shown while they are %s", (status) => {
    renderPage(<OwnPayoutsPage payouts={[{ ...payout, status }]} nextCursor={null} timeZone="UTC" />, {
      at: "/portal/payouts",
    });
    expect(screen.getByRole("row", { name: /\$12\.34/ })).toBeDefined();
  });

  test.each([
    ["payout_settled", false, "Paid to you: $12.34"],
    ["payout_returned", false, "Not paid, returned to your balance: $12.34"],
    ["payout_returned", true, "Returned to your balance after it was paid: $12.34"],
    ["fee", false, "Your share of the provider's fee, taken from your balance: $12.34"],
  ])("have words for %s, paid before: %s", (code, wasPaid, text) => {
    const shop = { name: "Mug Shop", contactEmail: null };
    const transfers = [{ id: "trf_1", code, amount: payout.amount, at: payout.plannedAt, wasPaid }];
    renderPage(
      <OwnPayoutPage
        payout={payout}
        transfers={transfers}
        lines={[]}
        lineCount={0}
        shop={shop}
        timeZone="UTC"
      />,
      {
        at: "/portal/payouts/pit_1",
      },
    );
    expect(screen.getByText(text)).toBeDefined();
  });
});

describe("what a merchant sees", () => {
  test("is the masked account, and a change before it applies", async () => {
    const { container } = renderPage(
      <PayoutDetailsCard details={{ current: held, next, unconfirmed }} timeZone="UTC" />,
      { at: "/dashboard/affiliates/aff_1" },
    );
    expect(screen.getByText(/^From Apr 2, 2026/)).toBeDefined();
    expect(screen.getAllByText(/Bank transfer, IBAN DE…3000/)[0]).toBeDefined();
    expect(screen.getByText(/Not confirmed yet: Bank transfer, UK account …19/)).toBeDefined();
    expect(await accessibilityFaults(container)).toEqual([]);
  });

  test("and each step in the history", () => {
    for (const what of ["entered", "confirmed", "used-early", "withdrawn", "reminded", "forgotten"]) {
      const action = `payout-details-${what}`;
      expect(affiliateHistoryText(action, { account: "IBAN DE…3000" })).not.toBe(action);
    }
  });
});
