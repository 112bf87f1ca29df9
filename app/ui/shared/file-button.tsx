import { Button, type ButtonProps } from "@shopify/polaris";
import { useState } from "react";
import { usePageWait, usePageHost, useUiActions } from "../state/ui-provider.tsx";
import { ApiError, messageFor, requestTimeoutMs } from "./api-client.ts";
import { commonText as t } from "./common-text.ts";
import { formatCount } from "./format.ts";
import type { PageAction } from "./frame/app-page.tsx";

type Props = Pick<ButtonProps, "size" | "accessibilityLabel"> & { url: string; content: string };

/**
 * A button that downloads a file. As a link it has the `download` attribute, because the router would take it for a
 * page.
 */
export function FileButton({ url, content, ...looks }: Props) {
  const action = useFileAction(url, content);
  const target = action.onAction ? { onClick: () => action.onAction?.() } : { url, download: true };
  return (
    <Button {...looks} {...target}>
      {content}
    </Button>
  );
}

/** Bytes between two updates of the shown count. */
const shownStep = 100_000;

function waitText(kilobytes: number): string {
  return kilobytes === 0 ? t("file.preparing") : t("file.received", { size: formatCount(kilobytes) });
}

/** A page action that downloads a file: a plain link, or inside Shopify's admin a fetch with its token. */
export function useFileAction(url: string, content: string): PageAction {
  const { embedded } = usePageHost();
  const { addToast } = useUiActions();
  const [isFetching, setFetching] = useState(false);
  const [kilobytes, setKilobytes] = useState(0);
  usePageWait(isFetching, waitText(kilobytes));
  if (!embedded) return { content, url };
  const download = () => {
    setFetching(true);
    setKilobytes(0);
    downloadFile(url, (bytes) => setKilobytes(Math.floor(bytes / shownStep) * (shownStep / 1000)))
      .catch((error: unknown) => {
        const retry = { content: t("error.retry"), onAction: download };
        addToast({ message: messageFor(error), type: "error", action: retry });
      })
      .finally(() => setFetching(false));
  };
  return { content, onAction: download };
}

/**
 * Fetches a file and saves it. Inside Shopify's admin a plain link would lack App Bridge's token. A long download
 * continues as long as data arrives; `onBytes` gets the count.
 * @throws ApiError
 */
export async function downloadFile(url: string, onBytes: (bytes: number) => void): Promise<void> {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await fetchFile(url, onBytes));
  link.download = new URL(url, window.location.href).pathname.split("/").at(-1) ?? "";
  link.click();
  URL.revokeObjectURL(link.href);
}

async function fetchFile(url: string, onBytes: (bytes: number) => void): Promise<Blob> {
  const silence = silenceLimit(requestTimeoutMs);
  try {
    const response = await fetch(url, { signal: silence.signal });
    if (response.ok && !response.redirected) return await wholeOf(response, silence, onBytes);
    const status = response.redirected ? 401 : response.status;
    throw new ApiError({ kind: "status", status, serverMessage: null, fields: [] });
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError({ kind: silence.signal.aborted ? "timeout" : "network" });
  } finally {
    silence.end();
  }
}

async function wholeOf(
  response: Response,
  silence: { readonly heard: () => void },
  onBytes: (bytes: number) => void,
): Promise<Blob> {
  const { body, headers } = response;
  if (body === null) return await response.blob();
  let bytes = 0;
  const counting = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(part, rest) {
      bytes += part.byteLength;
      silence.heard();
      onBytes(bytes);
      rest.enqueue(part);
    },
  });
  return await new Response(body.pipeThrough(counting), { headers }).blob();
}

/** Gives up after this long without data. */
function silenceLimit(limitMs: number) {
  const giveUp = new AbortController();
  const started = () => setTimeout(() => giveUp.abort(), limitMs);
  let timer = started();
  return {
    signal: giveUp.signal,
    heard() {
      clearTimeout(timer);
      timer = started();
    },
    end: () => clearTimeout(timer),
  };
}
