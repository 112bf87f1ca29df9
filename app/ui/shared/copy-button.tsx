import { Button } from "@shopify/polaris";
import { ClipboardIcon } from "@shopify/polaris-icons";
import { useUiActions } from "../state/ui-provider.tsx";
import { commonText as t } from "./common-text.ts";

type Props = {
  text: string;
  label?: string;
  /** Accessible name if a page has several. It starts with the label. */
  spoken?: string;
  done?: string;
  forbidden?: string;
};

/** Copies `text` and shows a toast, or asks to copy manually if the browser forbids it. */
export function CopyButton({
  text,
  label = t("copy.button"),
  spoken,
  done = t("copy.done"),
  forbidden = t("copy.forbidden"),
}: Props) {
  const { addToast } = useUiActions();
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      addToast({ message: done });
    } catch {
      addToast({ message: forbidden, type: "error" });
    }
  }
  return (
    <Button
      icon={ClipboardIcon}
      onClick={() => void copy()}
      {...(spoken !== undefined && { accessibilityLabel: spoken })}
    >
      {label}
    </Button>
  );
}
