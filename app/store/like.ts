/** A text as `like` finds it literally: its own wildcards mean themselves. */
export function literally(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`);
}

/** The pattern for texts that hold this one. */
export function holding(text: string): string {
  return `%${literally(text)}%`;
}
