/** The local PayPal as a program of its own; README.md beside this file says how it is used. */
import { PortTakenError, startLocalPaypal } from "./server.ts";
import { StateFileError } from "./state.ts";

const { env } = process;

class SettingError extends Error {}

const funds = { USD: 1_000_000n, EUR: 1_000_000n, GBP: 500_000n, JPY: 1_000_000n };

try {
  const paypal = await startLocalPaypal({
    clientId: required("LOCAL_PAYPAL_CLIENT_ID"),
    clientSecret: required("LOCAL_PAYPAL_CLIENT_SECRET"),
    ...readWebhook(),
    funds,
    accounts: readAccounts(),
    port: readPort("LOCAL_PAYPAL_PORT", 4001),
    dataDir: env["DATA_DIR"] ?? ".data",
  });
  const stop = (): void => {
    void paypal.close().then(() => process.exit(0));
  };
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
  // A launcher that dies without a word must not leave a PayPal behind that holds its port.
  process.once("disconnect", stop);
  process.stdout.write(`The local PayPal is at ${paypal.url}.\n`);
  process.send?.({ ready: true, url: paypal.url });
} catch (error) {
  if (!isExpected(error)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
  process.disconnect?.();
}

function isExpected(error: unknown): error is Error {
  return [SettingError, PortTakenError, StateFileError].some((kind) => error instanceof kind);
}

function required(name: string): string {
  const value = env[name];
  if (value === undefined || value === "") throw new SettingError(`The local PayPal needs ${name}.`);
  return value;
}

function readWebhook(): { webhook?: { id: string; url: string } } {
  const [id, url] = [env["LOCAL_PAYPAL_WEBHOOK_ID"], env["LOCAL_PAYPAL_WEBHOOK_URL"]];
  return id === undefined || url === undefined ? {} : { webhook: { id, url } };
}

/** Further accounts, as id:secret with commas between them. */
function readAccounts(): { clientId: string; clientSecret: string; funds: typeof funds }[] {
  const pairs = (env["LOCAL_PAYPAL_ACCOUNTS"] ?? "").split(",").filter((pair) => pair !== "");
  return pairs.map((pair) => {
    const [clientId = "", clientSecret = "", ...rest] = pair.split(":");
    if (!/^[\w-]+$/.test(clientId) || clientSecret === "" || rest.length > 0) {
      throw new SettingError("LOCAL_PAYPAL_ACCOUNTS is not id:secret, with commas between several.");
    }
    return { clientId, clientSecret, funds };
  });
}

function readPort(name: string, fallback: number): number {
  const port = Number(env[name] ?? fallback);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new SettingError(`${name} is not a port.`);
  return port;
}
