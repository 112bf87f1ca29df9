import { describe, expect, it } from "vitest";
import type { AffiliateId, ProgramId } from "#app/domain/ids.ts";
import type { AmountRow, PersonRow } from "#app/domain/imports/import-rows.ts";
import { type AmountFacts, planAmounts } from "#app/domain/imports/plan-amounts.ts";
import { type PeopleFacts, planPeople } from "#app/domain/imports/plan-people.ts";

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
  program: "",
  ...change,
});

const noPeople: PeopleFacts = {
  byEmail: new Map(),
  takenCodes: new Set(),
  linkOwners: new Map(),
  codeOwners: new Map(),
  programs: new Map(),
  usualProgram: null,
};

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
      ["skip", "email_repeated", 2],
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
    const usualProgram = "prg_usual" as ProgramId;
    const facts = { ...noPeople, programs: new Map([["vip", "prg_vip" as ProgramId]]), usualProgram };
    const plans = planPeople(
      [person(2, { program: "VIP" }), person(3, { program: "Old" }), person(4)],
      facts,
    );
    expect(plans.map(({ programId, notes }) => [programId, notes])).toEqual([
      ["prg_vip", []],
      [usualProgram, ["program_unknown"]],
      [usualProgram, []],
    ]);
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
      orders: new Map([[2, { orderId: "11", isCredited: true, isFromLive: false }]]),
    };
    expect(planAmounts(rows, known, of).map(({ outcome, code }) => [outcome, code])).toEqual([
      ["skip", "order_credited_here"],
      ["create", "balance_approved"],
      ["decide", "affiliate_unknown"],
    ]);
  });

  it("knows a row whose state changed", () => {
    expect(keys([amount(2, { state: "pending" })])).toEqual(keys([amount(9, { state: "paid" })]));
    expect(new Set(keys([amount(2), amount(3, { order: "1" }), amount(4, { day: "2026-01-01" })])).size).toBe(
      3,
    );
  });
});
