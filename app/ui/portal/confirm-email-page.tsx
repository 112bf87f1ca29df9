import { useText } from "../texts/texts-provider.tsx";
import { LinkPage } from "./link-page.tsx";

/** Where the email leads that confirms a new address. */
export function ConfirmEmailPage() {
  const t = useText("home");
  return (
    <LinkPage
      title={t("confirmEmail.title")}
      text={t("confirmEmail.text")}
      button={t("confirmEmail.button")}
      action="/portal/profile/confirm-email"
    />
  );
}
