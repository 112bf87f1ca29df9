import { Form, useNavigation } from "@remix-run/react";
import { BlockStack, Button, Card, FormLayout, InlineStack } from "@shopify/polaris";
import type { addCommissionForm } from "#app/contracts/commission-handling.ts";
import { programDays } from "#app/domain/program.ts";
import { commissions } from "#app/i18n/en/admin/commissions.ts";
import { merchantText, provideTexts } from "../../texts/use-text.ts";
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

provideTexts({ commissions });
const t = merchantText("commissions");

const list = { content: t("list.title"), url: "/dashboard/affiliates/commissions" };
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
    <AppPage title={t("add.title")} backAction={list} narrowWidth>
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
                label={t("add.amount")}
                suffix={currency}
                maxLength={30}
                requiredIndicator
              />
              <FormTextField
                field={fields.order}
                label={t("add.order")}
                maxLength={100}
                helpText={t("add.orderHelp")}
              />
              <FormTextField
                field={fields.approvalDays}
                label={t("add.days")}
                type="number"
                min={programDays.hold.least}
                max={programDays.hold.most}
                placeholder={t("add.daysPlaceholder")}
                helpText={t("add.daysHelp")}
              />
              <FormTextField
                field={fields.note}
                label={t("add.note")}
                multiline={3}
                maxLength={500}
                requiredIndicator
                helpText={t("add.noteHelp")}
              />
            </FormLayout>
            <InlineStack align="end" gap="200">
              <Button url={list.url}>{t("add.cancel")}</Button>
              <Button submit variant="primary" loading={busy}>
                {t("add.submit")}
              </Button>
            </InlineStack>
          </BlockStack>
        </Form>
      </Card>
    </AppPage>
  );
}
