import { BlockStack, Button, InlineStack, Text, TextField } from "@shopify/polaris";
import { useCallback, useState } from "react";
import { useConfirm } from "../../shared/confirm-modal.tsx";
import { CopyButton } from "../../shared/copy-button.tsx";
import { Section } from "../../shared/detail-page.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { bannerMessage, fieldError } from "../../shared/field-errors.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
import { useIntentForm } from "../../shared/use-intent-form.ts";

/** The discount codes of the store that are this affiliate's: orders that use one count for them. */
export function CodesSection({ codes }: { codes: readonly string[] }) {
  return (
    <Section title="Discount codes">
      {codes.length === 0 && <Text as="p">No discount code is assigned.</Text>}
      {codes.map((code) => (
        <CodeRow key={code} code={code} />
      ))}
      <AssignForm />
    </Section>
  );
}

function CodeRow({ code }: { code: string }) {
  const { addToast } = useUiActions();
  const confirm = useConfirm();
  const onDone = useCallback(() => void addToast({ message: `${code} removed` }), [addToast, code]);
  const { fetcher, refusal, isBusy } = useIntentForm("remove-code", onDone);
  function remove() {
    confirm({
      title: `Remove ${code}?`,
      message: "New orders with this code no longer count for this affiliate. What was earned stays.",
      confirmLabel: "Remove",
      destructive: true,
      onConfirm: () => fetcher.submit({ intent: "remove-code", code }, { method: "post" }),
    });
  }
  return (
    <BlockStack gap="200">
      <ErrorBanner message={refusal?.message} />
      <InlineStack align="space-between" blockAlign="center" gap="200">
        <code>{code}</code>
        <InlineStack gap="200">
          <CopyButton text={code} label={`Copy ${code}`} />
          <Button tone="critical" variant="tertiary" loading={isBusy} onClick={remove}>
            {`Remove ${code}`}
          </Button>
        </InlineStack>
      </InlineStack>
    </BlockStack>
  );
}

function AssignForm() {
  const { addToast } = useUiActions();
  const [code, setCode] = useState("");
  const onDone = useCallback(() => {
    addToast({ message: "Discount code assigned", type: "success" });
    setCode("");
  }, [addToast]);
  const { fetcher, refusal, isBusy } = useIntentForm("assign-code", onDone);
  const error = fieldError(refusal, "code");
  return (
    <fetcher.Form method="post">
      <input type="hidden" name="intent" value="assign-code" />
      <BlockStack gap="200">
        <ErrorBanner message={bannerMessage(refusal, ["code"])} />
        <TextField
          label="Assign a discount code"
          name="code"
          value={code}
          onChange={setCode}
          autoComplete="off"
          maxLength={255}
          helpText="A code that exists in your store's discounts. A code belongs to one affiliate at a time."
          connectedRight={
            <Button submit loading={isBusy}>
              Assign
            </Button>
          }
          {...(error !== undefined && { error })}
        />
      </BlockStack>
    </fetcher.Form>
  );
}
