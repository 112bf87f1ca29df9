import { Link } from "@shopify/polaris";
import { formatCount } from "../../shared/format.ts";

type Props = { of: string; count: number };

/** Link to the commissions and deductions that a payout, a section or a payment covers. */
export function CommissionsLink({ of, count }: Props) {
  const text = count === 1 ? "1 commission" : `${formatCount(count)} commissions`;
  return <Link url={`/dashboard/affiliates/commissions?payout=${of}`}>{text}</Link>;
}
