import { Banner } from "@shopify/polaris";
import { useText } from "../../texts/use-text.ts";

/** T3: says that rules did not pay because their facts were never read. Renders nothing if all were read. */
export function UnreadOrders({ count }: { count: number }) {
  const t = useText("programs");
  if (count === 0) return null;
  return <Banner tone="warning">{t("preview.unread", { count })}</Banner>;
}
