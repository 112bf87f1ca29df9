import { compareInstants, isNotAfter } from "../instant.ts";
import type { AffiliateId } from "../ids.ts";
import { chooseTermsVersion, type JudgingVersion, type TermsVersion } from "../program.ts";

/** Terms that applied to an affiliate, and from when. */
export type AppliedTerms = { readonly version: JudgingVersion; readonly from: string };

/**
 * M4, T12: the terms that applied to an affiliate from one instant to another, oldest first. Versions after `until` and
 * withdrawn ones are left out.
 * @throws InstantFormatError
 */
export function termsOverTime(
  versions: readonly TermsVersion[],
  affiliateId: AffiliateId,
  { from, until }: { readonly from: string; readonly until: string },
): AppliedTerms[] {
  const starts = versions.map((one) => one.effectiveFrom);
  const within = starts.filter((at) => !isNotAfter(at, from) && isNotAfter(at, until));
  const applied: AppliedTerms[] = [];
  for (const at of [from, ...within.toSorted(compareInstants)]) {
    const version = chooseTermsVersion(versions, affiliateId, at);
    if (version && version.number !== applied.at(-1)?.version.number) applied.push({ version, from: at });
  }
  return applied;
}
