import { Banner, EmptyState, Link, Text } from "@shopify/polaris";
import type { ClaimWire } from "#app/contracts/claim.ts";
import { claimList } from "#app/contracts/lists/attribution.ts";
import { fraud } from "#app/i18n/en/admin/fraud.ts";
import type { PageOfList } from "../../shared/list/list-footer.tsx";
import { ListPage } from "../../shared/list/list-page.tsx";
import { stateOptions } from "../../shared/status-badge.tsx";
import { provideTexts, useText } from "../../texts/use-text.ts";
import { ClaimButtons, type ClaimDecision, ClaimReason, useDecideClaim } from "./claim-list.tsx";

provideTexts({ fraud });

type Props = {
  claims: readonly ClaimWire[];
  pagination: PageOfList;
  affiliate: { readonly id: string; readonly name: string } | null;
  timeZone: string;
};

/** Orders that affiliates claim, with decisions. */
export function ClaimsPage({ claims, pagination, affiliate, timeZone }: Props) {
  const t = useText("fraud");
  const noun = { singular: t("claims.item"), plural: t("claims.items") };
  const { ask, refusal, decided, isBusy } = useDecideClaim();
  return (
    <ListPage
      list={claimList}
      title={t("claims.title")}
      searchLabel={t("claims.search")}
      statuses={stateOptions("claim", ["open", "accepted", "declined"])}
      affiliate={affiliate}
      resourceName={noun}
      error={refusal?.message ?? null}
      errorAnswer={refusal}
      banner={decided && <ClaimOutcome {...decided} />}
      rows={claims}
      rowOf={({ id, orderId, affiliate: { id: affiliateId } }) => ({
        id,
        url: orderId === null ? `/dashboard/affiliates/${affiliateId}` : `/dashboard/orders/${orderId}`,
      })}
      renderCells={{
        order: ({ orderName, orderId }) =>
          orderId === null ? t("claims.notFound", { order: orderName }) : orderName,
        reason: (claim) => <ClaimReason claim={claim} />,
        actions: (claim) => <ClaimButtons claim={claim} isBusy={isBusy} onDecide={ask} />,
      }}
      timeZone={timeZone}
      pagination={pagination}
      emptyState={
        <EmptyState heading={t("claims.emptyTitle")} image="/empty-orders.svg">
          <p>{t("claims.empty")}</p>
        </EmptyState>
      }
    />
  );
}

/** Stands in the text where the link to the order is. */
const orderPlace = "\uE000";

/** Result of an accepted claim. Its signal does not always win the order. */
export function ClaimOutcome({ claim, credited }: ClaimDecision) {
  const t = useText("fraud");
  if (claim.status !== "accepted" || claim.orderId === null) return null;
  const isTheirs = credited?.id === claim.affiliate.id;
  const names = { affiliate: claim.affiliate.name, other: credited?.name ?? "" };
  const [before, after] = t(outcomeKey(isTheirs, credited), { name: orderPlace, ...names }).split(orderPlace);
  return (
    <Banner tone={isTheirs ? "success" : "warning"}>
      <Text as="p">
        {before}
        <Link url={`/dashboard/orders/${claim.orderId}`}>{claim.orderName}</Link>
        {after}
      </Text>
    </Banner>
  );
}

function outcomeKey(isTheirs: boolean, credited: ClaimDecision["credited"]) {
  if (isTheirs) return "claims.credited" as const;
  return credited === null ? ("claims.uncredited" as const) : ("claims.creditedElsewhere" as const);
}
