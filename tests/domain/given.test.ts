import { describe, expect, it } from "vitest";
import type { AffiliateId, CommissionId } from "#app/domain/ids.ts";
import { entriesForReassignment } from "#app/domain/ledger/reassignment.ts";
import { fromPlain } from "#app/domain/plain.ts";

/** Entries when a commission of this amount takes over from one with these pending and payable amounts. */
function given(currentMinor: bigint, [pendingMinor, payableMinor]: readonly [bigint, bigint]): string[] {
  const posting = {
    commissionId: fromPlain<CommissionId>("com_00000000000000000000000001"),
    affiliateId: fromPlain<AffiliateId>("aff_00000000000000000000000001"),
    currency: "USD",
    revision: 4,
  };
  return entriesForReassignment(posting, { currentMinor, had: { pendingMinor, payableMinor } }).map(
    (one) => `${one.revision} ${one.code} ${one.amountMinor}`,
  );
}

describe("M12: credit for an order that moves to another affiliate", () => {
  it("moves the released part as released; the rest gets a revision of its own (M3)", () => {
    expect(given(1400n, [400n, 1000n])).toEqual(["4 earned 1000", "4 released 1000", "5 earned 400"]);
  });

  it("is all of it where nothing waited", () => {
    expect(given(1000n, [0n, 1000n])).toEqual(["4 earned 1000", "4 released 1000"]);
    expect(given(700n, [0n, 1000n])).toEqual(["4 earned 700", "4 released 700"]);
  });

  it("keeps the proportion where the other earns another amount, rounded half away from zero (M8)", () => {
    // 700 × 1000 ÷ 1400 are 500. 7 × 1 ÷ 2 are 3.5, so 4.
    expect(given(700n, [400n, 1000n])).toEqual(["4 earned 500", "4 released 500", "5 earned 200"]);
    expect(given(7n, [5n, 5n])).toEqual(["4 earned 4", "4 released 4", "5 earned 3"]);
    // 3 × 1 ÷ 1000 are less than half a cent: nothing is released, and no revision is left out.
    expect(given(3n, [999n, 1n])).toEqual(["4 earned 3"]);
  });
});
