import { useCallback, useEffect, useRef, useState } from "react";
import { authorizationMessages, readAuthorization } from "#app/domain/authorization-result.ts";
import { callApi } from "../shared/api-client.ts";
import { saveBrowserSession, type BrowserSession } from "../shared/browser-session.ts";

export type AuthorizationView =
  | { readonly step: "processing" }
  | { readonly step: "success"; readonly shop: string }
  | { readonly step: "error"; readonly message: string };

/**
 * SPEC §4, authorization callback: processing → success, or → error. A ticket is redeemed for the session, which is
 * saved; then the address bar forgets it. On the error view the parameters stay, for Try Again to read them anew.
 */
export function useAuthorization(initial: AuthorizationView) {
  const [view, setView] = useState(initial);
  const isUnderWay = useRef(false);

  const process = useCallback(async () => {
    // React runs effects twice while developing; one ticket is one request.
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setView(await readAndRedeem());
    isUnderWay.current = false;
  }, []);

  useEffect(() => {
    if (initial.step === "processing") void process();
  }, [initial.step, process]);

  const tryAgain = useCallback(() => {
    setView({ step: "processing" });
    void process();
  }, [process]);

  return { view, tryAgain };
}

async function readAndRedeem(): Promise<AuthorizationView> {
  const result = readAuthorization(new URLSearchParams(window.location.search));
  if (result.kind === "error") return { step: "error", message: result.message };
  try {
    const body = { token: result.token, shop: result.shop };
    const session: unknown = await callApi("/auth/redeem", { method: "POST", body });
    if (!isSession(session)) return { step: "error", message: authorizationMessages.failed };
    saveBrowserSession(session);
    window.history.replaceState(window.history.state, "", window.location.pathname);
    return { step: "success", shop: session.shop };
  } catch {
    return { step: "error", message: authorizationMessages.failed };
  }
}

function isSession(value: unknown): value is BrowserSession {
  if (typeof value !== "object" || value === null || !("token" in value && "shop" in value)) return false;
  return typeof value.token === "string" && value.token !== "" && typeof value.shop === "string";
}
