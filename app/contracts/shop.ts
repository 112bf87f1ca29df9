import { z } from "zod";
import { plainName } from "./plain-text.ts";

const name = plainName(120);
const logo = z
  .string()
  .trim()
  .max(2000, "Must be at most 2000 characters")
  .refine((text) => text.startsWith("https://") && URL.canParse(text), "Must be an https:// address");
const contactEmail = z
  .string()
  .trim()
  .max(254, "Must be at most 254 characters")
  .pipe(z.email("Enter a valid e-mail address"));

const days = (least: number, most: number) =>
  z
    .int("Must be a whole number of days")
    .min(least, `Must be at least ${least}`)
    .max(most, `Must be at most ${most}`);
const attributionDays = days(1, 3650);
const holdDays = days(0, 365);

/** Body of PUT /api/v1/shop/info: what is given changes; `null` empties the logo and the contact address. */
export const shopSettingsBody = z
  .strictObject({
    name: name.optional(),
    logo: logo.nullable().optional(),
    contactEmail: contactEmail.nullable().optional(),
    defaultAttributionDays: attributionDays.optional(),
    defaultHoldDays: holdDays.optional(),
  })
  .meta({ id: "UpdateShop" });

export type ShopSettingsBody = z.output<typeof shopSettingsBody>;

/** GET /api/v1/shop/info. Name and logo are shown to affiliates; currency and time zone are the platform's. */
export const shopInfoWire = z
  .object({
    domain: z.string(),
    name: z.string(),
    logo: z.string().nullable(),
    contactEmail: z.string().nullable(),
    defaultAttributionDays: z.int(),
    defaultHoldDays: z.int(),
    currencyCode: z.string(),
    timeZone: z.string(),
    storefrontUrl: z.string().nullable(),
    installedAt: z.iso.datetime().nullable(),
    updatedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "Shop" });

export type ShopInfoWire = z.output<typeof shopInfoWire>;

const typedDays = (inner: typeof holdDays) =>
  z
    .string("Enter a number of days")
    .trim()
    .regex(/^\d{1,6}$/, "Must be a whole number of days")
    .transform(Number)
    .pipe(inner);
const emptyAsNull = (text: unknown) => (typeof text === "string" && text.trim() === "" ? null : text);

/** The forms of Dashboard ▸ Settings, told apart by `intent`. */
export const settingsForm = z.discriminatedUnion(
  "intent",
  [
    z.object({
      intent: z.literal("save"),
      name,
      logo: z.preprocess(emptyAsNull, logo.nullable()),
      contactEmail: z.preprocess(emptyAsNull, contactEmail.nullable()),
      defaultAttributionDays: typedDays(attributionDays),
      defaultHoldDays: typedDays(holdDays),
    }),
    z.object({
      intent: z.literal("make-key"),
      keyName: plainName(80),
      scope: z.enum(["read", "write"], "Must be read or write"),
    }),
    z.object({ intent: z.literal("revoke-key"), apiKeyId: z.string("Name a key").max(40, "Is not a key") }),
  ],
  "Must be save, make-key or revoke-key",
);
