import { isNotAfter } from "./instant.ts";

export const longestTag = 40;
export const mostTags = 20;

/** Tags that differ in case alone are the same. */
export function tagKey(tag: string): string {
  return tag.trim().toLowerCase();
}

/** The tags of a text with commas between them; each once, as it is written first. */
export function tagsIn(text: string): string[] {
  return distinctTags(text.split(","));
}

/** Each tag once, without empty ones. */
export function distinctTags(tags: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const tag of tags.map((one) => one.trim())) {
    if (tag !== "" && !byKey.has(tagKey(tag))) byKey.set(tagKey(tag), tag);
  }
  return [...byKey.values()];
}

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
