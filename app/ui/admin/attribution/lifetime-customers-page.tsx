import { BlockStack, Button, FormLayout, InlineStack } from "@shopify/polaris";
import { useCallback } from "react";
import type { bindingsForm, BoundCustomerWire } from "#app/contracts/pointing.ts";
import { lifetimeCustomerList } from "#app/contracts/lists/attribution.ts";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { FormTextField } from "../../shared/form/form-fields.tsx";
import { type FieldsOf, useAppForm } from "../../shared/form/use-app-form.ts";
import { useIntent } from "../../shared/form/use-intent.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
import { AffiliatePicker } from "../../shared/pickers/affiliate-picker.tsx";
import { type PointingList, PointingPage } from "./pointing-page.tsx";

type Props = PointingList & { customers: readonly BoundCustomerWire[] };

/** Lifetime customers added by the merchant. Those added by an order are part of that order's explanation. */
export function LifetimeCustomersPage({ customers, ...list }: Props) {
  return (
    <PointingPage
      title="Bound customers"
      spec={lifetimeCustomerList}
      list={list}
      rows={customers.map((one) => ({
        ...one,
        name: `Customer ${one.id.slice(0, 8)}`,
        spoken: `the binding of customer ${one.id.slice(0, 8)}`,
      }))}
      column="Customer"
      searchLabel="Customer's whole e-mail address"
      empty="No customer is bound by hand."
      adding={{
        title: "Bind a customer",
        text: "Orders of this customer from now on point to the affiliate. The address is not kept, only a fingerprint of it: search with the whole address.",
        form: <LifetimeCustomerForm />,
      }}
      question={(row) => ({
        title: "End this binding?",
        message: `Orders of this customer from now on no longer point to ${row.affiliate.name}. Earlier ones stay as they are.`,
      })}
      ended="Binding ended"
    />
  );
}

function LifetimeCustomerForm() {
  const { addToast } = useUiActions();
  const onDone = useCallback(() => void addToast({ message: "Customer bound", type: "success" }), [addToast]);
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
              label="Customer's e-mail address"
              type="email"
              maxLength={254}
              requiredIndicator
            />
            <AffiliatePicker field={fields.affiliateId} />
          </FormLayout.Group>
        </FormLayout>
        <InlineStack align="end">
          <Button submit loading={isBusy}>
            Bind customer
          </Button>
        </InlineStack>
      </BlockStack>
    </fetcher.Form>
  );
}
