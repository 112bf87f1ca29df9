import { failed, type Finding, ok, unknown, warning } from "#app/domain/health-check.ts";
import { checkMailServer, mailFaultText, NoMailServerError } from "#app/gateways/email/send-mail.server.ts";
import { db } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { countFailedDeliveries, type InstalledShop, lastDeliveries } from "#app/store/health.ts";
import { minuteText } from "./minute-text.ts";
import type { readSeal } from "./check-seal.ts";

const leastVersion = 15;

export type DatabaseState =
  { readonly version: number; readonly hasTables: boolean } | { readonly error: string };

export function checkDatabase(state: DatabaseState): Finding {
  if ("error" in state) {
    return failed(
      `The database does not answer: ${state.error}.`,
      "Check DATABASE_URL and that PostgreSQL runs.",
    );
  }
  if (state.version < leastVersion) {
    return failed(`PostgreSQL ${state.version} is too old.`, `Use PostgreSQL ${leastVersion} or newer.`);
  }
  if (!state.hasTables) return warning("The database is empty.", "npm start creates what the app needs.");
  return ok(`PostgreSQL ${state.version} answers.`);
}

export function checkSecret(seal: Awaited<ReturnType<typeof readSeal>>): Finding {
  if (seal === "ours") return ok("The database opens with this APP_SECRET.");
  if (seal === "new") return unknown("Nothing was sealed yet.", "Start the app, then check again.");
  const [meaning = "", next = ""] = seal.message.split(". ");
  return failed(`${meaning}.`, next);
}

export async function checkWebhooks({ shopId }: InstalledShop): Promise<Finding> {
  const [seen, failures] = await Promise.all([
    lastDeliveries(db(), shopId),
    countFailedDeliveries(db(), shopId),
  ]);
  if (seen.length === 0) {
    return unknown("No webhook has arrived yet.", "Place a test order, then check again.");
  }
  const list = seen.map(({ topic, at }) => `${topic} ${minuteText(at)}`).join(", ");
  if (failures === 0) return ok(`Last received: ${list}.`);
  const count = failures === 1 ? "1 delivery" : `${failures} deliveries`;
  return warning(
    `${count} failed. Last received: ${list}.`,
    "Retry under Settings, What could not be processed.",
  );
}

export async function checkEmail(): Promise<Finding> {
  try {
    await checkMailServer();
  } catch (error) {
    if (error instanceof NoMailServerError) {
      return failed("Emails aren't sent. SMTP_URL isn't set.", "Set SMTP_URL to your email server.");
    }
    return failed(`The email server does not answer: ${mailFaultText(error)}.`, "Check SMTP_URL.");
  }
  return env().MAIL_FROM.includes("@localhost") && env().ALLOW_LOCAL_SHOPIFY !== "demo"
    ? warning("Emails come from an address at localhost.", "Set MAIL_FROM to an address of yours.")
    : ok("The email server answers.");
}

/** `seen` are the addresses that X-Forwarded-For held in a request to the app. */
export function checkProxies(seen: number | null): Finding {
  const trusted = env().TRUSTED_PROXIES;
  if (env().ALLOW_LOCAL_SHOPIFY === "demo") return unknown("The demo has no proxy.");
  if (seen === null) {
    return unknown("No request was seen yet.", "Open the app in a store's admin, then check again.");
  }
  const meaning = `Requests came through ${seen} ${seen === 1 ? "proxy" : "proxies"}, and TRUSTED_PROXIES is ${trusted}.`;
  return seen === trusted
    ? ok(meaning)
    : warning(meaning, `Set TRUSTED_PROXIES to the number of your proxies.`);
}
