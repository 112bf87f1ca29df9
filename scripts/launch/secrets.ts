import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";

const names = ["APP_SECRET", "SHOPIFY_API_KEY", "SHOPIFY_API_SECRET"] as const;

export type Secrets = Record<(typeof names)[number], string>;

/** The secrets of the demo in this folder: made at its first start, and the same ever after. */
export function readOrMakeSecrets(dataDir: string): Secrets {
  const file = join(dataDir, "demo.env");
  const kept = existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {};
  const secrets: Secrets = {
    APP_SECRET: kept["APP_SECRET"] ?? randomBytes(36).toString("base64url"),
    SHOPIFY_API_KEY: kept["SHOPIFY_API_KEY"] ?? randomBytes(16).toString("hex"),
    SHOPIFY_API_SECRET: kept["SHOPIFY_API_SECRET"] ?? randomBytes(24).toString("base64url"),
  };
  if (names.every((name) => kept[name])) return secrets;
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(file, `${names.map((name) => `${name}=${secrets[name]}`).join("\n")}\n`, { mode: 0o600 });
  return secrets;
}
