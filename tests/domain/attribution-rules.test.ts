import { expect, test } from "vitest";
import {
  attribute,
  type AttributionInput,
  type AttributionRules,
  type Candidate,
  chooseRules,
  couldWin,
  defaultRules,
  type Evidence,
  type EvidenceKind,
  evidenceKinds,
  joinEvidence,
  type RulesVersion,
} from "#app/domain/attribution.ts";
import { signalsIn, signalWorth } from "#app/domain/signals.ts";
import { fromPlain } from "#app/domain/plain.ts";
import type { ClaimId } from "#app/domain/ids.ts";
import { fc } from "../support/properties.ts";
import { activeAffiliate, activeProgram, affiliateId, clickId, orderedAt, programId } from "./order-of.ts";

/** One piece of evidence of a kind, for the affiliate of that seed, so many minutes before the order. */
function evidenceOf(kind: EvidenceKind, seed: string, minutes = 60): Evidence {
  const at = new Date(Date.parse(orderedAt) - minutes * 60_000).toISOString();
  const of = { affiliateId: affiliateId(seed), at };
  const link = { ...of, programId: null, subId: "" };
  const click = { ...link, clickId: clickId(`${seed}${minutes}`) };
  const byKind: Record<EvidenceKind, Evidence> = {
    code: { ...of, kind: "code", code: `CODE${seed}` },
    click: { ...click, kind: "click" },
    pixel: { ...click, kind: "pixel" },
    landing: { ...link, kind: "landing", code: `code${seed}`, parameter: "ref", at: null },
    customer: { ...of, kind: "customer", boundBy: "4999" },
    product: { ...of, kind: "product", productId: `9${seed}` },
    claim: { ...of, kind: "claim", at: null, claimId: fromPlain<ClaimId>(`clm_${seed}`) },
    tag: { ...of, kind: "tag", code: `TAG${seed}`, at: null, programId: null },
    renewal: { ...of, kind: "renewal", programId: programId("1"), firstOrder: "4998" },
  };
  return byKind[kind];
}

function inputOf(evidence: readonly Evidence[], rules: Partial<AttributionRules> = {}): AttributionInput {
  return {
    orderCreatedAt: orderedAt,
    evidence,
    rules: { ...defaultRules, ...rules },
    affiliates: ["1", "2", "3"].map((seed) => activeAffiliate(seed)),
    programs: [activeProgram()],
  };
}

const isNotBeside = ({ reason }: Candidate) => reason !== "carried-too";

const anyEvidence = fc
  .record({
    kind: fc.constantFrom(...evidenceKinds),
    seed: fc.constantFrom("1", "2", "3", "4"),
    // Some after the order, some beyond the window of 30 days.
    // Now and then the same click twice: carried by the order, and seen by the pixel.
    minutes: fc.oneof(fc.integer({ min: -100, max: 60 * 24 * 40 }), fc.constantFrom(60, 120)),
  })
  .map(({ kind, seed, minutes }) => evidenceOf(kind, seed, minutes));
const anyRules = fc.record({
  precedence: fc.shuffledSubarray([...evidenceKinds]),
  touch: fc.constantFrom("last" as const, "first" as const),
});
const anyInput = fc
  .record({ evidence: fc.array(anyEvidence, { maxLength: 8 }), rules: anyRules })
  .map(({ evidence, rules }) => inputOf(joinEvidence([], evidence), rules));

test("by default a code comes first, then a lifetime customer, clicks, landing page, pixel, product, claim, renewal, and tags are off", () => {
  const all = evidenceKinds.toReversed().map((kind) => evidenceOf(kind, "1"));
  const { candidates } = attribute(inputOf(all));
  expect(candidates.map((one) => one.evidence.kind)).toEqual([
    "code",
    "customer",
    "click",
    "landing",
    "pixel",
    "product",
    "claim",
    "renewal",
    "tag",
  ]);
  expect(candidates.at(-1)?.reason).toBe("signal-off");
});

test("the shop's order of precedence decides, and a signal that it skips is kept and decides nothing", () => {
  const evidence = [evidenceOf("code", "1"), evidenceOf("landing", "2"), evidenceOf("product", "3")];
  const { winner, candidates } = attribute(inputOf(evidence, { precedence: ["product", "landing"] }));
  expect(winner?.affiliateId).toBe(affiliateId("3"));
  expect(candidates.map((one) => [one.evidence.kind, one.reason])).toEqual([
    ["product", "won-by-product"],
    ["landing", "outranked"],
    ["code", "signal-off"],
  ]);
  expect(attribute(inputOf(evidence, { precedence: [] }))).toMatchObject({
    winner: null,
    reason: "signal-off",
  });
});

test("the first click decides where the shop says so, and those beyond the window make room", () => {
  const clicks = [
    evidenceOf("click", "1", 60),
    evidenceOf("click", "2", 120),
    evidenceOf("click", "3", 60 * 24 * 31),
  ];
  const first = attribute(inputOf(clicks, { touch: "first" }));
  expect(first.winner?.affiliateId).toBe(affiliateId("2"));
  expect(first.candidates.map((one) => one.reason)).toEqual([
    "window-passed",
    "won-by-click",
    "earlier-click",
  ]);
  expect(attribute(inputOf(clicks)).winner?.affiliateId).toBe(affiliateId("1"));
});

test("a click that the order carries counts as that, whatever the pixel saw of it, and is not missed without", () => {
  const both = [evidenceOf("click", "1"), evidenceOf("pixel", "1"), evidenceOf("pixel", "2", 120)];
  const attribution = attribute(inputOf(both));
  expect(attribution.candidates.map((one) => one.reason)).toEqual([
    "won-by-click",
    "carried-too",
    "outranked",
  ]);
  expect(signalWorth(attribution)).toEqual({ lostWithout: [], elsewhereWithout: [] });
  // Where the pixel comes first, what only it saw decides, as the shop says.
  const pixelFirst = attribute(inputOf(both, { precedence: ["pixel", "click"] }));
  expect(pixelFirst.winner?.evidence).toMatchObject({ kind: "pixel", affiliateId: affiliateId("2") });
  const clicksOff = attribute(inputOf(both.slice(0, 2), { precedence: ["pixel"] }));
  expect(clicksOff).toMatchObject({ winner: null, reason: "signal-off" });
});

test("without the clicks that orders carry, what the pixel saw of them would move the credit", () => {
  const evidence = [evidenceOf("click", "1"), evidenceOf("pixel", "1"), evidenceOf("pixel", "2", 120)];
  for (const precedence of [["pixel"], ["pixel", "click"]] as const) {
    const attribution = attribute(inputOf(evidence, { precedence }));
    expect(attribution.winner?.affiliateId).toBe(affiliateId("2"));
    expect(signalWorth(attribution).elsewhereWithout).toContain("click");
  }
});

function version(number: number, effectiveFrom: string): RulesVersion {
  return { version: number, effectiveFrom, rules: { ...defaultRules, touch: "first" } };
}

test("M4: rules apply to orders from their start on, in the order's own second too", () => {
  const versions = [version(1, "2026-11-01T00:00:00Z"), version(2, "2026-11-10T12:00:00.900Z")];
  expect(chooseRules(versions, "2026-10-31T23:59:59Z")).toMatchObject({ version: 0, rules: defaultRules });
  expect(chooseRules(versions, "2026-11-10T11:59:59Z").version).toBe(1);
  expect(chooseRules(versions, "2026-11-10T12:00:00Z").version).toBe(2);
});

test("one is credited at most, everything is kept, and the order of finding weighs nothing between kinds and clicks", () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      const { winner, candidates, reason } = attribute(input);
      expect(candidates).toHaveLength(input.evidence.length);
      expect(new Set(candidates.map((one) => one.evidence))).toEqual(new Set(input.evidence));
      expect(candidates.filter((one) => one.won)).toHaveLength(winner === null ? 0 : 1);
      const deciding = candidates.find((one) => one.won) ?? candidates.find(isNotBeside);
      expect(reason).toBe(deciding?.reason ?? "no-evidence");
      const oneOfEach = input.evidence.filter(
        (one, place) =>
          one.kind === "click" ||
          one.kind === "pixel" ||
          input.evidence.findIndex((each) => each.kind === one.kind) === place,
      );
      const there = attribute({ ...input, evidence: oneOfEach });
      const back = attribute({ ...input, evidence: oneOfEach.toReversed() });
      expect(back.winner?.evidence).toEqual(there.winner?.evidence);
    }),
    { numRuns: 500 },
  );
});

test("what a signal is worth is what attribution says without it", () => {
  fc.assert(
    fc.property(anyInput, (input) => {
      const attribution = attribute(input);
      const { lostWithout, elsewhereWithout } = signalWorth(attribution);
      for (const kind of signalsIn(input.evidence)) {
        const without = attribute({
          ...input,
          evidence: input.evidence.filter((one) => one.kind !== kind),
        });
        const [was, would] = [attribution.winner?.affiliateId, without.winner?.affiliateId];
        expect(lostWithout.includes(kind)).toBe(was !== undefined && would === undefined);
        expect(elsewhereWithout.includes(kind)).toBe(
          was !== undefined && would !== undefined && would !== was,
        );
      }
      const could = attribution.candidates.filter(couldWin).length;
      expect(could > 0).toBe(attribution.winner !== null);
    }),
    { numRuns: 500 },
  );
});
