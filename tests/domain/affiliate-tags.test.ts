import { expect, test } from "vitest";
import { tagsAt } from "#app/domain/tags.ts";
import type { AffiliateId, ProgramId } from "#app/domain/ids.ts";
import { fromPlain } from "#app/domain/plain.ts";
import type { Condition } from "#app/domain/terms/condition.ts";
import { termsForTags, termsOverTime } from "#app/domain/terms/terms-for-tags.ts";
import { lineOf, orderOf } from "./order-of.ts";
import { on, past, run } from "./past-orders.ts";
import { again, amounts, first, percent, ruleOf, termsOf } from "./terms-of.ts";

const vip: Condition = { kind: "affiliate-tag", op: "any-of", values: ["VIP"] };
const others: Condition = { kind: "affiliate-tag", op: "none-of", values: ["vip"] };
const large: Condition = { kind: "quantity", op: "at-least", count: 2 };
const terms = termsOf({ rules: [ruleOf("vip", vip, percent(15))], commission: percent(10) });

test("T3: an affiliate has a tag from the second it was added until the second it ends", () => {
  const periods = [
    { tag: "VIP", addedAt: "2026-03-02T10:00:00.700Z", endsAt: "2026-04-02T10:00:00.000Z" },
    { tag: "Blog", addedAt: "2026-01-01T00:00:00.000Z", endsAt: null },
  ];
  expect(tagsAt(periods, "2026-03-02T09:59:59Z")).toEqual(["Blog"]);
  expect(tagsAt(periods, "2026-03-02T10:00:00Z")).toEqual(["VIP", "Blog"]);
  expect(tagsAt(periods, "2026-04-02T09:59:59Z")).toEqual(["VIP", "Blog"]);
  expect(tagsAt(periods, "2026-04-02T10:00:00Z")).toEqual(["Blog"]);
});

test("T10: an order keeps the tags it was first evaluated with", () => {
  const facts = orderOf({ lines: [lineOf("1", 10_000n)] });
  const sold = first(terms, facts, { affiliateTags: ["vip"] });
  expect([amounts(sold), sold.inputs.affiliateTags]).toEqual([[1500n, 1500n], ["vip"]]);
  expect(amounts(again(terms, facts, sold.inputs))).toEqual([1500n, 1500n]);
  expect(amounts(first(terms, facts, { affiliateTags: [] }))).toEqual([1000n, 1000n]);
});

test("T3: where nobody knows the tags, neither any nor none of them is met", () => {
  const facts = orderOf({ lines: [lineOf("1", 10_000n)] });
  const both = termsOf({ rules: [ruleOf("a", vip, percent(20)), ruleOf("b", others, percent(30))] });
  expect(amounts(first(both, facts, { affiliateTags: null }))).toEqual([1000n, 1000n]);
});

test("an affiliate reads the rate that applies to them and no tag", () => {
  expect(termsForTags(terms, ["vip"])).toEqual({ ...terms, rules: [], commission: percent(15) });
  expect(termsForTags(terms, ["Blog"])).toEqual({ ...terms, rules: [] });
  const both: Condition = { kind: "all", of: [large, vip] };
  const either: Condition = { kind: "any", of: [large, others] };
  const mixed = termsOf({ rules: [ruleOf("a", both, percent(12)), ruleOf("b", either, percent(11))] });
  expect(termsForTags(mixed, ["VIP"]).rules.map(({ id, when }) => [id, when])).toEqual([
    ["a", large],
    ["b", large],
  ]);
  expect(termsForTags(mixed, [])).toEqual({ ...mixed, rules: [], commission: percent(11) });
});

test("terms without tag conditions stay as they are", () => {
  const plain = termsOf({ rules: [ruleOf("a", large, percent(12))] });
  expect(termsForTags(plain, ["VIP"])).toBe(plain);
});

test("the history of terms has an entry for each tag that changed a rate", () => {
  const version = {
    id: "v1",
    programId: fromPlain<ProgramId>("prg_1"),
    number: 1,
    effectiveFrom: "2026-01-01T00:00:00Z",
    affiliateId: null,
    withdrawnAt: null,
    terms,
  };
  const tags = [
    { tag: "VIP", addedAt: "2026-02-01T00:00:00Z", endsAt: "2026-03-01T00:00:00Z" },
    { tag: "Blog", addedAt: "2026-02-15T00:00:00Z", endsAt: null },
  ];
  const span = { from: "2026-01-10T00:00:00Z", until: "2026-06-01T00:00:00Z", tags };
  const applied = termsOverTime([version], fromPlain<AffiliateId>("aff_1"), span);
  expect(applied.map((one) => [one.from, one.terms.commission])).toEqual([
    ["2026-01-10T00:00:00Z", percent(10)],
    ["2026-02-01T00:00:00Z", percent(15)],
    ["2026-03-01T00:00:00Z", percent(10)],
  ]);
});

test("a backtest asks for the tags at each order's creation", () => {
  const orders = [past({ createdAt: on("02-01") }), past({ createdAt: on("05-01") })];
  const result = run(orders, {
    draft: () => terms,
    tagsOf: (_, instant) => (instant < on("03-01") ? ["VIP"] : []),
  });
  expect([result.today.totalMinor, result.draft.totalMinor]).toEqual([2000n, 2500n]);
});
