/** The plain-text part, decoded. */
export function textOf(raw: string): string {
  const [, part = ""] = /Content-Type: text\/plain[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(raw) ?? [];
  return decodeQuoted(part);
}

/** Decodes quoted-printable UTF-8. */
export function decodeQuoted(text: string): string {
  const bytes = text
    .replaceAll("=\r\n", "")
    .replaceAll(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString().replaceAll("\u00a0", " ").replaceAll("\r\n", "\n");
}
