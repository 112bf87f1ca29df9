import { readFileSync, readdirSync, statSync } from "node:fs";
import { join, relative } from "node:path";

export type Sample = {
  readonly file: string;
  readonly topic: "orders/create" | "refunds/create";
  readonly orderId: string;
  readonly body: Record<string, unknown>;
};

type Plain = Record<string, unknown>;

function isPlain(value: unknown): value is Plain {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function filesIn(folder: string): string[] {
  return readdirSync(folder)
    .toSorted()
    .map((name) => join(folder, name))
    .flatMap((path) => (statSync(path).isDirectory() ? filesIn(path) : [path]))
    .filter((path) => path.endsWith(".json"));
}

function idText(value: unknown): string {
  return typeof value === "number" || typeof value === "string" ? `${value}` : "";
}

function sampleOf(file: string, body: unknown, kind: "order" | "refund"): Sample[] {
  if (!isPlain(body)) return [];
  const orderId = idText(kind === "order" ? body["id"] : body["order_id"]);
  // A calculated refund or a draft has no id, and no webhook carries it.
  if (idText(body["id"]) === "" || orderId === "") return [];
  return [{ file, topic: kind === "order" ? "orders/create" : "refunds/create", orderId, body }];
}

/** Orders and refunds under their names: wrapped, in a list, or inside a recorded answer. */
function wrappedIn(file: string, document: unknown): Sample[] {
  if (!isPlain(document)) return [];
  return Object.entries(document).flatMap(([name, value]) => {
    const kind = /^(order|refund)s?$/.exec(name)?.[1];
    if (kind === "order" || kind === "refund") {
      return [value].flat().flatMap((one) => sampleOf(file, one, kind));
    }
    return name.startsWith("_") ? [] : wrappedIn(file, value);
  });
}

function samplesOf(file: string, document: unknown): Sample[] {
  if (!isPlain(document)) return [];
  if (Array.isArray(document["line_items"])) return sampleOf(file, document, "order");
  if (Array.isArray(document["refund_line_items"])) return sampleOf(file, document, "refund");
  return wrappedIn(file, document);
}

/** Every order and refund in the JSON files of a folder; a file without any is left out. */
export function readSamples(folder: string): Sample[] {
  return filesIn(folder).flatMap((path) => {
    const document: unknown = JSON.parse(readFileSync(path, "utf8"));
    return samplesOf(relative(folder, path), document);
  });
}
