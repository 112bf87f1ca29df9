import { EmptyState } from "@shopify/polaris";
import { linkStatuses, type LinkWire } from "#app/contracts/link.ts";
import { linkList } from "#app/contracts/lists/links.ts";
import { frameText } from "../../shared/frame/frame-text.ts";
import type { ChosenAffiliate } from "../../shared/list/searched-filter.tsx";
import type { PageOfList } from "../../shared/list/list-footer.tsx";
import { ListPage } from "../../shared/list/list-page.tsx";
import { stateOptions } from "../../shared/status-badge.tsx";

type Props = {
  links: readonly LinkWire[];
  pagination: PageOfList;
  timeZone: string;
  affiliate: ChosenAffiliate | null;
};

const statuses = stateOptions("link", linkStatuses);

/** Affiliates' links with their figures. */
export function LinksPage({ links, pagination, timeZone, affiliate }: Props) {
  const whose = affiliate ? `?affiliate=${encodeURIComponent(affiliate.id)}` : "";
  const make = { content: "Make a link", url: `/dashboard/affiliates/links/new${whose}` };
  return (
    <ListPage
      list={linkList}
      title={frameText("pages.links")}
      subtitle="Links of your affiliates to any page of your store, each with its own address and figures."
      primaryAction={make}
      secondaryActions={[
        { content: frameText("pages.importedLinks"), url: "/dashboard/affiliates/links/imported" },
      ]}
      searchLabel="Search links"
      statuses={statuses}
      resourceName={{ singular: "link", plural: "links" }}
      affiliate={affiliate}
      notice={affiliate && `Links of ${affiliate.name}`}
      rows={links}
      rowOf={({ id, slug }) => ({ id, detail: `/r/${slug}`, url: `/dashboard/affiliates/links/${id}` })}
      timeZone={timeZone}
      pagination={pagination}
      emptyState={
        <EmptyState heading="No links yet" action={make} image="/empty-affiliates.svg">
          <p>
            Every affiliate has a link of their own. Here are further ones, to any page of your store, made by
            you or by them.
          </p>
        </EmptyState>
      }
    />
  );
}
