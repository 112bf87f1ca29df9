import { Banner, List } from "@shopify/polaris";
import { formatCount } from "../../shared/format.ts";

export type ClicksAside = { readonly waiting: number; readonly setAside: number; readonly lost: number };

/** What of the server's clicks is not in the database; nothing where all are. */
export function WaitingClicks({ waiting, setAside, lost }: ClicksAside) {
  const lines = [
    waiting > 0 && `${countOf(waiting)} on the server's disk until the database takes them; nothing is lost.`,
    setAside > 0 && `${countOf(setAside)} set aside on the server's disk, because the database refused them.`,
    lost > 0 &&
      `${countOf(lost)} lost since the server started: neither the database nor the disk took them.`,
  ].filter((line) => line !== false);
  if (lines.length === 0) return null;
  return (
    <Banner tone={setAside + lost > 0 ? "critical" : "warning"} title="Clicks that are not counted yet">
      <List>
        {lines.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    </Banner>
  );
}

function countOf(clicks: number): string {
  return clicks === 1 ? "1 click is" : `${formatCount(clicks)} clicks are`;
}
