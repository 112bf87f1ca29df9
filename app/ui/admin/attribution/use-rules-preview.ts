import { useEffect, useState } from "react";
import type { AttributionPreviewWire, AttributionWire } from "#app/contracts/attribution.ts";
import { callApi } from "../../shared/api-client.ts";

const pauseMs = 400;

type Shown = { readonly asked: string; readonly preview: AttributionPreviewWire | null };

/** Newest orders under these rules, requested shortly after the last change. */
export function useRulesPreview(rules: AttributionWire["rules"] | null): {
  readonly preview: AttributionPreviewWire | null;
  readonly isBusy: boolean;
} {
  const asked = rules === null ? "" : JSON.stringify(rules);
  const [shown, setShown] = useState<Shown>({ asked: "", preview: null });
  useEffect(() => {
    if (asked === "") return undefined;
    const leaving = new AbortController();
    const timer = setTimeout(() => {
      callApi("/api/v1/attribution/preview", {
        method: "POST",
        body: JSON.parse(asked) as unknown,
        signal: leaving.signal,
      }).then(
        (answer) => setShown({ asked, preview: answer as AttributionPreviewWire }),
        () => {
          if (!leaving.signal.aborted) setShown({ asked, preview: null });
        },
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [asked]);
  return { preview: shown.preview, isBusy: asked !== "" && shown.asked !== asked };
}
