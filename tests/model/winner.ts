import { type Kind, type Rules, rulesAt } from "./rules.ts";
import type { Terms } from "./shapes.ts";

export type Version = {
  readonly programId: string;
  readonly number: number;
  readonly effectiveFrom: string;
  /** Affiliate with these custom terms (T12). Null for terms of the program. */
  readonly affiliateId: string | null;
  /** Null where custom terms end. */
  readonly terms: Terms | null;
  readonly withdrawnAt: string | null;
};

export type Evidence = {
  readonly kind: Kind;
  readonly affiliateId: string;
  readonly at: string | null;
  readonly programId?: string | null;
  readonly subId?: string;
};

export type TagPeriod = {
  readonly affiliateId: string;
  readonly tag: string;
  readonly from: string;
  readonly to: string | null;
};

export type Setting = {
  /** When a program was paused for good; null while it is active. In the order in which everybody joined them. */
  readonly programs: readonly { readonly id: string; readonly pausedAt: string | null }[];
  readonly versions: readonly Version[];
  readonly affiliates: readonly { readonly id: string; readonly suspendedAt: string | null }[];
  /** From when until when affiliates had tags; null for tags that nobody removed. */
  readonly tags: readonly TagPeriod[];
  /** The affiliates whose codes tags and notes may hold. */
  readonly codes: ReadonlyMap<string, string>;
  /** The versions of the shop's rules, oldest first. */
  readonly rules: readonly Rules[];
};

export type Winner = {
  readonly affiliateId: string;
  readonly programId: string;
  readonly version: number;
  readonly terms: Terms;
  /** By terms of the affiliate's own. */
  readonly isOwn: boolean;
  readonly subId: string | null;
  /** The kind of evidence that won; null where a person decided. */
  readonly by: Kind | null;
};

/** The order's own second counts as before it (M4, M19). */
const second = (iso: string): number => Math.floor(Date.parse(iso) / 1000);
export const isBefore = (iso: string, createdAt: string): boolean => second(iso) <= second(createdAt);

/** T3: an affiliate's tags when an order was created. */
export function tagsWhen({ tags }: Setting, affiliateId: string, createdAt: string): string[] {
  return tags
    .filter((one) => one.affiliateId === affiliateId && isBefore(one.from, createdAt))
    .filter(({ to }) => to === null || !isBefore(to, createdAt))
    .map(({ tag }) => tag);
}

/** M19, M20: by the order of the shop's rules of then, of clicks the last or first; what does not stand makes room. */
export function winnerOf(setting: Setting, evidence: readonly Evidence[], createdAt: string): Winner | null {
  const { precedence, touch } = rulesAt(setting.rules, createdAt);
  const inOrder = precedence.flatMap((kind) => {
    const ofKind = evidence.filter((one) => one.kind === kind);
    if (!isClick(kind)) return ofKind;
    const oldestFirst = ofKind.toSorted((a, b) => Date.parse(a.at ?? "") - Date.parse(b.at ?? ""));
    return touch === "first" ? oldestFirst : oldestFirst.toReversed();
  });
  for (const one of inOrder) {
    const winner = standing(setting, one, createdAt);
    if (winner !== null) return winner;
  }
  return null;
}

const isClick = (kind: Kind): boolean => kind === "click" || kind === "pixel";
const isLink = (kind: Kind): boolean => isClick(kind) || kind === "landing";

function standing(setting: Setting, evidence: Evidence, createdAt: string): Winner | null {
  const affiliate = setting.affiliates.find((one) => one.id === evidence.affiliateId);
  if (affiliate === undefined || isSince(affiliate.suspendedAt, createdAt)) return null;
  if (evidence.at !== null && !isBefore(evidence.at, createdAt)) return null;
  const version = setting.programs
    .filter((program) => !evidence.programId || evidence.programId === program.id)
    .filter((program) => !isSince(program.pausedAt, createdAt))
    .map(({ id }) => judgeOf(setting, { programId: id, affiliateId: affiliate.id, createdAt }))
    .find((one) => one?.terms);
  if (!version?.terms) return null;
  const { programId, number, terms } = version;
  const days = (Date.parse(createdAt) - Date.parse(evidence.at ?? createdAt)) / 86_400_000;
  if (isClick(evidence.kind) && days > terms.windowDays) return null;
  const subId = isLink(evidence.kind) ? (evidence.subId ?? "") : null;
  const isOwn = version.affiliateId !== null;
  return { affiliateId: affiliate.id, programId, version: number, terms, isOwn, subId, by: evidence.kind };
}

const isSince = (at: string | null, createdAt: string): boolean => at !== null && isBefore(at, createdAt);

/** M4, T12: of the versions not withdrawn, the newest of the affiliate's own, unless it ends them, or else the program's newest. */
export function judgeOf(
  setting: Setting,
  of: { programId: string; affiliateId: string; createdAt: string },
): Version | null {
  const newest = (owner: string | null): Version | null =>
    setting.versions
      .filter((one) => one.programId === of.programId && one.affiliateId === owner && !one.withdrawnAt)
      .filter((one) => isBefore(one.effectiveFrom, of.createdAt))
      .toSorted((a, b) => Date.parse(a.effectiveFrom) - Date.parse(b.effectiveFrom) || a.number - b.number)
      .at(-1) ?? null;
  const own = newest(of.affiliateId);
  return own?.terms ? own : newest(null);
}
