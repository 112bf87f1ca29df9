const longest = 35;
const mostNamed = 5;

/**
 * The locale in which somebody reads numbers and dates: the one that the platform's admin names in the address of a page
 * that it frames, else the first of the browser's that is known here. Undefined where neither names one.
 */
export function localeOf(request: Request): string | undefined {
  const named = new URL(request.url).searchParams.get("locale") ?? "";
  return isKnown(named) ? named : acceptedLocales(request)[0];
}

/**
 * The browser's locales that are known here, as it lists them.
 * Source: https://www.rfc-editor.org/rfc/rfc9110#name-accept-language
 */
export function acceptedLocales(request: Request): string[] {
  const accepted = (request.headers.get("Accept-Language") ?? "").split(",", mostNamed);
  return accepted.map((one) => one.split(";", 1)[0]?.trim() ?? "").filter(isKnown);
}

function isKnown(tag: string): boolean {
  if (tag === "" || tag.length > longest) return false;
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    // It is no tag at all.
    return false;
  }
}
