/** A local PayPal of a test's own, somebody who calls it, and somebody who listens to it. */
import { createServer, type IncomingHttpHeaders } from "node:http";
import { onTestFinished } from "vitest";
import { startLocalPaypal, type LocalPaypal, type LocalPaypalOptions } from "../../local-paypal/server.ts";
import type { ItemLine } from "../../local-paypal/books.ts";
import type { Item } from "../../local-paypal/state.ts";

export const clientId = "local-client";
export const clientSecret = "local-secret";

/** Starts one with 10,000 dollars and stops it when the test is over. */
export async function startPaypal(options: Partial<LocalPaypalOptions> = {}): Promise<LocalPaypal> {
  const paypal = await startLocalPaypal({ clientId, clientSecret, funds: { USD: 1_000_000n }, ...options });
  onTestFinished(() => paypal.close());
  return paypal;
}

export interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
}

/** Somebody who holds a token. */
export interface Caller {
  token: string;
  call(method: "GET" | "POST", path: string, body?: unknown): Promise<Answer>;
}

export async function login(paypal: LocalPaypal): Promise<Caller> {
  const answer = await askToken(paypal, `${clientId}:${clientSecret}`);
  const token = String(dig(answer.body, "access_token"));
  return {
    token,
    call: (method, path, body) =>
      ask(`${paypal.url}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
  };
}

export function askToken(
  paypal: LocalPaypal,
  credentials: string,
  form = "grant_type=client_credentials",
): Promise<Answer> {
  return ask(`${paypal.url}/v1/oauth2/token`, {
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from(credentials).toString("base64")}`,
      "content-type": "application/x-www-form-urlencoded",
    },
    body: form,
  });
}

export async function ask(url: string, init: RequestInit = {}): Promise<Answer> {
  const answer = await fetch(url, init);
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

/** A payout's body: one item for each receiver, of ten dollars and a half. */
export function payoutOf(senderBatchId: string | null, ...receivers: string[]): object {
  return {
    sender_batch_header: {
      ...(senderBatchId === null ? {} : { sender_batch_id: senderBatchId }),
      email_subject: "Your commission",
      email_message: "Thank you.",
    },
    items: receivers.map((receiver, index) => ({
      recipient_type: "EMAIL",
      receiver,
      amount: { value: "10.50", currency: "USD" },
      sender_item_id: `${senderBatchId ?? "none"}-${index + 1}`,
      note: "November",
    })),
  };
}

/** Value at a path of a JSON value. Undefined if there is none. */
export function dig(value: unknown, ...path: (string | number)[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (typeof value !== "object" || value === null) return undefined;
  return dig(new Map<string, unknown>(Object.entries(value)).get(String(name)), ...rest);
}

/** The id that PayPal gave the batch of a created answer. */
export function batchIdOf(answer: Answer): string {
  return String(dig(answer.body, "batch_header", "payout_batch_id"));
}

/** The line of the books about one `sender_item_id`. */
export function lineOf(paypal: LocalPaypal, senderItemId: string): ItemLine | undefined {
  return paypal.books().items.find((line) => line.senderItemId === senderItemId);
}

/** Balance of an account in the books, in cents. */
export function holds(paypal: LocalPaypal, account: string): bigint {
  const line = paypal.books().accounts.find((entry) => entry.account === account && entry.currency === "USD");
  return BigInt(line?.minor ?? "0");
}

/** The one payment under this `sender_item_id`; a test that expects none or two fails here. */
export function itemOf(paypal: LocalPaypal, senderItemId: string): Item {
  const found = Object.values(paypal.ctx.state.items).filter((item) => item.senderItemId === senderItemId);
  const [item] = found;
  if (item === undefined || found.length > 1) throw new Error(`${found.length} payments of ${senderItemId}`);
  return item;
}

export interface Heard {
  headers: IncomingHttpHeaders;
  body: string;
  type: string;
}

export interface Listener {
  url: string;
  heard: Heard[];
}

/** An app that keeps what it hears and answers each webhook with the next status, then 200. */
export async function startListener(statuses: number[] = []): Promise<Listener> {
  const heard: Heard[] = [];
  const answers = [...statuses];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const body = Buffer.concat(parts).toString("utf8");
      heard.push({ headers: request.headers, body, type: String(dig(JSON.parse(body), "event_type")) });
      response.writeHead(answers.shift() ?? 200).end();
    });
  });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/webhooks/paypal`, heard };
}
