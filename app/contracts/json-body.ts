/** Digits in texts are none of it: asking after every value costs five times as much as parsing. */
const longNumber = /[[:,]\s*-?\d{16}/;

/**
 * Parses a body of the platform. Its numbers of things may be larger than a double holds exactly; those keep their
 * digits as text. @throws SyntaxError when it is not JSON.
 */
export function parsePlatformJson(text: string): unknown {
  if (!longNumber.test(text)) return JSON.parse(text);
  return JSON.parse(text, keepDigits);
}

function keepDigits(_key: string, value: unknown, context?: { source: string }): unknown {
  if (typeof value !== "number" || Number.isSafeInteger(value) || !context) return value;
  return /^-?\d+$/.test(context.source) ? context.source : value;
}
