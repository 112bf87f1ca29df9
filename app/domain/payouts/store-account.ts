/** The store's own bank account, which its SEPA files are paid from. Kept sealed; its IBAN is shown masked. */
export type StoreAccount = {
  readonly name: string;
  readonly iban: string;
  /** '' where none was given; within SEPA none is needed. */
  readonly bic: string;
};

/** An account as somebody entered it. */
export type StoreAccountInput = Omit<StoreAccount, "iban"> & {
  /** Null keeps the IBAN that is kept already. */
  readonly iban: string | null;
};

/** The IBAN as people may see it. */
export function maskedIban(iban: string): string {
  return `${iban.slice(0, 2)}…${iban.slice(-4)}`;
}
