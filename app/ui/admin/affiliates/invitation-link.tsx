import { TextField } from "@shopify/polaris";
import { CopyButton } from "../../shared/copy-button.tsx";
import { useText } from "../../texts/texts-provider.tsx";

/** The link exists only in this answer. After a reload it cannot be shown again. */
export function InvitationLink({ link }: { link: string }) {
  const t = useText("affiliates");
  return (
    <TextField
      label={t("invite.link")}
      value={link}
      readOnly
      autoComplete="off"
      helpText={t("invite.linkHelp")}
      connectedRight={<CopyButton text={link} label={t("invite.copy")} />}
    />
  );
}
