import { Link, Text } from "@shopify/polaris";
import type { LinkWire } from "#app/contracts/link.ts";
import { CopyButton } from "../shared/copy-button.tsx";
import { formatCount, formatDate } from "../shared/format.ts";
import { ScrollBox } from "../shared/scroll-box.tsx";
import { StatusBadge } from "../shared/status-badge.tsx";

type Props = { links: readonly LinkWire[]; timeZone: string; isNarrowed: boolean };

/** The affiliate's links with what each brought. */
export function OwnLinkTable({ links, timeZone, isNarrowed }: Props) {
  if (links.length === 0) {
    return <Text as="p">{isNarrowed ? "No link matches." : "You have made no link yet."}</Text>;
  }
  return (
    <ScrollBox label="Links">
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">Link</th>
            <th scope="col">Address</th>
            <th scope="col">Sub-id</th>
            <th scope="col">Status</th>
            <th scope="col" className="amount">
              Clicks
            </th>
            <th scope="col" className="amount">
              Orders
            </th>
            <th scope="col">Made</th>
            <th scope="col">Copy</th>
          </tr>
        </thead>
        <tbody>
          {links.map((link) => (
            <tr key={link.id}>
              <th scope="row" className="wrapping-cell">
                <Link url={`/portal/links/${link.id}`}>{link.name}</Link>
              </th>
              <td className="no-break">{`/r/${link.slug}`}</td>
              <td>{link.subId}</td>
              <td>
                <StatusBadge status={link.status} />
              </td>
              <td className="amount">{formatCount(link.figures.clicks)}</td>
              <td className="amount">{formatCount(link.figures.orders)}</td>
              <td className="no-break">{formatDate(link.createdAt, timeZone)}</td>
              <td>
                <CopyButton text={link.forms.short} spoken={`Copy ${link.name}`} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
