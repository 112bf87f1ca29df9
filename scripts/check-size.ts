/**
 * Weighs the script that a browser loads for the first view of the dashboard: the entry, the routes that
 * stand on the way to it, and everything these import at once. What is loaded lazily later does not count, and
 * neither does the manifest, which is only read here: a page carries its own part of it.
 */
import { globSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { z } from "zod";

const view = "dashboard";
const maxGzip = 250_000;

const chunk = z.object({ module: z.string(), imports: z.array(z.string()).default([]) });
const manifestShape = z.object({
  entry: chunk,
  routes: z.record(
    z.string(),
    chunk.extend({
      parentId: z.string().optional(),
      path: z.string().optional(),
      index: z.boolean().optional(),
    }),
  ),
});
type Manifest = z.infer<typeof manifestShape>;

const [file, ...others] = globSync("build/client/assets/manifest-*.js");
if (!file || others.length > 0) {
  console.error("There is not exactly one manifest in build/client/assets: run `npm run build` first.");
  process.exit(1);
}
const manifest = manifestShape.parse(
  JSON.parse(/=\s*(\{.*\})/s.exec(readFileSync(file, "utf8"))?.[1] ?? "null"),
);
const branch = branchTo(manifest, view);
const chunks = [manifest.entry, ...branch];
const urls = new Set([...chunks.map((each) => each.module), ...chunks.flatMap((each) => each.imports)]);
const files = [...urls].map((url) => `build/client${url}`);
const sizes = files.map((name) => ({ name, bytes: gzipSync(readFileSync(name), { level: 9 }).length }));
const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);

for (const { name, bytes } of sizes.toSorted((a, b) => b.bytes - a.bytes).slice(0, 8)) {
  console.log(`${String(bytes).padStart(9)}  ${name}`);
}
const ok = total < maxGzip;
console.log(
  `${ok ? "ok  " : "FAIL"} /${view} first loads ${total} bytes of script (gzip); the limit is ${maxGzip}.`,
);
process.exitCode = ok ? 0 : 1;

/** The routes from the root to the one that answers `/path`, its index route included. */
function branchTo({ routes }: Manifest, path: string): Manifest["routes"][string][] {
  const chainOf = (id: string): string[] => {
    const parent = routes[id]?.parentId;
    return parent ? [...chainOf(parent), id] : [id];
  };
  const urlOf = (id: string) =>
    chainOf(id)
      .map((each) => routes[each]?.path ?? "")
      .filter((each) => each !== "")
      .join("/");
  // Several routes may share the address, as a layout and its index do: the longest chain is what is shown.
  const chains = Object.keys(routes)
    .filter((id) => urlOf(id) === path)
    .map(chainOf);
  const [longest] = chains.toSorted((a, b) => b.length - a.length);
  if (!longest) throw new Error(`No route answers /${path}.`);
  return longest.flatMap((id) => routes[id] ?? []);
}
