/** Known pairs of words that tell money out from money in, in plain form. */
export const flagPairs: readonly (readonly [out: string, into: string])[] = [
  ["debit", "credit"],
  ["d", "c"],
  ["d", "k"],
  ["dr", "cr"],
  ["db", "cr"],
  ["dbit", "crdt"],
  ["s", "h"],
  ["soll", "haben"],
  ["ausgang", "eingang"],
  ["af", "bij"],
  ["debet", "credit"],
  ["out", "in"],
  ["outgoing", "incoming"],
  ["debe", "haber"],
  ["cargo", "abono"],
  ["gasto", "ingreso"],
  ["dare", "avere"],
  ["uscita", "entrata"],
  ["débit", "crédit"],
  ["débito", "crédito"],
  ["wn", "ma"],
  ["obciążenie", "uznanie"],
];

/** Words of a flag column for money that neither left nor came in. */
export const neitherFlags: readonly string[] = ["neutral"];
