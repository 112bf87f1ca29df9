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
import { payoutSettingsText as t } from "./payout-settings-text.ts";

const paypalUrl = "/dashboard/settings/payouts/paypal";

const environments = [
  { value: "live", label: t("paypal.live") },
  { value: "sandbox", label: t("paypal.sandbox") },
];

/** Settings ▸ Payouts: the PayPal account that the store pays from. */
export function PaypalSection({ paypal, timeZone }: { paypal: PaypalAccountsWire; timeZone: string }) {
  const { account, retired } = paypal;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div id="paypal">
      <Section title={t("paypal.title")}>
        {account ? <ConnectedAccount account={account} timeZone={timeZone} /> : <NoAccount {...paypal} />}
        {isOpen ? (
          // A connected account closes the form.
          <ConnectForm key={account?.connectedAt ?? ""} onClose={() => setIsOpen(false)} />
        ) : (
          <InlineStack gap="200">
            <Button onClick={() => setIsOpen(true)}>
              {t(account ? "paypal.replace" : "paypal.connect")}
            </Button>
            {account && <DisconnectButton />}
          </InlineStack>
        )}
        {retired.map(({ clientId, openPayments }) => (
          <Text key={clientId} as="p" tone="subdued">
            {t("paypal.retired", { id: clientId, count: openPayments })}
          </Text>
        ))}
      </Section>
    </div>
  );
}

function NoAccount({ isServerPaying }: PaypalAccountsWire) {
  return (
    <Text as="p" tone="subdued">
      {t(isServerPaying ? "paypal.server" : "paypal.none")}
    </Text>
  );
}

function ConnectedAccount({ account, timeZone }: { account: PaypalAccountWire; timeZone: string }) {
  const { environment, clientId, connectedAt, hasWebhook } = account;
  const isSandbox = environment === "sandbox";
  return (
    <BlockStack gap="300">
      <InlineStack gap="200" blockAlign="center">
        <Badge tone={isSandbox ? "warning" : "success"}>
          {t(isSandbox ? "paypal.sandbox" : "paypal.live")}
        </Badge>
        <Text as="p">{t("paypal.connected", { id: clientId, date: formatDate(connectedAt, timeZone) })}</Text>
      </InlineStack>
      {isSandbox && (
        <Banner tone="warning" title={t("paypal.sandboxTitle")}>
          <p>{t("paypal.sandboxAbout")}</p>
        </Banner>
      )}
      {!hasWebhook && (
        <Banner tone="info" title={t("paypal.noWebhookTitle")}>
          <p>{t("paypal.noWebhook")}</p>
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
            label={t("paypal.environment")}
            options={environments}
            helpText={values.environment === "sandbox" ? t("paypal.sandboxHelp") : ""}
          />
          <FormTextField
            field={fields.clientId}
            label={t("paypal.clientId")}
            maxLength={300}
            helpText={t("paypal.clientIdHelp")}
          />
          <FormTextField
            field={fields.clientSecret}
            label={t("paypal.secret")}
            type="password"
            maxLength={300}
          />
        </FormLayout>
        <InlineStack gap="200">
          <Button submit variant="primary" loading={fetcher.state !== "idle"}>
            {t("paypal.connect")}
          </Button>
          <Button onClick={onClose}>{t("paypal.cancel")}</Button>
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
      title: t("paypal.disconnectTitle"),
      message: t("paypal.disconnectAbout"),
      confirmLabel: t("paypal.disconnect"),
      destructive: true,
      onConfirm: () => fetcher.submit({ intent: "disconnect" }, { method: "post", action: paypalUrl }),
    });
  return (
    <>
      <Button tone="critical" variant="plain" loading={fetcher.state !== "idle"} onClick={ask}>
        {t("paypal.disconnect")}
      </Button>
      <ErrorBanner message={refusal?.message} answer={refusal} />
    </>
  );
}
