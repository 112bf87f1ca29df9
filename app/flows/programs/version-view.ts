import type { Named } from "#app/domain/named.ts";
import type { ProgramTerms } from "#app/domain/terms/terms.ts";
import type { Version } from "#app/store/programs.ts";

/** A frozen terms version for people to read. */
export type TermsVersionView = {
  readonly version: number;
  /** The affiliate with custom terms. Null for the program's terms. */
  readonly affiliate: Named | null;
  /** Null when the version ends custom terms. */
  readonly terms: ProgramTerms | null;
  readonly since: Date;
  /** `waiting` for a version that starts later, `withdrawn` for one that was withdrawn before its start. */
  readonly state: "started" | "waiting" | "withdrawn";
  readonly by: string;
};

export function versionView(row: Version, now: Date): TermsVersionView {
  const { version, affiliateId: id, affiliateName, terms, effectiveFrom: since, createdBy: by } = row;
  const begun = since <= now || since <= row.createdAt ? "started" : "waiting";
  return {
    version,
    affiliate: id === null ? null : { id, name: affiliateName ?? id },
    terms,
    since,
    state: row.withdrawnAt ? "withdrawn" : begun,
    by,
  };
}
