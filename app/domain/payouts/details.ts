import { plainEmail } from "../fraud/traces.ts";

/** Methods that need payout details. Manual payments need none. */
export const detailsMethods = ["paypal", "store_credit", "bank"] as const;
/** Filter of affiliates by their details: the last confirmed method, or none. */
export const confirmedMethods = [...detailsMethods, "none"] as const;
export type ConfirmedMethod = (typeof confirmedMethods)[number];
export type DetailsMethod = (typeof detailsMethods)[number];

/** Fields that all bank accounts share. */
type AtBank = {
  /** The person or company that owns the account. */
  readonly holder: string;
  /** Country of the bank, ISO 3166-1, two letters. */
  readonly country: string;
  /** Currency of the account, ISO 4217. Payments are in the ledger's currency regardless. */
  readonly currency: string;
};

/** Payout details: everything a provider needs to know. Stored sealed, shown masked. */
export type PayoutAccount =
  | { readonly kind: "paypal"; readonly email: string }
  /** The affiliate's own customer account in the store, by its numeric id. */
  | { readonly kind: "store-credit"; readonly customerId: string; readonly email: string }
  /** `bic` may be ''. SEPA does not require it. */
  | (AtBank & { readonly kind: "iban"; readonly iban: string; readonly bic: string })
  | (AtBank & {
      readonly kind: "us";
      readonly routingNumber: string;
      readonly accountNumber: string;
      readonly accountType: "checking" | "savings";
    })
  | (AtBank & { readonly kind: "uk"; readonly sortCode: string; readonly accountNumber: string })
  /** Any other country: national bank code and account number. `bic` may be ''. */
  | (AtBank & {
      readonly kind: "other";
      readonly bankCode: string;
      readonly accountNumber: string;
      readonly bic: string;
    });

/** Validated details as typed. For store credit the app looks up the account. */
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

/** The payout method for a kind of account. */
export function methodOf(kind: AccountKind): DetailsMethod {
  if (kind === "paypal") return "paypal";
  return kind === "store-credit" ? "store_credit" : "bank";
}

/** An account for its owner to recognize. */
export type MaskedAccount = { readonly method: DetailsMethod; readonly masked: string };

/** A masked account: its owner recognizes it, but nobody can use it. */
export function maskedAccount(account: PayoutAccount): string {
  const { kind } = account;
  if (kind === "paypal" || kind === "store-credit") return maskedEmail(account.email);
  if (kind === "iban") return `IBAN ${account.country}…${lastDigits(account.iban)}`;
  const country = kind === "other" ? account.country : kind.toUpperCase();
  return `${country} …${lastDigits(account.accountNumber)}`;
}

/** Email address reduced to its first letter and domain. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, 1)}…${email.slice(at)}`;
}

/** The last four characters, but never more than a third of the number. */
function lastDigits(number: string): string {
  return number.slice(-Math.max(1, Math.min(4, Math.floor(number.length / 3))));
}

/** Email address of the account's owner. Null for a bank account. */
export function accountEmail(account: PayoutAccount): string | null {
  return account.kind === "paypal" || account.kind === "store-credit" ? account.email : null;
}

/**
 * Normalized account text, by which two affiliates with the same account are found. A British IBAN gives the
 * same text as its sort code and account number.
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

/**
 * Time between the confirmation of new details and their first use, so that an unauthorized change can be
 * noticed and undone.
 */
export const detailsWaitMs = 24 * 3_600_000;

/** Times at which details were confirmed, take effect and end. */
export type DetailsTimes = {
  readonly confirmedAt: Date | null;
  readonly effectiveAt: Date | null;
  readonly endedAt: Date | null;
};

/** An affiliate's current details, confirmed ones that are not in effect yet, and unconfirmed ones. */
export type DetailsByStage<Details> = {
  readonly current: Details | null;
  readonly next: Details | null;
  readonly unconfirmed: Details | null;
};

/** Sorts details into these three. Ended ones are ignored. */
export function detailsByStage<Details extends DetailsTimes>(
  all: readonly Details[],
  now: Date,
): DetailsByStage<Details> {
  const alive = all.filter(({ endedAt }) => endedAt === null || endedAt > now);
  const isInForce = ({ effectiveAt }: Details) => effectiveAt !== null && effectiveAt <= now;
  return {
    current: alive.find(isInForce) ?? null,
    next: alive.find((one) => one.confirmedAt !== null && !isInForce(one)) ?? null,
    unconfirmed: alive.find((one) => one.confirmedAt === null) ?? null,
  };
}
