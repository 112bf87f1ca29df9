import { Form, useNavigation } from "@remix-run/react";
import { Banner, BlockStack, Button, InlineStack, Text } from "@shopify/polaris";
import type { PayoutDetailsAnswer, PayoutDetailsWire } from "#app/contracts/payout-details.ts";
import { FactList } from "../shared/detail-page.tsx";
import { formatDateTime } from "../shared/format.ts";
import { useText } from "../texts/use-text.ts";
import { useAccountText } from "./use-account-text.ts";

type Props = {
  readonly details: PayoutDetailsAnswer;
  readonly isCurrentOffered: boolean;
  readonly isCustomerMissing: boolean;
  readonly email: string;
  readonly shopName: string;
  readonly timeZone: string;
};

/** Payout details in use, scheduled and unconfirmed, each with its actions. */
export function DetailsStanding({ details, email, shopName, timeZone, ...page }: Props) {
  const t = useText("portal");
  const accountText = useAccountText();
  const { current, next, unconfirmed } = details;
  const facts = [
    { term: t("details.now"), description: current ? <Account details={current} /> : t("details.nothing") },
    ...(next?.effectiveAt
      ? [
          {
            term: t("details.from", { date: formatDateTime(next.effectiveAt, timeZone) }),
            description: (
              <BlockStack gap="200">
                <Account details={next} />
                <Withdraw details={next} />
              </BlockStack>
            ),
          },
        ]
      : []),
  ];
  return (
    <BlockStack gap="400">
      {page.isCustomerMissing && (
        <Banner tone="warning" title={t("details.customerMissing", { shop: shopName })}>
          <p>{t("details.customerMissingHelp", { email })}</p>
        </Banner>
      )}
      {!page.isCurrentOffered && (
        <Banner tone="warning">{t("details.notOffered", { shop: shopName })}</Banner>
      )}
      <FactList facts={facts} />
      {next && (
        <Text as="p" tone="subdued">
          {t(current ? "details.waitsChange" : "details.waitsFirst")}
        </Text>
      )}
      {unconfirmed && (
        <Banner tone="info" title={t("details.unconfirmed", { account: accountText(unconfirmed) })}>
          <BlockStack gap="300">
            <p>{t("details.unconfirmedHelp", { email })}</p>
            {/* Said here, because it would inherit the banner's own. */}
            <InlineStack gap="200" align="start">
              <SendAgain />
              <Withdraw details={unconfirmed} />
            </InlineStack>
          </BlockStack>
        </Banner>
      )}
    </BlockStack>
  );
}

function Account({ details }: { details: PayoutDetailsWire }) {
  const accountText = useAccountText();
  return (
    <Text as="span" fontWeight="semibold" breakWord>
      {accountText(details)}
    </Text>
  );
}

function Withdraw({ details }: { details: PayoutDetailsWire }) {
  const t = useText("portal");
  const accountText = useAccountText();
  const isBusy = useNavigation().state !== "idle";
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="withdraw" />
      <input type="hidden" name="details" value={details.id} />
      <Button
        submit
        loading={isBusy}
        accessibilityLabel={t("details.withdrawAccount", { account: accountText(details) })}
      >
        {t("details.withdraw")}
      </Button>
    </Form>
  );
}

function SendAgain() {
  const t = useText("portal");
  const isBusy = useNavigation().state !== "idle";
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="send-again" />
      <Button submit loading={isBusy}>
        {t("details.sendAgain")}
      </Button>
    </Form>
  );
}
