export { csvLine } from "../domain/csv.ts";

export const csvType = "text/csv; charset=utf-8";
/** Spreadsheets read UTF-8 as such only behind this mark. */
export const csvMark = "\uFEFF";

/** A CSV file that is written while it is sent, so that its length costs no memory. */
export function csvResponse(fileName: string, lines: AsyncIterable<string>): Response {
  return fileResponse({ fileName, type: csvType }, bytesOf(lines));
}

async function* bytesOf(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(csvMark);
  for await (const text of lines) yield encoder.encode(text);
}

/** Any file that is written while it is sent. Nothing is read of one that nobody takes: not even its first part. */
export function fileResponse(
  { fileName, type }: { readonly fileName: string; readonly type: string },
  bytes: AsyncIterable<Uint8Array>,
): Response {
  const iterator = bytes[Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await iterator.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, {
    headers: {
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="${fileName}"`,
      "Cache-Control": "private, no-store",
      Vary: "Authorization, Cookie",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
