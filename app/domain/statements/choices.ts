import type { FileProvider } from "./provider.ts";
import type { Detection, StatementReading } from "./reading.ts";

/** Corrections of a detected reading. Settings that are left out stay as detected. */
export type FileChoices = Partial<StatementReading> & { readonly provider?: FileProvider };

/** Corrections on which the other settings depend: detection starts from them. */
export function tableChoices({
  encoding,
  delimiter,
  headerLine,
  columns,
}: FileChoices): Partial<Pick<StatementReading, "encoding" | "delimiter" | "headerLine" | "columns">> {
  return {
    ...(encoding !== undefined && { encoding }),
    ...(delimiter !== undefined && { delimiter }),
    ...(headerLine !== undefined && { headerLine }),
    ...(columns !== undefined && { columns }),
  };
}

/** The detected reading with its corrections. Uses of columns chosen for a table of another width are dropped. */
export function correctedReading(
  { reading, head }: Pick<Detection, "reading" | "head">,
  { provider: _provider, columns, ...others }: FileChoices,
): StatementReading {
  return {
    ...reading,
    ...others,
    ...(columns?.length === head.length && { columns }),
  };
}

/** A confirmed reading as it is remembered for other files of its source: without where the table begins, and the account. */
export function choicesToRemember(reading: StatementReading, provider: FileProvider): FileChoices {
  const { headerLine: _line, account: _account, encoding: _encoding, ...kept } = reading;
  return { ...kept, provider };
}

/** Header rows are identical where these texts are: spaces around names and their case do not count. */
export function normalizedHeader(head: readonly string[]): string {
  return head.map((name) => name.trim().replaceAll(/\s+/g, " ").toLowerCase()).join("\u0001");
}

/** The provider of a known layout. */
export function providerOfLayout(layout: string | null): FileProvider {
  if (layout !== null && /paypal/i.test(layout)) return "paypal";
  return layout !== null && /wise/i.test(layout) ? "wise" : "bank";
}
