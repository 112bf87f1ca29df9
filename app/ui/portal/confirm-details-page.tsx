import { Button, Text } from "@shopify/polaris";
import type { ConfirmedDetailsWire } from "#app/contracts/payout-details.ts";
import { formatDateTime } from "../shared/format.ts";
import { LinkPage } from "./link-page.tsx";
import { PortalBox } from "./portal-box.tsx";

/** Where the mail leads that confirms payout details. */
export function ConfirmDetailsPage() {
  return (
    <LinkPage
      title="Confirm your payout details"
      text="Confirm only what you entered yourself: the mail says which account it is. It is used 24 hours later."
      button="Confirm"
      action="/portal/payout-details/confirm"
      done={confirmedBox}
    />
  );
}

function confirmedBox({ confirmed }: ConfirmedDetailsWire) {
  const { account, effectiveAt, shopName, timeZone } = confirmed;
  return (
    <PortalBox title="Your payout details are confirmed">
      <Text as="p">
        {`${shopName} pays you from ${formatDateTime(effectiveAt, timeZone)} on to: ${account}. Until then nothing changes, and you can withdraw it.`}
      </Text>
      <Button url="/portal/payout-details">Your payout details</Button>
    </PortalBox>
  );
}
