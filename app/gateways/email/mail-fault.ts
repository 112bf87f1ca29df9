import { isIP } from "node:net";
import { env } from "../../platform/env.server.ts";
import { describeError } from "../../platform/log.server.ts";

/**
 * Why a mail could not be sent, for merchants and for the database: without email addresses, which mail servers repeat,
 * and without the hosts and IP addresses of the operator's network.
 */
export function mailFaultText(error: unknown): string {
  const server = URL.parse(env().SMTP_URL ?? "")?.hostname;
  const text = String(describeError(error)["error"]);
  return text.replaceAll(/[^\s<>"'()[\],;/=]+/g, (word) => {
    const name = word.replace(/[.:]+$/, "");
    const isHidden = word.includes("@") || [name, name.replace(/:\d+$/, "")].some(isHost);
    return isHidden ? "…" : word;
  });

  function isHost(name: string): boolean {
    return name === server || isIP(name) !== 0 || /^(?:[\w-]+\.)+[a-z][\w-]*$/i.test(name);
  }
}
