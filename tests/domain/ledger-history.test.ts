import { describe, expect, it } from "vitest";
import { historyOf, type HistoricEntry } from "#app/domain/ledger/history.ts";

const day = (number: number) => new Date(Date.UTC(2026, 2, number));

type Step = readonly [
  code: string,
  debit: string,
  credit: string,
  minor: bigint,
  revision?: number | undefined,
];

/** Transfers of one commission, a day and a revision apart. */
const entries = (steps: readonly Step[]): HistoricEntry[] =>
  steps.map(([code, debit, credit, amountMinor, revision], index) => ({
    ledgerEntryId: `trf_${index + 1}`,
    code,
    debit,
    credit,
    amountMinor,
    revision: revision ?? index + 1,
    happenedAt: day(index + 1),
    recordedAt: day(index + 1),
  }));

const earned = (minor: bigint, revision?: number): Step => [
  "earned",
  "expense",
  "pending",
  minor,
  revision ?? undefined,
];
const released = (minor: bigint): Step => ["released", "pending", "payable", minor];
const reversed = (from: "pending" | "payable", minor: bigint, revision?: number): Step => [
  "reversed",
  from,
  "expense",
  minor,
  revision,
];

describe("the history of a commission", () => {
  it("sums pending and approved amounts, and knows the last release", () => {
    const history = historyOf(entries([earned(1000n), released(1000n), reversed("payable", 300n)]));
    expect(history).toEqual({
      posted: { pendingMinor: 0n, payableMinor: 700n },
      releasedAt: day(2),
      releases: [{ happenedAt: day(2), recordedAt: day(2) }],
      earnedAt: [day(1)],
      highestRevision: 3,
      fault: null,
    });
  });

  it("forgets a release after which something was earned again (M11)", () => {
    const history = historyOf(entries([earned(1000n), released(1000n), earned(50n)]));
    expect(history).toMatchObject({ releasedAt: null, earnedAt: [day(1), day(3)], fault: null });
    expect(history.posted).toEqual({ pendingMinor: 50n, payableMinor: 1000n });
  });

  it("allows one revision for both sides of a reversal (M2)", () => {
    const steps = [
      earned(10n),
      released(10n),
      earned(5n),
      reversed("pending", 5n, 4),
      reversed("payable", 2n, 4),
    ];
    expect(historyOf(entries(steps))).toMatchObject({
      posted: { pendingMinor: 0n, payableMinor: 8n },
      fault: null,
    });
  });

  it.each<[string, Step[], string]>([
    ["a revision that falls", [earned(10n, 2), earned(5n, 1)], "trf_2"],
    ["more taken from pending than was there", [earned(10n), reversed("pending", 11n)], "trf_2"],
    ["a release of a part", [earned(10n), released(9n)], "trf_2"],
    [
      "payable reversed before pending",
      [earned(10n), released(10n), earned(5n), reversed("payable", 1n)],
      "trf_4",
    ],
  ])("names %s", (_what, steps, ledgerEntryId) => {
    expect(historyOf(entries(steps)).fault).toMatchObject({ ledgerEntryId });
  });
});
