import { existsSync } from "node:fs";
import { loadEnvFile } from "node:process";

/** Takes over what `.env` says; what the environment says already stays. */
export function readEnvFile(): void {
  if (existsSync(".env")) loadEnvFile(".env");
}
