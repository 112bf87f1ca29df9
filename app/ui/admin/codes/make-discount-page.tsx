import { Form, useNavigation } from "@remix-run/react";
import { BlockStack, Button, InlineStack, Page, TextField } from "@shopify/polaris";
import { useRef, useState } from "react";
import { Section } from "../../shared/detail-page.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { bannerMessage, fieldError, type FormRefusal } from "../../shared/field-errors.ts";
import { CodesPreview } from "./codes-preview.tsx";
import { LimitFields, ValueFields } from "./discount-fields.tsx";
import { firstValues, textNames } from "./discount-values.ts";
import { ReceiversField, type Receiver, type Receivers } from "./receivers-field.tsx";

type Props = {
  programs: readonly Receiver[];
  /** The affiliate whose page led here. */
  affiliate: Receiver | null;
  currency: string;
  refusal: FormRefusal | null;
};

const list = { content: "Codes", url: "/dashboard/affiliates/codes" };
const shownFields = [...textNames, "itemIds", "combinesWith", "programId", "affiliateIds"];

/** Makes a discount in the store with a code for each affiliate. */
export function MakeDiscountPage({ programs, affiliate, currency, refusal }: Props) {
  const [values, setValues] = useState(() => firstValues(refusal));
  const [receivers, setReceivers] = useState<Receivers>({
    who: affiliate || programs.length === 0 ? "affiliates" : "program",
    programId: programs[0]?.id ?? "",
    affiliates: affiliate ? [affiliate] : [],
  });
  const form = useRef<HTMLFormElement>(null);
  const busy = useNavigation().state !== "idle";
  const parts = { values, onChange: setValues, currency, refusal };
  const text = (name: "title" | "template") => {
    const error = fieldError(refusal, name);
    return {
      id: `discount-${name}`,
      name,
      value: values.texts[name],
      onChange: (value: string) => setValues({ ...values, texts: { ...values.texts, [name]: value } }),
      autoComplete: "off" as const,
      ...(error !== undefined && { error }),
    };
  };
  return (
    <Page
      title="Make codes"
      subtitle="One discount in your store, with a code for each affiliate."
      backAction={list}
      narrowWidth
    >
      <Form method="post" ref={form} noValidate>
        <BlockStack gap="400">
          <ErrorBanner message={bannerMessage(refusal, shownFields)} answer={refusal} />
          <Section title="Discount">
            <ValueFields {...parts} />
          </Section>
          <Section title="Codes">
            <ReceiversField programs={programs} value={receivers} onChange={setReceivers} refusal={refusal} />
            <TextField
              {...text("template")}
              label="Template"
              maxLength={100}
              helpText="{FIRSTNAME} {LASTNAME} {NAME} {PERCENT} {AMOUNT} {RANDOM4} and your own letters. A code that is taken gets a number."
            />
            <CodesPreview form={form} />
          </Section>
          <Section title="Limits">
            <LimitFields {...parts} />
            <TextField
              {...text("title")}
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
    </Page>
  );
}
