import { Banner } from "@shopify/polaris";
import { formatCount } from "../../shared/format.ts";

/** T3: says that rules did not pay because their facts were never read. Renders nothing if all were read. */
export function UnreadOrders({ count }: { count: number }) {
  if (count === 0) return null;
  const orders = count === 1 ? "1 order" : `${formatCount(count)} orders`;
  const their = count === 1 ? "its" : "their";
  return (
    <Banner tone="warning">
      {`${orders} could not be judged by these rules, because ${their} collections or tags were never read; ` +
        "the rules that ask for them did not pay."}
    </Banner>
  );
}
