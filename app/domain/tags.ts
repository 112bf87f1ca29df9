import { isNotAfter } from "./instant.ts";

export const longestTag = 40;
export const mostTags = 20;

/** Key of a tag. Tags ignore case. */
export function tagKey(tag: string): string {
  return tag.trim().toLowerCase();
}

/** The tags of a comma-separated text, without duplicates. The first spelling counts. */
export function tagsIn(text: string): string[] {
  return distinctTags(text.split(","));
}

/** Tags without duplicates and empty ones. */
export function distinctTags(tags: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const tag of tags.map((one) => one.trim())) {
    if (tag !== "" && !byKey.has(tagKey(tag))) byKey.set(tagKey(tag), tag);
  }
  return [...byKey.values()];
}

/** A period in which an affiliate has a tag. `until` is null while nobody removed it. */
export type TagPeriod = { readonly tag: string; readonly addedAt: string; readonly endsAt: string | null };

/**
 * T3: an affiliate's tags at an instant, such as an order's creation.
 * @throws InstantFormatError
 */
export function tagsAt(periods: readonly TagPeriod[], instant: string): string[] {
  return periods
    .filter(({ addedAt, endsAt }) => {
      return isNotAfter(addedAt, instant) && (endsAt === null || !isNotAfter(endsAt, instant));
    })
    .map(({ tag }) => tag);
}
