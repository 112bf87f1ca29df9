import type { Terms } from "./shapes.ts";

export type Version = {
  readonly programId: string;
  readonly number: number;
  readonly effectiveFrom: string;
  /** Whose own terms these are (T12); null for those of the program. */
  readonly affiliateId: string | null;
  /** Null where own terms end. */
  readonly terms: Terms | null;
};

export type Evidence = {
  readonly kind: "code" | "click" | "landing";
  readonly affiliateId: string;
  readonly at: string | null;
  readonly programId?: string | null;
  readonly subId?: string;
};

export type Setting = {
  /** When a program was paused for good; null while it is active. In the order in which everybody joined them. */
  readonly programs: readonly { readonly id: string; readonly pausedAt: string | null }[];
  readonly versions: readonly Version[];
  readonly affiliates: readonly { readonly id: string; readonly suspendedAt: string | null }[];
};

export type Winner = {
  readonly affiliateId: string;
  readonly programId: string;
  readonly version: number;
  readonly terms: Terms;
  /** By terms of the affiliate's own. */
  readonly isOwn: boolean;
  readonly subId: string | null;
};

/** The order's own second counts as before it (M4, M19). */
const second = (iso: string): number => Math.floor(Date.parse(iso) / 1000);
const isBefore = (iso: string, createdAt: string): boolean => second(iso) <= second(createdAt);

/** M19, M20: codes first, then the latest click, then the landing page; what does not stand makes room. */
export function winnerOf(setting: Setting, evidence: readonly Evidence[], createdAt: string): Winner | null {
  const clicks = evidence
    .filter((one) => one.kind === "click")
    .toSorted((a, b) => Date.parse(b.at ?? "") - Date.parse(a.at ?? ""));
  const inOrder = [
    ...evidence.filter((one) => one.kind === "code"),
    ...clicks,
    ...evidence.filter((one) => one.kind === "landing"),
  ];
  for (const one of inOrder) {
    const winner = standing(setting, one, createdAt);
    if (winner !== null) return winner;
  }
  return null;
}

function standing(setting: Setting, evidence: Evidence, createdAt: string): Winner | null {
  const affiliate = setting.affiliates.find((one) => one.id === evidence.affiliateId);
  if (affiliate === undefined || isSince(affiliate.suspendedAt, createdAt)) return null;
  if (evidence.at !== null && !isBefore(evidence.at, createdAt)) return null;
  const version = setting.programs
    .filter(
      (program) => !evidence.programId || evidence.kind !== "click" || evidence.programId === program.id,
    )
    .filter((program) => !isSince(program.pausedAt, createdAt))
    .map(({ id }) => judgeOf(setting, { programId: id, affiliateId: affiliate.id, createdAt }))
    .find((one) => one?.terms);
  if (!version?.terms) return null;
  const { programId, number, terms } = version;
  const days = (Date.parse(createdAt) - Date.parse(evidence.at ?? createdAt)) / 86_400_000;
  if (evidence.kind === "click" && days > terms.attributionDays) return null;
  const subId = evidence.kind === "click" ? (evidence.subId ?? "") : null;
  const isOwn = version.affiliateId !== null;
  return { affiliateId: affiliate.id, programId, version: number, terms, isOwn, subId };
}

const isSince = (at: string | null, createdAt: string): boolean => at !== null && isBefore(at, createdAt);

/** M4, T12: the newest version of the affiliate's own, unless it ends them, or else the program's newest. */
export function judgeOf(
  setting: Setting,
  of: { programId: string; affiliateId: string; createdAt: string },
): Version | null {
  const newest = (owner: string | null): Version | null =>
    setting.versions
      .filter((one) => one.programId === of.programId && one.affiliateId === owner)
      .filter((one) => isBefore(one.effectiveFrom, of.createdAt))
      .toSorted((a, b) => Date.parse(a.effectiveFrom) - Date.parse(b.effectiveFrom) || a.number - b.number)
      .at(-1) ?? null;
  const own = newest(of.affiliateId);
  return own?.terms ? own : newest(null);
}
