import type { EvidenceKind } from "#app/domain/attribution.ts";
import type { SignalName } from "#app/domain/signals.ts";
import { signalWords } from "./en/admin/signal-words.ts";
import { textsOf } from "./message.ts";

/** The server and the browser name the same things, so the texts come with this file. */
const t = textsOf("signalWords", signalWords);

/** Name of an attribution signal. */
export function signalName(signal: SignalName | EvidenceKind): string {
  return t(`names.${signal}`);
}

const fileColumns = [
  "from",
  "to",
  "all",
  "signal",
  "orders",
  "share",
  "credited",
  "lost",
  "elsewhere",
] as const;

/** Headings of the exported attribution report. */
export function signalFileHead(): string[] {
  return fileColumns.map((column) => t(`file.${column}`));
}
