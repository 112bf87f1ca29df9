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
