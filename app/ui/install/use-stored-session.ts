import { useNavigate } from "@remix-run/react";
import { useCallback, useEffect, useState } from "react";
import { callApi } from "../shared/api-client.ts";
import { ApiError, messageFor, statusOf } from "../shared/api-error.ts";
import { findBrowserSession, storedShop } from "../shared/browser-session.ts";

export type StoredSession = {
  /** Why the stored session could not be used, in the words of SPEC §8; null where there is nothing to say. */
  readonly problem: string | null;
  readonly tryAgain: () => void;
  readonly dismiss: () => void;
};

/**
 * Where a token is stored, asks the server who that is: the answer renews the cookie and leads to the dashboard; a
 * refusal clears the keys (the API client does) and the page stays. So nobody is sent in circles.
 */
export function useStoredSession(): StoredSession {
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    const leaving = new AbortController();
    async function ask(): Promise<void> {
      try {
        if (await isStoredKnown(leaving.signal)) navigate("/dashboard", { replace: true });
      } catch (error) {
        // Without an answer nothing is known: the form stays, and so do the keys.
        if (!leaving.signal.aborted) setProblem(problemOf(error));
      }
    }
    void ask();
    return () => leaving.abort();
  }, [navigate]);

  const dismiss = useCallback(() => setProblem(null), []);
  return { problem, tryAgain: reload, dismiss };
}

function reload(): void {
  window.location.reload();
}

/** True when the server knows the stored session; false when none is stored. */
async function isStoredKnown(signal: AbortSignal): Promise<boolean> {
  if (findBrowserSession()) {
    await callApi("/auth/renew", { method: "POST", signal });
    return true;
  }
  if (storedShop() === null) return false;
  throw new Error("No token found");
}

/** A session that has ended is no fault: the form is what comes next. */
function problemOf(error: unknown): string | null {
  if (statusOf(error) === 401) return null;
  const hadAnswer =
    error instanceof ApiError && (error.failure.kind === "status" || error.failure.kind === "parse");
  return hadAnswer ? "Failed to fetch user" : messageFor(error);
}
