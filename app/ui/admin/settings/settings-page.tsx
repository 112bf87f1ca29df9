import {
  Badge,
  Banner,
  BlockStack,
  Button,
  Card,
  FormLayout,
  InlineStack,
  Layout,
  Text,
} from "@shopify/polaris";
import { useCallback } from "react";
import type { settingsForm, ShopInfoWire } from "#app/contracts/shop.ts";
import { flagKindName } from "#app/domain/fraud/rules.ts";
import { settingHistoryName } from "#app/domain/shop-settings.ts";
import { AppPage } from "../../shared/frame/app-page.tsx";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { CopyButton } from "../../shared/copy-button.tsx";
import { type EventDetails, type HistoryEntry, HistoryList, Section } from "../../shared/detail-page.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { FormSelect, FormTextField } from "../../shared/form/form-fields.tsx";
import { type FieldsOf, useAppForm } from "../../shared/form/use-app-form.ts";
import { useIntent } from "../../shared/form/use-intent.ts";
import { formatDateTime } from "../../shared/format.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
import { type SettingsAnswer, ShopForm } from "./shop-form.tsx";

export type SettingsData = {
  readonly info: ShopInfoWire;
  readonly keys: readonly ApiKeyRow[];
  readonly history: readonly HistoryEntry[];
};

/** Dashboard ▸ Settings: store profile, defaults of new programs, API keys and history. */
export function SettingsPage({ info, keys, history }: SettingsData) {
  return (
    <AppPage
      title="Settings"
      subtitle={info.domain}
      secondaryActions={[
        { content: "Attribution", url: "/dashboard/settings/attribution" },
        { content: "Payouts", url: "/dashboard/settings/payouts" },
        { content: "Fraud rules", url: "/dashboard/settings/fraud" },
        { content: "Affiliate portal", url: "/dashboard/settings/portal" },
        { content: "Emails", url: "/dashboard/settings/notifications" },
        { content: "Privacy", url: "/dashboard/settings/privacy" },
        { content: "Health", url: "/dashboard/settings/health" },
        { content: "What could not be processed", url: "/dashboard/settings/health/deliveries" },
      ]}
    >
      <Layout>
        <Layout.AnnotatedSection
          id="shop"
          title="Your shop"
          description="Name and logo are shown to affiliates. The defaults stand in a new program until you change them there."
        >
          <ShopForm key={info.updatedAt} info={info} />
        </Layout.AnnotatedSection>
        <Layout.AnnotatedSection
          id="api-keys"
          title="API keys"
          description="A key lets a program of yours speak to the API. It is shown once, when it is made."
        >
          <ApiKeysSection keys={keys} timeZone={info.timeZone} />
        </Layout.AnnotatedSection>
        <Layout.AnnotatedSection
          id="history"
          title="History"
          description="Installation, settings and keys: what was done, by whom and when."
        >
          <Section title="Changes">
            <HistoryList entries={history} timeZone={info.timeZone} />
          </Section>
        </Layout.AnnotatedSection>
      </Layout>
    </AppPage>
  );
}

type ApiKeyRow = {
  readonly id: string;
  readonly name: string;
  readonly lastFour: string;
  readonly scope: "read" | "write";
  readonly createdBy: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
};

type Props = { keys: readonly ApiKeyRow[]; timeZone: string };

/** API keys of the shop: create, and revoke after a confirmation. */
function ApiKeysSection({ keys, timeZone }: Props) {
  const { addToast } = useUiActions();
  const confirm = useConfirm();
  const onDone = useCallback(() => void addToast({ message: "API key revoked" }), [addToast]);
  const { fetcher, refusal, isBusy } = useIntent("revoke-key", onDone);

  function askToRevoke({ id, name }: ApiKeyRow) {
    confirm({
      title: `Revoke ${name}?`,
      message: "Programs that use this key are signed out at once. This cannot be undone.",
      confirmLabel: "Revoke key",
      destructive: true,
      onConfirm: () => fetcher.submit({ intent: "revoke-key", apiKeyId: id }, { method: "post" }),
    });
  }

  return (
    <Card>
      <BlockStack gap="500">
        <NewKeyForm />
        <ErrorBanner message={refusal?.message} answer={refusal} />
        {keys.length === 0 ? (
          <Text as="p" tone="subdued">
            There are no API keys yet.
          </Text>
        ) : (
          <BlockStack as="ul" gap="400">
            {keys.map((key) => (
              <li key={key.id}>
                <KeyRow apiKey={key} timeZone={timeZone} isBusy={isBusy} onRevoke={() => askToRevoke(key)} />
              </li>
            ))}
          </BlockStack>
        )}
      </BlockStack>
    </Card>
  );
}

type KeyRowProps = { apiKey: ApiKeyRow; timeZone: string; isBusy: boolean; onRevoke: () => void };

function KeyRow({ apiKey, timeZone, isBusy, onRevoke }: KeyRowProps) {
  const { name, lastFour, scope, createdBy, createdAt, lastUsedAt, revokedAt } = apiKey;
  const used = lastUsedAt ? `last used ${formatDateTime(lastUsedAt, timeZone)}` : "never used";
  return (
    <InlineStack align="space-between" blockAlign="center" gap="300">
      <BlockStack gap="050">
        <InlineStack gap="200" blockAlign="center">
          <Text as="span" variant="bodyMd" fontWeight="semibold">
            {name}
          </Text>
          <Badge>{scope === "write" ? "Read and write" : "Read only"}</Badge>
          {revokedAt && <Badge tone="critical">Revoked</Badge>}
        </InlineStack>
        <Text as="p" variant="bodySm" tone="subdued">
          ends in {lastFour} · made by {createdBy}, {formatDateTime(createdAt, timeZone)} · {used}
        </Text>
      </BlockStack>
      {!revokedAt && (
        <Button
          tone="critical"
          disabled={isBusy}
          onClick={onRevoke}
          accessibilityLabel={`Revoke the key ${name}`}
        >
          Revoke
        </Button>
      )}
    </InlineStack>
  );
}

const scopes = [
  { label: "Read only", value: "read" },
  { label: "Read and write", value: "write" },
];

const nothingMore = () => undefined;

/** Creates an API key and shows it once. */
export function NewKeyForm() {
  const { fetcher, answer, isBusy } = useIntent<SettingsAnswer>("make-key", nothingMore);
  const { id, fields, banner } = useAppForm({
    id: "api-key",
    defaultValue: { keyName: "", scope: "read" } satisfies FieldsOf<typeof settingsForm>,
    answer,
    keeps: ["scope"],
  });
  return (
    <BlockStack gap="400">
      {answer?.ok === true && answer.intent === "make-key" && <NewKey text={answer.text} />}
      <ErrorBanner {...banner} />
      <fetcher.Form method="post" id={id}>
        <input type="hidden" name="intent" value="make-key" />
        <FormLayout>
          <FormLayout.Group>
            <FormTextField
              field={fields.keyName}
              label="Key name"
              maxLength={80}
              placeholder="Accounting export"
            />
            <FormSelect field={fields.scope} label="It may" options={scopes} />
          </FormLayout.Group>
          <Button submit loading={isBusy}>
            Create API key
          </Button>
        </FormLayout>
      </fetcher.Form>
    </BlockStack>
  );
}

function NewKey({ text }: { text: string }) {
  return (
    <Banner tone="success" title="API key created">
      <BlockStack gap="200">
        <p>Copy it now: it is not shown again.</p>
        <InlineStack gap="200" blockAlign="center">
          <Text as="span" breakWord>
            <code>{text}</code>
          </Text>
          <CopyButton text={text} label="Copy key" />
        </InlineStack>
      </BlockStack>
    </Banner>
  );
}

/** Texts of actions that need no details. */
const plainTexts: Record<string, string> = {
  installed: "App installed",
  reinstalled: "App installed again",
  uninstalled: "App uninstalled; every session ended",
  "orders-sweep-started": "Shopify's orders were looked through for missed ones",
  "paypal-connected": "PayPal connected",
  "paypal-replaced": "PayPal account replaced",
  "paypal-renewed": "PayPal secret renewed",
  "paypal-disconnected": "PayPal disconnected",
  "paypal-secret-erased": "PayPal secret erased",
  "payout-settings-changed": "Payout settings changed",
  "logo-uploaded": "Logo uploaded",
  "logo-removed": "Logo removed",
  "mail-retried": "A mail that had failed was sent again",
};

/** History entry of the shop as a sentence. An action of a later version is shown by its name. */
export function shopHistoryText(action: string, details: EventDetails): string {
  switch (action) {
    case "settings-changed":
      return `Settings changed: ${changesText(details)}`;
    case "api-key-made":
      return `API key ${quoted(details["name"])} created (${details["scope"] === "write" ? "read and write" : "read only"})`;
    case "api-key-revoked":
      return `API key ${quoted(details["name"])} revoked`;
    case "deliveries-retried":
      return retriedText(details);
    case "delivery-dismissed":
      return `A delivery of ${String(details["topic"])} that had been set aside was dismissed`;
    case "fraud-rule-changed":
      return `Fraud rule changed: ${flagKindName(String(details["kind"]))}, ${String(details["action"])}`;
    case "email-text-changed":
      return `Text of the email ${quoted(details["email"])} changed (${String(details["language"])})`;
    case "email-text-reset":
      return `Text of the email ${quoted(details["email"])} reset (${String(details["language"])})`;
    case "email-turned-on":
    case "email-turned-off":
      return `Email ${quoted(details["email"])} turned ${action === "email-turned-on" ? "on" : "off"}`;
    default:
      return plainTexts[action] ?? action;
  }
}

function retriedText({ count, topic }: EventDetails): string {
  if (typeof topic === "string") return `A delivery of ${topic} that had been set aside was tried again`;
  return `All deliveries that had been set aside were tried again (${Number(count)})`;
}

function changesText(details: EventDetails): string {
  const changes = Object.entries(details).map(([name, change]) => {
    const { before, after } = readChange(change);
    return `${settingHistoryName(name) ?? name} from ${quoted(before)} to ${quoted(after)}`;
  });
  return changes.join(", ");
}

function readChange(change: unknown): { before?: unknown; after?: unknown } {
  return typeof change === "object" && change !== null ? change : {};
}

function quoted(value: unknown): string {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? `“${value}”` : "none";
}
