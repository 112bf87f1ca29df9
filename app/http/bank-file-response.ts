import { fileResponse } from "./csv.ts";

type BankFile = { readonly name: string; readonly text: string };

/** A file for the bank, byte by byte as it was frozen. */
export function bankFileResponse({ name, text }: BankFile): Response {
  return fileResponse({ fileName: name, type: "text/csv; charset=utf-8" }, bytesOf(text));
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(new TextEncoder().encode(text));
}
