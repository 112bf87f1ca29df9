import { Banner, List } from "@shopify/polaris";
import { statusLabel } from "../status-badge.tsx";
import { countText, type BulkDone, type Noun } from "./use-bulk-status.ts";

type Props = { noun: Noun; result: BulkDone; onDismiss: () => void };

/** Result of a bulk change: how many changed, and which could not, each with the reason. */
export function BulkResult({ noun, result, onDismiss }: Props) {
  const { status, changed, unchanged } = result;
  const label = statusLabel(status).toLowerCase();
  const verb = changed === 1 ? "is" : "are";
  const title =
    changed === 0 ? `No ${noun.singular} changed` : `${countText(changed, noun)} ${verb} now ${label}`;
  return (
    <Banner tone={unchanged.length > 0 ? "warning" : "success"} title={title} onDismiss={onDismiss}>
      {unchanged.length > 0 && (
        <>
          <p>{countText(unchanged.length, noun)} could not change:</p>
          <List>
            {unchanged.map(({ id, name, reason }) => (
              <List.Item key={id}>
                {name}: {reason}
              </List.Item>
            ))}
          </List>
        </>
      )}
    </Banner>
  );
}
