import { Form, useNavigation } from "@remix-run/react";
import { BlockStack, Button, Card, FormLayout, InlineStack, Page, TextField } from "@shopify/polaris";
import { useState } from "react";
import { programDays } from "#app/domain/program-days.ts";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { bannerMessage, fieldError, textsGiven, type FormRefusal } from "../../shared/field-errors.ts";
import { AffiliateField } from "./affiliate-field.tsx";
import { ProgramSelect } from "./program-select.tsx";

type Props = {
  programs: readonly { readonly id: string; readonly name: string }[];
  /** Address of the affiliate whose page led here, or nothing. */
  affiliate: string;
  currency: string;
  /** Id of what is added, so that a form posted twice adds once. */
  commissionId: string;
  refusal: FormRefusal | null;
};

const list = { content: "Commissions", url: "/dashboard/affiliates/commissions" };
const names = ["affiliateId", "programId", "amount", "order", "holdDays", "note"] as const;
type Name = (typeof names)[number];

/** Adds a commission that no order brought, or that an order should have. */
export function AddCommissionPage({ programs, affiliate, currency, commissionId, refusal }: Props) {
  const [values, setValues] = useState(() =>
    textsGiven(refusal, {
      affiliateId: affiliate,
      programId: "",
      amount: "",
      order: "",
      holdDays: "",
      note: "",
    }),
  );
  const busy = useNavigation().state !== "idle";
  const set = (name: Name) => (value: string) => setValues((before) => ({ ...before, [name]: value }));

  function field(name: Name) {
    const error = fieldError(refusal, name);
    return {
      id: `addition-${name}`,
      name,
      value: values[name],
      onChange: set(name),
      ...(error !== undefined && { error }),
    };
  }

  return (
    <Page title="Add commission" backAction={list} narrowWidth>
      <Card>
        <Form method="post" noValidate>
          <input type="hidden" name="commissionId" value={commissionId} />
          <BlockStack gap="400">
            <ErrorBanner message={bannerMessage(refusal, names)} answer={refusal} />
            <FormLayout>
              <AffiliateField
                id="addition-affiliateId"
                value={values.affiliateId}
                onChange={set("affiliateId")}
                error={fieldError(refusal, "affiliateId")}
              />
              <ProgramSelect
                id="addition-programId"
                programs={programs}
                value={values.programId}
                onChange={set("programId")}
                error={fieldError(refusal, "programId")}
              />
              <TextField
                {...field("amount")}
                label="Amount"
                suffix={currency}
                autoComplete="off"
                maxLength={30}
                requiredIndicator
              />
              <TextField
                {...field("order")}
                label="Order"
                autoComplete="off"
                maxLength={100}
                helpText="Name or number of the order that it belongs to, if any. Refunds of that order do not change it."
              />
              <TextField
                {...field("holdDays")}
                label="Approval period in days"
                type="number"
                min={programDays.hold.least}
                max={programDays.hold.most}
                autoComplete="off"
                placeholder="As in the affiliate's terms"
                helpText="Leave empty to use the affiliate's terms. Enter 0 for no approval period."
              />
              <TextField
                {...field("note")}
                label="Note"
                autoComplete="off"
                multiline={3}
                maxLength={500}
                requiredIndicator
                helpText="Only you and your staff see it."
              />
            </FormLayout>
            <InlineStack align="end" gap="200">
              <Button url={list.url}>Cancel</Button>
              <Button submit variant="primary" loading={busy}>
                Add commission
              </Button>
            </InlineStack>
          </BlockStack>
        </Form>
      </Card>
    </Page>
  );
}
