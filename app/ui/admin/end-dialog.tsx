import { BlockStack, Text } from "@shopify/polaris";
import { useState } from "react";
import { AppModal } from "../shared/frame/app-modal.tsx";
import { merchantText } from "../texts/use-text.ts";
import { NoNoticeSelect } from "./no-notice-select.tsx";

/** The end of something that affiliates earn with. */
export type Ending = {
  readonly title: string;
  readonly message: string;
  readonly confirmLabel: string;
  readonly destructive?: boolean;
  /** Affiliates get notice first, unless the merchant gives a reason. */
  readonly needsNotice: boolean;
  /** Called on confirmation. `reason` is empty if affiliates get notice. */
  readonly onEnd: (reason: string) => void;
};

const t = merchantText("noNotice");

/** Asks before something ends, and for the reason if it ends without notice. */
export function EndDialog({ ending, onClose }: { ending: Ending; onClose: () => void }) {
  const [reason, setReason] = useState("");
  const { title, message, confirmLabel, destructive = false, needsNotice, onEnd } = ending;
  function confirm() {
    onClose();
    onEnd(reason);
  }
  return (
    <AppModal
      size="small"
      title={title}
      onClose={onClose}
      primaryAction={{ content: confirmLabel, destructive, onAction: confirm }}
      secondaryActions={[{ content: t("cancel"), onAction: onClose }]}
    >
      <BlockStack gap="300">
        <Text as="p">{message}</Text>
        {needsNotice && <NoNoticeSelect value={reason} onChange={setReason} />}
      </BlockStack>
    </AppModal>
  );
}
