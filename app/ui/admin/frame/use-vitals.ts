import { useEffect } from "react";
import { vitalNames } from "#app/domain/vitals.ts";
import { callApi } from "../../shared/api-client.ts";
import { findAppBridge } from "../../state/ui-provider.tsx";

/**
 * Reports how fast the app was in this browser, as App Bridge measures it. Outside of Shopify's admin nothing does, and
 * a library for it would be a part of every first view.
 */
export function useVitals(): void {
  useEffect(() => {
    const vitals = findAppBridge()?.webVitals;
    // A value that grows is reported again, and its page load counts once.
    const sent = new Set<string>();
    void vitals?.onReport?.(({ metrics }) => {
      const fresh = metrics.filter(({ id }) => !sent.has(id));
      for (const { id } of fresh) sent.add(id);
      report(fresh);
    });
    return () => void vitals?.onReport?.(null);
  }, []);
}

function report(metrics: readonly { readonly name: string; readonly value: number }[]): void {
  const known = vitalNames.flatMap((name) => {
    const value = metrics.find((one) => one.name === name)?.value;
    return value === undefined ? [] : [{ name, value }];
  });
  if (known.length === 0) return;
  const call = { method: "POST", body: { metrics: known }, outlivesPage: true, keepsSession: true } as const;
  // A lost report is not sent again, because the next page load makes a new one.
  callApi("/api/v1/vitals", call).catch(() => {});
}
