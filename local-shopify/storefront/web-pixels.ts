/** The app's web pixel extensions: what their toml says, and their code as one script. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { parse } from "smol-toml";

export interface WebPixelExtension {
  /** Folder of the extension, such as "affiliate-pixel". */
  folder: string;
  /** Purposes that a visitor must have allowed, of `analytics`, `marketing`, `preferences`, `sale_of_data`. */
  purposes: string[];
  /** Names of the settings that the app has to give, and the fewest characters of each. */
  settings: { name: string; min: number }[];
}

/** All strict web pixels below a folder of extensions. Read anew each time, so that edits show at once. */
export function readWebPixels(extensionsDir: string): WebPixelExtension[] {
  if (!existsSync(extensionsDir)) return [];
  return readdirSync(extensionsDir).flatMap((folder) => {
    const file = join(extensionsDir, folder, "shopify.extension.toml");
    if (!existsSync(file)) return [];
    const toml = record(parse(readFileSync(file, "utf8")));
    if (toml["type"] !== "web_pixel_extension" || toml["runtime_context"] !== "strict") return [];
    return [
      { folder, purposes: purposesOf(toml["customer_privacy"]), settings: settingsOf(toml["settings"]) },
    ];
  });
}

function purposesOf(privacy: unknown): string[] {
  const { sale_of_data: sale, ...rest } = record(privacy);
  const named = Object.entries(rest).flatMap(([purpose, wanted]) => (wanted === true ? [purpose] : []));
  return sale === "enabled" || sale === "ldu" ? [...named, "sale_of_data"] : named;
}

function settingsOf(settings: unknown): WebPixelExtension["settings"] {
  return Object.entries(record(record(settings)["fields"])).map(([name, field]) => {
    const rules = record(field)["validations"];
    const min = (Array.isArray(rules) ? rules.map(record) : []).find((rule) => rule["name"] === "min");
    return { name, min: Number(min?.["value"] ?? 0) };
  });
}

/** The platform's objection to the settings of a pixel. Null if they are fine. */
export function settingsFault(extension: WebPixelExtension, given: unknown): string | null {
  const values = record(given);
  const unknown = Object.keys(values).find(
    (name) => !extension.settings.some((field) => field.name === name),
  );
  if (unknown !== undefined) return `Settings does not allow the key ${unknown}.`;
  for (const { name, min } of extension.settings) {
    const value = values[name];
    if (value === undefined && min > 0) return `Settings needs the key ${name}.`;
    if (value !== undefined && (typeof value !== "string" || value.length < min)) {
      return `Settings has no valid ${name}.`;
    }
  }
  return null;
}

const bundles = new Map<string, { at: number; code: string }>();

/**
 * The pixel as one script: what `shopify app build` made of it where that is newer than its sources, else made here.
 */
export async function bundleOf(extensionsDir: string, folder: string): Promise<string> {
  const root = resolve(extensionsDir, folder);
  const changed = newestIn(join(root, "src"));
  const built = join(root, "dist", `${folder}.js`);
  if (existsSync(built) && statSync(built).mtimeMs > changed) return readFileSync(built, "utf8");
  const known = bundles.get(root);
  if (known && known.at >= changed) return known.code;
  const code = await bundle(root);
  bundles.set(root, { at: changed, code });
  return code;
}

async function bundle(root: string): Promise<string> {
  // Loaded only here: most runs of the platform never need it.
  const { build } = await import("vite");
  const entry = join(root, "src", "index.ts");
  const result = await build({
    root,
    configFile: false,
    logLevel: "error",
    build: { write: false, lib: { entry, formats: ["iife"], name: "pixel" } },
  });
  for (const { output } of [result].flat().filter((each) => "output" in each)) return output[0].code;
  throw new Error(`Nothing came of bundling ${entry}.`);
}

function newestIn(folder: string): number {
  return Math.max(0, ...readdirSync(folder).map((name) => statSync(join(folder, name)).mtimeMs));
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}
