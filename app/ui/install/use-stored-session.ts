import { useNavigate } from "@remix-run/react";
import { useCallback, useEffect, useState } from "react";
import { callApi } from "../shared/api-client.ts";
import { ApiError, messageFor, statusOf } from "../shared/api-error.ts";
import { clearStoredToken, findBrowserSession, storedShop } from "../shared/browser-session.ts";

export type StoredSession = {
  /** Why the stored session could not be used, in the words of SPEC §8; null where there is nothing to say. */
  readonly problem: string | null;
  readonly tryAgain: () => void;
  readonly dismiss: () => void;
};

/**
 * Where a token is stored, asks the server who that is: the user renews the cookie and leads to the dashboard. Two
 * failures that the server answered clear the token (decision 30), and the page stays. So nobody is sent in circles.
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
    await fetchUser(signal);
    return true;
  }
  if (storedShop() === null) return false;
  throw new Error("No token found");
}

const secondAttemptMs = 2000;

async function fetchUser(signal: AbortSignal): Promise<void> {
  const ask = () => callApi("/auth/renew", { method: "POST", signal, keepsSession: true });
  try {
    await ask();
  } catch (error) {
    if (!hadAnswer(error)) throw error;
    await new Promise((resolve) => setTimeout(resolve, secondAttemptMs));
    signal.throwIfAborted();
    await ask().catch((second: unknown) => {
      if (hadAnswer(second)) clearStoredToken();
      throw second;
    });
  }
}

function hadAnswer(error: unknown): boolean {
  return error instanceof ApiError && (error.failure.kind === "status" || error.failure.kind === "parse");
}

/** A session that has ended is no fault: the form is what comes next. */
function problemOf(error: unknown): string | null {
  if (statusOf(error) === 401) return null;
  return hadAnswer(error) ? "Failed to fetch user" : messageFor(error);
}
