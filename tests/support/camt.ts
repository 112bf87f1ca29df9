type Side = "DBIT" | "CRDT";

export type CamtEntry = {
  readonly amount: string;
  readonly side?: Side;
  readonly status?: string;
  readonly currency?: string;
  readonly day?: string;
  readonly reversal?: boolean;
  readonly reference?: string;
  readonly code?: string;
  readonly text?: string;
  /** Elements below `NtryDtls`, written out. */
  readonly details?: string;
};

export const camtDetail = (
  id: string,
  amount: string | null,
  { extra = "", side = "", name = "Ann Muller" } = {},
): string =>
  `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs>` +
  (amount === null ? "" : `<Amt Ccy="EUR">${amount}</Amt>`) +
  (side === "" ? "" : `<CdtDbtInd>${side}</CdtDbtInd>`) +
  `<RltdPties><Cdtr><Pty><Nm>${name}</Nm></Pty></Cdtr></RltdPties>${extra}</TxDtls>`;

export function camtEntry(entry: CamtEntry): string {
  const { amount, side = "DBIT", status = "<Cd>BOOK</Cd>", currency = "EUR", day = "2026-03-17" } = entry;
  return (
    `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd>` +
    (entry.reversal ? "<RvslInd>true</RvslInd>" : "") +
    (status === "" ? "" : `<Sts>${status}</Sts>`) +
    (day === "" ? "" : `<BookgDt><Dt>${day}</Dt></BookgDt>`) +
    (entry.reference === undefined ? "" : `<AcctSvcrRef>${entry.reference}</AcctSvcrRef>`) +
    `<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>${entry.code ?? "ESCT"}</SubFmlyCd></Fmly></Domn></BkTxCd>` +
    (entry.details === undefined ? "" : `<NtryDtls>${entry.details}</NtryDtls>`) +
    (entry.text === undefined ? "" : `<AddtlNtryInf>${entry.text}</AddtlNtryInf>`) +
    "</Ntry>"
  );
}

const balance = (code: string, amount: string, side: Side) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd></Bal>`;

type CamtStatement = {
  readonly iban?: string;
  readonly entries: readonly string[];
  readonly opening?: readonly [string, Side];
  readonly closing?: readonly [string, Side];
};

export function camtStatement(given: CamtStatement, name = "Stmt"): string {
  const { iban = "DE02120300000000202051", entries, opening, closing } = given;
  return (
    `<${name}><Id>1</Id><Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>` +
    (opening ? balance("OPBD", ...opening) : "") +
    (closing ? balance("CLBD", ...closing) : "") +
    `${entries.join("")}</${name}>`
  );
}

const kinds = {
  "052": ["BkToCstmrAcctRpt", "Rpt"],
  "053": ["BkToCstmrStmt", "Stmt"],
  "054": ["BkToCstmrDbtCdtNtfctn", "Ntfctn"],
} as const;

export function camtFile(statements: readonly CamtStatement[], kind: keyof typeof kinds = "053"): string {
  const [message, name] = kinds[kind];
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${kind}.001.08">` +
    `<${message}><GrpHdr><MsgId>1</MsgId></GrpHdr>${statements.map((one) => camtStatement(one, name)).join("")}` +
    `</${message}></Document>`
  );
}
