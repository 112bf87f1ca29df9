import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { PayoutSectionDetailWire } from "#app/contracts/payout.ts";
import type { PayoutSettingsWire } from "#app/contracts/payout-settings.ts";
import { PaymentPage } from "#app/ui/admin/payouts/payment-page.tsx";
import { PayoutPage } from "#app/ui/admin/payouts/payout-page.tsx";
import { SectionPage } from "#app/ui/admin/payouts/section-page.tsx";
import { PayoutSettingsPage } from "#app/ui/admin/payouts/payout-settings-page.tsx";
import { PayoutsPage } from "#app/ui/admin/payouts/payouts-page.tsx";
import { isMoving } from "#app/ui/admin/payouts/payout-words.ts";
import { listDay } from "../list-day.ts";
import { openedActions } from "../more-actions.ts";
import { accessibilityFaults, renderPage } from "../shell/stub.tsx";
import {
  answer,
  at,
  bank,
  click,
  payment,
  linkOf,
  listen,
  pagination,
  payout,
  section,
  sectionPage as page,
  usd,
} from "./fixtures.ts";

describe("the list of payouts", () => {
  const list = {
    confirmedByViewer: [],
    waiting: 1,
    currencies: ["USD"],
    phase: "never" as const,
    timeZone: "UTC",
  };

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
    expect(linkOf(listDay("PayPal payout, Mar 10, 2026"))).toBe(`${at}/pyo_1`);
    expect(screen.getAllByText("$12.01")).toHaveLength(2);
    expect(linkOf(listDay("Review: PayPal payout, Mar 10, 2026"))).toBe(`${at}/pyo_1`);
    expect(screen.getByText("Bank transfer: ready to download")).toBeDefined();
    expect(linkOf(listDay("Download file: Payout, Mar 10, 2026"))).toBe(`${at}/pyo_1/sections/pob_2`);
    expect(linkOf("Needs attention (1)")).toBe(`${at}?view=needs-attention`);
    expect(await accessibilityFaults(container)).toEqual([]);
  });

  it("waits for a second person where the viewer gave the first confirmation", () => {
    const waiting = {
      ...section,
      state: "needs_second_confirmation",
      nextStep: { kind: "confirm_second", label: "Confirm", subject: "" },
    } as const;
    const mine = { ...payout, sections: [waiting] };
    const withFile = { ...payout, id: "pyo_2", sections: [waiting, { ...bank, payout: "pyo_2" }] };
    const ofOther = { ...payout, id: "pyo_3", sections: [{ ...waiting, payout: "pyo_3" }] };
    renderPage(
      <PayoutsPage
        payouts={[mine, withFile, ofOther]}
        pagination={pagination}
        {...list}
        phase="never"
        confirmedByViewer={["pyo_1", "pyo_2"]}
      />,
      { at },
    );
    expect(screen.getAllByText("Waiting for a second person")).toHaveLength(1);
    expect(linkOf(listDay("Download file: Payout, Mar 10, 2026"))).toBe(`${at}/pyo_2/sections/pob_2`);
    expect(linkOf(listDay("Confirm: PayPal payout, Mar 10, 2026"))).toBe(`${at}/pyo_3`);
  });

  it("says what to do while there is none, with one button", () => {
    renderPage(<PayoutsPage payouts={[]} pagination={{ ...pagination, total: 0 }} {...list} />, { at });
    expect(linkOf("Pay affiliates")).toBe(`${at}/new`);
    expect(screen.getByText("No payouts yet")).toBeDefined();
    expect(screen.getByText("Pay affiliates when commissions are approved.")).toBeDefined();
  });
});

const steps = "/dashboard/payouts/steps";
const onlyPerson = /No one else on your team has opened the app/;

/** Renders the page of a payout with one section. */
const render = (
  change: Partial<PayoutSectionDetailWire>,
  more: object = {},
  told?: (form: FormData) => unknown,
) =>
  renderPage(<SectionPage {...page} {...more} section={{ ...section, ...change }} />, {
    at: `${at}/pyo_1`,
    ...(told && { answer: told }),
  });

describe("a payout", () => {
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

  it("waits for a second confirmation, and tells a store of one person what to do", async () => {
    const waiting = {
      state: "needs_second_confirmation",
      nextStep: { kind: "confirm_second", label: "Confirm", subject: "" },
      confirmedBy: "Ada",
      needsApproval: true,
    } as const;
    const { posted, told } = listen();
    const { unmount } = render(waiting, {}, told);
    expect(screen.getByText("Needs second confirmation")).toBeDefined();
    expect(linkOf("23 commissions")).toBe(`/dashboard/affiliates/commissions?payout=${section.id}`);
    click("Confirm");
    await answer("Pay $12.01");
    await waitFor(() => expect(posted).toHaveBeenCalledWith({ intent: "approve" }));
    unmount();
    render(waiting, { staffCount: 1, isConfirmer: true });
    expect(screen.getByText(onlyPerson)).toBeDefined();
    expect(linkOf("Payout settings")).toBe("/dashboard/settings/payouts");
    // Only another person can confirm it.
    expect(screen.queryByRole("button", { name: "Confirm" })).toBeNull();
  });

  it("tells a store of one what to do on the page of several sections too", () => {
    const waiting = { ...section, state: "needs_second_confirmation" as const };
    const props = { totals: [], commissionCount: 0, isConfirmer: true, history: [], timeZone: "UTC" };
    const whole = { ...payout, sections: [waiting, bank] };
    renderPage(<PayoutPage payout={whole} staffCount={1} {...props} />, { at: `${at}/pyo_1` });
    expect(screen.getByText(onlyPerson)).toBeDefined();
  });

  it.each([
    ["needs_attention", "paypal", false],
    ["sent", "bank", false],
    ["sent", "store_credit", false],
    ["sent", "paypal", true],
    ["sending", "bank", true],
    ["preparing", "manual", true],
  ] as const)("in state %s by %s looks again: %s", (state, method, looks) => {
    expect(isMoving({ state, method })).toBe(looks);
  });

  it("never says sending while it waits for the merchant", async () => {
    render({ ...bank });
    expect(screen.getByText("Ready to download")).toBeDefined();
    expect(screen.queryByText("Sending")).toBeNull();
    expect(screen.getByRole("button", { name: "Download file" })).toBeDefined();
    expect(await openedActions("Cancel payout")).not.toEqual([]);
    expect(await openedActions("Download again")).toEqual([]);
  });

  it("offers its bank file again, and no longer to cancel it", async () => {
    const request = {
      id: "poc_1",
      ordinal: 1,
      count: 1,
      total: usd("7.56"),
      status: "accepted",
      columns: "generic",
      canSendAgain: false,
      canCancel: false,
      attempts: 1,
      nextAt: null,
      error: "",
    } as const;
    const sent = { ...bank, state: "sent", nextStep: null } as const;
    render(sent, { parts: { total: 1, shown: [request] } });
    for (const menu of await screen.findAllByRole("button", { name: "More actions" })) fireEvent.click(menu);
    const [again] = screen.getAllByRole("link", { name: "Download again" });
    expect(again?.getAttribute("href")).toBe("/dashboard/payouts/files/poc_1/payout.csv");
    expect(screen.queryByRole("button", { name: "Cancel payout" })).toBeNull();
  });

  it("counts the commissions of each payment, and names the reference of all", () => {
    const [{ id } = { id: "" }] = page.payments;
    render({}, { covered: { [id]: 3 }, reference: "RUN-7" });
    expect(linkOf("3")).toBe(`/dashboard/affiliates/commissions?payout=${id}`);
    expect(screen.getByText("RUN-7")).toBeDefined();
  });

  it("marks payments as paid, without those that failed", async () => {
    const { posted, told } = listen();
    const sent = { ...payment, status: "sent", method: "bank", reason: "" } as const;
    const two = [sent, { ...sent, id: "pit_2", affiliate: { id: "aff_2", name: "Tom" } }];
    const change = {
      ...bank,
      state: "sent",
      reason: "Mark as paid once your bank has sent it.",
      nextStep: { kind: "mark_as_paid", label: "Mark as paid", subject: "" },
      states: [{ status: "sent", count: 2, total: usd("10.00") }],
    } as const;
    renderPage(
      <SectionPage
        {...page}
        payments={two}
        section={{ ...section, ...change, states: [...change.states] }}
      />,
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
        payments: "pit_1",
        to: "paid",
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
    const props = {
      totals,
      commissionCount: 23,
      staffCount: 2,
      isConfirmer: false,
      history: [],
      timeZone: "UTC",
    };
    const { container } = renderPage(<PayoutPage payout={whole} {...props} />, {
      at: `${at}/pyo_1`,
      answer: told,
    });
    expect(screen.getByText(listDay("Payouts of Mar 10, 2026"))).toBeDefined();
    expect(screen.queryByText(onlyPerson)).toBeNull();
    expect(linkOf("View Bank transfer")).toBe(`${at}/pyo_1/sections/pob_2`);
    expect(linkOf("View 1 affiliate")).toBe(`${at}/pyo_1/skipped`);
    expect(linkOf("23 commissions")).toBe("/dashboard/affiliates/commissions?payout=pyo_1");
    expect(await accessibilityFaults(container)).toEqual([]);
    click("Review");
    await answer("Pay");
    await waitFor(() =>
      expect(posted).toHaveBeenCalledWith({ intent: "confirm", expected: "paypal USD 2 1201" }),
    );
  });
});

it("a payment shows its state, its source, and its ledger entries", async () => {
  const history = [{ id: "aud_1", text: "Returned", actor: "Bob", at: "2026-03-10T12:03:00.000Z" }];
  renderPage(
    <PaymentPage
      payment={payment}
      email="zoe@example.com"
      commissionCount={2}
      sectionStatus="done"
      today="2026-03-10"
      history={history}
      timeZone="UTC"
    />,
    {
      at: `${at}/payments/pit_1`,
    },
  );
  expect(screen.getByText("The account is closed")).toBeDefined();
  expect(screen.getByText(listDay("$5.00 came back on Mar 10, 2026 and is in Zoë's balance."))).toBeDefined();
  expect(linkOf("View balance")).toBe("/dashboard/affiliates/aff_1");
  expect(screen.getByText("RETURNED")).toBeDefined();
  const paid = screen.getByRole("link", { name: "#1004" });
  expect(paid.getAttribute("href")).toBe("/dashboard/affiliates/commissions/com_1");
  expect(screen.getByRole("rowheader", { name: "#1002 (deduction)" })).toBeDefined();
  expect(screen.getByRole("rowheader", { name: "Opening balance" })).toBeDefined();
  expect(screen.getByText("-$2.00")).toBeDefined();
  expect(linkOf("2 commissions")).toBe("/dashboard/affiliates/commissions?payout=pit_1");
  expect(screen.getByRole("link", { name: "Open in the ledger" }).getAttribute("href")).toBe(
    "/dashboard/settings/ledger/transfers?subject=pit_1",
  );
});

it("an unclaimed payment offers an email to the affiliate, if they have an address", () => {
  const unclaimed = { ...payment, status: "unclaimed", reason: "", closedAt: null } as const;
  const props = { commissionCount: 1, sectionStatus: "done", today: "2026-03-10", history: [] } as const;
  const shown = (email: string) => (
    <PaymentPage
      {...props}
      payment={{ ...unclaimed, affiliate: { id: "aff_1", name: "Maya Lin" } }}
      email={email}
      timeZone="UTC"
    />
  );
  const { unmount } = renderPage(shown("maya@example.com"), { at: `${at}/payments/pit_1` });
  expect(
    screen.getByText(listDay("Maya has no PayPal account for this email. PayPal returns it on Apr 9, 2026.")),
  ).toBeDefined();
  expect(linkOf("Email Maya")).toBe("mailto:maya@example.com");
  unmount();
  renderPage(shown(""), { at: `${at}/payments/pit_1` });
  expect(screen.queryByText("Email Maya")).toBeNull();
});

it.each([
  ["planned", false],
  ["sending", true],
  ["done", true],
  ["canceling", false],
] as const)("what became of a payment of a section that is %s is asked: %s", (sectionStatus, isAsked) => {
  const outside = { ...payment, status: "planned", method: "manual", contradiction: "" } as const;
  renderPage(
    <PaymentPage
      payment={outside}
      email="zoe@example.com"
      commissionCount={2}
      sectionStatus={sectionStatus}
      today="2026-03-10"
      history={[]}
      timeZone="UTC"
    />,
    { at: `${at}/payments/pit_1` },
  );
  expect(screen.queryByLabelText("Outcome") !== null).toBe(isAsked);
});

it("a person decides whether a payment with contradicting reports was paid or returned", () => {
  const contradiction = "The provider says SUCCESS, but the app says returned.";
  const told = { ...payment, status: "returned", contradiction } as const;
  renderPage(
    <PaymentPage
      payment={told}
      email="zoe@example.com"
      commissionCount={1}
      sectionStatus="done"
      today="2026-03-10"
      history={[]}
      timeZone="UTC"
    />,
    { at: `${at}/payments/pit_1` },
  );
  const options = [...screen.getByLabelText("Outcome").querySelectorAll("option")];
  expect(options.map((one) => one.value)).toEqual(["returned", "paid"]);
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
    limits: [
      {
        currency: "JPY",
        minimum: { amount: "2000", currencyCode: "JPY" },
        approvalAbove: null,
        nextMinimum: null,
      },
    ],
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
  expect(screen.getByText(/Next payout Apr 1, 2026/)).toBeDefined();
  expect(await accessibilityFaults(container)).toEqual([]);
  fireEvent.change(screen.getByLabelText("Minimum (JPY)"), { target: { value: "0.5" } });
  click("Save");
  expect(await screen.findByText("Must be an amount in JPY")).toBeDefined();
});
