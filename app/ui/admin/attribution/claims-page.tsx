import { Banner, BlockStack, Box, Card, Link, Text } from "@shopify/polaris";
import type { ClaimWire } from "#app/contracts/claim.ts";
import { claimList } from "#app/contracts/lists/attribution.ts";
import { AppPage } from "../../shared/frame/app-page.tsx";
import { AddressFault, ErrorBanner } from "../../shared/error-banner.tsx";
import { ListFilters } from "../../shared/list/list-filters.tsx";
import { ListFooter, type PageOfList } from "../../shared/list/list-footer.tsx";
import { useExportUrl } from "../../shared/list/use-list-params.ts";
import { useFileAction } from "../../shared/file-button.tsx";
import { ClaimList, type ClaimDecision, useDecideClaim } from "./claim-list.tsx";

type Props = {
  claims: readonly ClaimWire[];
  pagination: PageOfList;
  affiliate: { readonly id: string; readonly name: string } | null;
  timeZone: string;
};

const statuses = [
  { value: "open", label: "Open" },
  { value: "accepted", label: "Accepted" },
  { value: "declined", label: "Declined" },
];

/** Affiliates ▸ Claims: orders that affiliates claim, with decisions. */
export function ClaimsPage({ claims, pagination, affiliate, timeZone }: Props) {
  const { ask, refusal, decided, isBusy } = useDecideClaim();
  const exportAction = useFileAction(useExportUrl(claimList), "Export CSV");
  return (
    <AppPage title="Claims" fullWidth secondaryActions={claims.length > 0 ? [exportAction] : []}>
      <BlockStack gap="400">
        <ErrorBanner message={refusal?.message} answer={refusal} />
        <AddressFault />
        {decided && <ClaimOutcome {...decided} />}
        <Card padding="0">
          <ListFilters
            list={claimList}
            searchLabel="Search by order"
            statuses={statuses}
            affiliate={affiliate}
          />
          <Box padding="400">
            {claims.length === 0 ? (
              <Text as="p">
                No claims here. Affiliates claim an order on their page; it counts only when you accept it.
              </Text>
            ) : (
              <ClaimList claims={claims} timeZone={timeZone} isBusy={isBusy} onDecide={ask} />
            )}
          </Box>
          {pagination.total > 0 && <ListFooter pagination={pagination} shown={claims.length} />}
        </Card>
      </BlockStack>
    </AppPage>
  );
}

/** Result of an accepted claim. Its signal does not always win the order. */
export function ClaimOutcome({ claim, credited }: ClaimDecision) {
  if (claim.status !== "accepted" || claim.orderId === null) return null;
  const isTheirs = credited?.id === claim.affiliate.id;
  const order = <Link url={`/dashboard/orders/${claim.orderId}`}>{claim.orderName}</Link>;
  return (
    <Banner tone={isTheirs ? "success" : "warning"}>
      <Text as="p">
        {isTheirs ? "Accepted: " : "Accepted, and kept as evidence: "}
        {order}
        {isTheirs ? ` is credited to ${claim.affiliate.name}.` : ` ${elsewhere(credited?.name)}`}
      </Text>
    </Banner>
  );
}

function elsewhere(name: string | undefined): string {
  if (name === undefined) return "is still credited to nobody: its explanation says why.";
  return `is credited to ${name}, whose evidence comes first or was paid already. Reassign the order to change that.`;
}
