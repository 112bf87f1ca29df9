import { useCallback, useEffect, useState } from "react";
import type { OrderExplanationWire } from "#app/contracts/order.ts";
import { callApi } from "../../shared/api-client.ts";
import { messageFor } from "../../shared/api-error.ts";

type State = { readonly explained: OrderExplanationWire | null; readonly error: string | null };

const nothingYet: State = { explained: null, error: null };

/** Asks the API why an order was credited or not; a person may ask again after an error. */
export function useExplanation(orderId: string): State & { retry: () => void } {
  const [state, setState] = useState(nothingYet);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    const path = `/api/v1/orders/${encodeURIComponent(orderId)}/explanation`;
    callApi(path, { signal: leaving.signal })
      .then((answer) => setState(isExplained(answer) ? { explained: answer, error: null } : failed))
      .catch((error: unknown) => {
        if (!leaving.signal.aborted) setState({ explained: null, error: messageFor(error) });
      });
    return () => leaving.abort();
  }, [orderId, attempt]);
  const retry = useCallback(() => {
    setState(nothingYet);
    setAttempt((before) => before + 1);
  }, []);
  return { ...state, retry };
}

const failed: State = { explained: null, error: "Failed to fetch order" };

function isExplained(answer: unknown): answer is OrderExplanationWire {
  return typeof answer === "object" && answer !== null && "order" in answer && "lines" in answer;
}
