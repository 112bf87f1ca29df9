import { expect, test } from "vitest";
import {
  attribute,
  type AttributionInput,
  defaultRules,
  type Evidence,
  reassign,
} from "#app/domain/attribution.ts";
import type { ProgramId } from "#app/domain/ids.ts";
import {
  activeAffiliate,
  activeProgram,
  affiliateId,
  clickId,
  orderedAt,
  percentOf,
  programId,
  versionOf,
} from "./order-of.ts";

const codeOf = (seed: string, at = "2026-01-01T00:00:00Z"): Evidence => {
  return { kind: "code", affiliateId: affiliateId(seed), code: `CODE${seed}`, at };
};
const clickOf = (seed: string, at: string, click = "1", program: ProgramId | null = null): Evidence => {
  const ids = { affiliateId: affiliateId(seed), clickId: clickId(click), programId: program };
  return { kind: "click", ...ids, at, subId: "" };
};
const landingOf = (seed: string): Evidence => {
  const link = { parameter: "ref", programId: null, subId: "" };
  return { kind: "landing", affiliateId: affiliateId(seed), code: `code${seed}`, ...link, at: null };
};
const yesterday = "2026-11-09T12:00:00Z";

/** Three active affiliates in one active program. */
function attributed(evidence: readonly Evidence[], parts: Partial<AttributionInput> = {}) {
  return attribute({
    orderCreatedAt: orderedAt,
    evidence,
    rules: defaultRules,
    affiliates: [activeAffiliate("1"), activeAffiliate("2"), activeAffiliate("3")],
    programs: [activeProgram()],
    ...parts,
  });
}

test("a code counts before a click, a click before a landing page, whatever came last", () => {
  const result = attributed([landingOf("3"), clickOf("2", yesterday), codeOf("1")]);
  expect(result.winner?.affiliateId).toBe(affiliateId("1"));
  expect(result.reason).toBe("won-by-code");
  expect(result.candidates.map((one) => [one.evidence.kind, one.won, one.reason])).toEqual([
    ["code", true, "won-by-code"],
    ["click", false, "outranked"],
    ["landing", false, "outranked"],
  ]);
  expect(attributed([landingOf("3"), clickOf("2", yesterday)]).reason).toBe("won-by-click");
  expect(attributed([landingOf("3")]).winner?.affiliateId).toBe(affiliateId("3"));
});

test("of clicks the latest counts, and of codes the first on the order", () => {
  const clicks = attributed([clickOf("1", "2026-11-01T00:00:00Z", "1"), clickOf("2", yesterday, "2")]);
  expect(clicks.winner?.affiliateId).toBe(affiliateId("2"));
  expect(clicks.candidates[1]?.reason).toBe("later-click");
  const codes = attributed([codeOf("2"), codeOf("1")]);
  expect(codes.winner?.affiliateId).toBe(affiliateId("2"));
  expect(codes.candidates[1]?.reason).toBe("another-code");
});

test("M19: what came after the order counts nothing; its own second still counts", () => {
  const late = attributed([clickOf("1", "2026-11-10T12:00:01Z")]);
  expect([late.winner, late.reason]).toEqual([null, "after-order"]);
  expect(attributed([clickOf("1", "2026-11-10T12:00:00.900Z")]).winner).not.toBeNull();
  expect(attributed([codeOf("1", "2026-11-11T00:00:00Z")]).reason).toBe("after-order");
});

test("the window ends after its days, to the second, whatever the time zone of the order", () => {
  expect(attributed([clickOf("1", "2026-10-11T12:00:00Z")]).winner).not.toBeNull();
  expect(attributed([clickOf("1", "2026-10-11T11:59:59Z")]).reason).toBe("window-passed");
  const inOtherZone = { orderCreatedAt: "2026-11-10T07:00:00-05:00" };
  expect(attributed([clickOf("1", "2026-10-11T12:00:00Z")], inOtherZone).winner).not.toBeNull();
  expect(attributed([clickOf("1", "2026-10-11T11:59:59Z")], inOtherZone).winner).toBeNull();
});

test("a click keeps the days of the window that judged it, whether it stood or not, and nothing else does", () => {
  const [old, fresh] = [clickOf("1", "2026-10-11T11:59:59Z", "1"), clickOf("2", yesterday, "2")];
  const { candidates } = attributed([codeOf("3"), fresh, old]);
  expect(candidates.map((one) => [one.reason, one.windowDays])).toEqual([
    ["won-by-code", undefined],
    ["outranked", 30],
    ["window-passed", 30],
  ]);
  expect(attributed([clickOf("1", "2026-11-11T00:00:00Z")]).candidates[0]).not.toHaveProperty("windowDays");
});

test("M20: an affiliate not active at the order's creation gets nothing, and a weaker signal counts instead", () => {
  const suspended = activeAffiliate("1", {
    statuses: [
      { status: "active", at: "2026-01-01T00:00:00Z" },
      { status: "suspended", at: "2026-11-10T11:00:00Z" },
      { status: "active", at: "2026-11-10T13:00:00Z" },
    ],
  });
  const affiliates = [suspended, activeAffiliate("2")];
  const result = attributed([codeOf("1"), clickOf("2", yesterday)], { affiliates });
  expect(result.winner?.affiliateId).toBe(affiliateId("2"));
  expect(result.candidates[0]?.reason).toBe("affiliate-not-active");
  expect(attributed([codeOf("1")], { affiliates }).reason).toBe("affiliate-not-active");
});

test("M20: an order made before a pause keeps its terms, a later one gets none", () => {
  const programs = [
    activeProgram("1", {
      statuses: [
        { status: "draft", at: "2026-01-01T00:00:00Z" },
        { status: "active", at: "2026-02-01T00:00:00Z" },
        { status: "paused", at: "2026-11-10T12:30:00Z" },
      ],
    }),
  ];
  expect(attributed([codeOf("1")], { programs }).winner).not.toBeNull();
  const later = attributed([codeOf("1")], { programs, orderCreatedAt: "2026-11-10T12:31:00Z" });
  expect([later.winner, later.reason]).toEqual([null, "program-not-active"]);
  expect(later.candidates[0]?.programId).toBe(programId("1"));
});

test("M4: the version of the order's creation, not of its processing", () => {
  const programs = [
    activeProgram("1", {
      versions: [
        versionOf(1, "2026-01-01T00:00:00Z", percentOf(10)),
        versionOf(2, "2026-11-10T13:00:00Z", percentOf(20)),
      ],
    }),
  ];
  expect(attributed([codeOf("1")], { programs }).winner?.version.number).toBe(1);
  const early = { programs, orderCreatedAt: "2025-12-31T00:00:00Z" };
  const old = [activeAffiliate("1", { statuses: [{ status: "active", at: "2025-01-01T00:00:00Z" }] })];
  expect(attributed([landingOf("1")], { ...early, affiliates: old }).reason).toBe("no-program");
});

test("of several programs the one joined first that is active, unless the link belongs to one", () => {
  const memberships = [
    { programId: programId("2"), joinedAt: "2026-03-01T00:00:00Z", leftAt: null },
    { programId: programId("1"), joinedAt: "2026-02-01T00:00:00Z", leftAt: null },
  ];
  const affiliates = [activeAffiliate("1", { memberships })];
  const programs = [activeProgram("1"), activeProgram("2")];
  expect(attributed([codeOf("1")], { affiliates, programs }).winner?.programId).toBe(programId("1"));
  const paused = activeProgram("1", { statuses: [{ status: "paused", at: "2026-01-01T00:00:00Z" }] });
  const onlySecond = { affiliates, programs: [paused, activeProgram("2")] };
  expect(attributed([codeOf("1")], onlySecond).winner?.programId).toBe(programId("2"));
  const linkOf = clickOf("1", yesterday, "1", programId("1"));
  expect(attributed([linkOf], onlySecond).reason).toBe("program-not-active");
});

test("nobody is credited without a signal, without a program, or unknown; the reason is given", () => {
  expect(attributed([]).reason).toBe("no-evidence");
  expect(attributed([codeOf("9")]).reason).toBe("affiliate-unknown");
  const left = {
    programId: programId("1"),
    joinedAt: "2026-01-01T00:00:00Z",
    leftAt: "2026-05-01T00:00:00Z",
  };
  const affiliates = [activeAffiliate("1", { memberships: [left] })];
  expect(attributed([codeOf("1")], { affiliates }).reason).toBe("no-program");
  const termless = [activeProgram("1", { versions: [] })];
  expect(attributed([codeOf("1")], { programs: termless }).reason).toBe("no-terms");
});

test("M12: a person's decision overrides the signals, which keep why they lost", () => {
  const before = attributed([codeOf("1"), clickOf("2", yesterday)]);
  if (before.winner === null) throw new Error("Nobody won.");
  const { programId: program, version } = before.winner;
  const given = reassign(before, { affiliateId: affiliateId("3"), programId: program, version });
  expect(given.winner).toEqual({
    affiliateId: affiliateId("3"),
    programId: program,
    version,
    evidence: null,
  });
  expect(given.reason).toBe("reassigned");
  expect(given.candidates.map((one) => [one.won, one.reason])).toEqual([
    [false, "given-away"],
    [false, "outranked"],
  ]);
  const kept = reassign(before, before.winner);
  expect([kept.winner?.evidence?.kind, kept.candidates[0]?.won]).toEqual(["code", true]);
});
