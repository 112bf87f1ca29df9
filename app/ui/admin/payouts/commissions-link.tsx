import { Link } from "@shopify/polaris";
import { formatCount } from "../../shared/format.ts";

type Props = { of: string; count: number };

/** The commissions and deductions that a payout, a section or a payment covers, as the list of commissions. */
export function CommissionsLink({ of, count }: Props) {
  const text = count === 1 ? "1 commission" : `${formatCount(count)} commissions`;
  return <Link url={`/dashboard/affiliates/commissions?payout=${of}`}>{text}</Link>;
}
