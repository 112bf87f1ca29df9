import { Form, useNavigation } from "@remix-run/react";
import { Banner, BlockStack, Button, InlineStack, Text } from "@shopify/polaris";
import type { PayoutDetailsAnswer, PayoutDetailsWire } from "#app/contracts/payout-details.ts";
import { methodNames } from "#app/domain/payouts/method.ts";
import { FactList } from "../shared/detail-page.tsx";
import { formatDateTime } from "../shared/format.ts";

type Props = {
  readonly details: PayoutDetailsAnswer;
  readonly isCurrentOffered: boolean;
  readonly isCustomerMissing: boolean;
  readonly email: string;
  readonly shopName: string;
  readonly timeZone: string;
};

/** What holds now, what will hold when, and what waits for a confirmation, each with what can be done about it. */
export function DetailsStanding({ details, email, shopName, timeZone, ...page }: Props) {
  const { current, next, unconfirmed } = details;
  const facts = [
    { term: "Now", description: current ? <Account details={current} /> : "Nothing: you cannot be paid yet" },
    ...(next?.effectiveAt
      ? [
          {
            term: `From ${formatDateTime(next.effectiveAt, timeZone)}`,
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
        <Banner tone="warning" title={`${shopName} can't find your customer account`}>
          <p>{`Create it again with ${email} and choose store credit again, or choose another way to be paid.`}</p>
        </Banner>
      )}
      {!page.isCurrentOffered && (
        <Banner tone="warning">{`${shopName} does not pay by this way any more. Please enter other details.`}</Banner>
      )}
      <FactList facts={facts} />
      {next && (
        <Text as="p" tone="subdued">
          {current
            ? "New details wait for 24 hours, so that you can stop a change that was not yours. Until then you are paid as before."
            : "Details wait for 24 hours, so that you can stop a change that was not yours. Nothing is paid until then."}
        </Text>
      )}
      {unconfirmed && (
        <Banner tone="info" title={`Not confirmed yet: ${accountText(unconfirmed)}`}>
          <BlockStack gap="300">
            <p>{`Open the link in the mail that was sent to ${email}. Nothing changes before.`}</p>
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

function accountText({ method, account }: PayoutDetailsWire): string {
  return `${methodNames[method]}, ${account}`;
}

function Account({ details }: { details: PayoutDetailsWire }) {
  return (
    <Text as="span" fontWeight="semibold" breakWord>
      {accountText(details)}
    </Text>
  );
}

function Withdraw({ details }: { details: PayoutDetailsWire }) {
  const isBusy = useNavigation().state !== "idle";
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="withdraw" />
      <input type="hidden" name="details" value={details.id} />
      <Button submit loading={isBusy} accessibilityLabel={`Withdraw ${accountText(details)}`}>
        Withdraw
      </Button>
    </Form>
  );
}

function SendAgain() {
  const isBusy = useNavigation().state !== "idle";
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="send-again" />
      <Button submit loading={isBusy}>
        Send the mail again
      </Button>
    </Form>
  );
}
