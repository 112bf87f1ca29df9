import { CopyButton } from "../shared/copy-button.tsx";
import { useText } from "../texts/use-text.ts";

type Props = { text: string; label?: string; spoken?: string };

/** Copies `text`, with a message in the reader's language. */
export function OwnCopyButton(props: Props) {
  const t = useText("portal");
  return (
    <CopyButton label={t("copy.copy")} {...props} done={t("copy.done")} forbidden={t("copy.forbidden")} />
  );
}
