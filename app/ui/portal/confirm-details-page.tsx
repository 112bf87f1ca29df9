import { Button, Text } from "@shopify/polaris";
import type { ConfirmedDetailsWire } from "#app/contracts/payout-details.ts";
import { formatDateTime } from "../shared/format.ts";
import { useText } from "../texts/use-text.ts";
import { LinkPage } from "./link-page.tsx";
import { PortalBox } from "./portal-box.tsx";
import { useAccountText } from "./use-account-text.ts";

/** Page that the email about new payout details links to. */
export function ConfirmDetailsPage() {
  const t = useText("portal");
  return (
    <LinkPage
      title={t("confirmDetails.title")}
      text={t("confirmDetails.text")}
      button={t("confirmDetails.button")}
      action="/portal/payout-details/confirm"
      done={confirmedBox}
    />
  );
}

function confirmedBox(answer: ConfirmedDetailsWire) {
  return <Confirmed {...answer} />;
}

function Confirmed({ confirmed }: ConfirmedDetailsWire) {
  const t = useText("portal");
  const accountText = useAccountText();
  const { method, account, effectiveAt, shopName, timeZone } = confirmed;
  const values = {
    date: formatDateTime(effectiveAt, timeZone),
    shop: shopName,
    account: accountText({ method, account }),
  };
  return (
    <PortalBox title={t("confirmDetails.doneTitle")}>
      <Text as="p">{t("confirmDetails.done", values)}</Text>
      <Button url="/portal/payout-details">{t("confirmDetails.link")}</Button>
    </PortalBox>
  );
}
