import { Form, useNavigation } from "@remix-run/react";
import { BlockStack, Button, InlineStack, Text, TextField } from "@shopify/polaris";
import { useState } from "react";
import { bodyOf } from "#app/contracts/discount-form-body.ts";
import type { PlannedCodesWire } from "#app/contracts/code.ts";
import { AppPage } from "../../shared/frame/app-page.tsx";
import { ApiError, callApi } from "../../shared/api-client.ts";
import { Section } from "../../shared/detail-page.tsx";
import { ErrorBanner, type FormRefusal } from "../../shared/error-banner.tsx";
import { FormTextField, useTextControl } from "../../shared/form/form-fields.tsx";
import { useAppForm } from "../../shared/form/use-app-form.ts";
import { formatCount } from "../../shared/format.ts";
import { DiscountLimitFields, newDiscount, templateFor, ValueFields } from "./discount-fields.tsx";
import { type Receiver, ReceiversField } from "./receivers-field.tsx";

type Props = {
  programs: readonly Receiver[];
  /** Affiliate whose page linked here. */
  affiliate: Receiver | null;
  currency: string;
  refusal: FormRefusal | null;
};

const list = { content: "Codes", url: "/dashboard/affiliates/codes" };
/** Creates a discount in the store with a code for each affiliate. */
export function NewDiscountPage({ programs, affiliate, currency, refusal }: Props) {
  const { id, fields, values, banner } = useAppForm({
    id: "discount",
    defaultValue: {
      ...newDiscount,
      who: affiliate || programs.length === 0 ? "affiliates" : "program",
      programId: programs[0]?.id ?? "",
      affiliateIds: affiliate ? [affiliate.id] : [],
    },
    answer: refusal,
  });
  const template = useTextControl(fields.template);
  const busy = useNavigation().state !== "idle";
  return (
    <AppPage
      title="Make codes"
      subtitle="One discount in your store, with a code for each affiliate."
      backAction={list}
      narrowWidth
    >
      <Form method="post" id={id} noValidate>
        <BlockStack gap="400">
          <ErrorBanner {...banner} />
          <Section title="Discount">
            <ValueFields
              fields={fields}
              values={values}
              currency={currency}
              onKind={(kind) => template.onChange(templateFor(kind, template.value))}
            />
          </Section>
          <Section title="Codes">
            <ReceiversField programs={programs} fields={fields} known={affiliate ? [affiliate] : []} />
            <TextField
              {...template}
              label="Template"
              maxLength={100}
              helpText="{FIRSTNAME} {LASTNAME} {NAME} {PERCENT} {AMOUNT} {RANDOM4} and your own letters. A code that is taken gets a number."
            />
            <CodesPreview formId={id} />
          </Section>
          <Section title="Limits">
            <DiscountLimitFields fields={fields} values={values} currency={currency} />
            <FormTextField
              field={fields.title}
              label="Title in your store"
              maxLength={120}
              helpText="Made from what it gives if empty."
            />
          </Section>
          <div className="outside-cards">
            <InlineStack align="end" gap="200">
              <Button url={list.url}>Cancel</Button>
              <Button submit variant="primary" loading={busy}>
                Make codes
              </Button>
            </InlineStack>
          </div>
        </BlockStack>
      </Form>
    </AppPage>
  );
}

type PreviewedCodes = { readonly codes: readonly { name: string; code: string }[]; readonly total: number };

/** Preview of the codes, on request. Creates nothing. */
function CodesPreview({ formId }: { formId: string }) {
  const [seen, setSeen] = useState<PreviewedCodes | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function look() {
    const form = document.forms.namedItem(formId);
    if (!form) return;
    setBusy(true);
    try {
      const body = bodyOf(fieldsOf(new FormData(form)));
      // The API of the same version answers, so the shape is known.
      const answer = (await callApi("/api/v1/discounts/preview", {
        method: "POST",
        body,
      })) as PlannedCodesWire;
      setSeen({
        total: answer.total,
        codes: answer.codes.map(({ affiliate, code }) => ({ name: affiliate.name, code })),
      });
      setFault(null);
    } catch (error) {
      setSeen(null);
      setFault(error instanceof ApiError ? error.message : "The codes could not be shown. Please try again.");
    }
    setBusy(false);
  }

  return (
    <BlockStack gap="200">
      <InlineStack>
        <Button onClick={() => void look()} loading={busy}>
          Preview codes
        </Button>
      </InlineStack>
      <div aria-live="polite">
        {fault !== null && (
          <Text as="p" tone="critical">
            {fault}
          </Text>
        )}
        {seen && (
          <BlockStack gap="100">
            <Text as="p">{`${formatCount(seen.total)} ${seen.total === 1 ? "code" : "codes"}`}</Text>
            {seen.codes.map(({ name, code }) => (
              <Text key={code} as="p">
                <code>{code}</code> {name}
              </Text>
            ))}
            {seen.total > seen.codes.length && <Text as="p">… and so on</Text>}
          </BlockStack>
        )}
      </div>
    </BlockStack>
  );
}

function fieldsOf(form: FormData): Record<string, string | string[]> {
  return Object.fromEntries(
    [...new Set(form.keys())].map((name) => {
      const values = form.getAll(name).filter((value) => typeof value === "string");
      return [name, values.length > 1 ? values : (values[0] ?? "")];
    }),
  );
}
