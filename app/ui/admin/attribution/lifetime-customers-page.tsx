import { BlockStack, Button, FormLayout, InlineStack } from "@shopify/polaris";
import { useCallback } from "react";
import type { bindingsForm, BoundCustomerWire } from "#app/contracts/pointing.ts";
import { lifetimeCustomerList } from "#app/contracts/lists/attribution.ts";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { FormTextField } from "../../shared/form/form-fields.tsx";
import { type FieldsOf, useAppForm } from "../../shared/form/use-app-form.ts";
import { useIntent } from "../../shared/form/use-intent.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
import { useText } from "../../texts/use-text.ts";
import { AffiliatePicker } from "../../shared/pickers/affiliate-picker.tsx";
import { type AssignmentList, AssignmentsPage } from "./assignments-page.tsx";

type Props = AssignmentList & { customers: readonly BoundCustomerWire[] };

/** A customer is known by a hash only. */
const shortId = ({ id }: BoundCustomerWire) => id.slice(0, 8);

/** Lifetime customers added by the merchant. Those added by an order are part of that order's explanation. */
export function LifetimeCustomersPage({ customers, ...shown }: Props) {
  const t = useText("assignments");
  return (
    <AssignmentsPage
      of="customers"
      list={lifetimeCustomerList}
      shown={shown}
      rows={customers}
      nameOf={(row) => t("of.customers.row", { id: shortId(row) })}
      form={<LifetimeCustomerForm />}
      removeLabel={(row) => t("of.customers.remove", { id: shortId(row) })}
      ask={({ affiliate }) => t("of.customers.ask", { affiliate: affiliate.name })}
    />
  );
}

function LifetimeCustomerForm() {
  const t = useText("assignments");
  const { addToast } = useUiActions();
  const onDone = useCallback(() => void addToast({ message: t("of.customers.added") }), [addToast, t]);
  const { fetcher, answer, isBusy } = useIntent("bind", onDone);
  const { id, fields, banner } = useAppForm({
    id: "binding",
    defaultValue: { email: "", affiliateId: "" } satisfies FieldsOf<typeof bindingsForm>,
    answer,
    keeps: ["affiliateId"],
  });
  return (
    <fetcher.Form method="post" id={id} noValidate>
      <input type="hidden" name="intent" value="bind" />
      <BlockStack gap="300">
        <ErrorBanner {...banner} />
        <FormLayout>
          <FormLayout.Group>
            <FormTextField
              field={fields.email}
              label={t("of.customers.email")}
              type="email"
              maxLength={254}
              requiredIndicator
            />
            <AffiliatePicker field={fields.affiliateId} />
          </FormLayout.Group>
        </FormLayout>
        <InlineStack align="end">
          <Button submit loading={isBusy}>
            {t("of.customers.submit")}
          </Button>
        </InlineStack>
      </BlockStack>
    </fetcher.Form>
  );
}
