import { Button } from "@shopify/polaris";
import { ShareIcon } from "@shopify/polaris-icons";
import { useSyncExternalStore } from "react";
import { useText } from "../texts/use-text.ts";

const never = () => () => {};

/** Opens the phone's own sheet for sharing; nothing where the browser has none. */
export function ShareButton({ url, shopName }: { url: string; shopName: string }) {
  const t = useText("home");
  const canShare = useSyncExternalStore(
    never,
    () => "share" in navigator,
    () => false,
  );
  if (!canShare) return null;
  async function share() {
    try {
      await navigator.share({ title: t("link.shareTitle", { shop: shopName }), url });
    } catch {
      // Closing the sheet rejects too, and the link stays on the page to copy.
    }
  }
  return (
    <Button icon={ShareIcon} onClick={() => void share()}>
      {t("link.share")}
    </Button>
  );
}
