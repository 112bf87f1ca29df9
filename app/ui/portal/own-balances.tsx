import { Text } from "@shopify/polaris";
import type { AffiliateWire } from "#app/contracts/affiliate.ts";
import { formatMoney } from "../shared/format.ts";
import { ScrollBox } from "../shared/scroll-box.tsx";
import { useText } from "../texts/use-text.ts";

const figures = ["pending", "payable", "inTransit", "paid"] as const;

/** The affiliate's balances, a column for each currency. */
export function OwnBalances({ balances }: { balances: AffiliateWire["balances"] }) {
  const t = useText("portal");
  if (balances.length === 0) return <Text as="p">{t("balance.none")}</Text>;
  return (
    <ScrollBox label={t("balance.heading")}>
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{t("balance.heading")}</th>
            {balances.map(({ pending: { currencyCode } }) => (
              <th key={currencyCode} scope="col">
                {currencyCode}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {figures.map((name) => (
            <tr key={name}>
              <th scope="row">{t(`balance.${name}`)}</th>
              {balances.map((one) => (
                <td key={one.pending.currencyCode}>{formatMoney(one[name])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
