import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { PayoutDetailWire, PayoutItemDetailWire, PayoutPreviewWire } from "#app/contracts/payout.ts";
import type { PayoutSettingsWire } from "#app/contracts/payout-settings.ts";
import { NewPayoutPage } from "#app/ui/admin/payouts/new-payout-page.tsx";
import { PayoutHoldSection } from "#app/ui/admin/payouts/payout-hold-section.tsx";
import { PayoutItemPage } from "#app/ui/admin/payouts/payout-item-page.tsx";
import { PayoutPage } from "#app/ui/admin/payouts/payout-page.tsx";
import { PayoutSettingsPage } from "#app/ui/admin/payouts/payout-settings-page.tsx";
import { PayoutsPage } from "#app/ui/admin/payouts/payouts-page.tsx";
import { accessibilityFaults, renderPage } from "../shell/stub.tsx";

const usd = (amount: string) => ({ amount, currencyCode: "USD" });
const at = "/dashboard/affiliates/payouts";
const pagination = { page: 1, limit: 10, total: 1 };

const payout: PayoutDetailWire = {
  id: "pob_1",
  method: "paypal",
  currency: "USD",
  status: "planned",
  schedule: null,
  cutoffAt: null,
  chosen: null,
  planned: { count: 2, total: usd("12.01") },
  expected: { count: 2, total: usd("12.00") },
  needsApproval: false,
  createdBy: "Ada",
  createdAt: "2026-03-10T12:00:00.000Z",
  confirmedBy: null,
  confirmedAt: null,
  approvedBy: null,
  approvedAt: null,
  finishedAt: null,
  error: "",
  states: [{ status: "planned", count: 2, total: usd("12.01") }],
  leftOut: [{ reason: "no_details", text: "No payout details", count: 1, payable: usd("9.00") }],
};

const item: PayoutItemDetailWire = {
  id: "pit_1",
  payout: "pob_1",
  affiliate: { id: "aff_1", name: "Zoë" },
  method: "paypal",
  amount: usd("5.00"),
  withheld: usd("0.00"),
  fee: usd("0.10"),
  status: "returned",
  receiver: "z…@example.com",
  reason: "The account is closed",
  contradiction: "",
  provider: { itemId: "8AE", transactionId: "0C4", status: "RETURNED" },
  plannedAt: "2026-03-10T12:00:00.000Z",
  sentAt: "2026-03-10T12:01:00.000Z",
  settledAt: null,
  closedAt: "2026-03-10T12:02:00.000Z",
  covers: {
    lines: [
      { id: "com_1", kind: "commission", order: { id: "1", name: "#1004" }, amount: usd("7.00") },
      { id: "com_2", kind: "commission", order: { id: "2", name: "#1002" }, amount: usd("-2.00") },
    ],
    total: 2,
  },
  transfers: [],
};

const click = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
/** The button of the question that stands open. */
const answer = async (name: string) =>
  fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name }));

describe("the list of payouts", () => {
  const list = { currencies: ["USD"], exportUrl: "/x.csv", timeZone: "UTC" };

  it("tells what each is, where it stands and what stopped it", async () => {
    const stopped = { ...payout, error: "It stopped" };
    renderPage(<PayoutsPage payouts={[stopped]} pagination={pagination} {...list} />, {
      at,
    });
    expect(screen.getByRole("link", { name: "PayPal, USD" }).getAttribute("href")).toBe(`${at}/pob_1`);
    expect(screen.getByText("$12.01")).toBeDefined();
    expect(screen.getByText("It stopped")).toBeDefined();
  });

  it("says what to do while there is none", () => {
    renderPage(<PayoutsPage payouts={[]} pagination={{ ...pagination, total: 0 }} {...list} />, { at });
    expect(screen.getByText("No payouts yet")).toBeDefined();
  });
});

describe("a new payout", () => {
  const preview: PayoutPreviewWire = {
    method: "paypal",
    currency: "USD",
    cutoffAt: null,
    totals: {
      count: 1,
      total: usd("5.00"),
      withheld: usd("0.00"),
      estimatedFees: usd("0.10"),
      feeCap: usd("20.00"),
      funding: usd("5.10"),
      notPaid: [{ reason: "no_details", text: "No payout details", count: 3, payable: usd("30.00") }],
    },
    affiliates: [
      {
        affiliate: { id: "aff_1", name: "Zoë", email: "z@example.com" },
        payable: usd("5.00"),
        amount: usd("5.00"),
        withheld: usd("0.00"),
        estimatedFee: usd("0.10"),
        reason: null,
        text: "",
        receiver: "z…@example.com",
      },
    ],
    pagination,
  };
  const choice = { method: "paypal", currency: "USD", through: "", chosen: [] };
  const page = {
    preview,
    choice,
    currencies: ["USD"],
    offered: ["paypal"],
    totalMinor: "500",
    exportUrl: "/x.csv",
    canEmail: true,
  };

  it("says before paying that nobody is emailed where no email server is set up", () => {
    const said = "No email server is set up. Affiliates won't get an email about this payout.";
    const { unmount } = renderPage(<NewPayoutPage {...page} />, { at: `${at}/new` });
    expect(screen.queryByText(said)).toBeNull();
    unmount();
    renderPage(<NewPayoutPage {...page} canEmail={false} />, { at: `${at}/new` });
    expect(screen.getByText(said)).toBeDefined();
  });

  it("shows who, how much, why not, the fees and what to have at hand", async () => {
    renderPage(<NewPayoutPage {...page} />, { at: `${at}/new` });
    expect(screen.getByText("$5.10")).toBeDefined();
    expect(screen.getByRole("link", { name: "No payout details" }).getAttribute("href")).toBe(
      `${at}/new?status=no_details`,
    );
    expect(screen.getByText("z…@example.com")).toBeDefined();
    expect(screen.getByRole("option", { name: "Bank transfer (not offered)" })).toBeDefined();
  });

  it("pays what it showed, after a question", async () => {
    const posted = vi.fn<(form: Record<string, FormDataEntryValue>) => void>();
    const told = (form: FormData) => {
      posted(Object.fromEntries(form));
      return null;
    };
    renderPage(<NewPayoutPage {...page} />, { at: `${at}/new`, answer: told });
    click("Pay 1 affiliate, $5.00");
    expect(posted).not.toHaveBeenCalled();
    await answer("Pay $5.00");
    await waitFor(() => expect(posted).toHaveBeenCalledTimes(1));
    expect(posted.mock.calls[0]?.[0]).toEqual({
      method: "paypal",
      currency: "USD",
      through: "",
      count: "1",
      totalMinor: "500",
    });
  });

  it("offers nothing where nobody can be paid", () => {
    const totals = { ...preview.totals, count: 0 };
    renderPage(<NewPayoutPage {...page} preview={{ ...preview, totals }} />, { at: `${at}/new` });
    expect(screen.getByRole("button", { name: "Nobody to pay" }).getAttribute("aria-disabled")).toBe("true");
  });
});

describe("a payout", () => {
  const page = {
    totalMinor: "1201",
    items: [item],
    pagination,
    parts: { total: 0, shown: [] },
    books: null,
    today: "2026-03-10",
    staffCount: 2,
    history: [],
    timeZone: "UTC",
  };
  const render = (change: Partial<PayoutDetailWire>, more: object = {}, told?: (form: FormData) => unknown) =>
    renderPage(<PayoutPage {...page} {...more} payout={{ ...payout, ...change }} />, {
      at: `${at}/pob_1`,
      ...(told && { answer: told }),
    });

  it("asks again where it came out otherwise, with both figures, and posts what is seen now", async () => {
    const posted = vi.fn<(form: Record<string, FormDataEntryValue>) => void>();
    const { container } = render({}, {}, (form) => {
      posted(Object.fromEntries(form));
      return { ok: true, text: "Payout confirmed" };
    });
    expect(
      screen.getByText(/You saw 2 affiliates, \$12\.00\. Planned are 2 affiliates, \$12\.01/),
    ).toBeDefined();
    expect(await accessibilityFaults(container)).toEqual([]);
    click("Confirm");
    await answer("Confirm");
    await waitFor(() =>
      expect(posted).toHaveBeenCalledWith({ intent: "confirm", count: "2", totalMinor: "1201" }),
    );
  });

  it("waits for a second person, and tells a store of one what to do", () => {
    const waiting = { confirmedBy: "Ada", needsApproval: true };
    const { unmount } = render(waiting);
    expect(screen.getByText(/Somebody else of your store has to approve it/)).toBeDefined();
    expect(screen.getByRole("button", { name: "Approve" })).toBeDefined();
    unmount();
    render(waiting, { staffCount: 1 });
    expect(screen.getByText(/Nobody else of this store has opened the app/)).toBeDefined();
  });

  it("shows how far it is while a worker goes on", () => {
    render({
      status: "planning",
      planned: { count: 500, total: usd("1.00") },
      expected: { count: 2000, total: usd("4.00") },
    });
    expect(screen.getByText("Planning: 500 of 2,000")).toBeDefined();
    expect(screen.getByRole("progressbar").getAttribute("value")).toBe("25");
    expect(screen.queryByRole("button", { name: "Confirm" })).toBeNull();
  });

  it("can be tried again where it stopped, and not be cancelled once it is sent", () => {
    render({ status: "sending", error: "PayPal refused the account" });
    expect(screen.getByText("PayPal refused the account")).toBeDefined();
    expect(screen.getByRole("button", { name: "Try again" })).toBeDefined();
    expect(screen.queryByRole("button", { name: "Cancel payout" })).toBeNull();
  });

  it("says so where nobody was left to pay", () => {
    render({ status: "done", planned: { count: 0, total: usd("0.00") }, states: [] }, { items: [] });
    expect(screen.getByText("Nobody was left to pay")).toBeDefined();
  });
});

it("a payment tells what became of it, in whose words, and where it stands in the ledger", async () => {
  const history = [{ id: "aud_1", text: "Returned", actor: "Bob", at: "2026-03-10T12:03:00.000Z" }];
  renderPage(
    <PayoutItemPage item={item} batchStatus="done" today="2026-03-10" history={history} timeZone="UTC" />,
    {
      at: `${at}/items/pit_1`,
    },
  );
  expect(screen.getByText("The account is closed")).toBeDefined();
  expect(screen.getByText("RETURNED")).toBeDefined();
  const paid = screen.getByRole("link", { name: "#1004" });
  expect(paid.getAttribute("href")).toBe("/dashboard/affiliates/commissions/com_1");
  expect(screen.getByRole("rowheader", { name: "#1002 (deduction)" })).toBeDefined();
  expect(screen.getByText("-$2.00")).toBeDefined();
  expect(screen.getByRole("link", { name: "Open in the ledger" }).getAttribute("href")).toBe(
    "/dashboard/proof/transfers?subject=pit_1",
  );
});

it.each([
  ["planned", false],
  ["sending", true],
  ["done", true],
  ["cancelling", false],
] as const)("what became of a payment of a batch that is %s is asked: %s", (batchStatus, isAsked) => {
  const outside = { ...item, status: "planned", method: "outside", contradiction: "" } as const;
  renderPage(
    <PayoutItemPage
      item={outside}
      batchStatus={batchStatus}
      today="2026-03-10"
      history={[]}
      timeZone="UTC"
    />,
    { at: `${at}/items/pit_1` },
  );
  expect(screen.queryByLabelText("What became of it") !== null).toBe(isAsked);
});

it("of a payment that came back and was paid all the same, a person says which of both is true", () => {
  const contradiction = "The provider says SUCCESS, and here it is returned";
  const told = { ...item, status: "returned", contradiction } as const;
  renderPage(
    <PayoutItemPage item={told} batchStatus="done" today="2026-03-10" history={[]} timeZone="UTC" />,
    { at: `${at}/items/pit_1` },
  );
  const options = [...screen.getByLabelText("What became of it").querySelectorAll("option")];
  expect(options.map((one) => one.value)).toEqual(["returned", "settled"]);
});

const refusedMinimum = () => ({
  ok: false,
  message: "Must be an amount in JPY",
  errors: [{ field: "limits.JPY.minimum", message: "Must be an amount in JPY" }],
});

it("settings show limits by currency, and a fault at its field", async () => {
  const settings: PayoutSettingsWire = {
    schedule: "monthly",
    sendsByItself: false,
    methods: ["paypal"],
    feeBearer: "shop",
    nextRun: { day: "2026-04-01", cutoffDay: "2026-04-01" },
    limits: [{ currency: "JPY", minimum: { amount: "2000", currencyCode: "JPY" }, approvalAbove: null }],
    bankAccount: null,
  };
  const { container } = renderPage(
    <PayoutSettingsPage
      mayGiveCredit
      settings={settings}
      paypal={{ account: null, isServerPaying: false, retired: [] }}
      timeZone="UTC"
    />,
    {
      at: "/dashboard/settings/payouts",
      answer: refusedMinimum,
    },
  );
  expect(screen.getByText(/Next on Apr 1, 2026/)).toBeDefined();
  expect(await accessibilityFaults(container)).toEqual([]);
  fireEvent.change(screen.getByLabelText("Minimum in JPY"), { target: { value: "0.5" } });
  click("Save");
  expect(await screen.findByText("Must be an amount in JPY")).toBeDefined();
});

it("an affiliate's payouts are held with a reason, and let go", async () => {
  const posted = vi.fn<(form: Record<string, FormDataEntryValue>) => void>();
  const told = (form: FormData) => {
    posted(Object.fromEntries(form));
    return { ok: true };
  };
  const affiliate = { id: "aff_1", name: "Zoë" };
  const free = { held: false, note: "", by: null, since: null };
  const { unmount } = renderPage(<PayoutHoldSection affiliate={affiliate} hold={free} timeZone="UTC" />, {
    answer: told,
  });
  click("Put on hold");
  await answer("Put on hold");
  await waitFor(() => expect(posted).toHaveBeenCalledWith({ intent: "hold-payouts", note: "" }));
  unmount();
  const hold = { held: true, note: "Papers", by: "Ada", since: "2026-03-10T12:00:00.000Z" };
  renderPage(<PayoutHoldSection affiliate={affiliate} hold={hold} timeZone="UTC" />, { answer: told });
  expect(screen.getByText(/On hold since .*by Ada: Papers/)).toBeDefined();
  click("Lift the hold");
  await waitFor(() => expect(posted).toHaveBeenCalledWith({ intent: "lift-payouts" }));
});
