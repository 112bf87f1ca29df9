import { Link } from "@shopify/polaris";
import { payoutText as t } from "./payout-text.ts";

type Props = { of: string; count: number };

/** Link to the commissions and deductions that a payout, a section or a payment covers. */
export function CommissionsLink({ of, count }: Props) {
  return <Link url={`/dashboard/affiliates/commissions?payout=${of}`}>{t("commissions", { count })}</Link>;
}
