import { useCallback, useEffect, useState } from "react";
import type { OrderExplanationWire } from "#app/contracts/order.ts";
import { callApi } from "../../shared/api-client.ts";
import { messageFor } from "../../shared/api-error.ts";

type State = { readonly explained: OrderExplanationWire | null; readonly error: string | null };

const nothingYet: State = { explained: null, error: null };

/** Asks the API why an order was credited or not; a person may ask again after an error. */
export function useExplanation(orderId: string): State & { retry: () => void } {
  const [state, setState] = useState(nothingYet);
  const ask = useCallback(
    (signal?: AbortSignal) => {
      const path = `/api/v1/orders/${encodeURIComponent(orderId)}/explanation`;
      callApi(path, signal && { signal })
        .then((answer) => setState(isExplained(answer) ? { explained: answer, error: null } : failed))
        .catch((error: unknown) => {
          if (!signal?.aborted) setState({ explained: null, error: messageFor(error) });
        });
    },
    [orderId],
  );
  useEffect(() => {
    const leaving = new AbortController();
    ask(leaving.signal);
    return () => leaving.abort();
  }, [ask]);
  const retry = useCallback(() => {
    setState(nothingYet);
    ask();
  }, [ask]);
  return { ...state, retry };
}

const failed: State = { explained: null, error: "Failed to fetch order" };

function isExplained(answer: unknown): answer is OrderExplanationWire {
  return typeof answer === "object" && answer !== null && "order" in answer && "lines" in answer;
}
