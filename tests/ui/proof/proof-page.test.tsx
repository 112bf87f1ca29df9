import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { ProofWire } from "#app/contracts/ledger.ts";
import { ProofPage, type ProofPageData } from "#app/ui/admin/proof/proof-page.tsx";
import { LedgerEntriesPage } from "#app/ui/admin/proof/ledger-entries-page.tsx";
import { renderPage } from "../shell/stub.tsx";

const usd = (amount: string) => ({ amount, currencyCode: "USD" });
const proof = {
  checkedAt: "2026-03-10T12:00:00.000Z",
  entries: 1234,
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
    expect(await screen.findByText("The ledger is correct")).toBeDefined();
    expect(screen.getByText("1,234")).toBeDefined();
    expect(screen.getByText("Mar 10, 2026, 12:00 PM UTC")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Check now" })).toBeNull();
  });

  it("opens the ledger entries of each term of M15, and the months around this one", async () => {
    renderPage(<ProofPage {...data} />);
    await screen.findByText("Owed to Ada, Mar 2026");
    const of = "/dashboard/settings/ledger/transfers?affiliate=aff_1&currency=USD";
    expect(hrefOf("Opening balance")).toBe(`${of}&to=2026-02`);
    expect(hrefOf("Earned")).toBe(`${of}&code=earned&from=2026-03&to=2026-03`);
    expect(hrefOf("Closing balance")).toBe(`${of}&to=2026-03`);
    expect(hrefOf("Feb 2026")).toBe("/dashboard/settings/ledger?affiliate=aff_1&month=2026-02");
    expect(hrefOf("All affiliates")).toBe("/dashboard/settings/ledger?month=2026-03");
    expect(hrefOf("Apr 2026")).toBe("/dashboard/settings/ledger?affiliate=aff_1&month=2026-04");
    expect(hrefOf("Bob")).toBe("/dashboard/settings/ledger?affiliate=aff_2&month=2026-03");
    const row = screen.getByText("$6.01").closest("tr");
    expect(row && within(row).getByText("Differs")).toBeDefined();
  });

  it("tells M15 of the whole shop where nobody is chosen, each term opening everybody's ledger entries", async () => {
    const fee = { code: "fee", amount: usd("-1.00") };
    const identities = shown.identities.map((one) => ({ ...one, movements: [...one.movements, fee] }));
    renderPage(<ProofPage {...data} shown={{ ...shown, affiliate: null, identities }} />);
    await screen.findByText("Owed to affiliates, Mar 2026");
    const of = "/dashboard/settings/ledger/transfers?currency=USD";
    expect(hrefOf("Opening balance")).toBe(`${of}&to=2026-02`);
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
    expect(screen.queryByText("No entries up to then")).toBeNull();
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
    const text = "Order 1001 should have $0.00 in commission, but $10.00 is posted.";
    const row = { table: "commissions", key: "com_1" };
    const differences = [{ kind: "commission" as const, ...row, text, affiliate: null, order: "1001" }];
    const wrong = { ...shown, proof: { ...proof, differenceCount: 2, differences } };
    renderPage(<ProofPage {...data} shown={wrong} />);
    expect(await screen.findByText("The ledger has 2 differences")).toBeDefined();
    expect(screen.getByText(text, { exact: false })).toBeDefined();
    expect(screen.getByText("And 1 more.")).toBeDefined();
    expect(hrefOf("View order")).toBe("/dashboard/orders/1001");
    expect(hrefOf("View commission")).toBe("/dashboard/affiliates/commissions/com_1");
    expect(screen.queryByText("The ledger is correct")).toBeNull();
  });

  it("asks for large books to be summed again, and waits for the result", async () => {
    const posted: unknown[] = [];
    const answer = (form: FormData) => {
      posted.push(Object.fromEntries(form));
      return { ok: true };
    };
    renderPage(<ProofPage {...data} small={false} />, { answer });
    (await screen.findByRole("button", { name: "Check now" })).click();
    expect(await screen.findByText(/is being checked/)).toBeDefined();
    expect(posted).toEqual([{ intent: "prove" }]);
  });

  it("says so before the first time, and where nothing was posted", async () => {
    const none = { ...shown, proof: null, affiliate: null, identities: [] };
    renderPage(<ProofPage {...data} shown={none} holders={[]} />);
    expect(await screen.findByText(/hasn't been checked yet/)).toBeDefined();
    expect(screen.getByText(/Balances appear here/)).toBeDefined();
  });
});

it("lists ledger entries, each leading to what it is about", async () => {
  const commission = `com_${"0".repeat(26)}`;
  const entry = {
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
  const other = { ...entry, id: "trf_2", sequence: "43", subject: "adj_1" };
  renderPage(
    <LedgerEntriesPage
      entries={[entry, other]}
      pagination={{ page: 1, limit: 10, total: 2 }}
      timeZone="UTC"
      notice="Affiliate: Ada, Entry: Earned"
    />,
  );
  await screen.findByText("Affiliate: Ada, Entry: Earned");
  expect(hrefOf("42")).toBe(`/dashboard/affiliates/commissions/${commission}`);
  expect(hrefOf("43")).toBe("/dashboard/affiliates/aff_1");
});
