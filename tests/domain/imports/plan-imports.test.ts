import { describe, expect, it } from "vitest";
import type { AffiliateId, ProgramId } from "#app/domain/ids.ts";
import type { Decisions } from "#app/domain/imports/decisions.ts";
import type { AmountRow, PersonRow } from "#app/domain/imports/import-rows.ts";
import { type AmountFacts, planAmounts } from "#app/domain/imports/plan-amounts.ts";
import { type PeopleFacts, type PlannedProgram, planPeople } from "#app/domain/imports/plan-people.ts";
import type { FlatPay } from "#app/domain/terms/terms.ts";

const ada = "aff_ada" as AffiliateId;
const bob = "aff_bob" as AffiliateId;

const person = (number: number, change: Partial<PersonRow> = {}): PersonRow => ({
  number,
  fault: null,
  email: `p${number}@x.example`,
  name: `P ${number}`,
  externalId: String(number),
  state: "active",
  joined: null,
  note: "",
  tags: [],
  payoutEmail: "",
  referralCode: "",
  links: [],
  discountCodes: [],
  hasMore: false,
  program: "",
  rate: null,
  ...change,
});

const noPeople: PeopleFacts = {
  byEmail: new Map(),
  referralOwners: new Map(),
  byExternalId: new Map(),
  linkOwners: new Map(),
  codeOwners: new Map(),
  programs: new Map(),
  usualProgram: null,
  currency: "USD",
};

const program = (
  id: string,
  pay: FlatPay | null = { kind: "percentage", rateBps: 1000 },
): PlannedProgram => ({
  programId: id as ProgramId,
  name: id,
  pay,
});

const linkOf = (value: string) => [{ parameter: "ref", value }];
const rowWith = (links: PersonRow["links"]) =>
  person(2, { email: "ada@x.example", links, discountCodes: ["THEIRS"] });

describe("people", () => {
  it("imports one address once, whatever its case", () => {
    const plans = planPeople(
      [person(2, { email: "Ada@x.example" }), person(3, { email: "ada@X.example" })],
      noPeople,
    );
    expect(plans.map(({ outcome, code, before }) => [outcome, code, before])).toEqual([
      ["create", "affiliate_new", null],
      ["decide", "email_repeated", 2],
    ]);
  });

  it("gives a code of two people to the first, and names the second", () => {
    const code = {
      referralCode: "SAVE",
      discountCodes: ["SAVE10"],
      links: [{ parameter: "ref", value: "s" }],
    };
    const [first, second] = planPeople([person(2, code), person(3, code)], noPeople);
    expect(first).toMatchObject({ referralCode: "SAVE", discountCodes: ["SAVE10"], notes: [] });
    expect(second).toMatchObject({ outcome: "create", referralCode: null, discountCodes: [], links: [] });
    expect(second?.notes.toSorted()).toEqual(["discount_code_taken", "link_taken", "referral_code_taken"]);
  });

  it("adds only what an affiliate of the store lacks", () => {
    const facts: PeopleFacts = {
      ...noPeople,
      byEmail: new Map([["ada@x.example", { affiliateId: ada, isUndone: false }]]),
      linkOwners: new Map([["ref=a", ada]]),
      codeOwners: new Map([["theirs", bob]]),
    };
    expect(planPeople([rowWith(linkOf("A"))], facts)).toMatchObject([
      { outcome: "skip", code: "affiliate_unchanged", notes: ["discount_code_taken"] },
    ]);
    expect(planPeople([rowWith(linkOf("B"))], facts)).toMatchObject([
      { outcome: "change", links: linkOf("B") },
    ]);
  });

  it("finds the program by its name, and otherwise takes the chosen one", () => {
    const usualProgram = program("prg_usual");
    const facts = { ...noPeople, programs: new Map([["vip", program("prg_vip")]]), usualProgram };
    const plans = planPeople(
      [person(2, { program: "VIP" }), person(3, { program: "Old" }), person(4)],
      facts,
    );
    expect(plans.map((plan) => [plan.program?.programId, plan.notes])).toEqual([
      ["prg_vip", []],
      ["prg_usual", ["program_unknown"]],
      ["prg_usual", []],
    ]);
  });
});

const rated = (rate: PersonRow["rate"], usualProgram: PlannedProgram | null) => {
  const [plan] = planPeople([person(2, { rate })], { ...noPeople, usualProgram });
  return [plan?.ownPay, plan?.notes];
};

describe("own rates", () => {
  const percent = { kind: "percentage", value: "12.5", currency: null } as const;

  it("become custom terms where they differ from the program's only rate", () => {
    expect(rated(percent, program("prg_a"))).toEqual([{ kind: "percentage", rateBps: 1250 }, []]);
    expect(rated({ ...percent, value: "10" }, program("prg_a"))).toEqual([null, []]);
    const euros = { kind: "fixed", value: "5", currency: "USD" } as const;
    expect(rated(euros, program("prg_a"))).toMatchObject([{ kind: "fixed", amount: { minor: 500n } }, []]);
  });

  it("are a note where the program has rules or tiers, or another currency, or there is none", () => {
    expect(rated(percent, program("prg_a", null))).toEqual([null, ["rate_not_taken"]]);
    expect(rated(percent, null)).toEqual([null, ["rate_not_taken"]]);
    const euros = { kind: "fixed", value: "5", currency: "EUR" } as const;
    expect(rated(euros, program("prg_a"))).toEqual([null, ["rate_not_taken"]]);
  });
});

const amount = (number: number, change: Partial<AmountRow> = {}): AmountRow => ({
  number,
  fault: null,
  email: "ada@x.example",
  externalId: "",
  order: "",
  day: null,
  time: null,
  amountMinor: 100n,
  currency: "USD",
  readings: [],
  state: "approved",
  releaseDay: change.state === "pending" ? "2026-07-01" : null,
  ...change,
});

const facts: AmountFacts = {
  byEmail: new Map([
    ["ada@x.example", ada],
    ["bob@x.example", bob],
  ]),
  byExternalId: new Map([["7", ada]]),
  orders: new Map(),
  otherKind: new Set(),
  live: null,
  expectedCurrencies: new Set(["USD"]),
};
const of = { system: "uppromote", kind: "referrals" } as const;

const keys = (rows: readonly AmountRow[]) => planAmounts(rows, facts, of).map(({ key }) => key);

describe("amounts", () => {
  it("opens approved and pending amounts, and keeps paid and denied ones as history", () => {
    const states = ["approved", "pending", "paid", "denied"] as const;
    const plans = planAmounts(
      states.map((state, at) => amount(at + 2, { state })),
      facts,
      of,
    );
    expect(plans.map(({ outcome, account, postMinor }) => [outcome, account, postMinor])).toEqual([
      ["create", "payable", 100n],
      ["create", "pending", 100n],
      ["history", null, 0n],
      ["history", null, 0n],
    ]);
  });

  it("skips what the store paid itself, and asks about people it doesn't know", () => {
    const rows = [
      amount(2, { order: "1" }),
      amount(3, { order: "2" }),
      amount(4, { email: "new@x.example" }),
    ];
    const known = {
      ...facts,
      orders: new Map([
        [2, { orderId: "11", isCredited: true, isFromLive: false }],
        [3, { orderId: "12", isCredited: false, isFromLive: false }],
      ]),
    };
    expect(planAmounts(rows, known, of).map(({ outcome, code }) => [outcome, code])).toEqual([
      ["skip", "order_credited_here"],
      ["create", "balance_approved"],
      ["decide", "affiliate_unknown"],
    ]);
  });

  it("asks about an order that the store lacks and about another currency, one after the other", () => {
    const rows = [
      amount(2, { order: "9A", currency: "EUR" }),
      amount(3, { order: "9a", state: "pending" }),
      amount(4, { order: "10" }),
      amount(5, { order: "11", state: "paid", currency: "EUR" }),
      amount(6, { order: "12", amountMinor: 0n }),
    ];
    const planWith = (decisions: Decisions, known = facts) =>
      planAmounts(rows, known, { ...of, decisions })
        .slice(0, 3)
        .map(({ outcome, code, decisionKey }) => [outcome, code, decisionKey]);
    const imported = { action: "import" } as const;
    expect(planWith({})).toEqual([
      ["decide", "order_unknown", "order_unknown:9a"],
      ["decide", "order_unknown", "order_unknown:9a"],
      ["decide", "order_unknown", "order_unknown:10"],
    ]);
    const decisions: Decisions = { "order_unknown:9a": imported, "order_unknown:*": { action: "skip" } };
    expect(planWith(decisions)).toEqual([
      ["decide", "currency_foreign", "currency_foreign:EUR"],
      ["create", "balance_pending", "order_unknown:9a"],
      ["skip", "order_unknown", "order_unknown:10"],
    ]);
    const all: Decisions = { "order_unknown:*": imported, "currency_foreign:EUR": imported };
    expect(planWith(all).map(([outcome, , key]) => [outcome, key])).toEqual([
      ["create", "currency_foreign:EUR"],
      ["create", "order_unknown:9a"],
      ["create", "order_unknown:10"],
    ]);
    // The file was said to be in euros.
    const euros = { ...facts, expectedCurrencies: new Set(["USD", "EUR"]) };
    expect(planWith({ "order_unknown:*": imported }, euros)[0]?.[0]).toBe("create");
    const others = planAmounts(rows, facts, of).slice(3);
    expect(others.map(({ outcome, code }) => [outcome, code])).toEqual([
      ["history", "paid_before"],
      ["history", "balance_zero"],
    ]);
  });

  it("asks about an order of the day on which the store went live, and takes the answer", () => {
    const live = { ...facts, live: { day: "2026-03-05", time: "12:00:00" } };
    const rows = [amount(2, { order: "9", day: "2026-03-05" })];
    const plan = (action?: "import" | "skip") => {
      const decisions = action ? { "order_time_unclear:2": { action } } : {};
      return planAmounts(rows, live, { ...of, decisions }).map(({ outcome, code }) => [outcome, code]);
    };
    expect(plan()).toEqual([["decide", "order_time_unclear"]]);
    expect(plan("skip")).toEqual([["skip", "order_time_unclear"]]);
    expect(plan("import")).toEqual([["create", "balance_approved"]]);
  });

  it("knows a row whose state changed", () => {
    expect(keys([amount(2, { state: "pending" })])).toEqual(keys([amount(9, { state: "paid" })]));
    expect(new Set(keys([amount(2), amount(3, { order: "1" }), amount(4, { day: "2026-01-01" })])).size).toBe(
      3,
    );
  });
});
