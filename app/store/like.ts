/** Escapes the wildcards of `like` in a text. */
export function literally(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`);
}

/** A `like` pattern for texts that contain this one. */
export function holding(text: string): string {
  return `%${literally(text)}%`;
}
