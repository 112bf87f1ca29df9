import { EmptyState } from "@shopify/polaris";
import { linkStatuses, type LinkWire } from "#app/contracts/link.ts";
import { formatCount, formatDate } from "../../shared/format.ts";
import type { ChosenAffiliate } from "../../shared/list/affiliate-filter.tsx";
import type { PageOfList } from "../../shared/list/list-footer.tsx";
import { ListPage } from "../../shared/list/list-page.tsx";
import { StatusBadge, statusLabel } from "../../shared/status-badge.tsx";
import { LinksTabs } from "./links-tabs.tsx";

type Props = {
  links: readonly LinkWire[];
  pagination: PageOfList;
  timeZone: string;
  exportUrl: string;
  affiliate: ChosenAffiliate | null;
};

const statuses = linkStatuses.map((value) => ({ value, label: statusLabel(value) }));

/** Every link that affiliates have beside their own code, with what it brought. */
export function LinksPage({ links, pagination, timeZone, exportUrl, affiliate }: Props) {
  const whose = affiliate ? `?affiliate=${encodeURIComponent(affiliate.id)}` : "";
  const make = { content: "Make a link", url: `/dashboard/affiliates/links/new${whose}` };
  return (
    <ListPage
      title="Links and codes"
      subtitle="Links of your affiliates to any page of your store, each with its own address and figures."
      primaryAction={make}
      banner={<LinksTabs />}
      searchLabel="Search links"
      statuses={statuses}
      resourceName={{ singular: "link", plural: "links" }}
      exportUrl={exportUrl}
      affiliate={affiliate}
      notice={affiliate && `Links of ${affiliate.name}`}
      headings={[
        { title: "Link" },
        { title: "Affiliate" },
        { title: "Status" },
        { title: "Address" },
        { title: "Page" },
        { title: "Clicks", numeric: true },
        { title: "Orders", numeric: true },
        { title: "Made" },
      ]}
      rows={links.map((link) => ({
        id: link.id,
        url: `/dashboard/affiliates/links/${link.id}`,
        name: link.name,
        cells: [
          link.affiliate.name,
          <StatusBadge key="status" status={link.status} />,
          `/r/${link.slug}`,
          <span key="target" className="short-cell">
            {link.target}
          </span>,
          formatCount(link.figures.clicks),
          formatCount(link.figures.orders),
          formatDate(link.createdAt, timeZone),
        ],
      }))}
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
