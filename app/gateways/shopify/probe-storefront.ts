import { platformFetch } from "./addresses.ts";

const timeoutMs = 8000;

/** Asset of the theme extension, by which a page shows that the embed is on. */
const embedMark = /affiliate-embed/;

/** True if the store's front page carries the theme embed. Null if a password hides the page or it cannot be read. */
export async function probeEmbed(shopDomain: string): Promise<boolean | null> {
  const answer = await ask(`https://${shopDomain}/`);
  if (answer === null || !answer.ok || isPasswordPage(answer)) return null;
  return embedMark.test(await answer.text());
}

export type ProxyProbe = "reached" | "refused" | "no-answer" | "elsewhere" | "password";

/** Result of a call that the store leads to `/proxy/check` of the app. */
export async function probeProxy(shopDomain: string, nonce: string): Promise<ProxyProbe> {
  const answer = await ask(`https://${shopDomain}/apps/affiliates/check?nonce=${nonce}`);
  if (answer === null || answer.status >= 500) return "no-answer";
  if (isPasswordPage(answer)) return "password";
  if (answer.status === 401) return "refused";
  const text = answer.ok ? await answer.text() : "";
  return text.includes(nonce) && text.startsWith("{") ? "reached" : "elsewhere";
}

/** True if anything answers at the app's own address. */
export async function answersAt(address: string): Promise<boolean> {
  return (await ask(address)) !== null;
}

function isPasswordPage({ url }: Response): boolean {
  return new URL(url).pathname.endsWith("/password");
}

async function ask(address: string): Promise<Response | null> {
  try {
    return await platformFetch(address, { signal: AbortSignal.timeout(timeoutMs) });
  } catch {
    return null;
  }
}
