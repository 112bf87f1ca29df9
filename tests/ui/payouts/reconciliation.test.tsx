import { createRemixStub } from "@remix-run/testing";
import { fireEvent, render as renderAlone, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { ProviderStatementWire, StatementLineWire } from "#app/contracts/reconciliation.ts";
import { ChoosePayment, ReconciliationPage } from "#app/ui/admin/reconciliation/reconciliation-page.tsx";
import { AppProviders } from "#app/ui/state/app-providers.tsx";
import { renderPage } from "../shell/stub.tsx";

const usd = (amount: string) => ({ amount, currencyCode: "USD" });
const none = usd("0.00");
const pagination = { page: 1, limit: 10, total: 1 };
const at = "/dashboard/affiliates/payouts";

const statement: ProviderStatementWire = {
  id: "pst_1",
  provider: "paypal",
  source: "csv",
  fileName: "march.csv",
  since: "2026-03-01T00:00:00.000Z",
  until: "2026-04-01T00:00:00.000Z",
  status: "ready",
  stopped: "",
  accounts: null,
  totals: [{ currency: "USD", paid: { count: 2, amount: usd("20.00") }, back: { count: 0, amount: none } }],
  toMark: [],
  lines: 2,
  compared: 2,
  open: 1,
  counts: [
    { match: "matched", count: 1, open: 0 },
    { match: "returned", count: 1, open: 1 },
  ],
  takenInBy: "Ada",
  takenInAt: "2026-04-02T00:00:00.000Z",
};

const line: StatementLineWire = {
  number: 3,
  match: "returned",
  says: "returned",
  reason: "",
  waits: false,
  waitsUntil: null,
  amount: usd("10.00"),
  fee: null,
  at: "2026-03-05T00:00:00.000Z",
  providerStatus: "Mass Pay Reversal",
  transaction: "T1",
  receiver: "z…@example.com",
  payment: {
    id: "pit_1",
    section: "pob_1",
    method: "paypal",
    status: "paid",
    amount: usd("10.00"),
    fee: none,
  },
  affiliate: { id: "aff_1", name: "Zoë" },
  steps: ["return", "noted"],
  adjusts: null,
  paidBy: null,
  resolution: "",
  note: "",
  resolvedAt: null,
  resolvedBy: null,
};

const render = (
  change: Partial<ProviderStatementWire>,
  answer?: (form: FormData) => unknown,
  shown: StatementLineWire = line,
) =>
  renderPage(
    <ReconciliationPage
      statement={{ ...statement, ...change }}
      lines={[shown]}
      pagination={pagination}
      timeZone="UTC"
    />,
    { at: `${at}/reconcile/pst_1`, ...(answer && { answer }) },
  );

describe("a provider's statement", () => {
  it("has views of its rows with their counts, and a status for each row", () => {
    render({});
    expect(screen.getAllByRole("link", { name: "To review (1)" }).length).toBeGreaterThan(0);
    expect(screen.getAllByRole("link", { name: "Matched (1)" }).length).toBeGreaterThan(0);
    expect(screen.getByText("Returned")).toBeTruthy();
  });

  it("marks all matched payments as paid after showing their total", async () => {
    const answer = vi.fn<(form: FormData) => object>(() => ({
      ok: true,
      text: "30 payments marked as paid",
    }));
    render({ toMark: [{ currency: "USD", count: 30, amount: usd("300.00") }] }, answer);
    fireEvent.click(screen.getByRole("button", { name: "Mark 30 as paid" }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByText("Mark 30 payments as paid?")).toBeTruthy();
    expect(dialog.getByText("Total $300.00.")).toBeTruthy();
    fireEvent.click(dialog.getByText("Mark 30 as paid", { selector: "span" }));
    await waitFor(() => expect(answer).toHaveBeenCalledTimes(1));
    expect(answer.mock.calls[0]?.[0].get("intent")).toBe("settle-matched");
  });

  it("says why a row is unclear and offers no step that moves money", () => {
    const unclear: StatementLineWire = {
      ...line,
      match: "unclear",
      says: null,
      reason: "Names 2 payments.",
      amount: null,
      payment: null,
      affiliate: null,
      steps: ["choose", "noted"],
    };
    render({}, undefined, unclear);
    expect(screen.getByText("Names 2 payments.")).toBeTruthy();
    const buttons = screen.getAllByRole("button", { name: /row 3$/ }).map((one) => one.textContent);
    expect(buttons).toEqual(["Choose payment", "Skip"]);
  });

  it("shows each row with its amounts in columns", () => {
    render({});
    const headings = screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
    expect(headings).toEqual(["Date", "Payment", "Status", "Statement amount", "App amount", "Details"]);
    const amounts = screen.getAllByRole("cell", { name: "$10.00" });
    expect(amounts).toHaveLength(2);
  });

  it("says which row of the file a line is a part of", () => {
    render({}, undefined, {
      ...line,
      match: "paid",
      says: "paid",
      reason: "Part of row 2.",
      steps: ["settle"],
    });
    expect(screen.getByText("Part of row 2.")).toBeTruthy();
  });

  it("offers payments with their day in the shop's time zone", async () => {
    const one = { id: "pit_2", affiliate: "Zoë", amount: usd("10.00"), at: "2026-03-05T03:00:00.000Z" };
    const shown = { ...line, match: "unclear", steps: ["choose", "noted"] } as const;
    const Page = () => (
      <AppProviders theme="light" host={{ embedded: false, developing: true }}>
        <ChoosePayment
          statementId="pst_1"
          line={{ ...shown, steps: [...shown.steps] }}
          timeZone="America/New_York"
          refusal={null}
          isBusy={false}
          onChoose={() => {}}
          onClose={() => {}}
        />
      </AppProviders>
    );
    const path = "/dashboard/payouts/reconcile/pst_1/lines/3/payments";
    const Stub = createRemixStub([
      { path: "/", Component: Page },
      { path, loader: () => [one] },
    ]);
    renderAlone(<Stub />);
    expect(await screen.findByLabelText(/^Zoë, \$10\.00, .*\b4\b/)).toBeTruthy();
  });

  it("posts a step for a line after asking", async () => {
    const answer = vi.fn<(form: FormData) => object>(() => ({ ok: true, text: "1 line done" }));
    render({}, answer);
    fireEvent.click(screen.getByRole("button", { name: "Return to balance: row 3" }));
    fireEvent.click(
      within(await screen.findByRole("dialog")).getByText("Return to balance", { selector: "span" }),
    );
    await waitFor(() => expect(answer).toHaveBeenCalledTimes(1));
    const [form] = answer.mock.calls[0] ?? [];
    expect([form?.get("intent"), form?.get("step"), form?.get("lines")]).toEqual(["resolve", "return", "3"]);
  });

  it("says whose balance an adjustment changes, by how much and which way, and where the payout's own payment is told", async () => {
    render(
      {},
      vi.fn(() => ({ ok: true, text: "1 line done" })),
      {
        ...line,
        match: "unexpected",
        says: "paid",
        steps: ["adjust", "noted"],
        adjusts: usd("-10.00"),
        paidBy: { statement: "pst_2", line: 7 },
      },
    );
    const told = screen.getByRole("link", { name: "Already paid by row 7 of another statement" });
    expect(told.getAttribute("href")).toContain("/reconcile/pst_2");
    fireEvent.click(screen.getByRole("button", { name: "More: row 3" }));
    fireEvent.click(await screen.findByRole("button", { name: "Adjust balance" }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(
      dialog.getByText(
        /^Zoë: \$10\.00 in the statement, \$10\.00 in the app\. \$10\.00 is taken from the balance\./,
      ),
    ).toBeTruthy();
  });

  it("says until when a payment is awaited that a bank was handed days ago, and offers no posting back", () => {
    const awaited: StatementLineWire = {
      ...line,
      match: "awaited",
      says: null,
      waits: true,
      waitsUntil: "2026-03-12T00:00:00.000Z",
      steps: ["noted"],
    };
    render({ counts: [{ match: "awaited", count: 1, open: 1 }] }, undefined, awaited);
    expect(screen.getAllByRole("link", { name: "Missing (1)" }).length).toBeGreaterThan(0);
    expect(screen.getByText("Your bank may still pay it. Wait until Mar 12, 2026.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Return to balance: row 3" })).toBeNull();
    expect(screen.getByRole("button", { name: /row 3$/ }).textContent).toBe("Skip");
  });

  it("records a payment outside any payout, once a person names its affiliate", async () => {
    const answer = vi.fn<(form: FormData) => object>(() => ({ ok: true, text: "1 line done" }));
    const unexpected: StatementLineWire = {
      ...line,
      match: "unexpected",
      says: "paid",
      payment: null,
      affiliate: null,
      steps: ["record", "noted"],
    };
    render({}, answer, unexpected);
    fireEvent.click(screen.getByRole("button", { name: "More: row 3" }));
    fireEvent.click(await screen.findByRole("button", { name: "Record payment" }));
    const dialog = within(await screen.findByRole("dialog"));
    const confirm = () => fireEvent.click(dialog.getByText("Record payment", { selector: "span" }));
    confirm();
    expect(await dialog.findByText("Choose an affiliate.")).toBeTruthy();
    expect(dialog.getByText("Enter a note.")).toBeTruthy();
    fireEvent.change(dialog.getByLabelText(/^Affiliate/), { target: { value: "zoe@example.com" } });
    fireEvent.change(dialog.getByLabelText(/^Note/), { target: { value: "Paid by hand" } });
    expect(answer).not.toHaveBeenCalled();
    confirm();
    await waitFor(() => expect(answer).toHaveBeenCalledTimes(1));
    const [form] = answer.mock.calls[0] ?? [];
    expect(Object.fromEntries(form ?? [])).toEqual({
      intent: "resolve",
      step: "record",
      lines: "3",
      affiliate: "zoe@example.com",
      amount: "",
      note: "Paid by hand",
    });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("asks what a payment in another currency was worth, and keeps what was typed where it is refused", async () => {
    const wrong = { field: "amount", message: "Must not be zero" };
    const answers = [
      { ok: false, message: "Check the form", errors: [wrong] },
      { ok: true, text: "1 line done" },
    ];
    const answer = vi.fn<(form: FormData) => object>(() => answers.shift() ?? {});
    render({}, answer, { ...line, match: "amount", says: "paid", steps: ["exchange", "noted"] });
    fireEvent.click(screen.getByRole("button", { name: "More: row 3" }));
    fireEvent.click(await screen.findByRole("button", { name: "Adjust for currency" }));
    const dialog = within(await screen.findByRole("dialog"));
    const confirm = () => fireEvent.click(dialog.getByText("Adjust for currency", { selector: "span" }));
    confirm();
    expect(await dialog.findByText("Enter an amount.")).toBeTruthy();
    const amount = dialog.getByLabelText(/^Amount to add/);
    fireEvent.change(amount, { target: { value: "0" } });
    fireEvent.change(dialog.getByLabelText(/^Note/), { target: { value: "Paid in euro" } });
    confirm();
    expect(await dialog.findByText("Must not be zero")).toBeTruthy();
    expect(amount).toHaveProperty("value", "0");
    fireEvent.change(amount, { target: { value: "-0.80" } });
    confirm();
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(answer.mock.calls.map(([form]) => [form.get("step"), form.get("amount")])).toEqual([
      ["exchange", "0"],
      ["exchange", "-0.80"],
    ]);
  });

  it("sums up what was read so far, once for each currency", () => {
    const back = { count: 1, amount: usd("10.01") };
    const totals = [{ currency: "USD", paid: { count: 25, amount: usd("253.00") }, back }];
    render({ provider: "store_credit", status: "reading", accounts: 24, totals });
    expect(screen.getByText("So far")).toBeTruthy();
    expect(screen.getByText("24 accounts read")).toBeTruthy();
    expect(screen.getByText("USD · 25 paid, $253.00 · 1 came back, $10.01")).toBeTruthy();
  });

  it("says why it stopped, and goes on when somebody asks for it", async () => {
    const answer = vi.fn<(form: FormData) => object>(() => ({ ok: true, text: "It goes on" }));
    render({ status: "stopped", stopped: "Nobody answered." }, answer);
    expect(screen.getByText("Nobody answered.")).toBeTruthy();
    expect(screen.queryByText("Compare again")).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Resume" }));
    await waitFor(() => expect(answer).toHaveBeenCalledTimes(1));
    expect(answer.mock.calls[0]?.[0].get("intent")).toBe("again");
  });

  it("shows how far it is compared", () => {
    render({ status: "matching", compared: 1 });
    expect(screen.getByText(/Comparing 1 of 2/)).toBeTruthy();
  });
});
