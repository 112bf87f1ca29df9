import type { ProgramTerms } from "#app/domain/terms/terms.ts";
import type { TermsWire } from "./terms.ts";
import { termsToWire } from "./terms-to-wire.ts";

type VersionRow = {
  readonly version: number;
  readonly affiliateId: string | null;
  readonly affiliateName: string | null;
  readonly terms: ProgramTerms | null;
  readonly effectiveFrom: Date;
  readonly createdAt: Date;
  readonly withdrawnAt: Date | null;
  readonly createdBy: string;
};

/** A terms version, as the pages show it. */
export type VersionWire = {
  readonly version: number;
  /** The affiliate with custom terms. Null for the program's terms. */
  readonly affiliate: { readonly id: string; readonly name: string } | null;
  /** Null when the version ends custom terms. */
  readonly terms: TermsWire | null;
  /** ISO instant. */
  readonly since: string;
  /** `waiting` for a version that starts later, `withdrawn` for one that was withdrawn before its start. */
  readonly state: "started" | "waiting" | "withdrawn";
  readonly by: string;
};

/** Converts a version for the pages. */
export function versionToWire(row: VersionRow, now: Date): VersionWire {
  const { version, affiliateId, affiliateName, terms, effectiveFrom, createdBy, withdrawnAt } = row;
  const begun = effectiveFrom <= now || effectiveFrom <= row.createdAt ? "started" : "waiting";
  return {
    version,
    affiliate: affiliateId === null ? null : { id: affiliateId, name: affiliateName ?? affiliateId },
    terms: terms && termsToWire(terms),
    since: effectiveFrom.toISOString(),
    state: withdrawnAt ? "withdrawn" : begun,
    by: createdBy,
  };
}
