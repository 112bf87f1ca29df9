import type { Chance } from "../../histories/random.ts";

/** An order that should earn nobody anything, or an honest one: what a person who knew all would say of it. */
export type Labelled = {
  readonly isFraud: boolean;
  /** Kind of story, for the table that is printed. */
  readonly story: string;
  readonly affiliate: number;
  /** Days since the beginning, with a fraction. */
  readonly day: number;
  readonly email: string;
  readonly customer: number;
  readonly address: Address | null;
  readonly code: boolean;
  readonly visited: boolean;
  /** Seconds from a click to the order; null for none. */
  readonly clickedBefore: number | null;
  readonly referrer: string | null;
  /** Others who followed the affiliate's links in the hours before and bought nothing. */
  readonly lookers: { readonly visitors: number; readonly clicksOfEach: number };
  /** The account that the affiliate names for payouts just before; null for none. */
  readonly account: string | null;
};

type Address = { readonly last_name: string; readonly address1: string; readonly zip: string };

/** As the affiliate's own address is written where they registered. */
export function registeredEmail(affiliate: number): string {
  return `pat.jones.${affiliate}@gmail.com`;
}

export const surnames = [
  "Jones",
  "Okafor",
  "Müller",
  "Nguyen",
  "García",
  "Smith",
  "Rossi",
  "Kowalski",
  "Sato",
  "Haddad",
];
const streets = ["High Street", "Station Road", "Park Avenue", "Mill Lane", "Church Street", "Elm Boulevard"];

export type Person = Pick<Labelled, "email" | "customer" | "address">;
export type Telling = {
  readonly chance: Chance;
  readonly affiliate: number;
  readonly stranger: () => Person;
};

export function addressOf(chance: Chance, lastName: string): Address {
  return {
    last_name: lastName,
    address1: `${chance.pick(streets)} ${chance.int(1, 400)}`,
    zip: String(chance.int(10_000, 10_040)),
  };
}

export const plain = {
  code: false,
  visited: true,
  clickedBefore: null,
  referrer: null,
  isFraud: false,
  lookers: { visitors: 0, clicksOfEach: 0 },
  account: null,
} as const;

export function times<One>(count: number, one: (place: number) => One): One[] {
  return Array.from({ length: count }, (_, place) => one(place));
}
