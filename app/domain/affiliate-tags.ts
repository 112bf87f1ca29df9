import { isNotAfter } from "./instant.ts";

/** From when an affiliate has a tag, and until when; null while nobody removed it. */
export type TagPeriod = { readonly tag: string; readonly addedAt: string; readonly endsAt: string | null };

/** T3: the tags that an affiliate has at an instant, such as an order's creation. @throws InstantFormatError */
export function tagsAt(periods: readonly TagPeriod[], instant: string): string[] {
  return periods
    .filter(({ addedAt, endsAt }) => {
      return isNotAfter(addedAt, instant) && (endsAt === null || !isNotAfter(endsAt, instant));
    })
    .map(({ tag }) => tag);
}
