/** True for text that the database takes: whole characters, and no zero among them. */
export function isStorable(text: string): boolean {
  return !text.includes("\u0000") && text.isWellFormed();
}
