import { useNavigate } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { callApi, openApiStream } from "./api-client.ts";
import { statusOf } from "./api-error.ts";
import { usePlace } from "../state/ui-provider.tsx";
import { startLive } from "./live.ts";
import { versionIn } from "./live-stream.ts";
import { useRefresh } from "./use-refresh.ts";

/**
 * Keeps the page's figures live: is told of each change by one event stream, or asks the pulse where none can be had,
 * and has the route's loaders run again. Pauses while the page is hidden and catches up when it comes back.
 * `version` is the pulse of what the loaders read, or one that no shop has where a change may have fallen between the two.
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
    const sayUnknown = () => latest.current();
    const live = startLive({
      open: (signal) => openStream(signal, sayUnknown),
      ask: (signal) => askPulse(signal, sayUnknown),
      onChange: refresh,
      isHidden: () => document.visibilityState === "hidden",
      version: rendered.current,
    });
    document.addEventListener("visibilitychange", live.wake);
    window.addEventListener("focus", live.wake);
    window.addEventListener("online", live.wake);
    return () => {
      live.stop();
      document.removeEventListener("visibilitychange", live.wake);
      window.removeEventListener("focus", live.wake);
      window.removeEventListener("online", live.wake);
    };
  }, [refresh]);
}

async function askPulse(signal: AbortSignal, onUnknown: () => void): Promise<string | null> {
  return versionIn(await orUnknown(callApi("/api/v1/pulse", { signal }), onUnknown));
}

function openStream(signal: AbortSignal, onUnknown: () => void): Promise<ReadableStream<string>> {
  return orUnknown(openApiStream("/api/v1/live", signal), onUnknown);
}

async function orUnknown<Answer>(asking: Promise<Answer>, onUnknown: () => void): Promise<Answer> {
  try {
    return await asking;
  } catch (error) {
    // The session has ended elsewhere: signed out in another tab, or the app was uninstalled.
    if (statusOf(error) === 401) onUnknown();
    throw error;
  }
}
