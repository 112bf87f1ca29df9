/** What a launcher hears over the channel that `fork` gives. */
export type Report = { kind: "ready"; url: string; port: number } | { kind: "failed"; reason: string };

export function isReport(message: unknown): message is Report {
  if (typeof message !== "object" || message === null || !("kind" in message)) return false;
  return message.kind === "ready" || message.kind === "failed";
}
