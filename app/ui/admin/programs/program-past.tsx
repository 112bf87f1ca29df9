import { Text } from "@shopify/polaris";
import type { ProgramWire } from "#app/contracts/program.ts";
import { formatDateTime } from "../../shared/format.ts";
import { termsText } from "./terms-text.ts";

export type ProgramVersion = {
  readonly version: number;
  readonly terms: ProgramWire["terms"];
  /** ISO instant. */
  readonly since: string;
  readonly by: string;
};

/** M4: every version of the terms; an order keeps the one of its time. */
export function VersionList({
  versions,
  timeZone,
}: {
  versions: readonly ProgramVersion[];
  timeZone: string;
}) {
  return (
    <>
      <ol className="history-list">
        {versions.map(({ version, terms, since, by }) => (
          <li key={version}>
            <Text as="p">
              Terms version {version} since <time dateTime={since}>{formatDateTime(since, timeZone)}</time>:{" "}
              {termsText(terms)}, {days(terms.attributionDays)} attribution, {days(terms.holdDays)} hold
            </Text>
            <Text as="p" tone="subdued" variant="bodySm">
              {by}
              {version > 1 && ` · orders created before keep version ${version - 1}`}
            </Text>
          </li>
        ))}
      </ol>
      <Text as="p" tone="subdued">
        A later refund, edit or cancellation is reckoned under the version of its order.
      </Text>
    </>
  );
}

function days(count: number): string {
  return count === 1 ? "1 day" : `${count} days`;
}
