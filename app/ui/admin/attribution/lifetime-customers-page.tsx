import { BlockStack, Button, FormLayout, InlineStack, TextField } from "@shopify/polaris";
import { useCallback, useState } from "react";
import { lifetimeCustomerList } from "#app/contracts/lists/attribution.ts";
import type { BoundCustomerWire } from "#app/contracts/pointing.ts";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { bannerMessage, fieldError } from "../../shared/field-errors.ts";
import { useIntentForm } from "../../shared/use-intent-form.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
import { AffiliateField } from "../commissions/affiliate-field.tsx";
import { type PointingList, PointingPage } from "./pointing-page.tsx";

type Props = PointingList & { customers: readonly BoundCustomerWire[] };

/** Settings ▸ Attribution ▸ Bound customers: those whom a person bound. What orders bind, each order's explanation tells. */
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
        form: <BindForm />,
      }}
      question={(row) => ({
        title: "End this binding?",
        message: `Orders of this customer from now on no longer point to ${row.affiliate.name}. Earlier ones stay as they are.`,
      })}
      ended="Binding ended"
    />
  );
}

function BindForm() {
  const { addToast } = useUiActions();
  const [email, setEmail] = useState("");
  const [affiliate, setAffiliate] = useState("");
  const onDone = useCallback(() => {
    addToast({ message: "Customer bound", type: "success" });
    setEmail("");
  }, [addToast]);
  const { fetcher, refusal, isBusy } = useIntentForm("bind", onDone);
  const error = fieldError(refusal, "email");
  return (
    <fetcher.Form method="post" noValidate>
      <input type="hidden" name="intent" value="bind" />
      <BlockStack gap="300">
        <ErrorBanner message={bannerMessage(refusal, ["email", "affiliateId"])} answer={refusal} />
        <FormLayout>
          <FormLayout.Group>
            <TextField
              id="binding-email"
              name="email"
              label="Customer's e-mail address"
              type="email"
              value={email}
              onChange={setEmail}
              autoComplete="off"
              maxLength={254}
              requiredIndicator
              {...(error !== undefined && { error })}
            />
            <AffiliateField
              id="binding-affiliateId"
              value={affiliate}
              onChange={setAffiliate}
              error={fieldError(refusal, "affiliateId")}
            />
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
