import { EmptyState } from "@shopify/polaris";
import { links as texts } from "#app/i18n/en/admin/links.ts";
import { linkStatuses, type LinkWire } from "#app/contracts/link.ts";
import { linkList } from "#app/contracts/lists/links.ts";
import type { ChosenAffiliate } from "../../shared/pickers/filter-pickers.tsx";
import type { PageOfList } from "../../shared/list/list-footer.tsx";
import { ListPage } from "../../shared/list/list-page.tsx";
import { statusLabel } from "../../shared/status-badge.tsx";
import { LinksTabs } from "../../shared/section-tabs.tsx";
import { provideTexts, useText } from "../../texts/texts-provider.tsx";

provideTexts({ links: texts });

type Props = {
  links: readonly LinkWire[];
  pagination: PageOfList;
  timeZone: string;
  affiliate: ChosenAffiliate | null;
};

const statuses = linkStatuses.map((value) => ({ value, label: statusLabel(value) }));

/** Affiliates' links with their figures. */
export function LinksPage({ links, pagination, timeZone, affiliate }: Props) {
  const t = useText("links");
  const whose = affiliate ? `?affiliate=${encodeURIComponent(affiliate.id)}` : "";
  const create = { content: t("list.create"), url: `/dashboard/affiliates/links/new${whose}` };
  return (
    <ListPage
      list={linkList}
      title={t("list.title")}
      subtitle={t("list.subtitle")}
      primaryAction={create}
      secondaryActions={[{ content: t("list.imported"), url: "/dashboard/affiliates/links/imported" }]}
      banner={<LinksTabs />}
      searchLabel={t("list.search")}
      statuses={statuses}
      resourceName={{ singular: t("list.link"), plural: t("list.links") }}
      affiliate={affiliate}
      notice={affiliate && t("list.of", { name: affiliate.name })}
      rows={links}
      rowOf={({ id }) => ({ id, url: `/dashboard/affiliates/links/${id}` })}
      renderCells={{ target: ({ target }) => <span className="short-cell">{target}</span> }}
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
