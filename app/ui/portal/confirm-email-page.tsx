import { useText } from "../texts/use-text.ts";
import { LinkPage } from "./link-page.tsx";

/** Page that the email about a new address links to. */
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
