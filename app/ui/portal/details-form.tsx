import { Form, useNavigation } from "@remix-run/react";
import { BlockStack, Button, FormLayout, InlineStack, Select, Text, TextField } from "@shopify/polaris";
import { useState } from "react";
import type { OwnDetailsWire } from "#app/contracts/payout-details.ts";
import type { AccountKind } from "#app/domain/payouts/details.ts";
import { ErrorBanner } from "../shared/error-banner.tsx";
import { bannerMessage, fieldError, type FormRefusal, textsGiven } from "../shared/field-errors.ts";
import { useText } from "../texts/use-text.ts";
import { type DetailsField, useDetailsFields } from "./use-details-fields.ts";

type Props = {
  readonly kind: AccountKind;
  readonly page: Pick<OwnDetailsWire, "countries" | "currency" | "email" | "shopName">;
  readonly refusal: FormRefusal | null;
};

/** The fields of one kind of account. An account that was kept is never shown in full again, so they begin empty. */
export function DetailsForm({ kind, page, refusal }: Props) {
  const t = useText("portal");
  const fields = useDetailsFields(kind, page);
  const names = fields.map((field) => field.name);
  const [values, setValues] = useState<Record<string, string>>(() =>
    textsGiven(refusal, Object.fromEntries(fields.map(({ name, value }) => [name, value ?? ""]))),
  );
  const isBusy = useNavigation().state !== "idle";
  return (
    <Form method="post" noValidate>
      <input type="hidden" name="intent" value="enter" />
      <input type="hidden" name="kind" value={kind} />
      <BlockStack gap="300">
        <ErrorBanner message={bannerMessage(refusal, names)} answer={refusal} />
        <Text as="p" tone="subdued">
          <AboutKind kind={kind} page={page} />
        </Text>
        <FormLayout>
          {fields.map((field) => (
            <OneField
              key={field.name}
              field={field}
              value={values[field.name] ?? ""}
              error={fieldError(refusal, field.name)}
              onChange={(text) => setValues((before) => ({ ...before, [field.name]: text }))}
            />
          ))}
        </FormLayout>
        <InlineStack align="end">
          <Button submit variant="primary" loading={isBusy}>
            {t("details.submit")}
          </Button>
        </InlineStack>
      </BlockStack>
    </Form>
  );
}

type FieldProps = {
  readonly field: DetailsField;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (text: string) => void;
};

function OneField({ field, value, error, onChange }: FieldProps) {
  const { name, label, options, helpText, autoComplete, type } = field;
  const common = {
    id: `details-${name}`,
    name,
    label,
    value,
    onChange,
    ...(helpText !== undefined && { helpText }),
    ...(error !== undefined && { error }),
  };
  if (options) return <Select {...common} options={[...options]} />;
  return (
    <TextField
      {...common}
      autoComplete={autoComplete ?? "off"}
      maxLength={200}
      requiredIndicator={field.isRequired !== false}
      {...(type !== undefined && { type })}
    />
  );
}

function AboutKind({ kind, page: { email, shopName: shop } }: Pick<Props, "kind" | "page">) {
  const t = useText("portal");
  if (kind === "paypal") return t("details.about.paypal", { shop });
  if (kind === "store-credit") return t("details.about.storeCredit", { shop, email });
  return t("details.about.bank", { shop });
}
