import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { ProofWire } from "#app/contracts/ledger.ts";
import { ProofPage, type ProofPageData } from "#app/ui/admin/proof/proof-page.tsx";
import { LedgerEntriesPage } from "#app/ui/admin/proof/ledger-entries-page.tsx";
import { renderPage } from "../shell/stub.tsx";

const usd = (amount: string) => ({ amount, currencyCode: "USD" });
const proof = {
  checkedAt: "2026-03-10T12:00:00.000Z",
  transfers: 1234,
  highestSequence: "5678",
  balances: 3,
  orders: 7,
  differenceCount: 0,
  differences: [],
};

const shown: ProofWire = {
  proof,
  newerEntries: 0,
  days: null,
  late: null,
  month: "2026-03",
  affiliate: { id: "aff_1", name: "Ada" },
  identities: [
    {
      opening: usd("50.00"),
      movements: [
        { code: "earned", amount: usd("7.00") },
        { code: "payout_settled", amount: usd("-10.00") },
      ],
      closing: usd("47.00"),
      difference: usd("0.00"),
      holds: true,
    },
  ],
};

const data: ProofPageData = {
  shown,
  small: true,
  late: null,
  holders: [
    {
      id: "aff_2",
      name: "Bob",
      accounts: [
        { account: "pending", shown: usd("6.01"), summed: usd("6.00"), agrees: false },
        { account: "payable", shown: usd("1.00"), summed: usd("1.00"), agrees: true },
      ],
    },
  ],
  pagination: { page: 1, limit: 10, total: 1 },
  timeZone: "UTC",
};

const hrefOf = (name: string) => screen.getByRole("link", { name }).getAttribute("href");

describe("the proof page", () => {
  it("says that the books agree, when it was checked and over how much", async () => {
    renderPage(<ProofPage {...data} />);
    expect(await screen.findByText("The books agree")).toBeDefined();
    expect(screen.getByText("1,234")).toBeDefined();
    expect(screen.getByText("Mar 10, 2026, 12:00 PM UTC")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Sum again" })).toBeNull();
  });

  it("opens the transfers of each term of M15, and the months beside this one", async () => {
    renderPage(<ProofPage {...data} />);
    await screen.findByText("What Ada is owed, Mar 2026");
    const of = "/dashboard/settings/ledger/transfers?affiliate=aff_1&currency=USD";
    expect(hrefOf("Opening")).toBe(`${of}&to=2026-02`);
    expect(hrefOf("Earned")).toBe(`${of}&code=earned&from=2026-03&to=2026-03`);
    expect(hrefOf("Closing")).toBe(`${of}&to=2026-03`);
    expect(hrefOf("Feb 2026")).toBe("/dashboard/settings/ledger?affiliate=aff_1&month=2026-02");
    expect(hrefOf("All affiliates")).toBe("/dashboard/settings/ledger?month=2026-03");
    expect(hrefOf("Apr 2026")).toBe("/dashboard/settings/ledger?affiliate=aff_1&month=2026-04");
    expect(hrefOf("Bob")).toBe("/dashboard/settings/ledger?affiliate=aff_2&month=2026-03");
    const row = screen.getByText("$6.01").closest("tr");
    expect(row && within(row).getByText("Differs")).toBeDefined();
  });

  it("tells M15 of the whole shop where nobody is chosen, each term opening everybody's transfers", async () => {
    const fee = { code: "fee", amount: usd("-1.00") };
    const identities = shown.identities.map((one) => ({ ...one, movements: [...one.movements, fee] }));
    renderPage(<ProofPage {...data} shown={{ ...shown, affiliate: null, identities }} />);
    await screen.findByText("What all affiliates are owed, Mar 2026");
    const of = "/dashboard/settings/ledger/transfers?currency=USD";
    expect(hrefOf("Opening")).toBe(`${of}&to=2026-02`);
    expect(hrefOf("Earned")).toBe(`${of}&code=earned&from=2026-03&to=2026-03`);
    expect(hrefOf("Fee")).toBe(`${of}&code=fee&part=withheld&from=2026-03&to=2026-03`);
    expect(hrefOf("Feb 2026")).toBe("/dashboard/settings/ledger?month=2026-02");
    expect(hrefOf("All affiliates (CSV)")).toBe("/dashboard/export/statements.csv?month=2026-03");
    expect(screen.queryByRole("link", { name: "Statement (PDF)" })).toBeNull();
  });

  it("says why M15 of the whole shop is not told, where it takes too long", async () => {
    const late = "What was owed then takes longer than 8 seconds. Choose a later month.";
    renderPage(<ProofPage {...data} shown={{ ...shown, affiliate: null, identities: [], late }} />);
    expect(await screen.findByText(late)).toBeDefined();
    expect(screen.queryByText("Nothing was posted up to then.")).toBeNull();
  });

  it.each(["pdf", "csv"])("gives the statement as %s, as a file and not as a page", async (format) => {
    renderPage(<ProofPage {...data} />);
    const link = await screen.findByRole("link", { name: `Statement (${format.toUpperCase()})` });
    expect(link.getAttribute("href")).toBe(
      `/dashboard/affiliates/aff_1/statement?month=2026-03&format=${format}`,
    );
    expect(link.hasAttribute("download")).toBe(true);
  });

  it("names a difference loudly, and where to look", async () => {
    const text = "Order 1001 should stand at 0.00 USD, but 10.00 USD are posted.";
    const row = { table: "commissions", key: "com_1" };
    const differences = [{ kind: "commission" as const, ...row, text, affiliate: null, order: "1001" }];
    const wrong = { ...shown, proof: { ...proof, differenceCount: 2, differences } };
    renderPage(<ProofPage {...data} shown={wrong} />);
    expect(await screen.findByText("The books do not agree: 2 differences")).toBeDefined();
    expect(screen.getByText(text, { exact: false })).toBeDefined();
    expect(screen.getByText("And 1 more.")).toBeDefined();
    expect(hrefOf("Open the order")).toBe("/dashboard/orders/1001");
    expect(hrefOf("Open the commission")).toBe("/dashboard/affiliates/commissions/com_1");
    expect(screen.queryByText("The books agree")).toBeNull();
  });

  it("asks for large books to be summed again, and waits for the result", async () => {
    const posted: unknown[] = [];
    const answer = (form: FormData) => {
      posted.push(Object.fromEntries(form));
      return { ok: true };
    };
    renderPage(<ProofPage {...data} small={false} />, { answer });
    (await screen.findByRole("button", { name: "Sum again" })).click();
    expect(await screen.findByText(/are being summed again/)).toBeDefined();
    expect(posted).toEqual([{ intent: "prove" }]);
  });

  it("says so before the first time, and where nothing was posted", async () => {
    const none = { ...shown, proof: null, affiliate: null, identities: [] };
    renderPage(<ProofPage {...data} shown={none} holders={[]} />);
    expect(await screen.findByText(/have not been summed again yet/)).toBeDefined();
    expect(screen.getByText(/Nothing was posted yet/)).toBeDefined();
  });
});

it("lists transfers, each leading to what it is about", async () => {
  const commission = `com_${"0".repeat(26)}`;
  const transfer = {
    id: "trf_1",
    sequence: "42",
    code: "earned",
    debit: "expense",
    credit: "pending",
    amount: usd("10.00"),
    affiliate: { id: "aff_1", name: "Ada" },
    subject: commission,
    happenedAt: "2026-03-04T12:00:00.000Z",
    recordedAt: "2026-03-04T12:00:01.000Z",
  };
  const other = { ...transfer, id: "trf_2", sequence: "43", subject: "adj_1" };
  renderPage(
    <LedgerEntriesPage
      transfers={[transfer, other]}
      pagination={{ page: 1, limit: 10, total: 2 }}
      timeZone="UTC"
      notice="Transfers of Ada: earned"
    />,
  );
  await screen.findByText("Transfers of Ada: earned");
  expect(hrefOf("42")).toBe(`/dashboard/affiliates/commissions/${commission}`);
  expect(hrefOf("43")).toBe("/dashboard/affiliates/aff_1");
});
