import {
  BlockStack,
  Box,
  Button,
  Card,
  FormLayout,
  InlineStack,
  Page,
  Text,
  TextField,
} from "@shopify/polaris";
import { useCallback, useState } from "react";
import type { BoundCustomerWire } from "#app/contracts/pointing.ts";
import { Section } from "../../shared/detail-page.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { bannerMessage, fieldError } from "../../shared/field-errors.ts";
import { ListFilters } from "../../shared/list/list-filters.tsx";
import { ListFooter, type PageOfList } from "../../shared/list/list-footer.tsx";
import { useFileAction } from "../../shared/use-file-action.ts";
import { useIntentForm } from "../../shared/use-intent-form.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
import { AffiliateField } from "../commissions/affiliate-field.tsx";
import { PointingTable } from "./pointing-table.tsx";
import { useEnd } from "./use-end.ts";

type Props = {
  customers: readonly BoundCustomerWire[];
  pagination: PageOfList;
  affiliate: { readonly id: string; readonly name: string } | null;
  exportUrl: string;
  timeZone: string;
};

const statuses = [
  { value: "active", label: "Holding" },
  { value: "ended", label: "Ended" },
];

/** Settings ▸ Attribution ▸ Bound customers: those whom a person bound. What orders bind, each order's explanation tells. */
export function BindingsPage({ customers, pagination, affiliate, exportUrl, timeZone }: Props) {
  const file = useFileAction(exportUrl, "Export CSV");
  const { end, refusal, isBusy } = useEnd("Binding ended");
  return (
    <Page
      title="Bound customers"
      backAction={{ content: "Attribution", url: "/dashboard/settings/attribution" }}
      secondaryActions={[file]}
      fullWidth
    >
      <BlockStack gap="400">
        <ErrorBanner message={refusal?.message} />
        <Section title="Bind a customer">
          <Text as="p" tone="subdued">
            Orders of this customer from now on point to the affiliate. The address is not kept, only a
            fingerprint of it: search with the whole address.
          </Text>
          <BindForm />
        </Section>
        <Card padding="0">
          <ListFilters
            searchLabel="Customer's whole e-mail address"
            statuses={statuses}
            selects={[]}
            sorts={[]}
            affiliate={affiliate}
            days={undefined}
          />
          {customers.length === 0 ? (
            <Box padding="400">
              <Text as="p">No customer is bound by hand.</Text>
            </Box>
          ) : (
            <PointingTable
              label="Bound customers"
              column="Customer"
              timeZone={timeZone}
              isBusy={isBusy}
              rows={customers.map((one) => ({
                ...one,
                name: `Customer ${one.id.slice(0, 8)}`,
                spoken: `the binding of customer ${one.id.slice(0, 8)}`,
              }))}
              onEnd={(row) =>
                end(row.id, {
                  title: "End this binding?",
                  message: `Orders of this customer from now on no longer point to ${row.affiliate.name}. Earlier ones stay as they are.`,
                })
              }
            />
          )}
          {pagination.total > 0 && <ListFooter pagination={pagination} shown={customers.length} />}
        </Card>
      </BlockStack>
    </Page>
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
        <ErrorBanner message={bannerMessage(refusal, ["email", "affiliateId"])} />
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
