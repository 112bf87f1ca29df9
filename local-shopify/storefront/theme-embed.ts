/** The app's theme embeds, rendered as the theme would: block settings, then the block's deferred script. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { CommerceRefusal } from "../commerce/refusal.ts";
import { asRecord, asText } from "../untyped.ts";

export interface EmbedSetting {
  id: string;
  type: string;
  label: string;
  default: string;
}

export interface ThemeEmbed {
  /** Folder of the extension, such as "affiliate-embed". */
  extension: string;
  /** Name of the block's file without its ending. */
  handle: string;
  name: string;
  target: "head" | "body";
  /** File names of the block's assets, empty where it has none. */
  javascript: string;
  stylesheet: string;
  settings: EmbedSetting[];
  source: string;
}

/** All app embed blocks below a folder of extensions. Read anew each time, so that edits show at once. */
export function readThemeEmbeds(extensionsDir: string): ThemeEmbed[] {
  if (!existsSync(extensionsDir)) return [];
  return readdirSync(extensionsDir).flatMap((extension) => {
    const blocks = join(extensionsDir, extension, "blocks");
    if (!existsSync(blocks)) return [];
    return readdirSync(blocks)
      .filter((file) => file.endsWith(".liquid"))
      .flatMap((file) =>
        readBlock(extension, basename(file, ".liquid"), readFileSync(join(blocks, file), "utf8")),
      );
  });
}

function readBlock(extension: string, handle: string, source: string): ThemeEmbed[] {
  const schemaText = /\{%-?\s*schema\s*-?%\}([\s\S]*?)\{%-?\s*endschema\s*-?%\}/.exec(source)?.[1];
  if (!schemaText) return [];
  const schema = asRecord(JSON.parse(schemaText));
  const target = asText(schema["target"]);
  if (target === "section") return [];
  const settings = Array.isArray(schema["settings"]) ? schema["settings"].map(asRecord) : [];
  return [
    {
      extension,
      handle,
      name: asText(schema["name"]) || handle,
      target: target === "head" || target === "compliance_head" ? "head" : "body",
      javascript: asText(schema["javascript"]),
      stylesheet: asText(schema["stylesheet"]),
      settings: settings
        .filter((setting) => setting["id"] !== undefined)
        .map((setting) => ({
          id: asText(setting["id"]),
          type: asText(setting["type"]),
          label: asText(setting["label"]) || asText(setting["id"]),
          default: asText(setting["default"]),
        })),
      source,
    },
  ];
}

export interface EmbedScope {
  shopDomain: string;
  /** Address below which an extension's assets are served. */
  assetsUrl: string;
  values: Record<string, string>;
}

/**
 * The block as HTML. Only what embeds commonly use of Liquid is there: comments and outputs of the block's
 * settings and the shop's domain; anything else is a loud refusal.
 */
export function renderThemeEmbed(embed: ThemeEmbed, scope: EmbedScope): string {
  const assets = `${scope.assetsUrl}/${embed.extension}`;
  const markup = embed.source
    .replace(/\{%-?\s*(comment|doc|schema)\s*-?%\}[\s\S]*?\{%-?\s*end\1\s*-?%\}/g, "")
    .replace(/\{\{-?\s*(.*?)\s*-?\}\}/g, (_, expression: string) => output(expression, embed, scope));
  const tag = /\{%-?\s*(.*?)\s*-?%\}/.exec(markup);
  if (tag) throw new CommerceRefusal(`The local platform does not implement the Liquid tag "${tag[1]}".`);
  const style = embed.stylesheet ? `<link rel="stylesheet" href="${assets}/${embed.stylesheet}">` : "";
  const script = embed.javascript ? `<script src="${assets}/${embed.javascript}" defer></script>` : "";
  return `${style}${markup.trim()}${script}`;
}

/** A setting's value: the merchant's, else the block's own default. */
export function settingValue(setting: EmbedSetting, values: Record<string, string>): string {
  return values[setting.id] ?? setting.default;
}

function output(expression: string, embed: ThemeEmbed, scope: EmbedScope): string {
  const [source = "", ...filters] = expression.split("|").map((part) => part.trim());
  return filters.reduce(
    (value, filter) => applyFilter(value, filter, embed, scope),
    read(source, embed, scope),
  );
}

function read(path: string, embed: ThemeEmbed, scope: EmbedScope): string {
  const literal = /^(['"])(.*)\1$/.exec(path);
  if (literal) return literal[2] ?? "";
  if (path === "shop.permanent_domain") return scope.shopDomain;
  if (path === "block.id") return embed.handle;
  const setting = embed.settings.find((each) => path === `block.settings.${each.id}`);
  if (setting) return settingValue(setting, scope.values);
  throw new CommerceRefusal(`The local platform does not implement the Liquid object "${path}".`);
}

function applyFilter(value: string, filter: string, embed: ThemeEmbed, scope: EmbedScope): string {
  if (filter === "escape") return value.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  if (filter === "json") return JSON.stringify(value).replaceAll("<", String.raw`\u003c`);
  if (filter === "asset_url") return `${scope.assetsUrl}/${embed.extension}/${value}`;
  throw new CommerceRefusal(`The local platform does not implement the Liquid filter "${filter}".`);
}
