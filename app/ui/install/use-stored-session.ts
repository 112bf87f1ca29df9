import { useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { callApi } from "../shared/api-client.ts";
import { findBrowserSession } from "../shared/browser-session.ts";

/**
 * Where a token is stored, asks the server who that is: the answer renews the cookie and leads to the dashboard; a
 * refusal clears the keys (the API client does) and the page stays. So nobody is sent in circles.
 */
export function useStoredSession(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const leaving = new AbortController();
    if (findBrowserSession()) {
      callApi("/auth/renew", { method: "POST", signal: leaving.signal })
        .then(() => navigate("/dashboard", { replace: true }))
        // Without an answer nothing is known: the form stays, and so do the keys.
        .catch(() => undefined);
    }
    return () => leaving.abort();
  }, [navigate]);
}
