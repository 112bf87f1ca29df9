import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type {
  PayoutDetailWire,
  PayoutItemDetailWire,
  PayoutPreviewWire,
  PayoutSectionDetailWire,
} from "#app/contracts/payout.ts";
import type { PayoutSettingsWire } from "#app/contracts/payout-settings.ts";
import { PayPage } from "#app/ui/admin/payouts/pay-page.tsx";
import { PayoutHoldSection } from "#app/ui/admin/payouts/payout-hold-section.tsx";
import { PayoutItemPage } from "#app/ui/admin/payouts/payout-item-page.tsx";
import { PayoutPage } from "#app/ui/admin/payouts/payout-page.tsx";
import { SectionPage } from "#app/ui/admin/payouts/section-page.tsx";
import { PayoutSettingsPage } from "#app/ui/admin/payouts/payout-settings-page.tsx";
import { PayoutsPage } from "#app/ui/admin/payouts/payouts-page.tsx";
import { accessibilityFaults, renderPage } from "../shell/stub.tsx";

const usd = (amount: string) => ({ amount, currencyCode: "USD" });
const at = "/dashboard/affiliates/payouts";
const pagination = { page: 1, limit: 10, total: 1 };

const section: PayoutSectionDetailWire = {
  id: "pob_1",
  payout: "pyo_1",
  method: "paypal",
  currency: "USD",
  state: "needs_attention",
  reason: "Amounts changed. Review them again.",
  nextStep: { kind: "confirm", label: "Review", subject: "" },
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
};

const bank: PayoutSectionDetailWire = {
  ...section,
  id: "pob_2",
  method: "bank",
  state: "ready_to_download",
  reason: "Your bank needs this file.",
  nextStep: { kind: "download_file", label: "Download file", subject: "poc_1" },
  status: "sending",
  planned: { count: 1, total: usd("7.56") },
};

const payout: PayoutDetailWire = {
  id: "pyo_1",
  state: "needs_attention",
  schedule: null,
  totals: [{ count: 2, total: usd("12.01") }],
  createdBy: "Ada",
  createdAt: "2026-03-10T12:00:00.000Z",
  sections: [section],
  leftOut: [{ reason: "no_details", text: "No payout details", count: 1, payable: usd("9.00") }],
};

const item: PayoutItemDetailWire = {
  id: "pit_1",
  payout: "pyo_1",
  section: "pob_1",
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
      { id: "opb_1", kind: "opening_balance", order: null, amount: usd("3.00") },
    ],
    total: 3,
  },
  transfers: [],
};

const click = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
/** The button of the question that stands open. */
const answer = async (name: string) =>
  fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name }));
const linkOf = (name: string) => screen.getByRole("link", { name }).getAttribute("href");

type Posted = Record<string, FormDataEntryValue>;

/** Keeps what a form posts. */
function listen() {
  const posted = vi.fn<(form: Posted) => void>();
  return {
    posted,
    told: (form: FormData) => {
      posted(Object.fromEntries(form));
      return { ok: true, text: "Done" };
    },
  };
}

describe("the list of payouts", () => {
  const list = { waiting: 1, currencies: ["USD"], exportUrl: "/x.csv", timeZone: "UTC" };

  it("shows each payout with its state and the button of its next step", async () => {
    const several = {
      ...payout,
      id: "pyo_2",
      sections: [bank, { ...section, state: "sending" as const, nextStep: null }],
    };
    const { container } = renderPage(
      <PayoutsPage
        payouts={[payout, { ...several, state: "ready_to_download" }]}
        pagination={pagination}
        {...list}
      />,
      { at },
    );
    expect(linkOf("PayPal payout, Mar 10, 2026")).toBe(`${at}/pyo_1`);
    expect(screen.getAllByText("$12.01")).toHaveLength(2);
    expect(linkOf("Review: PayPal payout, Mar 10, 2026")).toBe(`${at}/pyo_1`);
    expect(screen.getByText("Bank transfer: ready to download")).toBeDefined();
    expect(linkOf("Download file: Payout, Mar 10, 2026")).toBe(`${at}/pyo_1/sections/pob_2`);
    expect(linkOf("Needs attention (1)")).toBe(`${at}?view=needs-attention`);
    expect(await accessibilityFaults(container)).toEqual([]);
  });

  it("says what to do while there is none", () => {
    renderPage(<PayoutsPage payouts={[]} pagination={{ ...pagination, total: 0 }} {...list} />, { at });
    expect(screen.getByText("No payouts yet")).toBeDefined();
    expect(screen.getByText("Pay affiliates when commissions are approved.")).toBeDefined();
  });
});

describe("Pay affiliates", () => {
  const sum = { withheld: usd("0.00"), estimatedFees: usd("0.00") };
  const row = {
    affiliate: { id: "aff_1", name: "Zoë", email: "z@example.com" },
    method: "paypal" as const,
    payable: usd("5.00"),
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
          { reason: "no_details", text: "No payout details", count: 3, payable: usd("30.00") },
          { reason: "below_minimum", text: "Below the minimum", count: 4, payable: usd("9.00") },
        ],
      },
    ],
    affiliates: [row],
    pagination,
  };
  const blocked = { ...row, amount: null, withheld: null, estimatedFee: null };
  const page = {
    preview,
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
        affiliate: { id: "aff_3", name: "Ana", email: "a@example.com" },
        reason: "paypal_not_connected" as const,
        text: "PayPal isn't connected",
      },
    ],
    choice: { method: "", through: "", minimum: "", chosen: [], program: null },
    usualMinimum: usd("25.00"),
    expected: "paypal USD 1 500,bank USD 1 756",
    confirmationKey: "key-of-this-page-1",
    exportUrl: "/x.csv",
    canEmail: true,
    timeZone: "UTC",
  };

  it("says before paying that nobody is emailed where no email server is set up", () => {
    const said = "No email server is set up. Affiliates won't get an email about this payout.";
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
    expect(screen.getByText("Can't be paid yet (7)")).toBeDefined();
    expect(screen.getByText("4 affiliates below $25.00. Balances roll over.")).toBeDefined();
    expect(screen.getByText("New details until Nov 26, 2026, 10:28 AM UTC")).toBeDefined();
    expect(linkOf("Use new details of Tom now")).toBe("/dashboard/affiliates/aff_2");
    expect(linkOf("Connect PayPal")).toBe("/dashboard/settings/payouts");
    expect(screen.getByRole("button", { name: "Ask Zoë for payout details" })).toBeDefined();
    expect(await accessibilityFaults(container)).toEqual([]);
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

  it("offers nothing where nobody can be paid", () => {
    const [first] = preview.currencies;
    const none = first ? [{ ...first, count: 0, sections: [] }] : [];
    renderPage(<PayPage {...page} preview={{ ...preview, currencies: none }} />, { at: `${at}/new` });
    expect(screen.getByRole("button", { name: "Nothing to pay yet" }).getAttribute("aria-disabled")).toBe(
      "true",
    );
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
    isAlone: true,
    leftOut: [],
  };
  const render = (
    change: Partial<PayoutSectionDetailWire>,
    more: object = {},
    told?: (form: FormData) => unknown,
  ) =>
    renderPage(<SectionPage {...page} {...more} section={{ ...section, ...change }} />, {
      at: `${at}/pyo_1`,
      ...(told && { answer: told }),
    });

  it("asks again where the amounts changed, and posts those that are seen now", async () => {
    const { posted, told } = listen();
    const { container } = render({}, {}, told);
    expect(screen.getByText("Amounts changed. Review them again.")).toBeDefined();
    expect(await accessibilityFaults(container)).toEqual([]);
    click("Review");
    expect(await screen.findByText(/You saw 2 affiliates, \$12\.00\./)).toBeDefined();
    await answer("Pay $12.01");
    await waitFor(() =>
      expect(posted).toHaveBeenCalledWith({ intent: "confirm", expected: "paypal USD 2 1201" }),
    );
  });

  it("waits for another person, and tells a store of one what to do", async () => {
    const waiting = {
      state: "needs_second_confirmation",
      nextStep: { kind: "confirm_second", label: "Confirm", subject: "" },
      confirmedBy: "Ada",
      needsApproval: true,
    } as const;
    const { posted, told } = listen();
    const { unmount } = render(waiting, {}, told);
    expect(screen.getByText("Needs second confirmation")).toBeDefined();
    click("Confirm");
    await answer("Pay $12.01");
    await waitFor(() => expect(posted).toHaveBeenCalledWith({ intent: "approve" }));
    unmount();
    render(waiting, { staffCount: 1 });
    expect(screen.getByText(/Nobody else of this store has opened the app/)).toBeDefined();
  });

  it("never says sending while it waits for the merchant", () => {
    render({ ...bank });
    expect(screen.getByText("Ready to download")).toBeDefined();
    expect(screen.queryByText("Sending")).toBeNull();
    expect(screen.getByRole("button", { name: "Download file" })).toBeDefined();
    expect(screen.getAllByRole("button", { name: "Cancel payout" }).length).toBeGreaterThan(0);
  });

  it("marks payments as paid, without those that failed", async () => {
    const { posted, told } = listen();
    const sent = { ...item, status: "sent", method: "bank", reason: "" } as const;
    const two = [sent, { ...sent, id: "pit_2", affiliate: { id: "aff_2", name: "Tom" } }];
    const change = {
      ...bank,
      state: "sent",
      reason: "Mark as paid once your bank has sent it.",
      nextStep: { kind: "mark_as_paid", label: "Mark as paid", subject: "" },
      states: [{ status: "sent", count: 2, total: usd("10.00") }],
    } as const;
    const steps = "/dashboard/payouts/steps";
    renderPage(
      <SectionPage {...page} items={two} section={{ ...section, ...change, states: [...change.states] }} />,
      {
        at: `${at}/pyo_1`,
        posts: { [steps]: told },
      },
    );
    click("Mark as paid");
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByText("Mark 2 affiliates as paid?")).toBeDefined();
    fireEvent.click(dialog.getByLabelText("Tom, $5.00"));
    fireEvent.click(dialog.getByRole("button", { name: "Mark as paid" }));
    await waitFor(() =>
      expect(posted).toHaveBeenCalledWith({
        intent: "decideSome",
        items: "pit_1",
        to: "settled",
        note: "",
        date: "2026-03-10",
        reference: "",
      }),
    );
  });

  it("with several sections shows each with its own step, and confirms them together", async () => {
    const { posted, told } = listen();
    const totals = [
      { section: "pob_1", totalMinor: "1201" },
      { section: "pob_2", totalMinor: "756" },
    ];
    const whole = { ...payout, sections: [section, bank] };
    const props = { totals, staffCount: 2, history: [], timeZone: "UTC" };
    const { container } = renderPage(<PayoutPage payout={whole} {...props} />, {
      at: `${at}/pyo_1`,
      answer: told,
    });
    expect(screen.getByText("Payouts of Mar 10, 2026")).toBeDefined();
    expect(linkOf("View Bank transfer")).toBe(`${at}/pyo_1/sections/pob_2`);
    expect(linkOf("View 1 affiliate")).toBe(`${at}/pyo_1/skipped`);
    expect(await accessibilityFaults(container)).toEqual([]);
    click("Review");
    await answer("Pay");
    await waitFor(() =>
      expect(posted).toHaveBeenCalledWith({ intent: "confirm", expected: "paypal USD 2 1201" }),
    );
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
  expect(screen.getByRole("rowheader", { name: "Opening balance" })).toBeDefined();
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
