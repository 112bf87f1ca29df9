import { BlockStack, Button, FormLayout, InlineStack } from "@shopify/polaris";
import { useCallback, useState } from "react";
import { productAssignmentList } from "#app/contracts/lists/attribution.ts";
import type { ProductOwnerWire } from "#app/contracts/pointing.ts";
import { ErrorBanner } from "../../shared/error-banner.tsx";
import { fieldError } from "../../shared/field-errors.ts";
import { useIntentForm } from "../../shared/use-intent-form.ts";
import { useUiActions } from "../../state/ui-provider.tsx";
import { AffiliateField } from "../commissions/affiliate-field.tsx";
import { GoodsField } from "../programs/terms/goods-field.tsx";
import { type PointingList, PointingPage } from "./pointing-page.tsx";

type Props = PointingList & { products: readonly ProductOwnerWire[] };

/** Settings ▸ Attribution ▸ Product owners: products whose every sale points to one affiliate. */
export function ProductAssignmentsPage({ products, ...list }: Props) {
  return (
    <PointingPage
      title="Product owners"
      spec={productAssignmentList}
      list={list}
      rows={products.map((one) => ({ ...one, name: one.title, spoken: `the owner of ${one.title}` }))}
      column="Product"
      searchLabel="Search by title"
      empty="No product belongs to an affiliate."
      adding={{
        title: "Give a product to an affiliate",
        text: "Every order with this product, from now on, points to the affiliate: its maker, say.",
        form: <GiveForm affiliateId={list.affiliate?.id ?? ""} />,
      }}
      question={(row) => ({
        title: `Take it from ${row.affiliate.name}?`,
        message: "Orders with this product from now on no longer point to them. Earlier ones stay.",
      })}
      ended="Ended"
    />
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
        <ErrorBanner message={fault ?? general} answer={refusal} />
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
