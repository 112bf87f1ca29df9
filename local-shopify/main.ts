/** The local platform as a program of its own; README.md beside this file says how it is used. */
import { AppConfigError, readAppConfig } from "./app-config.ts";
import { PortTakenError, startLocalShopify } from "./server.ts";
import { StateFileError } from "./state.ts";

const { env } = process;

class SettingError extends Error {}

try {
  const platform = await startLocalShopify({
    app: readAppConfig(env["SHOPIFY_APP_TOML"] ?? "./shopify.app.toml", {
      apiKey: required("SHOPIFY_API_KEY"),
      apiSecret: required("SHOPIFY_API_SECRET"),
      appUrl: env["SHOPIFY_APP_URL"] ?? "http://localhost:3000",
    }),
    port: readPort("LOCAL_SHOPIFY_PORT", 4000),
    smtpPort: readPort("LOCAL_SMTP_PORT", 4025),
    dataDir: env["DATA_DIR"] ?? ".data",
    extensionsDir: env["EXTENSIONS_DIR"] ?? "./extensions",
  });
  const stop = (): void => {
    void platform.close().then(() => process.exit(0));
  };
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
  // A launcher that dies without a word must not leave a platform behind that holds its ports.
  process.once("disconnect", stop);
  process.stdout.write(
    `The local platform is at ${platform.url}, its mail server on ${platform.smtpPort}.\n`,
  );
  process.send?.({ ready: true, url: platform.url, smtpPort: platform.smtpPort });
} catch (error) {
  if (!isExpected(error)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
  process.disconnect?.();
}

function isExpected(error: unknown): error is Error {
  const kinds = [SettingError, PortTakenError, StateFileError, AppConfigError];
  return kinds.some((kind) => error instanceof kind);
}

function required(name: string): string {
  const value = env[name];
  if (value === undefined || value === "") throw new SettingError(`The local platform needs ${name}.`);
  return value;
}

function readPort(name: string, fallback: number): number {
  const port = Number(env[name] ?? fallback);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new SettingError(`${name} is not a port.`);
  return port;
}
