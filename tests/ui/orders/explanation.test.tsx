import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ownExplanationOf } from "#app/contracts/own-explanation.ts";
import { OrderPage } from "#app/ui/admin/orders/order-page.tsx";
import { OrdersPage } from "#app/ui/admin/orders/orders-page.tsx";
import { OwnOrderPage } from "#app/ui/portal/own-order-page.tsx";
import { renderPage } from "../shell/stub.tsx";
import { commission } from "../commissions/sample.ts";
import { ada, explained, order, posting, usd, orderPage } from "./explained.ts";
import { listDay } from "../list-day.ts";

describe("the explanation of an order", () => {
  it("says which rule pays, why those before it do not, and what was known before", async () => {
    renderPage(<OrderPage {...orderPage} />);
    expect(await screen.findByText("Requires vendor: Kiln")).toBeDefined();
    expect(screen.getByText("Pays 10%")).toBeDefined();
    const rules = screen.getByText(/^Version 3: /).textContent;
    expect(rules).toContain("Version 3: Priority: Link click, Discount code;");
    expect(rules).toContain("; first click counts; ");
    expect(screen.getByText("Order 2 of this customer in the store (T10)")).toBeDefined();
    expect(
      screen.getByText(
        "Terms version 2. Approval 14 days after the order. Started Mar 4, 2026, 12:00 PM UTC.",
      ),
    ).toBeDefined();
  });

  it("of a test order says what it would earn, why, and how that comes about", async () => {
    const { lines, totals, knownBefore, ...rest } = explained;
    const reason = { code: "won-by-code", text: "Code ADA10" };
    const zero = { ...totals, commission: usd("0.00"), current: usd("0.00") };
    const test = {
      ...rest,
      order: {
        ...order,
        test: true,
        status: "not-credited" as const,
        reason: { code: "test-order", text: "Test order" },
        commission: usd("0.00"),
      },
      lines: [],
      totals: zero,
      knownBefore: [],
      ifCounted: { reason, lines, totals, knownBefore, unread: false },
      postings: [],
    };
    const props = {
      claims: [],
      flags: [],
      programs: [],
      wouldOwe: null,
      shopifyUrl: "https://x",
      timeZone: "UTC",
    };
    const page = renderPage(<OrderPage {...props} explained={test} />);
    expect(await screen.findByText("Test order: $5.00, not counted.")).toBeDefined();
    expect(screen.getByText("Test order", { selector: "p" })).toBeDefined();
    expect(screen.getByText("$5.00, not counted")).toBeDefined();
    expect(screen.getByText("Pays 10%")).toBeDefined();
    const stands = screen.getByRole("row", { name: /^Current commission/ });
    expect(stands.textContent).toBe("Current commissionM9$5.00");
    expect(screen.queryByText(/collections and tags/)).toBeNull();
    page.unmount();
    renderPage(
      <OrderPage {...props} explained={{ ...test, ifCounted: { ...test.ifCounted, unread: true } }} />,
    );
    expect(
      await screen.findByText("Rules about collections and tags are skipped for test orders."),
    ).toBeDefined();
  });

  it("names the sales channel where Shopify names one", async () => {
    const props = {
      claims: [],
      flags: [],
      programs: [],
      wouldOwe: null,
      shopifyUrl: "https://x",
      timeZone: "UTC",
    };
    renderPage(<OrderPage explained={{ ...explained, channel: "An Assistant" }} {...props} />);
    expect(await screen.findByText("Sales channel: An Assistant")).toBeDefined();
  });

  it("leads from a subscription renewal to its first order, or says that none was found", async () => {
    const props = {
      claims: [],
      flags: [],
      programs: [],
      wouldOwe: null,
      shopifyUrl: "https://x",
      timeZone: "UTC",
    };
    const { unmount } = renderPage(
      <OrderPage explained={{ ...explained, renewal: { firstOrder: "998" } }} {...props} />,
    );
    const link = await screen.findByRole("link", { name: "View first order" });
    expect(link.getAttribute("href")).toBe("/dashboard/orders/998");
    unmount();
    renderPage(<OrderPage explained={{ ...explained, renewal: { firstOrder: null } }} {...props} />);
    expect(await screen.findByText("First order of the subscription not found")).toBeDefined();
  });

  it("lists its commissions with their states and payments, and their deductions", async () => {
    const payment = {
      id: "pit_1",
      sectionId: "pay_1",
      method: "paypal",
      at: "2026-03-25T12:00:00.000Z",
    } as const;
    const paid = { ...commission, status: "paid", payment } as const;
    const bonus = { ...commission, id: "com_2", kind: "bonus" } as const;
    const deduction = {
      id: "com_1.open",
      kind: "deduction",
      status: "approved",
      reason: { code: "deduction", text: "Refund of #1001" },
      commissionId: "com_1",
      order: commission.order,
      affiliate: ada,
      program: commission.program,
      amount: usd("-2.50"),
      payment: null,
      createdAt: commission.createdAt,
    } as const;
    const posted = [posting, { ...posting, id: "trf_3", commissionId: "com_2", kind: "bonus" as const }];
    renderPage(
      <OrderPage
        {...orderPage}
        explained={{ ...explained, commissions: [paid, deduction, bonus], postings: posted }}
      />,
    );
    const table = await screen.findByRole("region", { name: "Commissions" });
    const rows = within(table).getAllByRole("row").slice(1);
    expect(
      rows.map((row) =>
        within(row)
          .getAllByRole("cell")
          .map((cell) => cell.textContent),
      ),
    ).toEqual([
      ["Ada", "$5.00", expect.stringMatching(/Paid$/), listDay("Mar 25, 2026, PayPal")],
      ["Ada", "-$2.50", "Deduction", "Refund of #1001To deduct"],
      ["Ada", "$5.00", expect.stringMatching(/Pending$/), "Approves Mar 18, 2026"],
    ]);
    const link = within(table).getByRole("link", { name: "Bonus (#1001)" });
    expect(link.getAttribute("href")).toBe("/dashboard/affiliates/commissions/com_2");
    const payout = within(table).getByRole("link", { name: listDay("Mar 25, 2026, PayPal") });
    expect(payout.getAttribute("href")).toBe("/dashboard/affiliates/payouts/payments/pit_1");
    expect(screen.getAllByText(/^Earned/).map((cell) => cell.textContent)).toContain("Earned (bonus)");
  });

  it("lists what happened and what people did, newest first, with who and when", async () => {
    renderPage(<OrderPage {...orderPage} />);
    const heading = await screen.findByRole("heading", { name: "Timeline" });
    const section = heading.closest(".Polaris-ShadowBevel") ?? document.body;
    const entries = within(section as HTMLElement).getAllByRole("listitem");
    expect(entries.map((entry) => entry.textContent)).toEqual([
      expect.stringMatching(/^Moved to BeaMo · Mar 7/),
      expect.stringMatching(/^Put on hold for Ada: Looks oddMo · Mar 6/),
      expect.stringMatching(/^Adjusted Ada by \$2\.00: GoodwillLee · Mar 5/),
      expect.stringMatching(/^Refund of \$50\.00 pendingMar 5/),
      expect.stringMatching(/^Reversed \$10\.00Mar 4/),
      expect.stringMatching(/^Earned \$10\.00Mar 4/),
      expect.stringMatching(/^Order placedMar 4/),
    ]);
  });
});

describe("the rules after the one that pays", () => {
  const later = ["A", "B", "C", "D"].map((name) => {
    return { id: name, name, tried: false, matched: false, text: "An earlier rule matched" };
  });

  it.each([
    { count: 1, said: [] },
    { count: 4, said: ["4 later rules weren't tried"] },
  ])("are named as not tried, and put together where they are many: $count", async ({ count, said }) => {
    const lines = explained.lines.map((line) => ({
      ...line,
      rules: [...line.rules, ...later.slice(0, count)],
    }));
    const { container } = renderPage(<OrderPage {...orderPage} explained={{ ...explained, lines }} />);
    expect((await screen.findAllByText("Not tried")).length).toBe(count);
    expect(screen.getAllByText("An earlier rule matched").length).toBe(count);
    expect(screen.getByText("Rule: Default commission")).toBeDefined();
    const summaries = [...container.querySelectorAll("summary")].map((one) => one.textContent);
    expect(summaries.filter((text) => text?.includes("tried"))).toEqual(said);
  });
});

const clicks = explained.signals.filter((one) => one.kind === "click");
const passed = { code: "window-passed", text: "Click too old: 3 days, limit 1" };
const lost = clicks.map((one) => {
  return { ...one, signal: "clk_2", won: false, program: { id: "prg_2", name: "Weekly" }, reason: passed };
});

function showSignals(signals: typeof explained.signals) {
  renderPage(<OrderPage {...orderPage} explained={{ ...explained, signals, terms: null }} />);
}

describe("the window of each click", () => {
  it("is its own, with its program's name, whatever terms pay, or none", async () => {
    showSignals([...clicks, ...lost.map((one) => ({ ...one, windowDays: 1 }))]);
    expect(await screen.findByText(/^Mar 1, .*\. Window of Creators: 30 days\.$/)).toBeDefined();
    expect(screen.getByText(/^Mar 1, .*\. Window of Weekly: 1 day\.$/)).toBeDefined();
    expect(screen.getByText("Click too old: 3 days, limit 1")).toBeDefined();
  });

  it("is not made up where it is not known", async () => {
    showSignals(lost.map(({ windowDays: _unknown, ...one }) => ({ ...one, signal: "clk_3" })));
    expect(await screen.findByText("Click too old: 3 days, limit 1")).toBeDefined();
    expect(screen.queryByText(/Window of/)).toBeNull();
  });
});

const answer = (status: number, body: unknown) =>
  vi.spyOn(globalThis, "fetch").mockResolvedValue(Response.json(body, { status }));

const loaded = () => new Promise((done) => setTimeout(done, 20, null));

/** jsdom has no `showModal`. */
function openDialog(this: HTMLDialogElement): void {
  this.open = true;
}

function closeDialog(this: HTMLDialogElement): void {
  this.open = false;
  this.dispatchEvent(new Event("close"));
}

describe("the drawer", () => {
  const list = (
    <OrdersPage
      filterDays={{ from: "2025-03-11", to: "2026-03-10" }}
      orders={[order]}
      pagination={{ page: 1, limit: 10, total: 1 }}
      timeZone="UTC"
      affiliate={null}
    />
  );

  beforeEach(() => {
    Object.assign(HTMLDialogElement.prototype, { showModal: openDialog, close: closeDialog });
  });
  afterEach(() => vi.restoreAllMocks());

  it("leaves the rows below it as they are, and gives the focus back to what was asked", async () => {
    answer(200, explained);
    renderPage(list, { at: "/dashboard/orders", loaded });
    const why = await screen.findByRole("link", { name: /explain order #1001$/ });
    why.focus();
    fireEvent.click(why);
    const drawer = await screen.findByRole("dialog");
    fireEvent.click(await within(drawer).findByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(why.isConnected).toBe(true);
    expect(document.activeElement).toBe(why);
  });

  it("opens from the list, by its address, and closes without leaving it", async () => {
    const asked = answer(200, explained);
    renderPage(list, { at: "/dashboard/orders?status=credited" });
    const why = await screen.findByRole("link", { name: /explain order #1001$/ });
    expect(why.getAttribute("href")).toContain("?status=credited&why=1001");
    fireEvent.click(why);
    const drawer = await screen.findByRole("dialog", { name: /^(Order|#1001)$/ });
    expect(await within(drawer).findByText("Requires vendor: Kiln")).toBeDefined();
    expect(asked.mock.calls[0]?.[0]).toBe("/api/v1/orders/1001/explanation");
    expect(within(drawer).getByRole("link", { name: "Open order" }).getAttribute("href")).toBe(
      "/dashboard/orders/1001",
    );
    fireEvent.click(within(drawer).getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.getByRole("link", { name: "#1001" })).toBeDefined();
  });

  it("says what went wrong, and asks again", async () => {
    const asked = answer(503, { message: "The database is away." });
    renderPage(list, { at: "/dashboard/orders?why=1001" });
    expect(await screen.findByText("The database is away.")).toBeDefined();
    asked.mockResolvedValue(Response.json(explained));
    fireEvent.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByText("Requires vendor: Kiln")).toBeDefined();
  });
});

describe("the affiliate's own view", () => {
  it("shows the arithmetic without the customer and everybody else", async () => {
    const own = ownExplanationOf(explained, ada.id, []);
    const told = JSON.stringify(own);
    for (const secret of [
      "Bob",
      "Bea",
      "aff_2",
      "customer",
      "Kiln",
      "com_1",
      "Looks odd",
      "Goodwill",
      "Mo",
    ]) {
      expect(told).not.toContain(secret);
    }
    renderPage(<OwnOrderPage explained={own} timeZone="UTC" />, {
      at: "/portal/orders/1001",
    });
    expect(await screen.findByText("Rule: every sale")).toBeDefined();
    expect(screen.getAllByText("Click on your link")[0]).toBeDefined();
    expect(
      screen.getByText(
        "Terms version 2. Approval 14 days after the order. Started Mar 4, 2026, 12:00 PM UTC.",
      ),
    ).toBeDefined();
  });

  it("tells an affiliate who is not credited only that, and what was posted for them", async () => {
    const own = ownExplanationOf(explained, "aff_2", []);
    expect([own.arithmetic, own.postings, own.why]).toEqual([null, [], null]);
    expect(JSON.stringify(own)).not.toContain("Ada");
  });
});
