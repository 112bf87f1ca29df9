import { Form, useNavigation } from "@remix-run/react";
import { BlockStack, Button, Checkbox, FormLayout, InlineStack, Page, TextField } from "@shopify/polaris";
import { useState } from "react";
import type { DiscountViewWire } from "#app/contracts/discount.ts";
import { Section } from "../../shared/detail-page.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { bannerMessage, fieldError, type FormRefusal } from "../../shared/field-errors.ts";
import { DayField } from "../backtests/day-field.tsx";
import { CombiningField, MinimumFields } from "./discount-fields.tsx";
import { type DiscountValues, firstValues, textNames } from "./discount-values.ts";

type Props = {
  discount: DiscountViewWire;
  currency: string;
  timeZone: string;
  refusal: FormRefusal | null;
};

/** Writes a discount anew in the store: what it is worth, from which cart on, until when, how often, beside what. */
export function EditDiscountPage({ discount, currency, timeZone, refusal }: Props) {
  const [values, setValues] = useState(() => editedValues(discount, timeZone, refusal));
  const busy = useNavigation().state !== "idle";
  const own = `/dashboard/affiliates/discounts/${discount.id}`;
  const { kind } = values.texts;
  const parts = { values, onChange: setValues, currency, refusal };
  const field = (name: keyof typeof values.texts) => ({
    id: `discount-${name}`,
    name,
    value: values.texts[name],
    onChange: (text: string) => setValues({ ...values, texts: { ...values.texts, [name]: text } }),
    autoComplete: "off" as const,
    error: fieldError(refusal, name) ?? "",
  });
  return (
    <Page
      title={`Edit ${discount.title}`}
      subtitle="It changes in your store at once, with all of its codes."
      backAction={{ content: discount.title, url: own }}
      narrowWidth
    >
      <Form method="post" noValidate>
        <BlockStack gap="400">
          <ErrorBanner message={bannerMessage(refusal, [...textNames, "combinesWith"])} answer={refusal} />
          <Section title="Discount">
            <FormLayout>
              {kind === "percentage" && (
                <TextField {...field("percent")} label="Per cent off" suffix="%" maxLength={6} />
              )}
              {kind === "amount" && (
                <>
                  <TextField {...field("amount")} label="Amount off" suffix={currency} maxLength={20} />
                  <Checkbox
                    label="Off each item, not once off the order"
                    name="eachItem"
                    checked={values.eachItem}
                    onChange={(eachItem) => setValues({ ...values, eachItem })}
                  />
                </>
              )}
              <MinimumFields {...parts} />
              <DayField {...field("lastDay")} label="Last day (no end if empty)" />
              <TextField
                {...field("usageLimit")}
                label="Uses of each code"
                type="number"
                min={1}
                helpText="Leave it empty for any number."
              />
              <Checkbox
                label="Once per customer"
                name="oncePerCustomer"
                checked={values.oncePerCustomer}
                onChange={(oncePerCustomer) => setValues({ ...values, oncePerCustomer })}
              />
              <CombiningField {...parts} />
            </FormLayout>
          </Section>
          <div className="outside-cards">
            <InlineStack align="end" gap="200">
              <Button url={own}>Cancel</Button>
              <Button submit variant="primary" loading={busy}>
                Save
              </Button>
            </InlineStack>
          </div>
        </BlockStack>
      </Form>
    </Page>
  );
}

/** What the form of an existing discount begins with: what was typed and refused, or what it is. */
function editedValues(
  { details }: DiscountViewWire,
  timeZone: string,
  refusal: FormRefusal | null,
): DiscountValues {
  const { value, minimum, endsAt, usageLimit, oncePerCustomer, combinesWith } = details;
  const typed = firstValues(refusal);
  if (refusal?.given) return { ...typed, texts: { ...typed.texts, kind: value.kind } };
  const texts = {
    ...typed.texts,
    kind: value.kind,
    percent: textOf(value, "percent"),
    amount: textOf(value, "amount"),
    minimum: minimum.kind,
    minimumAmount: textOf(minimum, "amount"),
    minimumQuantity: textOf(minimum, "quantity"),
    lastDay: endsAt === null ? "" : lastDayBefore(endsAt, timeZone),
    usageLimit: usageLimit === null ? "" : String(usageLimit),
  };
  return { ...typed, texts, eachItem: value["eachItem"] === true, oncePerCustomer, combinesWith };
}

/** A discount ends where the day after its last one begins, in the store. */
function lastDayBefore(endsAt: string, timeZone: string): string {
  const options = { year: "numeric", month: "2-digit", day: "2-digit", timeZone } as const;
  return new Intl.DateTimeFormat("en-CA", options).format(new Date(Date.parse(endsAt) - 1000));
}

function textOf(of: Readonly<Record<string, unknown>>, name: string): string {
  const given = of[name];
  return typeof given === "string" || typeof given === "number" ? String(given) : "";
}
