import { useFetcher } from "@remix-run/react";
import { Banner, BlockStack, Button, ProgressBar, Text } from "@shopify/polaris";
import { useId } from "react";
import type { BatchWire } from "#app/contracts/code.ts";
import { formatCount } from "../../shared/format.ts";
import { isOpen } from "../backtests/run-progress.tsx";

/** Verbs of a batch's progress. */
const doings = {
  make: { doing: "Making codes", done: "made" },
  assign: { doing: "Assigning codes", done: "assigned" },
} as const;

type ProgressVerbs = (typeof doings)[keyof typeof doings];
type Props = { batches: readonly BatchWire[]; does?: keyof typeof doings };

/** Batches of codes in progress, and codes that failed. Renders nothing if all succeeded. */
export function BatchList({ batches, does = "make" }: Props) {
  return (
    <BlockStack gap="300">
      {batches.map((batch) => (
        <BatchProgress key={batch.id} batch={batch} words={doings[does]} />
      ))}
    </BlockStack>
  );
}

/** Retries the codes that were not created yet. */
function ContinueButton({ batch: { id, total, done } }: { batch: BatchWire }) {
  const fetcher = useFetcher();
  return (
    <fetcher.Form method="post">
      <input type="hidden" name="intent" value="go-on" />
      <input type="hidden" name="id" value={id} />
      <Button submit loading={fetcher.state !== "idle"}>
        {`Go on with ${formatCount(total - done)} of ${formatCount(total)}`}
      </Button>
    </fetcher.Form>
  );
}

function BatchProgress({ batch, words }: { batch: BatchWire; words: ProgressVerbs }) {
  const id = useId();
  const { total, done, failed, error } = batch;
  if (isOpen(batch)) {
    return (
      <BlockStack gap="200">
        <div id={id}>
          <Text as="p">{`${words.doing}: ${formatCount(done)} of ${formatCount(total)}`}</Text>
        </div>
        <ProgressBar progress={Math.round((done / total) * 100)} size="small" ariaLabelledBy={id} />
        <Text as="p" tone="subdued">
          You may leave this page and come back.
        </Text>
      </BlockStack>
    );
  }
  if (error !== null) {
    return (
      <Banner tone="critical" title={`Codes could not be ${words.done}`}>
        <BlockStack gap="200">
          <p>{error}</p>
          {done < total && <ContinueButton batch={batch} />}
        </BlockStack>
      </Banner>
    );
  }
  if (failed.length === 0) return null;
  return (
    <Banner
      tone="warning"
      title={`${formatCount(failed.length)} of ${formatCount(total)} codes could not be ${words.done}`}
    >
      <ul>
        {failed.map(({ code, affiliate, message }) => (
          <li key={code}>
            <code>{code}</code> for {affiliate.name}: {message}
          </li>
        ))}
      </ul>
    </Banner>
  );
}
