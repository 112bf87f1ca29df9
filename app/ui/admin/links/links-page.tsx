import { EmptyState } from "@shopify/polaris";
import { links as texts } from "#app/i18n/en/admin/links.ts";
import { linkStatuses, type LinkWire } from "#app/contracts/link.ts";
import { linkList } from "#app/contracts/lists/links.ts";
import { frameText } from "../../shared/frame/frame-text.ts";
import type { ChosenAffiliate } from "../../shared/pickers/filter-pickers.tsx";
import type { PageOfList } from "../../shared/list/list-footer.tsx";
import { ListPage } from "../../shared/list/list-page.tsx";
import { stateOptions } from "../../shared/status-badge.tsx";
import { provideTexts, useText } from "../../texts/use-text.ts";

provideTexts({ links: texts });

type Props = {
  links: readonly LinkWire[];
  pagination: PageOfList;
  timeZone: string;
  affiliate: ChosenAffiliate | null;
};

const statuses = stateOptions("link", linkStatuses);

/** Affiliates' links with their figures. */
export function LinksPage({ links, pagination, timeZone, affiliate }: Props) {
  const t = useText("links");
  const whose = affiliate ? `?affiliate=${encodeURIComponent(affiliate.id)}` : "";
  const create = { content: t("list.create"), url: `/dashboard/affiliates/links/new${whose}` };
  return (
    <ListPage
      list={linkList}
      title={frameText("pages.links")}
      subtitle={t("list.subtitle")}
      primaryAction={create}
      emptyStateHasPrimary
      secondaryActions={[
        { content: frameText("pages.importedLinks"), url: "/dashboard/affiliates/links/imported" },
      ]}
      searchLabel={t("list.search")}
      statuses={statuses}
      resourceName={{ singular: t("list.link"), plural: t("list.links") }}
      affiliate={affiliate}
      notice={affiliate && t("list.of", { name: affiliate.name })}
      rows={links}
      rowOf={({ id, slug }) => ({ id, detail: `/r/${slug}`, url: `/dashboard/affiliates/links/${id}` })}
      timeZone={timeZone}
      pagination={pagination}
      emptyState={
        <EmptyState heading={t("list.none")} action={create} image="/empty-affiliates.svg">
          <p>{t("list.noneText")}</p>
        </EmptyState>
      }
    />
  );
}
