/** A store as its emails show it. */
export type EmailShop = {
  readonly name: string;
  /** Gets the answers to emails; null where the store has none. */
  readonly contactEmail: string | null;
};
