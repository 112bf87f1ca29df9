import { ApiError } from "./api-error.ts";
import { requestTimeoutMs } from "./api-client.ts";

/**
 * Fetches a file and hands it to the browser to keep. Inside the platform's admin a link of its own would come
 * without the App Bridge's proof of who asks; what is fetched comes with it.
 * @throws ApiError
 */
export async function downloadFile(url: string): Promise<void> {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await fetchFile(url));
  link.download = new URL(url, window.location.href).pathname.split("/").at(-1) ?? "";
  link.click();
  URL.revokeObjectURL(link.href);
}

async function fetchFile(url: string): Promise<Blob> {
  const timeout = AbortSignal.timeout(requestTimeoutMs);
  try {
    const response = await fetch(url, { signal: timeout });
    if (response.ok && !response.redirected) return await response.blob();
    const status = response.redirected ? 401 : response.status;
    throw new ApiError({ kind: "status", status, serverMessage: null, fields: [] });
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError({ kind: timeout.aborted ? "timeout" : "network" });
  }
}
