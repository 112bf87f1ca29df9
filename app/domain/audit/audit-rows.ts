import {
  amountRow,
  type AmountRow,
  cellReader,
  discountCodesIn,
  firstOf,
  linkNames,
  nameIn,
  storable,
} from "../imports/import-rows.ts";
import type { ImportReading } from "../imports/import-reading.ts";
import type { TableLine } from "../tables/table.ts";
import { allSystems } from "../imports/layouts/all-systems.ts";
import { importedLinkKey, referralKey } from "../referral-code.ts";

/** A referral of the other app's export. */
export type AuditRow = Omit<AmountRow, "releaseDay" | "time"> & {
  readonly name: string;
  /** Identifies the affiliate within the file. '' for none. */
  readonly affiliateKey: string;
  /** The other app's program. '' for none. */
  readonly program: string;
  /** Keys of the discount codes and links by which the file names the affiliate (`nameKey`). */
  readonly names: readonly string[];
};

const longest = 200;

/** Key of a way to name an affiliate. Codes and links are not case-sensitive. */
export const nameKey = {
  code: (code: string): string => `code:${referralKey(code)}`,
  link: (parameter: string, value: string): string =>
    `link:${importedLinkKey(parameter)}=${importedLinkKey(value)}`,
};

/** The referrals of a file, in its order. */
export function auditRows(lines: readonly TableLine[], reading: ImportReading): AuditRow[] {
  const { parameter } = allSystems[reading.system];
  return lines.map((line) => {
    const { releaseDay: _, time: _time, ...row } = amountRow(line, reading);
    const cells = cellReader(line, reading.columns);
    const name = nameIn(cells);
    const links = cells("link").flatMap((link) => linkNames(link, parameter));
    // The parameter of most systems holds the affiliate's code, of AffiliateWP also the id.
    const values = [firstOf(cells, "referralCode"), row.externalId].filter((value) => value !== "");
    return {
      ...row,
      name,
      affiliateKey: (row.email || row.externalId || name).toLowerCase(),
      program: storable(firstOf(cells, "program"), longest),
      names: [
        ...discountCodesIn(cells).map(nameKey.code),
        ...links.map((one) => nameKey.link(one.parameter, one.value)),
        ...(parameter === "" ? [] : values.map((value) => nameKey.link(parameter, value))),
      ],
    };
  });
}
