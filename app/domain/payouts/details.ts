import { plainEmail } from "../fraud/traces.ts";

/** The methods for which an affiliate enters where the money goes; nothing is entered for what is paid outside. */
export const detailsMethods = ["paypal", "store_credit", "bank"] as const;
/** How affiliates are told apart by their details: the method that was confirmed last, or that there is none. */
export const confirmedMethods = [...detailsMethods, "none"] as const;
export type ConfirmedMethod = (typeof confirmedMethods)[number];
export type DetailsMethod = (typeof detailsMethods)[number];

/** What every account at a bank has. */
type AtBank = {
  /** The person or company in whose name the account is. */
  readonly holder: string;
  /** ISO 3166-1, two letters; where the bank is. */
  readonly country: string;
  /** ISO 4217; in which the account is kept. What is paid is in the ledger's currency all the same. */
  readonly currency: string;
};

/** Where an affiliate's money goes: everything a provider has to be told. Kept sealed, shown masked. */
export type PayoutAccount =
  | { readonly kind: "paypal"; readonly email: string }
  /** The affiliate's own account as a customer of the store, by the number in its platform id. */
  | { readonly kind: "store-credit"; readonly customerId: string; readonly email: string }
  /** `bic` is '' where none was given; within SEPA none is needed. */
  | (AtBank & { readonly kind: "iban"; readonly iban: string; readonly bic: string })
  | (AtBank & {
      readonly kind: "us";
      readonly routingNumber: string;
      readonly accountNumber: string;
      readonly accountType: "checking" | "savings";
    })
  | (AtBank & { readonly kind: "uk"; readonly sortCode: string; readonly accountNumber: string })
  /** Any other country: the bank's code there and the number of the account; `bic` is '' where none was given. */
  | (AtBank & {
      readonly kind: "other";
      readonly bankCode: string;
      readonly accountNumber: string;
      readonly bic: string;
    });

/** The account as an affiliate types it and it was checked; that of store credit is found, not typed. */
export type TypedAccount =
  Exclude<PayoutAccount, { readonly kind: "store-credit" }> | { readonly kind: "store-credit" };

export type AccountKind = PayoutAccount["kind"];
export const accountKinds = [
  "paypal",
  "store-credit",
  "iban",
  "us",
  "uk",
  "other",
] as const satisfies readonly AccountKind[];

/** By which method an account of this kind is paid. */
export function methodOf(kind: AccountKind): DetailsMethod {
  if (kind === "paypal") return "paypal";
  return kind === "store-credit" ? "store_credit" : "bank";
}

/** The account as people may see it: enough for its owner to know it again, too little to pay or to take from it. */
export function maskedAccount(account: PayoutAccount): string {
  const { kind } = account;
  if (kind === "paypal" || kind === "store-credit") return maskedEmail(account.email);
  if (kind === "iban") return `IBAN ${account.country}…${ending(account.iban)}`;
  const where = kind === "other" ? `Account in ${account.country}` : `${kind.toUpperCase()} account`;
  return `${where} …${ending(account.accountNumber)}`;
}

/** An e-mail address as people may see it: its first letter, and where it is. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, 1)}…${email.slice(at)}`;
}

/** The last four characters, and fewer of a short number: never more than a third of it. */
function ending(number: string): string {
  return number.slice(-Math.max(1, Math.min(4, Math.floor(number.length / 3))));
}

/** The address at which the account's owner is reached; null for one at a bank. */
export function accountEmail(account: PayoutAccount): string | null {
  return account.kind === "paypal" || account.kind === "store-credit" ? account.email : null;
}

/**
 * One text for one account, however it is written, by which two affiliates who are paid to the same are found. A
 * British IBAN says the same as its sort code and number.
 */
export function accountIdentity(account: PayoutAccount): string {
  const { kind } = account;
  if (kind === "paypal") return `paypal:${plainEmail(account.email)}`;
  if (kind === "store-credit") return `customer:${account.customerId}`;
  if (kind === "uk") return `uk:${account.sortCode}${account.accountNumber}`;
  if (kind === "us") return `us:${account.routingNumber}:${account.accountNumber}`;
  if (kind === "other") return `other:${account.country}:${account.bankCode}:${account.accountNumber}`;
  return account.country === "GB" ? `uk:${account.iban.slice(8)}` : `iban:${account.iban}`;
}

/** Between the confirmation of new details and their use, so that a stranger's change can be seen and taken back. */
export const detailsWaitMs = 24 * 3_600_000;

/** When details were entered, confirmed, come into force and end. */
export type DetailsTimes = {
  readonly confirmedAt: Date | null;
  readonly effectiveAt: Date | null;
  readonly endedAt: Date | null;
};

/** What of an affiliate's details holds at an instant, what follows, and what waits for its confirmation. */
export type DetailsStanding<Details> = {
  readonly current: Details | null;
  readonly next: Details | null;
  readonly unconfirmed: Details | null;
};

/** Sorts details by where they stand. What is over by then is none of the three. */
export function detailsStanding<Details extends DetailsTimes>(
  all: readonly Details[],
  now: Date,
): DetailsStanding<Details> {
  const alive = all.filter(({ endedAt }) => endedAt === null || endedAt > now);
  const isInForce = ({ effectiveAt }: Details) => effectiveAt !== null && effectiveAt <= now;
  return {
    current: alive.find(isInForce) ?? null,
    next: alive.find((one) => one.confirmedAt !== null && !isInForce(one)) ?? null,
    unconfirmed: alive.find((one) => one.confirmedAt === null) ?? null,
  };
}
