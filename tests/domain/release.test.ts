import { expect, test } from "vitest";
import { mayRelease, needsApproval, type ReleaseQuestion } from "#app/domain/release.ts";

const due: ReleaseQuestion = {
  facts: { financialStatus: "paid", dispute: "none" },
  affiliateStatus: "active",
  isHeld: false,
  needsApproval: false,
  approvesAt: "2026-10-31T12:00:00Z",
  now: "2026-10-31T12:00:00Z",
};

test("M11: approved when the approval period is over and nothing prevents it", () => {
  expect(mayRelease(due)).toEqual({ release: true, reason: "release-due" });
  expect(
    mayRelease({ ...due, facts: { financialStatus: "partially_refunded", dispute: "won" } }).release,
  ).toBe(true);
});

test.each([
  ["approval-running", { now: "2026-10-31T11:59:59Z" }],
  ["order-not-paid", { facts: { financialStatus: "pending", dispute: "none" } }],
  ["dispute-open", { facts: { financialStatus: "paid", dispute: "open" } }],
  ["affiliate-suspended", { affiliateStatus: "suspended" }],
  ["held-by-hand", { isHeld: true }],
  ["approval-not-begun", { approvesAt: null }],
  ["approval-needed", { needsApproval: true }],
] as const)("M11: %s keeps it pending", (reason, parts) => {
  expect(mayRelease({ ...due, ...parts })).toEqual({ release: false, reason });
});

test("M11: the approval period comes before the approval", () => {
  const running = { ...due, needsApproval: true, now: "2026-10-31T11:59:59Z" };
  expect(mayRelease(running).reason).toBe("approval-running");
});

test.each([
  ["automatic", null, false],
  ["manual", null, true],
  ["manual", "held", true],
  ["manual", "approved", false],
] as const)(
  "M12: with %s approval and the decision %s, approval is needed: %s",
  (approval, decision, needed) => {
    expect(needsApproval({ approval, decision })).toBe(needed);
  },
);

test("M11: a bonus or a manual commission waits for its approval period, and for no order's payment", () => {
  expect(mayRelease({ ...due, facts: null }).release).toBe(true);
  expect(mayRelease({ ...due, facts: null, now: "2026-10-31T11:59:59Z" }).reason).toBe("approval-running");
});
