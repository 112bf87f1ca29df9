import { BlockStack, Card, EmptyState } from "@shopify/polaris";
import type { ForeignWire } from "#app/contracts/foreign-referral.ts";
import { formatDate } from "../../shared/format.ts";
import type { ChosenAffiliate } from "../../shared/list/affiliate-filter.tsx";
import type { PageOfList } from "../../shared/list/list-footer.tsx";
import { ListPage } from "../../shared/list/list-page.tsx";
import { AddForeignForm } from "./add-foreign-form.tsx";
import { ManyForeignForm } from "./many-foreign-form.tsx";
import { RemoveForeign } from "./remove-foreign.tsx";
import { LinksTabs } from "./links-tabs.tsx";

type Props = {
  referrals: readonly ForeignWire[];
  pagination: PageOfList;
  timeZone: string;
  exportUrl: string;
  affiliate: ChosenAffiliate | null;
};

/** Whose the links are that another system made, so that they go on paying. */
export function ForeignPage({ referrals, pagination, timeZone, exportUrl, affiliate }: Props) {
  return (
    <>
      <ListPage
        title="Links of other systems"
        subtitle="Old links that carry a parameter such as sca_ref=123 go on counting for the affiliate whom you name here."
        banner={<LinksTabs />}
        searchLabel="Search parameters and values"
        resourceName={{ singular: "parameter", plural: "parameters" }}
        exportUrl={exportUrl}
        affiliate={affiliate}
        headings={[{ title: "Parameter" }, { title: "Affiliate" }, { title: "Added" }, { title: "Remove" }]}
        rows={referrals.map((one) => ({
          id: `${one.parameter}=${one.value}`,
          url: `/dashboard/affiliates/${one.affiliate.id}`,
          name: `${one.parameter}=${one.value}`,
          cells: [
            one.affiliate.name,
            formatDate(one.createdAt, timeZone),
            <RemoveForeign key="remove" referral={one} />,
          ],
        }))}
        pagination={pagination}
        emptyState={
          <EmptyState heading="Nothing is mapped" image="/empty-affiliates.svg">
            <p>Coming from another system? Say whose its parameters are, one by one or from a list.</p>
          </EmptyState>
        }
      />
      <div className="below-list">
        <BlockStack gap="400">
          <Card>
            <AddForeignForm />
          </Card>
          <Card>
            <ManyForeignForm />
          </Card>
        </BlockStack>
      </div>
    </>
  );
}
