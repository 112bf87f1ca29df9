import { tagsAt, type TagPeriod } from "../affiliate-tags.ts";
import { compareInstants, isNotAfter } from "../instant.ts";
import type { AffiliateId } from "../ids.ts";
import { canonicalText } from "../plain.ts";
import { chooseTermsVersion, type TermsVersion } from "../program.ts";
import { termsForTags } from "./terms-for-tags.ts";
import type { ProgramTerms } from "./terms.ts";

/** Terms that applied to an affiliate, and from when. */
export type AppliedTerms = { readonly number: number; readonly terms: ProgramTerms; readonly from: string };

/**
 * M4, T12: the terms that applied to an affiliate with these tags from one instant to another, oldest first. Versions
 * after `until` and withdrawn ones are left out.
 * @throws InstantFormatError
 */
export function termsOverTime(
  versions: readonly TermsVersion[],
  affiliateId: AffiliateId,
  span: { readonly from: string; readonly until: string; readonly tags: readonly TagPeriod[] },
): AppliedTerms[] {
  const { from, until, tags } = span;
  const starts = [
    ...versions.map((one) => one.effectiveFrom),
    ...tags.flatMap(({ addedAt, endsAt }) => (endsAt === null ? [addedAt] : [addedAt, endsAt])),
  ];
  const within = starts.filter((at) => !isNotAfter(at, from) && isNotAfter(at, until));
  const applied: AppliedTerms[] = [];
  for (const at of [from, ...within.toSorted(compareInstants)]) {
    const version = chooseTermsVersion(versions, affiliateId, at);
    if (!version) continue;
    const terms = termsForTags(version.terms, tagsAt(tags, at));
    const last = applied.at(-1);
    const isSame = version.number === last?.number && canonicalText(terms) === canonicalText(last.terms);
    if (!isSame) applied.push({ number: version.number, terms, from: at });
  }
  return applied;
}
