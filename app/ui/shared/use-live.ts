import { useNavigate } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { callApi } from "./api-client.ts";
import { statusOf } from "./api-error.ts";
import { usePlace } from "../state/ui-provider.tsx";
import { startLivePoll } from "./live-poll.ts";
import { useRefresh } from "./use-refresh.ts";

/**
 * Keeps the page's figures live: asks the pulse about every second and has the route's loaders run again when
 * something of the shop changed. Pauses while the page is hidden and catches up when it comes back.
 * `version` is the pulse that the loader read before its data, so that no change falls between the two.
 */
export function useLive(version: string | null = null): void {
  const refresh = useRefresh();
  const navigate = useNavigate();
  const { embedded } = usePlace();
  // Inside the admin a loader's answer knows the way back to a session; the install form is for nobody there.
  const onUnknown = embedded ? refresh : () => navigate("/install");
  const latest = useRef(onUnknown);
  const rendered = useRef(version);
  useEffect(() => {
    latest.current = onUnknown;
  });

  useEffect(() => {
    const poll = startLivePoll({
      ask: (signal) => askPulse(signal, () => latest.current()),
      onChange: refresh,
      isHidden: () => document.visibilityState === "hidden",
      version: rendered.current,
    });
    document.addEventListener("visibilitychange", poll.wake);
    window.addEventListener("focus", poll.wake);
    window.addEventListener("online", poll.wake);
    return () => {
      poll.stop();
      document.removeEventListener("visibilitychange", poll.wake);
      window.removeEventListener("focus", poll.wake);
      window.removeEventListener("online", poll.wake);
    };
  }, [refresh]);
}

async function askPulse(signal: AbortSignal, onUnknown: () => void): Promise<string | null> {
  try {
    const pulse = await callApi("/api/v1/pulse", { signal });
    if (typeof pulse !== "object" || pulse === null || !("version" in pulse)) return null;
    return typeof pulse.version === "string" ? pulse.version : null;
  } catch (error) {
    // The session has ended elsewhere: signed out in another tab, or the app was uninstalled.
    if (statusOf(error) === 401) onUnknown();
    throw error;
  }
}
