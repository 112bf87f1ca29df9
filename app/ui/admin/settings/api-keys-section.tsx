import { Badge, BlockStack, Button, Card, InlineStack, Text } from "@shopify/polaris";
import { useCallback } from "react";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { formatDateTime } from "../../shared/format.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
import { MakeKeyForm } from "./make-key-form.tsx";
import { useSettingsForm } from "./settings-answer.ts";

export type ApiKeyRow = {
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

/** The shop's API keys: making one, and ending one after asking. */
export function ApiKeysSection({ keys, timeZone }: Props) {
  const { addToast } = useUiActions();
  const confirm = useConfirm();
  const onDone = useCallback(() => void addToast({ message: "API key revoked" }), [addToast]);
  const { fetcher, refusal, isBusy } = useSettingsForm("revoke-key", onDone);

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
        <MakeKeyForm />
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

type RowProps = { apiKey: ApiKeyRow; timeZone: string; isBusy: boolean; onRevoke: () => void };

function KeyRow({ apiKey, timeZone, isBusy, onRevoke }: RowProps) {
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
