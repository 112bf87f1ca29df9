import { Badge, Banner, BlockStack, Button, Card, FormLayout, InlineStack, Text } from "@shopify/polaris";
import { useCallback } from "react";
import type { apiKeysForm } from "#app/contracts/shop.ts";
import { api } from "#app/i18n/en/admin/api.ts";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { CopyButton } from "../../shared/copy-button.tsx";
import { ErrorBanner, type FormRefusal } from "../../shared/error-banner.tsx";
import { FormSelect, FormTextField } from "../../shared/form/form-fields.tsx";
import { type FieldsOf, useAppForm } from "../../shared/form/use-app-form.ts";
import { useIntent } from "../../shared/form/use-intent.ts";
import { formatDateTime } from "../../shared/format.ts";
import { AppPage } from "../../shared/frame/app-page.tsx";
import { frameText } from "../../shared/frame/frame-text.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
import { provideTexts, useText } from "../../texts/use-text.ts";

provideTexts({ api });

/** An answer of the page's action. */
type ApiKeyAnswer =
  | ({ readonly ok: false } & FormRefusal)
  | { readonly ok: true; readonly intent: "revoke-key" }
  | { readonly ok: true; readonly intent: "make-key"; readonly text: string };

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

/** Settings ▸ API: the keys, and the description of the calls. */
export function ApiKeysPage({ keys, timeZone }: Props) {
  const t = useText("api");
  const { addToast } = useUiActions();
  const confirm = useConfirm();
  const onDone = useCallback(() => void addToast({ message: t("revoked") }), [addToast, t]);
  const { fetcher, refusal, isBusy } = useIntent("revoke-key", onDone);

  function askToRevoke({ id, name }: ApiKeyRow) {
    confirm({
      title: t("revoke.title", { name }),
      message: t("revoke.text"),
      confirmLabel: t("revoke.confirm"),
      destructive: true,
      onConfirm: () => fetcher.submit({ intent: "revoke-key", apiKeyId: id }, { method: "post" }),
    });
  }

  return (
    <AppPage
      title={frameText("pages.api")}
      secondaryActions={[{ content: t("docs"), url: "/api/v1/docs", external: true }]}
    >
      <Card>
        <BlockStack gap="500">
          <Text as="p" tone="subdued">
            {t("about")}
          </Text>
          <NewKeyForm />
          <ErrorBanner message={refusal?.message} answer={refusal} />
          {keys.length === 0 ? (
            <Text as="p" tone="subdued">
              {t("none")}
            </Text>
          ) : (
            <BlockStack as="ul" gap="400">
              {keys.map((key) => (
                <li key={key.id}>
                  <KeyRow
                    apiKey={key}
                    timeZone={timeZone}
                    isBusy={isBusy}
                    onRevoke={() => askToRevoke(key)}
                  />
                </li>
              ))}
            </BlockStack>
          )}
        </BlockStack>
      </Card>
    </AppPage>
  );
}

type KeyRowProps = { apiKey: ApiKeyRow; timeZone: string; isBusy: boolean; onRevoke: () => void };

function KeyRow({ apiKey, timeZone, isBusy, onRevoke }: KeyRowProps) {
  const { name, lastFour, scope, createdBy, createdAt, lastUsedAt, revokedAt } = apiKey;
  const t = useText("api");
  const used = lastUsedAt ? t("used", { time: formatDateTime(lastUsedAt, timeZone) }) : t("unused");
  return (
    <InlineStack align="space-between" blockAlign="center" gap="300">
      <BlockStack gap="050">
        <InlineStack gap="200" blockAlign="center">
          <Text as="span" variant="bodyMd" fontWeight="semibold">
            {name}
          </Text>
          <Badge>{t(`scopes.${scope}`)}</Badge>
          {revokedAt && <Badge>{t("isRevoked")}</Badge>}
        </InlineStack>
        <Text as="p" variant="bodySm" tone="subdued">
          {t("made", { lastFour, name: createdBy, time: formatDateTime(createdAt, timeZone), used })}
        </Text>
      </BlockStack>
      {!revokedAt && (
        <Button
          tone="critical"
          disabled={isBusy}
          onClick={onRevoke}
          accessibilityLabel={t("revoke.label", { name })}
        >
          {t("revoke.button")}
        </Button>
      )}
    </InlineStack>
  );
}

const scopes = ["read", "write"] as const;

const nothingMore = () => undefined;

/** Creates an API key and shows it once. */
export function NewKeyForm() {
  const t = useText("api");
  const { fetcher, answer, isBusy } = useIntent<ApiKeyAnswer>("make-key", nothingMore);
  const { id, fields, banner } = useAppForm({
    id: "api-key",
    defaultValue: { keyName: "", scope: "read" } satisfies FieldsOf<typeof apiKeysForm>,
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
              label={t("form.name")}
              maxLength={80}
              placeholder={t("form.example")}
            />
            <FormSelect
              field={fields.scope}
              label={t("form.access")}
              options={scopes.map((value) => ({ value, label: t(`scopes.${value}`) }))}
            />
          </FormLayout.Group>
          <Button submit loading={isBusy}>
            {t("form.create")}
          </Button>
        </FormLayout>
      </fetcher.Form>
    </BlockStack>
  );
}

function NewKey({ text }: { text: string }) {
  const t = useText("api");
  return (
    <Banner tone="success" title={t("created.title")}>
      <BlockStack gap="200">
        <p>{t("created.text")}</p>
        <InlineStack gap="200" blockAlign="center">
          <Text as="span" breakWord>
            <code>{text}</code>
          </Text>
          <CopyButton text={text} label={t("created.copy")} />
        </InlineStack>
      </BlockStack>
    </Banner>
  );
}
