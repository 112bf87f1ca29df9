import { useLoaderData, useLocation } from "@remix-run/react";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { PayoutPreviewWire } from "#app/contracts/payout.ts";
import { PayPage } from "#app/ui/admin/payouts/pay-page.tsx";
import { stepsUrl } from "#app/ui/admin/payouts/use-payout-step.ts";
import { accessibilityFaults, renderPage } from "../shell/stub.tsx";
import { answer, at, click, eur, linkOf, listen, pagination, usd } from "./fixtures.ts";

afterEach(() => vi.unstubAllGlobals());

function Address() {
  return <output aria-label="Address">{useLocation().search}</output>;
}

const ignore = () => {};
/** A screen that fits every media query, so also those of phones. */
const phone = () => ({
  matches: true,
  addListener: ignore,
  removeListener: ignore,
  addEventListener: ignore,
  removeEventListener: ignore,
});

describe("Pay affiliates", () => {
  const sum = { withheld: usd("0.00"), estimatedFees: usd("0.00") };
  const row = {
    affiliate: { id: "aff_1", name: "Zoë", email: "z@example.com" },
    method: "paypal" as const,
    available: usd("5.00"),
    amount: usd("5.00"),
    withheld: usd("0.00"),
    estimatedFee: usd("0.10"),
    reason: null,
    text: "",
    receiver: "z…@example.com",
    usableFrom: null,
  };
  const preview: PayoutPreviewWire = {
    cutoffAt: null,
    currencies: [
      {
        currency: "USD",
        ...sum,
        count: 2,
        total: usd("12.56"),
        estimatedFees: usd("0.10"),
        funding: usd("12.66"),
        sections: [
          {
            ...sum,
            method: "paypal",
            count: 1,
            total: usd("5.00"),
            estimatedFees: usd("0.10"),
            funding: usd("5.10"),
            feeCap: usd("20.00"),
          },
          { ...sum, method: "bank", count: 1, total: usd("7.56"), funding: usd("7.56"), feeCap: null },
        ],
        notPaid: [
          { reason: "no_details", text: "No payout details", count: 3, available: usd("30.00") },
          {
            reason: "paypal_not_connected",
            text: "PayPal isn't connected",
            count: 1,
            available: usd("8.00"),
          },
          { reason: "below_minimum", text: "Below the minimum", count: 4, available: usd("9.00") },
        ],
      },
      {
        currency: "EUR",
        ...sum,
        count: 0,
        total: eur("0.00"),
        withheld: eur("0.00"),
        estimatedFees: eur("0.00"),
        funding: eur("0.00"),
        sections: [],
        notPaid: [{ reason: "below_minimum", text: "Below the minimum", count: 2, available: eur("3.00") }],
      },
    ],
    affiliates: [row],
    pagination,
  };
  const blocked = { ...row, amount: null, withheld: null, estimatedFee: null };
  const ana = {
    ...blocked,
    affiliate: { id: "aff_3", name: "Ana", email: "a@example.com" },
    reason: "paypal_not_connected" as const,
    text: "PayPal isn't connected",
  };
  const page = {
    preview: { ...preview, affiliates: [row, ana] },
    fixable: [
      { ...blocked, reason: "no_details" as const, text: "No payout details" },
      {
        ...blocked,
        affiliate: { id: "aff_2", name: "Tom", email: "t@example.com" },
        reason: "details_wait" as const,
        text: "Details wait",
        usableFrom: "2026-11-26T10:28:00.000Z",
      },
      {
        ...blocked,
        affiliate: { id: "aff_4", name: "Lea", email: "l@example.com" },
        reason: "no_customer" as const,
        text: "No customer account",
      },
    ],
    choice: { method: "", through: "", minimum: "", chosen: [], program: null },
    usualMinimum: usd("25.00"),
    pending: [],
    nextApproval: null,
    expected: "paypal USD 1 500,bank USD 1 756",
    confirmationKey: "key-of-this-page-1",
    canEmail: true,
    phase: "never" as const,
    timeZone: "UTC",
  };

  it("says before paying that nobody is emailed where no email server is set up", () => {
    const said = "Affiliates won't get an email about this payout because no email server is set up.";
    const { unmount } = renderPage(<PayPage {...page} />, { at: `${at}/new` });
    expect(screen.queryByText(said)).toBeNull();
    unmount();
    renderPage(<PayPage {...page} canEmail={false} />, { at: `${at}/new` });
    expect(screen.getByText(said)).toBeDefined();
  });

  it("shows amounts, fees and funding per method, and what blocks others with its fix", async () => {
    const { container } = renderPage(<PayPage {...page} />, { at: `${at}/new` });
    expect(screen.getByText("PayPal (1)")).toBeDefined();
    expect(screen.getByText("Bank transfer (1)")).toBeDefined();
    expect(screen.getByText("You need").nextElementSibling?.textContent).toBe("$12.66");
    expect(screen.getByText(/^Can't be paid yet \(9, \$/)).toBeDefined();
    expect(screen.getByText("4 affiliates below $25.00. Balances roll over.")).toBeDefined();
    expect(screen.getByText("2 affiliates below the EUR minimum. Balances roll over.")).toBeDefined();
    expect(screen.getByText("New details until Nov 26, 2026, 10:28 AM UTC")).toBeDefined();
    expect(linkOf("Use Tom's new details now")).toBe("/dashboard/affiliates/aff_2");
    // A blocked method is fixed in the list itself.
    expect(screen.getByRole("link", { name: "2 of 3 ready, $12.56, selected" })).toBeDefined();
    const list = within(screen.getByRole("table", { name: "affiliates" }));
    expect(list.getByText("PayPal isn't connected")).toBeDefined();
    expect(list.getByRole("link", { name: "Connect PayPal" }).getAttribute("href")).toBe(
      "/dashboard/settings/payouts#paypal",
    );
    expect(list.getAllByRole("checkbox", { name: /^Select affiliate/ })[1]).toHaveProperty("disabled", true);
    expect(screen.getByRole("button", { name: "Ask Zoë for payout details" })).toBeDefined();
    expect(await accessibilityFaults(container)).toEqual([]);
  });

  it("emails an affiliate whose customer account is missing, and stays with the choices made", async () => {
    const { posted, told } = listen();
    const send = (form: FormData) => {
      told(form);
      return { ok: true, text: "Email sent" };
    };
    renderPage(
      <>
        <PayPage {...page} />
        <Address />
      </>,
      { at: `${at}/new?minimum=5`, posts: { [stepsUrl]: send } },
    );
    expect(screen.getByText("No customer account")).toBeDefined();
    const label = "Email Lea about the customer account";
    expect(screen.getByRole("button", { name: label }).textContent).toBe("Email Lea");
    click(label);
    await waitFor(() => expect(screen.getByRole("button", { name: label }).textContent).toBe("Emailed"));
    expect(posted.mock.calls).toEqual([[{ intent: "emailMissingCustomer", affiliate: "aff_4" }]]);
    expect(screen.getByLabelText("Address").textContent).toBe("?minimum=5");
  });

  it("confirms all methods once, with what it showed and its key", async () => {
    const { posted, told } = listen();
    renderPage(<PayPage {...page} />, { at: `${at}/new`, answer: told });
    click("Review payout");
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByText("Pay 2 affiliates $12.56?")).toBeDefined();
    expect(dialog.getByText("PayPal: 1, $5.00, sent now.")).toBeDefined();
    expect(dialog.getByText("Bank transfer: 1, $7.56, you download a file.")).toBeDefined();
    expect(dialog.getByText("Fees $0.10, paid by you.")).toBeDefined();
    expect(posted).not.toHaveBeenCalled();
    await answer("Pay $12.56");
    await waitFor(() => expect(posted).toHaveBeenCalledTimes(1));
    expect(posted.mock.calls[0]?.[0]).toEqual({
      key: "key-of-this-page-1",
      expected: "paypal USD 1 500,bank USD 1 756",
      method: "",
      through: "",
      minimum: "",
      program: "",
    });
  });

  it("is loaded again after any refusal, and keeps its key", async () => {
    const { posted, told } = listen();
    let loads = 0;
    const loaded = () => {
      loads += 1;
      return Promise.resolve({ confirmationKey: `key-${loads}` });
    };
    function Loaded() {
      return <PayPage {...page} {...useLoaderData<typeof loaded>()} />;
    }
    const refuse = (form: FormData) => {
      told(form);
      return { ok: false, message: "Somebody else pays right now", errors: [] };
    };
    renderPage(<Loaded />, { at: `${at}/new`, answer: refuse, loaded });
    for (const times of [1, 2]) {
      fireEvent.click(await screen.findByRole("button", { name: "Review payout" }));
      await answer("Pay $12.56");
      // The router of the test loads once after each form by itself; the app's does not after a refusal.
      await waitFor(() => expect(loads).toBe(1 + 2 * times));
    }
    expect(await screen.findByText("Somebody else pays right now")).toBeDefined();
    expect(posted.mock.calls.map(([{ key }]) => key)).toEqual(["key-1", "key-1"]);
  });

  it("pays only the affiliates whose rows are selected", async () => {
    const other = { ...row, affiliate: { ...row.affiliate, id: "aff_4", name: "Kim" } };
    const two = { ...preview, affiliates: [row, other, { ...other, available: eur("2.00") }] };
    renderPage(
      <>
        <PayPage {...page} preview={two} />
        <Address />
      </>,
      { at: `${at}/new?page=2&minimum=5` },
    );
    expect(screen.queryByRole("combobox", { name: "Selected affiliates" })).toBeNull();
    const boxes = screen.getAllByRole("checkbox", { name: /^Select affiliate/ });
    for (const box of boxes.slice(1, 3)) fireEvent.click(box);
    click("Pay only selected");
    await waitFor(() =>
      expect(screen.getByLabelText("Address").textContent).toBe("?minimum=5&affiliates=aff_4"),
    );
  });

  it("shows whom it pays after the choice, and nobody who can't be paid to choose", () => {
    const some = { ...page, choice: { ...page.choice, chosen: [{ id: "aff_1", name: "Zoë" }] } };
    const without = { ...preview, affiliates: [{ ...row, ...blocked, reason: "no_details" as const }] };
    renderPage(<PayPage {...some} preview={without} />, { at: `${at}/new?affiliates=aff_1` });
    expect(screen.getByRole("combobox", { name: "Selected affiliates" })).toBeDefined();
    expect(screen.getByRole("checkbox", { name: /^Select affiliate/ })).toHaveProperty("disabled", true);
  });

  it("keeps the total and the button in sight on a phone", async () => {
    const { unmount } = renderPage(<PayPage {...page} />, { at: `${at}/new` });
    expect(screen.queryByText("$12.56, 2 affiliates")).toBeNull();
    unmount();
    vi.stubGlobal("matchMedia", phone);
    renderPage(<PayPage {...page} />, { at: `${at}/new` });
    expect(screen.getByText("$12.56, 2 affiliates")).toBeDefined();
    click("Review");
    expect(await screen.findByText("Pay 2 affiliates $12.56?")).toBeDefined();
  });

  it.each([
    [[], null, "Approved balances appear here."],
    [[usd("6.75")], "2026-12-25T08:00:00.000Z", "$6.75 is pending. Next approval Dec 25, 2026."],
    [[usd("6.75"), eur("2.00")], null, "$6.75 + €2.00 is pending."],
  ])("with nothing approved says what is pending: %j, %s", (pending, nextApproval, said) => {
    const empty = { ...preview, currencies: [], affiliates: [] };
    const more = { preview: empty, fixable: [], pending, nextApproval };
    renderPage(<PayPage {...page} {...more} />, { at: `${at}/new` });
    expect(screen.getByText(said)).toBeDefined();
    expect(screen.queryByText("Review")).toBeNull();
  });

  it("offers nothing where nobody can be paid", () => {
    const [first] = preview.currencies;
    const none = first ? [{ ...first, count: 0, sections: [] }] : [];
    renderPage(<PayPage {...page} preview={{ ...preview, currencies: none }} />, { at: `${at}/new` });
    expect(screen.getByRole("button", { name: "Review payout" }).getAttribute("aria-disabled")).toBe("true");
  });
});
