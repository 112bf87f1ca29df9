import { keyedHash, sameText } from "#app/platform/crypto.server.ts";

/** A person needs longer to fill in a form; programs that post forms do not. */
const leastMs = 3000;
const mostMs = 24 * 3_600_000;

const signatureOf = (form: string, ms: string): string => keyedHash("form-stamp", `${form}:${ms}`);

/** A hidden field that proves when a form was shown. `form` names the form, so that no other takes it. */
export function stampOf(form: string, now: Date): string {
  const ms = String(now.getTime());
  return `${ms}.${signatureOf(form, ms)}`;
}

/** Checks the stamp of a form that comes back. */
export function checkStamp(form: string, stamp: string, now: Date): "fine" | "too-fast" | "expired" {
  const [ms = "", signature = ""] = stamp.split(".");
  if (!/^\d{1,15}$/.test(ms) || !sameText(signature, signatureOf(form, ms))) return "expired";
  const age = now.getTime() - Number(ms);
  if (age > mostMs) return "expired";
  return age < leastMs ? "too-fast" : "fine";
}
