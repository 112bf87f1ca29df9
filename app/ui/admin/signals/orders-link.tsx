import { Link } from "@shopify/polaris";
import { formatCount } from "../../shared/format.ts";

type Props = {
  count: number;
  /** Noun for screen readers, such as "orders". */
  what: string;
  span: { readonly from: string; readonly to: string };
  by?: { readonly signal?: string; readonly missedWithout?: string; readonly movedWithout?: string };
  status?: "credited";
};

/** A number of orders that opens them; nothing opens none. */
export function OrdersLink({ count, what, span, by, status }: Props) {
  if (count === 0) return <>0</>;
  const query = new URLSearchParams({ ...(status && { status }), ...by, from: span.from, to: span.to });
  const text = formatCount(count);
  return (
    <Link url={`/dashboard/orders?${query.toString()}`} accessibilityLabel={`${text} ${what}`}>
      {text}
    </Link>
  );
}
