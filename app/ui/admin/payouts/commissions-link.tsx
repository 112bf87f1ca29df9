import { Link } from "@shopify/polaris";
import { payoutText as t } from "./payout-text.ts";

/** List of the commissions and deductions that a payout, a section or a payment covers. */
export const commissionsUrl = (of: string) => `/dashboard/affiliates/commissions?payout=${of}`;

type Props = { of: string; count: number };

/** Link to the commissions and deductions that a payout, a section or a payment covers. */
export function CommissionsLink({ of, count }: Props) {
  return <Link url={commissionsUrl(of)}>{t("commissions", { count })}</Link>;
}
