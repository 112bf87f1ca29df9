import { BlockStack, Button, Link, Text, TextField } from "@shopify/polaris";
import { useCallback, useState } from "react";
import type { CodeWire } from "#app/contracts/discount.ts";
import { Section } from "../../shared/detail-page.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { bannerMessage, fieldError } from "../../shared/field-errors.ts";
import { useIntentForm } from "../../shared/use-intent-form.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
import { NoNoticeSelect } from "../no-notice-select.tsx";
import { CodeRow } from "./code-row.tsx";

type Props = { affiliateId: string; codes: readonly CodeWire[]; timeZone: string };

/** The discount codes of the store that are this affiliate's: orders that use one count for them. */
export function CodesSection({ affiliateId, codes, timeZone }: Props) {
  const [reason, setReason] = useState("");
  return (
    <Section title="Discount codes">
      {codes.length === 0 && <Text as="p">No discount code is assigned.</Text>}
      {codes.map((one) => (
        <CodeRow key={one.code} one={one} reason={reason} timeZone={timeZone} />
      ))}
      {codes.length > 0 && <NoNoticeSelect value={reason} onChange={setReason} />}
      <Link url={`/dashboard/affiliates/discounts/new?affiliate=${affiliateId}`}>Make a code</Link>
      <AssignForm />
    </Section>
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
        <ErrorBanner message={bannerMessage(refusal, ["code"])} answer={refusal} />
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
