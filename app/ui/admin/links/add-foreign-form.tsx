import { BlockStack, Button, FormLayout, InlineStack, Text, TextField } from "@shopify/polaris";
import { useCallback, useState } from "react";
import { foreignParameters } from "#app/domain/foreign-parameter.ts";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { bannerMessage, fieldError, textsGiven } from "../../shared/field-errors.ts";
import { useIntentForm } from "../../shared/use-intent-form.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
import { AffiliateField } from "../commissions/affiliate-field.tsx";

const nothing = { parameter: "", value: "", affiliate: "" };

/** One parameter with one value, and whose it is. */
export function AddForeignForm() {
  const { addToast } = useUiActions();
  const [done, setDone] = useState(0);
  const onDone = useCallback(() => {
    addToast({ message: "Parameter added", type: "success" });
    setDone((count) => count + 1);
  }, [addToast]);
  const { fetcher, refusal, isBusy } = useIntentForm("add", onDone);
  const [values, setValues] = useState(() => textsGiven(refusal, nothing));
  const [cleared, setCleared] = useState(0);
  // The next one is of the same system, mostly.
  if (done !== cleared) {
    setCleared(done);
    setValues((before) => ({ ...nothing, parameter: before.parameter }));
  }
  function field(name: "parameter" | "value") {
    const error = fieldError(refusal, name);
    return {
      id: `foreign-${name}`,
      name,
      value: values[name],
      onChange: (value: string) => setValues((before) => ({ ...before, [name]: value })),
      autoComplete: "off",
      ...(error !== undefined && { error }),
    };
  }
  return (
    <fetcher.Form method="post" noValidate>
      <input type="hidden" name="intent" value="add" />
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          Add a parameter
        </Text>
        <ErrorBanner message={bannerMessage(refusal, ["parameter", "value", "affiliate"])} answer={refusal} />
        <FormLayout>
          <FormLayout.Group>
            <TextField
              {...field("parameter")}
              label="Parameter"
              maxLength={40}
              requiredIndicator
              helpText={`Known: ${foreignParameters.map((one) => `${one.parameter} (${one.system})`).join(", ")}. Another one has to stand in the settings of the theme's embed, too.`}
            />
            <TextField
              {...field("value")}
              label="Value"
              maxLength={200}
              requiredIndicator
              helpText="What stands behind the = sign in the affiliate's old links."
            />
          </FormLayout.Group>
          <AffiliateField
            id="foreign-affiliate"
            name="affiliate"
            value={values.affiliate}
            onChange={(affiliate) => setValues((before) => ({ ...before, affiliate }))}
            error={fieldError(refusal, "affiliate")}
          />
        </FormLayout>
        <InlineStack align="end">
          <Button submit loading={isBusy}>
            Add
          </Button>
        </InlineStack>
      </BlockStack>
    </fetcher.Form>
  );
}
