/** Keyed hashes of the shop by which a buyer is recognized without storing personal data. */
export type BuyerTraces = {
  /** Hash of the email address as `plainEmail` writes it. */
  readonly email: string | null;
  /** Hashes of surname and address as `householdText` writes them, shipping address first. */
  readonly households: readonly string[];
  /** Host of the page that led to the store, or ''. */
  readonly referrerHost: string;
};

const dotless: ReadonlySet<string> = new Set(["gmail.com", "googlemail.com"]);

/**
 * Normalizes an email address: lower case, no tag after a plus, and no dots where the provider ignores them.
 */
export function plainEmail(email: string): string {
  const text = email.trim().toLowerCase();
  const at = text.lastIndexOf("@");
  if (at < 1) return text;
  const domain = text.slice(at + 1);
  const name = text.slice(0, at).replace(/\+.*$/, "");
  if (!dotless.has(domain)) return `${name}@${domain}`;
  return `${name.replaceAll(".", "")}@gmail.com`;
}

/** Parts of an address that identify a household. Webhooks and the GraphQL API both provide them. */
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
 * Identifies a household by surname and address, whatever the spelling of the street. An address alone is not
 * enough, since an office or apartment building has many people. Null when a part is missing.
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

/** Personal data about the buyer, as read from a webhook or API answer. */
export type BuyerFacts = {
  readonly email: string | null;
  /** Shipping address first. */
  readonly addresses: readonly (AddressParts | null)[];
  readonly referrer: string | null;
};

/** Hashes the buyer's data and keeps only the hashes. `hash` is the shop's keyed hash. */
export function tracesOf(told: BuyerFacts, hash: (text: string) => string): BuyerTraces {
  return {
    email: told.email ? hash(plainEmail(told.email)) : null,
    households: householdsOf(told.addresses, hash),
    referrerHost: URL.parse(told.referrer ?? "")?.hostname.toLowerCase() ?? "",
  };
}

/** Keyed hashes of the households among the addresses, without duplicates. */
export function householdsOf(
  addresses: readonly (AddressParts | null)[],
  hash: (text: string) => string,
): string[] {
  const texts = new Set(addresses.flatMap((one) => (one && householdText(one)) ?? []));
  return [...texts].map(hash);
}

/** The newer traces, completed by the others. The order of arrival makes no difference. */
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
