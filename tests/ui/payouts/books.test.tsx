import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { SectionBooksWire } from "#app/contracts/payout-section.ts";
import { BalancesPage } from "#app/ui/admin/payouts/balances-page.tsx";
import { PayoutBooks } from "#app/ui/admin/payouts/payout-books.tsx";
import { ClosedPeriodsPage } from "#app/ui/admin/proof/closed-periods-page.tsx";
import { renderPage } from "../shell/stub.tsx";

const usd = (amount: string) => ({ amount, currencyCode: "USD" });
const none = usd("0.00");
const pagination = { page: 1, limit: 10, total: 1 };
const at = "/dashboard/affiliates/payouts";

describe("what is owed", () => {
  it("opens the ledger entries behind each figure, those of the day that is shown", async () => {
    const amounts = { pending: none, available: usd("5.00"), inTransit: none, paid: none, negative: none };
    const row = { affiliate: { id: "aff_1", name: "Zoë" }, ...amounts };
    renderPage(
      <BalancesPage
        balances={[row]}
        totals={[amounts]}
        asOf="2026-03-31"
        missedMinimums={{}}
        pagination={pagination}
        timeZone="UTC"
      />,
      { at: `${at}/owed?asOf=2026-03-31` },
    );
    const [total, own] = screen
      .getAllByRole("link", { name: "$5.00" })
      .map((link) => link.getAttribute("href"));
    expect(total).toBe(`${at}/balances?status=available&currency=USD&asOf=2026-03-31`);
    expect(own).toBe(
      "/dashboard/settings/ledger/transfers?account=payable&currency=USD&affiliate=aff_1&until=2026-03-31",
    );
    expect(screen.getByText("Totals at the end of the day")).toBeTruthy();
  });

  it("opens for a total over some affiliates their balances, and nothing for a figure that is none", () => {
    const amounts = { pending: none, available: none, inTransit: none, paid: none, negative: usd("-7.00") };
    const row = { affiliate: { id: "aff_1", name: "Zoë" }, ...amounts };
    renderPage(
      <BalancesPage
        balances={[row]}
        totals={[amounts]}
        asOf={null}
        missedMinimums={{}}
        pagination={pagination}
        timeZone="UTC"
      />,
      { at: `${at}/owed` },
    );
    const [total, own] = screen.getAllByRole("link", { name: "-$7.00" });
    expect(total?.getAttribute("href")).toBe(`${at}/balances?status=negative&currency=USD`);
    expect(own?.getAttribute("href")).toBe(
      "/dashboard/settings/ledger/transfers?account=payable&currency=USD&affiliate=aff_1",
    );
    // Four of the totals, and three of the affiliate: a negative balance has no ledger entries of its own.
    expect(screen.getAllByRole("link", { name: "$0.00" })).toHaveLength(7);
  });
});

it("Balances name the minimum that an approved balance does not reach", () => {
  const amounts = { pending: none, available: usd("5.00"), inTransit: none, paid: none, negative: none };
  const owed = ["aff_1", "aff_2"].map((id) => ({ affiliate: { id, name: id }, ...amounts }));
  renderPage(
    <BalancesPage
      balances={owed}
      totals={[amounts]}
      asOf={null}
      missedMinimums={{ "aff_2 USD": usd("25.00"), "aff_1 EUR": usd("30.00") }}
      pagination={pagination}
      timeZone="UTC"
    />,
    { at: `${at}/balances` },
  );
  const second = screen.getAllByText(/^Below/);
  expect(second.map((one) => one.textContent)).toEqual(["Below $25.00 minimum"]);
  expect(second[0]?.closest("tr")?.textContent).toContain("aff_2");
});

describe("closed periods", () => {
  it("open the ledger entries of their month, the first of them all before it too", () => {
    const closed = {
      until: "2026-03-01T00:00:00.000Z",
      closedAt: "2026-03-02T00:00:00.000Z",
      closedBy: "Ada",
    };
    const first = { ...closed, month: "2026-01", since: null, until: "2026-02-01T00:00:00.000Z" };
    const second = { ...closed, month: "2026-02", since: "2026-02-01T00:00:00.000Z" };
    const periods = [second, first].map((one) => ({ ...one, highestSequence: "7" }));
    renderPage(<ClosedPeriodsPage periods={periods} next={null} pagination={pagination} timeZone="UTC" />, {
      at: "/dashboard/settings/ledger/periods",
    });
    const links = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
    expect(links.filter((link) => link?.includes("ledger/transfers"))).toEqual([
      "/dashboard/settings/ledger/transfers?from=2026-02&to=2026-02",
      "/dashboard/settings/ledger/transfers?to=2026-01",
    ]);
  });

  it("are closed after asking, and only the next one", async () => {
    const answer = vi.fn<() => object>(() => ({ ok: true, month: "2026-02" }));
    const page = <ClosedPeriodsPage periods={[]} next="2026-02" pagination={pagination} timeZone="UTC" />;
    renderPage(page, { at: "/dashboard/settings/ledger/periods", answer });
    fireEvent.click(screen.getByRole("button", { name: "Close Feb 2026" }));
    expect(answer).not.toHaveBeenCalled();
    fireEvent.click(within(await screen.findByRole("dialog")).getByText("Close month", { selector: "span" }));
    await waitFor(() => expect(answer).toHaveBeenCalledTimes(1));
  });
});

describe("the books of a payout", () => {
  const books: SectionBooksWire = {
    started: usd("20.00"),
    paid: usd("20.00"),
    returned: none,
    canceled: none,
    inTransit: none,
    difference: none,
    holds: true,
    fee: usd("0.40"),
    withheld: usd("0.10"),
    reconciled: {
      payments: 2,
      agreed: 2,
      here: usd("20.00"),
      there: usd("20.00"),
      feesHere: none,
      feesThere: none,
      toTheCent: true,
    },
  };

  it("say how much of it is reconciled, and open each term", () => {
    renderPage(<PayoutBooks sectionId="pob_1" books={books} />, { at: `${at}/pob_1` });
    expect(screen.getByText("2 of 2 payments reconciled")).toBeTruthy();
    expect(screen.getByText("$20.00 paid in the app, $20.00 in statements")).toBeTruthy();
    fireEvent.click(screen.getByText("Ledger entries"));
    expect(screen.getByRole("link", { name: "Started" }).getAttribute("href")).toBe(
      "/dashboard/settings/ledger/transfers?section=pob_1&code=payout_started",
    );
    const own = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
    expect(new Set(own).size).toBe(own.length);
    expect(screen.getByRole("row", { name: "Provider fees $0.40" })).toBeTruthy();
    expect(screen.getByRole("row", { name: "Paid by affiliates $0.10" })).toBeTruthy();
  });
});
