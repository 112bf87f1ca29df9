import { useText } from "../texts/use-text.ts";
import { LinkPage } from "./link-page.tsx";

/** Where the link in the invitation email leads. */
export function AcceptPage() {
  const t = useText("portal");
  return (
    <LinkPage
      title={t("accept.title")}
      text={t("accept.text")}
      button={t("accept.button")}
      action="/portal/accept"
    />
  );
}
