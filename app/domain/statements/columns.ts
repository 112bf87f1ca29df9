/** What is read from a statement, each from a column of its own. */
export const fields = [
  "amount",
  "fee",
  "feeCurrency",
  "currency",
  "date",
  "begun",
  "time",
  "zone",
  "status",
  "type",
  "reference",
  "transaction",
  "item",
  "receiver",
] as const;
export type Field = (typeof fields)[number];

/** Names under which columns are found, as PayPal, Wise and banks write them, the better ones first. */
const names: Record<Field, readonly string[]> = {
  amount: [
    "payout amount",
    "gross",
    "amount",
    "gross amount",
    // Wise: what the receiver gets, in the payout's currency, whatever it was paid from.
    "target amount (after fees)",
    "source amount (after fees)",
    "betrag",
    "montant",
  ],
  fee: ["payout fee", "fee", "fees", "total fees", "fee amount", "payout item fee", "source fee amount"],
  feeCurrency: ["source fee currency", "fee currency"],
  currency: [
    "payout currency",
    "currency",
    "amountcurrency",
    "target currency",
    "source currency",
    "currency code",
    "währung",
    "devise",
  ],
  date: [
    "time processed",
    "processed time",
    "finished on",
    "date",
    "transaction date",
    "date of transaction",
    "booking date",
    "value date",
    "buchungstag",
    "buchungsdatum",
    "created on",
  ],
  // Of what is not finished there is no other day.
  begun: ["created on"],
  time: ["time"],
  zone: ["timezone", "time zone"],
  status: ["transaction status", "payout status", "status"],
  type: ["type", "transaction type", "direction"],
  reference: [
    "sender item id",
    "sender_item_id",
    "unique id",
    "unique payout id",
    "custom number",
    "payment reference",
    "paymentreference",
    "reference",
    "payment id",
    "description",
    "purpose",
    "verwendungszweck",
    "remittance information",
    "memo",
    "note",
  ],
  transaction: ["transaction id", "transferwise id", "transfer id", "id", "bank reference"],
  item: ["payout item id", "payout_item_id", "item id"],
  receiver: ["recipient", "to email address", "payee name", "target name", "receiver", "beneficiary", "name"],
};

export type Columns = Readonly<Partial<Record<Field, number>>> & {
  /** All that may hold the name of a payout. */
  readonly references: readonly number[];
};

export type ColumnFault = { readonly field: Field; readonly message: string };

/** What a person is told to look for where nothing was found: names of several providers, not the first ones of one. */
const told: Readonly<Partial<Record<Field, readonly string[]>>> = {
  reference: ["reference", "payment reference", "unique payout id", "purpose", "verwendungszweck"],
};

const plain = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[_\s]+/g, " ");

/**
 * Finds the columns of a statement by the names in its first line. What a person said which column it is goes first.
 * @returns what is missing, in words that name what was looked for.
 */
export function columnsOf(
  head: readonly string[],
  said: Readonly<Partial<Record<Field, string>>>,
): Columns | readonly ColumnFault[] {
  const known = head.map(plain);
  const faults: ColumnFault[] = [];
  const found: Partial<Record<Field, number>> = {};
  for (const field of fields) {
    const wanted = said[field] ? [said[field]] : names[field];
    const index = wanted.map((name) => known.indexOf(plain(name))).find((at) => at >= 0);
    if (index !== undefined) found[field] = index;
    else if (said[field]) faults.push({ field, message: `There is no column "${said[field]}"` });
  }
  const all = names.reference.map((name) => known.indexOf(plain(name))).filter((at) => at >= 0);
  const references = said.reference && found.reference !== undefined ? [found.reference] : all;
  return faults.length > 0 ? faults : (missing(found) ?? { ...found, references });
}

function missing(found: Readonly<Partial<Record<Field, number>>>): ColumnFault[] | null {
  const faults: ColumnFault[] = [];
  const lookedFor = (field: Field) => `looked for: ${(told[field] ?? names[field].slice(0, 5)).join(", ")}`;
  const need = { amount: "the amount", date: "the day" } as const;
  for (const field of ["amount", "date"] as const) {
    if (found[field] !== undefined) continue;
    faults.push({ field, message: `The file has no column for ${need[field]} (${lookedFor(field)})` });
  }
  if (found.reference === undefined && found.transaction === undefined && found.item === undefined) {
    const message = `The file has no column that names the payment (${lookedFor("reference")})`;
    faults.push({ field: "reference", message });
  }
  return faults.length > 0 ? faults : null;
}
