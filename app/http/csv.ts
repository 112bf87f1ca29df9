const lineEnd = "\r\n";

/**
 * One line of CSV. Every cell is quoted; what a spreadsheet would take for a formula gets an apostrophe in front, so
 * that a name that somebody chose never runs on the merchant's machine.
 */
export function csvLine(cells: readonly string[]): string {
  return cells.map(csvCell).join(",") + lineEnd;
}

function csvCell(text: string): string {
  const harmless = /^[=+\-@\t\r\n]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}

/** A CSV file that is written while it is sent, so that its length costs no memory. */
export function csvResponse(fileName: string, lines: AsyncIterable<string>): Response {
  const encoder = new TextEncoder();
  const iterator = lines[Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      // Spreadsheets read UTF-8 as such only behind this mark.
      controller.enqueue(encoder.encode("\uFEFF"));
    },
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await iterator.return?.();
    },
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${fileName}"`,
      "Cache-Control": "private, no-store",
      Vary: "Authorization, Cookie",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
