import { Button } from "@shopify/polaris";
import { ClipboardIcon } from "@shopify/polaris-icons";
import { useUiActions } from "../state/ui-provider.tsx";

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
  label = "Copy",
  spoken,
  done = "Copied to clipboard",
  forbidden = "Copying is not allowed here. Select the text and copy it.",
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
