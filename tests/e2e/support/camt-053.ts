/** An entry of a bank account: a payment that left, or money that came in. */
type BankEntry = {
  readonly cents: number;
  readonly side: "out" | "in";
  /** The reference that the sender of the money gave it; '' for none. */
  readonly endToEndId: string;
  readonly party: string;
  readonly text: string;
  /** The reason of a payment that came back, an ISO 20022 code such as AC04. */
  readonly returnReason?: string;
};

type Account = {
  readonly iban: string;
  readonly openingCents: number;
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly entries: readonly BankEntry[];
};

const decimal = (cents: number) => (cents / 100).toFixed(2);
const element = (name: string, ...content: string[]) => `<${name}>${content.join("")}</${name}>`;
const money = (cents: number) => `<Amt Ccy="EUR">${decimal(Math.abs(cents))}</Amt>`;
const sideOf = (side: BankEntry["side"]) => element("CdtDbtInd", side === "out" ? "DBIT" : "CRDT");

/** A day's statement of an account in euros as a bank writes it: camt.053.001.08 with both balances. */
export function camt053({ iban, openingCents, day, entries }: Account): Buffer {
  const change = entries.reduce((sum, { cents, side }) => sum + (side === "out" ? -cents : cents), 0);
  const balance = (code: string, cents: number) =>
    element(
      "Bal",
      element("Tp", element("CdOrPrtry", element("Cd", code))),
      money(cents),
      sideOf(cents < 0 ? "out" : "in"),
      element("Dt", element("Dt", day)),
    );
  const statement = element(
    "Stmt",
    element("Id", `${day}-1`),
    element("CreDtTm", `${day}T22:00:00+01:00`),
    element("Acct", element("Id", element("IBAN", iban)), element("Ccy", "EUR")),
    balance("OPBD", openingCents),
    balance("CLBD", openingCents + change),
    ...entries.map((entry, index) => entryXml(entry, day, index + 1)),
  );
  const head = element("GrpHdr", element("MsgId", `${day}-1`), element("CreDtTm", `${day}T22:00:00+01:00`));
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n` +
      `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">` +
      element("BkToCstmrStmt", head, statement) +
      "</Document>\n",
  );
}

function entryXml(entry: BankEntry, day: string, number: number): string {
  const { cents, side, endToEndId, party, text, returnReason } = entry;
  const family = side === "out" ? "ICDT" : "RCDT";
  const domain = element(
    "Domn",
    element("Cd", "PMNT"),
    element("Fmly", element("Cd", family), element("SubFmlyCd", returnReason ? "RRTN" : "ESCT")),
  );
  const details = element(
    "TxDtls",
    element("Refs", element("EndToEndId", endToEndId || "NOTPROVIDED")),
    money(cents),
    sideOf(side),
    element("RltdPties", element(side === "out" ? "Cdtr" : "Dbtr", element("Pty", element("Nm", party)))),
    element("RmtInf", element("Ustrd", text)),
    returnReason ? element("RtrInf", element("Rsn", element("Cd", returnReason))) : "",
  );
  return element(
    "Ntry",
    money(cents),
    sideOf(side),
    element("Sts", element("Cd", "BOOK")),
    element("BookgDt", element("Dt", day)),
    element("ValDt", element("Dt", day)),
    element("AcctSvcrRef", `${day.replaceAll("-", "")}${number}`),
    element("BkTxCd", domain),
    element("NtryDtls", details),
  );
}
