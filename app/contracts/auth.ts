import { z } from "zod";
import { enter, ofType } from "./reasons.ts";

const shopDomain = z
  .string(ofType(enter("shop_domain")))
  .trim()
  .min(1, enter("shop_domain"))
  .max(255);

/** Body of POST /api/v1/auth/login. */
export const loginBody = z
  .strictObject({
    shop: shopDomain,
    apiKey: z
      .string(ofType(enter("api_key")))
      .min(1, enter("api_key"))
      .max(200),
  })
  .meta({ id: "Login" });

/** The signed-in staff member, or an API key by its name. A key has no email address. */
export const userWire = z
  .object({
    id: z.string(),
    kind: z.enum(["staff", "api-key"]),
    name: z.string(),
    email: z.string().nullable(),
    scope: z.enum(["read", "write"]),
    shop: z.string(),
  })
  .meta({ id: "User" });

export type UserWire = z.output<typeof userWire>;

export const loginWire = z.object({ token: z.string(), user: userWire }).meta({ id: "LoggedIn" });

/** Answer of GET /api/v1/test. */
export const whoWire = z
  .object({ authenticated: z.literal(true), user: userWire, via: z.enum(["embedded", "bearer", "cookie"]) })
  .meta({ id: "Who" });

/** Answer of GET /health. */
export const healthWire = z
  .object({
    status: z.enum(["ok", "unavailable"]),
    database: z.enum(["ok", "unavailable"]),
    version: z.string(),
    clicks: z
      .object({
        waiting: z.int().meta({ description: "On the disk until the database takes them" }),
        setAside: z.int().meta({ description: "On the disk because the database refuses them" }),
        lost: z.int().meta({ description: "Taken by neither since the process started" }),
      })
      .meta({ description: "Clicks of this machine that are not in the database" }),
  })
  .meta({ id: "Health" });

/** Answer of GET /auth?shop= to an API client. */
export const installUrlWire = z.object({ installUrl: z.string() }).meta({ id: "Install" });

/** Body of POST /auth/redeem: the `token` and `shop` that /auth/success received. */
export const redeemBody = z.object({ token: z.string().max(300), shop: z.string().max(255) });
