import { useFetcher } from "@remix-run/react";
import { Badge, Banner, BlockStack, Button, FormLayout, InlineStack, Text } from "@shopify/polaris";
import { useState } from "react";
import type {
  paypalAccountForm,
  PaypalAccountsWire,
  PaypalAccountWire,
} from "#app/contracts/payout-settings.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { Section } from "../../shared/detail-page.tsx";
import { ErrorBanner, type FormAnswer } from "../../shared/error-banner.tsx";
import { FormSelect, FormTextField } from "../../shared/form/form-fields.tsx";
import { type FieldsOf, useAppForm } from "../../shared/form/use-app-form.ts";
import { formatDate } from "../../shared/format.ts";
import { useAnswerToast } from "../../shared/use-answer-toast.ts";

const paypalUrl = "/dashboard/settings/payouts/paypal";

const environments = [
  { value: "live", label: "Live" },
  { value: "sandbox", label: "Sandbox" },
];

/** Settings ▸ Payouts: the PayPal account that the store pays from. */
export function PaypalSection({ paypal, timeZone }: { paypal: PaypalAccountsWire; timeZone: string }) {
  const { account, retired } = paypal;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div id="paypal">
      <Section title="PayPal">
        {account ? <ConnectedAccount account={account} timeZone={timeZone} /> : <NoAccount {...paypal} />}
        {isOpen ? (
          // A connected account closes the form.
          <ConnectForm key={account?.connectedAt ?? ""} onClose={() => setIsOpen(false)} />
        ) : (
          <InlineStack gap="200">
            <Button onClick={() => setIsOpen(true)}>{account ? "Replace account" : "Connect PayPal"}</Button>
            {account && <DisconnectButton />}
          </InlineStack>
        )}
        {retired.map(({ clientId, openPayments }) => (
          <Text key={clientId} as="p" tone="subdued">
            {`Replaced account ${clientId}: ${openPayments} open ${openPayments === 1 ? "payment" : "payments"}. Its secret is erased when they close.`}
          </Text>
        ))}
      </Section>
    </div>
  );
}

function NoAccount({ isServerPaying }: PaypalAccountsWire) {
  return (
    <Text as="p" tone="subdued">
      {isServerPaying
        ? "This server's PayPal account pays your affiliates. Connect your own to pay from it."
        : "Connect your PayPal business account to pay affiliates by PayPal."}
    </Text>
  );
}

function ConnectedAccount({ account, timeZone }: { account: PaypalAccountWire; timeZone: string }) {
  const { environment, clientId, connectedAt, hasWebhook } = account;
  const isSandbox = environment === "sandbox";
  return (
    <BlockStack gap="300">
      <InlineStack gap="200" blockAlign="center">
        <Badge tone={isSandbox ? "warning" : "success"}>{isSandbox ? "Sandbox" : "Live"}</Badge>
        <Text as="p">{`Client ID ${clientId}, connected ${formatDate(connectedAt, timeZone)}`}</Text>
      </InlineStack>
      {isSandbox && (
        <Banner tone="warning" title="Payouts send no real money">
          <p>This is a sandbox account. Connect a live account to pay your affiliates.</p>
        </Banner>
      )}
      {!hasWebhook && (
        <Banner tone="info" title="PayPal can't notify this app">
          <p>Payments update a few minutes later. Connect the account again to retry.</p>
        </Banner>
      )}
    </BlockStack>
  );
}

function ConnectForm({ onClose }: { onClose: () => void }) {
  const fetcher = useFetcher<FormAnswer<{ readonly text: string }>>();
  const { id, fields, values, banner } = useAppForm({
    id: "paypal-account",
    defaultValue: { environment: "live", clientId: "", clientSecret: "" } satisfies FieldsOf<
      typeof paypalAccountForm
    >,
    answer: fetcher.data,
  });
  useAnswerToast<FormAnswer<{ readonly text: string }>>(fetcher.data, (done) => {
    onClose();
    return done.text;
  });
  return (
    <fetcher.Form method="post" action={paypalUrl} id={id}>
      <input type="hidden" name="intent" value="connect" />
      <BlockStack gap="300">
        <ErrorBanner {...banner} />
        <FormLayout>
          <FormSelect
            field={fields.environment}
            label="Environment"
            options={environments}
            helpText={
              values.environment === "sandbox" ? "Sandbox sends no real money. Use it for testing." : ""
            }
          />
          <FormTextField
            field={fields.clientId}
            label="Client ID"
            maxLength={300}
            helpText="From your app in PayPal's developer dashboard, with Payouts and Transaction Search on."
          />
          <FormTextField field={fields.clientSecret} label="Secret" type="password" maxLength={300} />
        </FormLayout>
        <InlineStack gap="200">
          <Button submit variant="primary" loading={fetcher.state !== "idle"}>
            Connect PayPal
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </InlineStack>
      </BlockStack>
    </fetcher.Form>
  );
}

function DisconnectButton() {
  const fetcher = useFetcher<FormAnswer<{ readonly text: string }>>();
  const confirm = useConfirm();
  useAnswerToast<FormAnswer<{ readonly text: string }>>(fetcher.data, (done) => done.text);
  const refusal = fetcher.data?.ok === false ? fetcher.data : null;
  const ask = () =>
    confirm({
      title: "Disconnect PayPal?",
      message:
        "You can't pay by PayPal until you connect an account. Payments already sent are still tracked.",
      confirmLabel: "Disconnect",
      destructive: true,
      onConfirm: () => fetcher.submit({ intent: "disconnect" }, { method: "post", action: paypalUrl }),
    });
  return (
    <>
      <Button tone="critical" variant="plain" loading={fetcher.state !== "idle"} onClick={ask}>
        Disconnect
      </Button>
      <ErrorBanner message={refusal?.message} answer={refusal} />
    </>
  );
}
