import { useFetcher } from "@remix-run/react";
import { Banner, BlockStack, Button, ProgressBar, Text } from "@shopify/polaris";
import { useId } from "react";
import { useText } from "../../texts/use-text.ts";
import type { BatchWire } from "#app/contracts/code.ts";
import { isOpen } from "../backtests/run-progress.tsx";

const words = {
  create: {
    doing: "batch.creating",
    failed: "batch.notCreated",
    someFailed: "batch.someNotCreated",
    continue: "batch.continue",
  },
  assign: {
    doing: "batch.assigning",
    failed: "batch.notAssigned",
    someFailed: "batch.someNotAssigned",
    continue: "batch.continueAssigning",
  },
} as const;

type Does = keyof typeof words;
type Props = { batches: readonly BatchWire[]; does?: Does };

/** Batches of codes in progress, and codes that failed. Renders nothing if all succeeded. */
export function BatchList({ batches, does = "create" }: Props) {
  return (
    <BlockStack gap="300">
      {batches.map((batch) => (
        <BatchProgress key={batch.id} batch={batch} does={does} />
      ))}
    </BlockStack>
  );
}

type BatchProps = { batch: BatchWire; does: Does };

/** Retries the codes that were not created yet. */
function ContinueButton({ batch: { id, total, done }, does }: BatchProps) {
  const t = useText("codes");
  const fetcher = useFetcher();
  return (
    <fetcher.Form method="post">
      <input type="hidden" name="intent" value="go-on" />
      <input type="hidden" name="id" value={id} />
      <Button submit loading={fetcher.state !== "idle"}>
        {t(words[does].continue, { count: total - done })}
      </Button>
    </fetcher.Form>
  );
}

function BatchProgress({ batch, does }: BatchProps) {
  const t = useText("codes");
  const id = useId();
  const { total, done, failed, error } = batch;
  if (isOpen(batch)) {
    return (
      <BlockStack gap="200">
        <div id={id}>
          <Text as="p">{t(words[does].doing, { done, total })}</Text>
        </div>
        <ProgressBar progress={Math.round((done / total) * 100)} size="small" ariaLabelledBy={id} />
        <Text as="p" tone="subdued">
          {t("batch.leave")}
        </Text>
      </BlockStack>
    );
  }
  if (error !== null) {
    return (
      <Banner tone="critical" title={t(words[does].failed)}>
        <BlockStack gap="200">
          <p>{error}</p>
          {done < total && <ContinueButton batch={batch} does={does} />}
        </BlockStack>
      </Banner>
    );
  }
  if (failed.length === 0) return null;
  return (
    <Banner tone="warning" title={t(words[does].someFailed, { failed: failed.length, total })}>
      <ul>
        {failed.map(({ code, affiliate: { name }, message }) => (
          <li key={code}>{t("batch.one", { code, name, message })}</li>
        ))}
      </ul>
    </Banner>
  );
}
