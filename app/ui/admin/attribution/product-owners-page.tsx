import { BlockStack, Box, Button, Card, FormLayout, InlineStack, Page, Text } from "@shopify/polaris";
import { useCallback, useState } from "react";
import type { ProductOwnerWire } from "#app/contracts/pointing.ts";
import { Section } from "../../shared/detail-page.tsx";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { fieldError } from "../../shared/field-errors.ts";
import { ListFilters } from "../../shared/list/list-filters.tsx";
import { ListFooter, type PageOfList } from "../../shared/list/list-footer.tsx";
import { useFileAction } from "../../shared/use-file-action.ts";
import { useIntentForm } from "../../shared/use-intent-form.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
import { AffiliateField } from "../commissions/affiliate-field.tsx";
import { GoodsField } from "../programs/terms/goods-field.tsx";
import { PointingTable } from "./pointing-table.tsx";
import { useEnd } from "./use-end.ts";

type Props = {
  products: readonly ProductOwnerWire[];
  pagination: PageOfList;
  affiliate: { readonly id: string; readonly name: string } | null;
  exportUrl: string;
  timeZone: string;
};

const statuses = [
  { value: "active", label: "Holding" },
  { value: "ended", label: "Ended" },
];

/** Settings ▸ Attribution ▸ Product owners: products whose every sale points to one affiliate. */
export function ProductOwnersPage({ products, pagination, affiliate, exportUrl, timeZone }: Props) {
  const file = useFileAction(exportUrl, "Export CSV");
  const { end, refusal, isBusy } = useEnd("Ended");
  return (
    <Page
      title="Product owners"
      backAction={{ content: "Attribution", url: "/dashboard/settings/attribution" }}
      secondaryActions={[file]}
      fullWidth
    >
      <BlockStack gap="400">
        <ErrorBanner message={refusal?.message} />
        <Section title="Give a product to an affiliate">
          <Text as="p" tone="subdued">
            Every order with this product, from now on, points to the affiliate: its maker, say.
          </Text>
          <GiveForm affiliateId={affiliate?.id ?? ""} />
        </Section>
        <Card padding="0">
          <ListFilters
            searchLabel="Search by title"
            statuses={statuses}
            selects={[]}
            sorts={[]}
            affiliate={affiliate}
            days={undefined}
          />
          {products.length === 0 ? (
            <Box padding="400">
              <Text as="p">No product belongs to an affiliate.</Text>
            </Box>
          ) : (
            <PointingTable
              label="Product owners"
              column="Product"
              timeZone={timeZone}
              isBusy={isBusy}
              rows={products.map((one) => ({ ...one, name: one.title, spoken: `the owner of ${one.title}` }))}
              onEnd={(row) =>
                end(row.id, {
                  title: `Take it from ${row.affiliate.name}?`,
                  message: "Orders with this product from now on no longer point to them. Earlier ones stay.",
                })
              }
            />
          )}
          {pagination.total > 0 && <ListFooter pagination={pagination} shown={products.length} />}
        </Card>
      </BlockStack>
    </Page>
  );
}

function GiveForm({ affiliateId }: { affiliateId: string }) {
  const { addToast } = useUiActions();
  const [ids, setIds] = useState<string[]>([]);
  const [affiliate, setAffiliate] = useState(affiliateId);
  const onDone = useCallback(() => {
    addToast({ message: "Product given", type: "success" });
    setIds([]);
  }, [addToast]);
  const { fetcher, refusal, isBusy } = useIntentForm("give", onDone);
  const fault = fieldError(refusal, "productId");
  const general = refusal && refusal.errors.length === 0 ? refusal.message : null;
  return (
    <fetcher.Form method="post" noValidate>
      <input type="hidden" name="intent" value="give" />
      <input type="hidden" name="productId" value={ids[0] ?? ""} />
      <BlockStack gap="300">
        <ErrorBanner message={fault ?? general} />
        <FormLayout>
          <FormLayout.Group>
            <GoodsField
              label="Product"
              kind="product"
              ids={ids}
              path="productId"
              most={1}
              onChange={setIds}
            />
            <AffiliateField
              id="owner-affiliateId"
              value={affiliate}
              onChange={setAffiliate}
              error={fieldError(refusal, "affiliateId")}
            />
          </FormLayout.Group>
        </FormLayout>
        <InlineStack align="end">
          <Button submit loading={isBusy}>
            Give product
          </Button>
        </InlineStack>
      </BlockStack>
    </fetcher.Form>
  );
}
