import { Text } from "@shopify/polaris";
import type { PostingWire } from "#app/contracts/commission.ts";
import { orders } from "#app/i18n/en/admin/orders.ts";
import { provideTexts, useText } from "../../texts/use-text.ts";
import { formatDateTime, formatMoney } from "../format.ts";
import { entryName, movedText } from "../entry-names.ts";
import { ScrollBox } from "../scroll-box.tsx";

provideTexts({ orders });

type Posting = Omit<PostingWire, "affiliate" | "commissionId" | "kind"> &
  Partial<Pick<PostingWire, "affiliate" | "kind">>;
type Props = { postings: readonly Posting[]; timeZone: string; withAffiliate?: boolean };

/** Ledger entries in the order of posting, for accountants. */
export function Postings({ postings, timeZone, withAffiliate = true }: Props) {
  const t = useText("orders");
  if (postings.length === 0) return <Text as="p">{t("calculation.noEntries")}</Text>;
  return (
    <ScrollBox label={t("calculation.entries")}>
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{t("calculation.recorded")}</th>
            <th scope="col">{t("calculation.entry")}</th>
            <th scope="col">{t("calculation.accounts")}</th>
            {withAffiliate && <th scope="col">{t("calculation.affiliate")}</th>}
            <th scope="col" className="amount">
              {t("calculation.amount")}
            </th>
          </tr>
        </thead>
        <tbody>
          {postings.map((posting) => (
            <tr key={posting.id}>
              <td>
                <time dateTime={posting.recordedAt}>{formatDateTime(posting.recordedAt, timeZone)}</time>
              </td>
              <td>{t(`calculation.kinds.${posting.kind ?? "order"}`, { entry: entryName(posting.code) })}</td>
              <td>{movedText(posting)}</td>
              {withAffiliate && <td>{posting.affiliate?.name ?? "–"}</td>}
              <td className="amount">{formatMoney(posting.amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
