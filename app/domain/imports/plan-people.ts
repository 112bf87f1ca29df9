import type { AffiliateId, ProgramId } from "../ids.ts";
import { importedLinkKey, isReferralCode, referralKey } from "../referral-code.ts";
import type { LinkName, PersonRow } from "./import-rows.ts";
import type { PersonNote, RowCode, RowOutcome } from "./outcomes.ts";

/** An affiliate of the store. `isUndone`: an undone import created them, and nobody activated them since. */
export type KnownPerson = { readonly affiliateId: AffiliateId; readonly isUndone: boolean };

/** Facts of the store that decide about people. Keys are in lower case. */
export type PeopleFacts = {
  readonly byEmail: ReadonlyMap<string, KnownPerson>;
  readonly takenCodes: ReadonlySet<string>;
  /** Owners of imported links by "parameter=value". */
  readonly linkOwners: ReadonlyMap<string, AffiliateId>;
  readonly codeOwners: ReadonlyMap<string, AffiliateId>;
  readonly programs: ReadonlyMap<string, ProgramId>;
  /** Program of people whose row names none of the store's. Null for none. */
  readonly usualProgram: ProgramId | null;
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
  readonly programId: ProgramId | null;
  readonly notes: readonly PersonNote[];
};

export const linkKey = ({ parameter, value }: LinkName): string =>
  `${importedLinkKey(parameter)}=${importedLinkKey(value)}`;

/** Decides about each person. The first row with an address, code or link has it. */
export function planPeople(
  rows: readonly PersonRow[],
  facts: PeopleFacts,
  claims = noClaims(),
): PersonPlan[] {
  return rows.map((row) => planPerson(row, facts, claims));
}

/** Rows by what they took from the rows after them. */
export type Claimed = Readonly<Record<"emails" | "codes" | "links" | "discounts", Map<string, number>>>;

export const noClaims = (): Claimed => ({
  emails: new Map(),
  codes: new Map(),
  links: new Map(),
  discounts: new Map(),
});

function planPerson(row: PersonRow, facts: PeopleFacts, claimed: Claimed): PersonPlan {
  const emailKey = row.email.toLowerCase();
  const before = claimed.emails.get(emailKey) ?? null;
  const nothing = { links: [], discountCodes: [], programId: null, referralCode: null, notes: [] };
  const none = { row, before, known: null, ...nothing };
  if (row.fault !== null) return { ...none, outcome: "skip", code: row.fault };
  if (before !== null) return { ...none, outcome: "skip", code: "email_repeated" };
  claimed.emails.set(emailKey, row.number);
  const known = facts.byEmail.get(emailKey) ?? null;
  const taken = takeParts(row, known, facts, claimed);
  const plan = { row, before: null, known, ...taken };
  if (known === null || known.isUndone) return { ...plan, outcome: "create", code: "affiliate_new" };
  const adds = taken.links.length + taken.discountCodes.length + row.tags.length;
  return adds === 0
    ? { ...plan, outcome: "skip", code: "affiliate_unchanged" }
    : { ...plan, outcome: "change", code: "affiliate_known" };
}

function takeParts(row: PersonRow, known: KnownPerson | null, facts: PeopleFacts, claimed: Claimed) {
  const notes = new Set<PersonNote>();
  const isFree = (owner: AffiliateId | undefined) => owner === undefined || owner === known?.affiliateId;
  const take = (map: Map<string, number>, key: string, note: PersonNote): boolean => {
    const other = map.get(key);
    if (other !== undefined && other !== row.number) notes.add(note);
    else map.set(key, row.number);
    return other === undefined || other === row.number;
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
  const programId = facts.programs.get(row.program.toLowerCase()) ?? null;
  if (row.program !== "" && programId === null) notes.add("program_unknown");
  return {
    referralCode: known === null ? referralCodeOf(row, facts, { claimed, take, notes }) : null,
    links,
    discountCodes,
    programId: programId ?? facts.usualProgram,
    notes: [...notes],
  };
}

type Taking = {
  readonly claimed: Claimed;
  readonly take: (map: Map<string, number>, key: string, note: PersonNote) => boolean;
  readonly notes: Set<PersonNote>;
};

function referralCodeOf(
  { referralCode }: PersonRow,
  { takenCodes }: PeopleFacts,
  { claimed, take, notes }: Taking,
): string | null {
  if (!isReferralCode(referralCode)) return null;
  const key = referralKey(referralCode);
  if (takenCodes.has(key)) {
    notes.add("referral_code_taken");
    return null;
  }
  return take(claimed.codes, key, "referral_code_taken") ? referralCode : null;
}
