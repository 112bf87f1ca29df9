/** By what a buyer is known again without being known: keyed hashes of the shop. */
export type BuyerTraces = {
  /** Of the e-mail address as `plainEmail` writes it. */
  readonly email: string | null;
  /** Of surname and address as `householdText` writes them, shipping first. */
  readonly households: readonly string[];
  /** Host of the page that led to the store; '' where there was none. */
  readonly referrerHost: string;
};

const dotless: ReadonlySet<string> = new Set(["gmail.com", "googlemail.com"]);

/** An e-mail address without what its owner may vary at will: case, tags behind a plus, and dots where they are none. */
export function plainEmail(email: string): string {
  const text = email.trim().toLowerCase();
  const at = text.lastIndexOf("@");
  if (at < 1) return text;
  const domain = text.slice(at + 1);
  const name = text.slice(0, at).replace(/\+.*$/, "");
  if (!dotless.has(domain)) return `${name}@${domain}`;
  return `${name.replaceAll(".", "")}@gmail.com`;
}

/** What of an address tells a household; both readers of the platform give it. */
export type AddressParts = {
  readonly lastName?: string | null | undefined;
  readonly address1?: string | null | undefined;
  readonly zip?: string | null | undefined;
  readonly country?: string | null | undefined;
};

const shortened: readonly (readonly [RegExp, string])[] = [
  [/\b(street|str)\b/g, "st"],
  [/(strasse|straße|str)\b/g, "str"],
  [/\b(avenue|av)\b/g, "ave"],
  [/\broad\b/g, "rd"],
  [/\b(boulevard)\b/g, "blvd"],
  [/\b(apartment|unit|suite|flat)\b/g, "apt"],
];

/**
 * A household: people of one surname at one address, however the street is spelt. An address alone is none, because an
 * office or a large house has many people. Null where a part is missing.
 */
export function householdText(of: AddressParts): string | null {
  const lastName = lettersOf(of.lastName);
  const zip = lettersOf(of.zip);
  let street = wordsOf(of.address1);
  for (const [long, short] of shortened) street = street.replace(long, short);
  street = street.replaceAll(" ", "");
  if (lastName === "" || zip === "" || street === "") return null;
  return `household:${lettersOf(of.country)}|${zip}|${street}|${lastName}`;
}

function wordsOf(text: string | null | undefined): string {
  return (text ?? "")
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

function lettersOf(text: string | null | undefined): string {
  return wordsOf(text).replaceAll(" ", "");
}

/** What a body or an answer tells of the buyer, as each reader finds it. */
export type BuyerTold = {
  readonly email: string | null;
  /** Shipping first. */
  readonly addresses: readonly (AddressParts | null)[];
  readonly referrer: string | null;
};

/** Keeps hashes of what was told, and nothing of it. `hash` is the keyed hash of the shop. */
export function tracesOf(told: BuyerTold, hash: (text: string) => string): BuyerTraces {
  return {
    email: told.email ? hash(plainEmail(told.email)) : null,
    households: householdsOf(told.addresses, hash),
    referrerHost: URL.parse(told.referrer ?? "")?.hostname.toLowerCase() ?? "",
  };
}

/** Keyed hashes of the households among addresses, each once. */
export function householdsOf(
  addresses: readonly (AddressParts | null)[],
  hash: (text: string) => string,
): string[] {
  const texts = new Set(addresses.flatMap((one) => (one && householdText(one)) ?? []));
  return [...texts].map(hash);
}

/** Of two readings the newer one, with what only the other tells; the outcome does not depend on which came first. */
export function mergeTraces(
  newer: BuyerTraces | undefined,
  other: BuyerTraces | undefined,
): BuyerTraces | undefined {
  if (newer === undefined || other === undefined) return newer ?? other;
  return {
    email: newer.email ?? other.email,
    households: newer.households.length > 0 ? newer.households : other.households,
    referrerHost: newer.referrerHost === "" ? other.referrerHost : newer.referrerHost,
  };
}
