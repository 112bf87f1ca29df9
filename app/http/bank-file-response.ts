import { csvType, fileResponse } from "./csv.ts";

type BankFile = { readonly name: string; readonly isXml: boolean; readonly text: string };

/** A file for the bank, byte by byte as it was frozen. */
export function bankFileResponse({ name, isXml, text }: BankFile): Response {
  const type = isXml ? "application/xml" : csvType;
  return fileResponse({ fileName: name, type }, bytesOf(text));
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(new TextEncoder().encode(text));
}
