import { Banner, BlockStack, ProgressBar, Text } from "@shopify/polaris";
import { useId } from "react";
import { formatCount } from "../../shared/format.ts";
import { merchantText, useText } from "../../texts/use-text.ts";

type Run = {
  readonly status: "waiting" | "running" | "done" | "failed";
  readonly ordersDone: number;
  readonly ordersTotal: number;
  readonly error: string;
};

export function isOpen({ status }: Pick<Run, "status">): boolean {
  return status === "waiting" || status === "running";
}

/** Progress of a run, or the error that ended it. Renders nothing for a run that succeeded. */
export function RunProgress({ run, label }: { run: Run; label: string }) {
  const t = useText("backtests");
  const id = useId();
  if (run.status === "failed") {
    return (
      <Banner tone="critical" title={t("run.failed", { label })}>
        <p>{run.error}</p>
      </Banner>
    );
  }
  if (!isOpen(run)) return run.error === "" ? null : <Banner tone="warning">{run.error}</Banner>;
  const { ordersDone, ordersTotal } = run;
  const share = ordersTotal === 0 ? 0 : Math.min(100, Math.round((ordersDone / ordersTotal) * 100));
  return (
    <BlockStack gap="200">
      <div id={id}>
        <Text as="p">{t("run.state", { label, state: progressText(run) })}</Text>
      </div>
      <ProgressBar progress={share} size="small" ariaLabelledBy={id} />
      <Text as="p" tone="subdued">
        {run.error === "" ? t("run.leave") : run.error}
      </Text>
    </BlockStack>
  );
}

function progressText({ status, ordersDone, ordersTotal }: Run): string {
  const t = merchantText("backtests");
  if (status === "waiting") return t("run.waiting");
  if (ordersTotal === 0) return t("run.counting");
  return t("run.of", {
    done: formatCount(ordersDone),
    total: formatCount(Math.max(ordersDone, ordersTotal)),
  });
}
