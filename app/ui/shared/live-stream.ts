/** The version that an event or an answer of the pulse names; null where it names none. */
export function versionIn(value: unknown): string | null {
  if (typeof value !== "object" || value === null || !("version" in value)) return null;
  return typeof value.version === "string" ? value.version : null;
}

const eventEnd = /\r?\n\r?\n/;
/** An event of ours is some sixty characters: what goes on for so long is none. */
const longestEvent = 10_000;

/**
 * Reads server-sent events to their end and tells the version of each that has one. `onSign` is called for every sign of
 * life, comments included.
 * @throws what the stream fails with.
 */
export async function readVersions(
  stream: ReadableStream<string>,
  { onSign, onVersion }: { onSign: () => void; onVersion: (version: string) => void },
): Promise<void> {
  const reader = stream.getReader();
  let rest = "";
  for (;;) {
    // Each piece follows the one before.
    // oxlint-disable-next-line no-await-in-loop
    const { done, value } = await reader.read();
    if (done) return;
    onSign();
    const events = `${rest}${value}`.split(eventEnd);
    rest = events.pop() ?? "";
    if (rest.length > longestEvent) throw new Error("This is no event stream.");
    for (const event of events) {
      const version = versionOf(event);
      if (version !== null) onVersion(version);
    }
  }
}

function versionOf(event: string): string | null {
  const data = event
    .split(/\r?\n/)
    .filter((line) => line.startsWith("data:"))
    .map((line) => line.slice(5).trim())
    .join("\n");
  if (data === "") return null;
  try {
    return versionIn(JSON.parse(data));
  } catch {
    return null;
  }
}
