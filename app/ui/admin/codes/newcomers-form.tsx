import { BlockStack, Button, InlineStack, Select, Text } from "@shopify/polaris";
import { useCallback, useState } from "react";
import type { DiscountViewWire } from "#app/contracts/discount.ts";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { bannerMessage, fieldError } from "../../shared/field-errors.ts";
import { useIntentForm } from "../../shared/use-intent-form.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
import type { Receiver } from "./receivers-field.tsx";

type Props = { discount: DiscountViewWire; programs: readonly Receiver[] };

/** Chooses the program whose newcomers get a code of this discount by themselves. */
export function NewcomersForm({ discount, programs }: Props) {
  const { addToast } = useUiActions();
  const [programId, setProgramId] = useState(discount.newcomersOf ?? "");
  const onDone = useCallback(() => void addToast({ message: "Saved", type: "success" }), [addToast]);
  const { fetcher, refusal, isBusy } = useIntentForm("newcomers", onDone);
  const options = programs.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <fetcher.Form method="post">
      <input type="hidden" name="intent" value="newcomers" />
      <BlockStack gap="300">
        <ErrorBanner message={bannerMessage(refusal, ["programId"])} answer={refusal} />
        <Select
          label="Whoever joins from now on gets a code"
          name="programId"
          options={[{ value: "", label: "Nobody" }, ...options]}
          value={programId}
          onChange={setProgramId}
          error={fieldError(refusal, "programId") ?? ""}
        />
        <Text as="p" tone="subdued">
          {`By the template ${discount.template ?? ""}, within a minute of becoming active. Codes for those who are in the program already are added below.`}
        </Text>
        <InlineStack align="end">
          <Button submit loading={isBusy} accessibilityLabel="Save who gets codes">
            Save
          </Button>
        </InlineStack>
      </BlockStack>
    </fetcher.Form>
  );
}
