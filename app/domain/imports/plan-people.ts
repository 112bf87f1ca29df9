import type { AffiliateId, ProgramId } from "../ids.ts";
import { importedLinkKey, isReferralCode, referralKey } from "../referral-code.ts";
import type { FlatPay } from "../terms/terms.ts";
import { programKey } from "./file-programs.ts";
import { decisionFor, decisionKey, type Decisions } from "./decisions.ts";
import type { LinkName, PersonRow } from "./import-rows.ts";
import { isSamePay, payOfRate, rateText } from "./imported-rate.ts";
import type { PersonNote, RowCode, RowOutcome } from "./outcomes.ts";

/** An affiliate of the store. `isUndone`: an undone import created them, and nobody activated them since. */
export type KnownPerson = { readonly affiliateId: AffiliateId; readonly isUndone: boolean };

/** Facts of the store that decide about people. Keys are in lower case. */
export type PeopleFacts = {
  readonly byEmail: ReadonlyMap<string, KnownPerson>;
  /** Owners of referral codes, former ones included. */
  readonly referralOwners: ReadonlyMap<string, AffiliateId>;
  /** By the other system's id, as imported before. */
  readonly byExternalId: ReadonlyMap<string, AffiliateId>;
  /** Owners of imported links by "parameter=value". */
  readonly linkOwners: ReadonlyMap<string, AffiliateId>;
  readonly codeOwners: ReadonlyMap<string, AffiliateId>;
  /** By name, of the store's and the import's. Null if a person chose the usual one. */
  readonly programs: ReadonlyMap<string, PlannedProgram | null>;
  /** Program of people whose row names none of these. Null for none. */
  readonly usualProgram: PlannedProgram | null;
  readonly currency: string;
};

/** A program that people join. */
export type PlannedProgram = {
  /** Null until the import creates it. */
  readonly programId: ProgramId | null;
  readonly name: string;
  /** The one rate of all its orders. Null if rules or tiers change it. */
  readonly pay: FlatPay | null;
};

export type PersonPlan = {
  readonly row: PersonRow;
  readonly outcome: RowOutcome;
  readonly code: RowCode;
  /** Row with the same address before this one. Null for others. */
  readonly before: number | null;
  readonly known: KnownPerson | null;
  /** Null if the app suggests one from the name. */
  readonly referralCode: string | null;
  readonly links: readonly LinkName[];
  readonly discountCodes: readonly string[];
  readonly program: PlannedProgram | null;
  /** The person's own rate, if their program's differs. Null for none. */
  readonly ownPay: FlatPay | null;
  readonly notes: readonly PersonNote[];
  /** Key of the decision about the row. Null for a row without one. */
  readonly decisionKey: string | null;
};

/** Details of a person for the list of rows. */
export function personDetails({ row, before, notes }: PersonPlan) {
  return {
    ...(before !== null && { row: before }),
    ...(notes.length > 0 && { notes }),
    ...(row.rate && notes.includes("rate_not_taken") && { rate: rateText(row.rate) }),
  };
}

export const linkKey = ({ parameter, value }: LinkName): string =>
  `${importedLinkKey(parameter)}=${importedLinkKey(value)}`;

/** Decides about each person. The first row with an address, code or link has it. */
export function planPeople(
  rows: readonly PersonRow[],
  facts: PeopleFacts,
  { claims: claimed = noClaims(), decisions = {} }: PlanningOf = {},
): PersonPlan[] {
  return rows.map((row) => planPerson(row, { facts, claimed, decisions }));
}

type PlanningOf = {
  readonly claims?: Claimed | undefined;
  readonly decisions?: Decisions | undefined;
};

/** Rows by what they took from the rows after them. */
export type Claimed = Readonly<Record<"emails" | "codes" | "links" | "discounts", Map<string, number>>>;

export const noClaims = (): Claimed => ({
  emails: new Map(),
  codes: new Map(),
  links: new Map(),
  discounts: new Map(),
});

type Planning = {
  readonly facts: PeopleFacts;
  readonly claimed: Claimed;
  readonly decisions: Decisions;
};

const nothing = {
  before: null,
  known: null,
  links: [],
  discountCodes: [],
  referralCode: null,
  program: null,
  ownPay: null,
  notes: [],
  decisionKey: null,
};

function planPerson(row: PersonRow, planning: Planning): PersonPlan {
  const { facts, claimed } = planning;
  if (row.fault !== null) return { row, ...nothing, outcome: "skip", code: row.fault };
  const emailKey = row.email.toLowerCase();
  const before = claimed.emails.get(emailKey) ?? null;
  if (before !== null) return planRepeated(row, before, planning);
  const known = facts.byEmail.get(emailKey) ?? null;
  const similar = known === null ? similarTo(row, facts) : null;
  if (similar !== null) return planSimilar(row, similar, planning);
  claimed.emails.set(emailKey, row.number);
  const plan = { row, ...nothing, known, ...takeParts(row, { known, owner: row.number }, planning) };
  if (known === null || known.isUndone) return { ...plan, outcome: "create", code: "affiliate_new" };
  return added(plan, "affiliate_known");
}

/** Plans a row whose address an earlier row has. A person decides whether to merge the two. */
function planRepeated(row: PersonRow, before: number, planning: Planning): PersonPlan {
  const key = decisionKey("email_repeated", row.number);
  const action = decisionFor(planning.decisions, key)?.action;
  const plan = { row, ...nothing, before, decisionKey: key };
  if (action !== "merge") {
    return { ...plan, outcome: action === "skip" ? "skip" : "decide", code: "email_repeated" };
  }
  const known = planning.facts.byEmail.get(row.email.toLowerCase()) ?? null;
  return added({ ...plan, known, ...takeParts(row, { known, owner: before }, planning) }, "affiliate_merged");
}

/** The affiliate of the store who has the row's id, code or link under another address. */
function similarTo(row: PersonRow, facts: PeopleFacts): AffiliateId | null {
  const owners = [
    row.externalId === "" ? undefined : facts.byExternalId.get(row.externalId),
    facts.referralOwners.get(referralKey(row.referralCode)),
    ...row.discountCodes.map((code) => facts.codeOwners.get(referralKey(code))),
    ...row.links.map((link) => facts.linkOwners.get(linkKey(link))),
  ];
  return owners.find((one) => one !== undefined) ?? null;
}

function planSimilar(row: PersonRow, similar: AffiliateId, planning: Planning): PersonPlan {
  const { claimed, decisions } = planning;
  const key = decisionKey("affiliate_similar", row.number);
  const decision = decisionFor(decisions, key);
  const affiliateId = (decision?.affiliateId ?? similar) as AffiliateId;
  const known = { affiliateId, isUndone: false };
  const plan = { row, ...nothing, decisionKey: key };
  if (decision?.action === "merge") {
    const parts = takeParts(row, { known, owner: row.number }, planning);
    return added({ ...plan, known, ...parts }, "affiliate_merged");
  }
  if (decision?.action !== "create") {
    return { ...plan, known, outcome: decision ? "skip" : "decide", code: "affiliate_similar" };
  }
  claimed.emails.set(row.email.toLowerCase(), row.number);
  const parts = takeParts(row, { known: null, owner: row.number }, planning);
  return { ...plan, ...parts, outcome: "create", code: "affiliate_new" };
}

/** A row that adds to an affiliate, unless they have everything. */
function added(plan: Omit<PersonPlan, "outcome" | "code">, code: RowCode): PersonPlan {
  const adds = plan.links.length + plan.discountCodes.length + plan.row.tags.length;
  return adds === 0
    ? { ...plan, outcome: "skip", code: "affiliate_unchanged" }
    : { ...plan, outcome: "change", code };
}

type Receiver = {
  readonly known: KnownPerson | null;
  /** The row that has the parts from now on. */
  readonly owner: number;
};

function takeParts(row: PersonRow, { known, owner: taker }: Receiver, { facts, claimed }: Planning) {
  const notes = new Set<PersonNote>();
  const isFree = (owner: AffiliateId | undefined) => owner === undefined || owner === known?.affiliateId;
  const take = (map: Map<string, number>, key: string, note: PersonNote): boolean => {
    const other = map.get(key);
    if (other !== undefined && other !== taker) notes.add(note);
    else map.set(key, taker);
    return other === undefined;
  };
  const links = row.links.filter((link) => {
    const key = linkKey(link);
    const owner = facts.linkOwners.get(key);
    if (!isFree(owner)) notes.add("link_taken");
    return owner === undefined && take(claimed.links, key, "link_taken");
  });
  const discountCodes = row.discountCodes.filter((code) => {
    const key = referralKey(code);
    const owner = facts.codeOwners.get(key);
    if (!isFree(owner)) notes.add("discount_code_taken");
    return owner === undefined && take(claimed.discounts, key, "discount_code_taken");
  });
  const program = facts.programs.get(programKey(row.program)) ?? facts.usualProgram;
  if (row.program !== "" && !facts.programs.has(programKey(row.program))) notes.add("program_unknown");
  const isNew = (known === null && taker === row.number) || known?.isUndone === true;
  const ownPay = isNew ? ownPayOf(row, program, facts.currency) : null;
  if (row.hasMore) notes.add("parts_left_out");
  if (ownPay === "not_taken") notes.add("rate_not_taken");
  return {
    referralCode: isNew && known === null ? referralCodeOf(row, facts, { claimed, take, notes }) : null,
    links,
    discountCodes,
    program,
    ownPay: ownPay === "not_taken" ? null : ownPay,
    notes: [...notes],
  };
}

/** Custom terms replace a program's only rate. Rules and tiers stay as the merchant set them. */
function ownPayOf({ rate }: PersonRow, program: PlannedProgram | null, currency: string) {
  if (rate === null) return null;
  const pay = payOfRate(rate, currency);
  if (!program?.pay || pay === null) return "not_taken";
  return isSamePay(program.pay, pay) ? null : pay;
}

type Taking = {
  readonly claimed: Claimed;
  readonly take: (map: Map<string, number>, key: string, note: PersonNote) => boolean;
  readonly notes: Set<PersonNote>;
};

function referralCodeOf(
  { referralCode }: PersonRow,
  { referralOwners }: PeopleFacts,
  { claimed, take, notes }: Taking,
): string | null {
  if (!isReferralCode(referralCode)) return null;
  const key = referralKey(referralCode);
  if (referralOwners.has(key)) {
    notes.add("referral_code_taken");
    return null;
  }
  return take(claimed.codes, key, "referral_code_taken") ? referralCode : null;
}
