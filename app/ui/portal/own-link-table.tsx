import { Link, Text } from "@shopify/polaris";
import type { LinkWire } from "#app/contracts/link.ts";
import { formatCount, formatDate } from "../shared/format.ts";
import { ScrollBox } from "../shared/scroll-box.tsx";
import { StatusBadge } from "../shared/status-badge.tsx";
import { useText } from "../texts/use-text.ts";
import { OwnCopyButton } from "./own-copy-button.tsx";

type Props = { links: readonly LinkWire[]; timeZone: string; isNarrowed: boolean };

/** The affiliate's links with what each brought. */
export function OwnLinkTable({ links, timeZone, isNarrowed }: Props) {
  const t = useText("portal");
  const states = useText("states");
  if (links.length === 0) {
    return <Text as="p">{t(isNarrowed ? "links.noMatch" : "links.none")}</Text>;
  }
  return (
    <ScrollBox label={t("links.table")}>
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{t("links.link")}</th>
            <th scope="col">{t("links.fields.address")}</th>
            <th scope="col">{t("links.fields.subId")}</th>
            <th scope="col">{t("links.state")}</th>
            <th scope="col" className="amount">
              {t("links.clicks")}
            </th>
            <th scope="col" className="amount">
              {t("links.orders")}
            </th>
            <th scope="col">{t("links.created")}</th>
            <th scope="col">{t("copy.copy")}</th>
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
                <StatusBadge status={link.status} label={states(`link.${link.status}`)} />
              </td>
              <td className="amount">{formatCount(link.figures.clicks)}</td>
              <td className="amount">{formatCount(link.figures.orders)}</td>
              <td className="no-break">{formatDate(link.createdAt, timeZone)}</td>
              <td>
                <OwnCopyButton
                  text={link.forms.short}
                  label={t("copy.copy")}
                  spoken={t("copy.code", { code: link.name })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
