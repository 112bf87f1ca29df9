import { Form, useNavigation } from "@remix-run/react";
import { BlockStack, Button, Card, FormLayout, InlineStack } from "@shopify/polaris";
import type { addCommissionForm } from "#app/contracts/commission-handling.ts";
import { programDays } from "#app/domain/program.ts";
import { AppPage } from "../../shared/frame/app-page.tsx";
import { ErrorBanner, type FormRefusal } from "../../shared/error-banner.tsx";
import { FormTextField } from "../../shared/form/form-fields.tsx";
import { type FieldsOf, useAppForm } from "../../shared/form/use-app-form.ts";
import { AffiliatePicker } from "../../shared/pickers/affiliate-picker.tsx";
import type { PickerOption } from "../../shared/pickers/picker.tsx";
import { ProgramSelect } from "./program-select.tsx";

type Props = {
  programs: readonly { readonly id: string; readonly name: string }[];
  /** The affiliate whose page linked here. */
  affiliate: PickerOption | null;
  currency: string;
  /** Id of the new commission, so that a form posted twice adds one. */
  commissionId: string;
  refusal: FormRefusal | null;
};

const list = { content: "Commissions", url: "/dashboard/affiliates/commissions" };
/** Adds a manual commission, with or without an order. */
export function AddCommissionPage({ programs, affiliate, currency, commissionId, refusal }: Props) {
  const { id, fields, banner } = useAppForm({
    id: "addition",
    defaultValue: {
      affiliateId: affiliate?.email ?? "",
      programId: "",
      amount: "",
      order: "",
      approvalDays: "",
      note: "",
    } satisfies FieldsOf<typeof addCommissionForm>,
    answer: refusal,
  });
  const busy = useNavigation().state !== "idle";

  return (
    <AppPage title="Add commission" backAction={list} narrowWidth>
      <Card>
        <Form method="post" id={id} noValidate>
          <input type="hidden" name="commissionId" value={commissionId} />
          <BlockStack gap="400">
            <ErrorBanner {...banner} />
            <FormLayout>
              <AffiliatePicker field={fields.affiliateId} known={affiliate} />
              <ProgramSelect field={fields.programId} programs={programs} />
              <FormTextField
                field={fields.amount}
                label="Amount"
                suffix={currency}
                maxLength={30}
                requiredIndicator
              />
              <FormTextField
                field={fields.order}
                label="Order"
                maxLength={100}
                helpText="Name or number of the order that it belongs to, if any. Refunds of that order do not change it."
              />
              <FormTextField
                field={fields.approvalDays}
                label="Approval period in days"
                type="number"
                min={programDays.hold.least}
                max={programDays.hold.most}
                placeholder="As in the affiliate's terms"
                helpText="Leave empty to use the affiliate's terms. Enter 0 for no approval period."
              />
              <FormTextField
                field={fields.note}
                label="Note"
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
    </AppPage>
  );
}
