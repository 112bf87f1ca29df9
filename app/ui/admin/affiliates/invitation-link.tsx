import { TextField } from "@shopify/polaris";
import { invitation } from "#app/i18n/en/admin/invitation.ts";
import { CopyButton } from "../../shared/copy-button.tsx";
import { provideTexts, useText } from "../../texts/use-text.ts";

// The setup guide shows it too, so it brings its texts along.
provideTexts({ invitation });

/** The link exists only in this answer. After a reload it cannot be shown again. */
export function InvitationLink({ link }: { link: string }) {
  const t = useText("invitation");
  return (
    <TextField
      label={t("link")}
      value={link}
      readOnly
      autoComplete="off"
      helpText={t("help")}
      connectedRight={<CopyButton text={link} label={t("copy")} />}
    />
  );
}
