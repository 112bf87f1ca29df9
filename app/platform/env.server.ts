import { z } from "zod";

/**
 * The settings of the process, read once and checked. A new name also belongs into `.env.example`; a test
 * compares the two.
 */
const webAddress = z.string().regex(/^https?:\/\//, "must be an http(s) address");

const schema = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("development"),
  /** 0 selects a free port, which `npm run ingest` prints when it is ready. */
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  DATABASE_URL: z
    .string({
      error: "is missing: give the address of a PostgreSQL server, 15 or newer",
    })
    .regex(/^postgres(ql)?:\/\//, "must be a postgresql:// address"),
  /** How long work waits for a connection of the pool before it fails. */
  DATABASE_WAIT_SECONDS: z.coerce.number().min(1).max(600).default(10),
  APP_SECRET: z
    .string({ error: "is missing: 32 or more random characters; it encrypts what is secret at rest" })
    .min(32, "needs at least 32 characters"),
  /** Opens values sealed before a rotation, until `npm run rotate-secret` has sealed them again. */
  APP_SECRET_PREVIOUS: z.string().min(32, "needs at least 32 characters").optional(),
  /** Keys the hashes after a rotation of APP_SECRET: the first APP_SECRET of the installation. */
  HASH_SECRET: z.string().min(32, "needs at least 32 characters").optional(),
  SHOPIFY_API_KEY: z.string({ error: "is missing: the client id of the app on Shopify" }).min(1),
  SHOPIFY_API_SECRET: z.string({ error: "is missing: the client secret of the app on Shopify" }).min(1),
  /** Accepted in addition to the new secret while Shopify still signs with it. */
  SHOPIFY_API_SECRET_PREVIOUS: z.string().optional(),
  SHOPIFY_APP_URL: webAddress.default("http://localhost:3000").transform((text) => text.replace(/\/$/, "")),
  SCOPES: z
    .string()
    .default(
      "read_orders,read_products,read_customers,read_discounts,write_discounts,write_pixels,read_customer_events,write_app_proxy",
    ),
  SHOPIFY_LOCAL_URL: webAddress.transform((text) => text.replace(/\/$/, "")).optional(),
  ALLOW_LOCAL_SHOPIFY: z.enum(["demo"]).optional(),
  APP_BRIDGE_URL: webAddress.optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, "must be an smtp:// address")
    .optional(),
  MAIL_FROM: z.string().default("Affiliate Platform <affiliates@localhost>"),
  /** The server's own PayPal account: https://ID:SECRET@host/?webhook=ID. It pays for PAYPAL_SHOPS only. */
  PAYPAL_URL: z
    .string()
    .regex(
      /^https?:\/\/[^:@/]+:[^@/]+@[^/]+\/?(\?.*)?$/,
      "must be https://CLIENT_ID:SECRET@host/?webhook=WEBHOOK_ID",
    )
    .optional(),
  PAYPAL_SHOPS: z
    .string()
    .default("")
    .transform((text) =>
      text
        .toLowerCase()
        .split(/[\s,]+/)
        .filter((domain) => domain !== ""),
    )
    .pipe(
      z.array(
        // A copy of `isShopDomain`, because this layer imports no other. A test compares the two.
        z
          .string()
          .regex(
            /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.myshopify\.com$/,
            "must be domains like a-shop.myshopify.com",
          ),
      ),
    ),
  /** The local PayPal, instead of PayPal's sandbox. */
  PAYPAL_LOCAL_URL: webAddress.transform((text) => text.replace(/\/$/, "")).optional(),
  /** Operator of this server, for the page /privacy. */
  OPERATOR_NAME: z.string().max(200, "must be at most 200 characters").optional(),
  /** Contact for questions about personal data: an email address or a web address. */
  OPERATOR_CONTACT: z
    .union([z.email(), z.url({ protocol: /^https?$/ })], "must be an email or web address")
    .optional(),
  INSTALL_FORM: z.enum(["on", "off"]).default("on"),
  JOBS: z.enum(["in-process", "off"]).default("off"),
  /** Folder for data that the database cannot store yet. */
  DATA_DIR: z.string().default(".data"),
  /** Number of proxies in front of the app that add the client's address. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(9).default(1),
  /** Bearer token for `/metrics`. Without it the address answers 404. */
  METRICS_TOKEN: z.string().min(16, "needs at least 16 characters").optional(),
  /** Where `npm run worker` answers health checks and metrics. Without it the worker listens nowhere. */
  WORKER_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
});

export type Env = z.infer<typeof schema>;

/** Exported for the test that compares them with `.env.example`. */
export const envNames = Object.keys(schema.shape);

/** Parses `source` into the values, or one line for each missing or invalid name. */
export function parseEnv(source: Record<string, string | undefined>): { env: Env } | { problems: string[] } {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const result = schema.safeParse(given);
  if (!result.success) {
    return { problems: result.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`) };
  }
  const values = result.data;
  if (values.SHOPIFY_LOCAL_URL && values.NODE_ENV === "production" && values.ALLOW_LOCAL_SHOPIFY !== "demo") {
    return {
      problems: ["SHOPIFY_LOCAL_URL is set in production: it points the app at a stand-in of the platform"],
    };
  }
  if (values.PAYPAL_LOCAL_URL && values.NODE_ENV === "production" && values.ALLOW_LOCAL_SHOPIFY !== "demo") {
    return { problems: ["PAYPAL_LOCAL_URL is set in production: it points the app at a stand-in of PayPal"] };
  }
  return { env: values };
}

/** Valid settings that have less effect than expected. */
export function envWarnings({ PAYPAL_URL, PAYPAL_SHOPS }: Env): string[] {
  return PAYPAL_URL !== undefined && PAYPAL_SHOPS.length === 0
    ? ["PAYPAL_URL pays for no shop: name the shops that it pays for in PAYPAL_SHOPS"]
    : [];
}

/** Secrets that Shopify may have signed with, the current one first. */
export function apiSecrets(): string[] {
  const { SHOPIFY_API_SECRET, SHOPIFY_API_SECRET_PREVIOUS: previous } = env();
  return previous === undefined ? [SHOPIFY_API_SECRET] : [SHOPIFY_API_SECRET, previous];
}

let parsed: Env | undefined;

/**
 * The checked environment of this process.
 * @throws with every problem named if it is invalid
 */
export function env(): Env {
  if (!parsed) {
    const result = parseEnv(process.env);
    if ("problems" in result) throw new Error(`Environment: ${result.problems.join("; ")}`);
    parsed = result.env;
  }
  return parsed;
}

/** The server's own PayPal account, and the shops that it pays for. */
export type ServerPaypal = {
  /** Address of the API, without a final slash. */
  readonly origin: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly webhookId: string;
  readonly shops: readonly string[];
};

/** The account of PAYPAL_URL. Null if unset. */
export function serverPaypal(): ServerPaypal | null {
  const { PAYPAL_URL, PAYPAL_SHOPS } = env();
  if (PAYPAL_URL === undefined || !URL.canParse(PAYPAL_URL)) return null;
  const url = new URL(PAYPAL_URL);
  return {
    origin: url.origin,
    clientId: decodeURIComponent(url.username),
    clientSecret: decodeURIComponent(url.password),
    webhookId: url.searchParams.get("webhook") ?? "",
    shops: PAYPAL_SHOPS,
  };
}

/** Address of PayPal's API. PAYPAL_LOCAL_URL replaces the sandbox. */
export function paypalOrigin(environment: "live" | "sandbox"): string {
  if (environment === "live") return "https://api-m.paypal.com";
  return env().PAYPAL_LOCAL_URL ?? "https://api-m.sandbox.paypal.com";
}
