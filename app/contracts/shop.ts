import { z } from "zod";
import { languages } from "../domain/languages.ts";
import { retentionBounds } from "../domain/retention.ts";
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
const language = z.enum(languages, "Choose a language from the list");

const whole = (of: "days" | "months", { least, most }: { least: number; most: number }) =>
  z
    .int(`Must be a whole number of ${of}`)
    .min(least, `Must be at least ${least}`)
    .max(most, `Must be at most ${most}`);
const attributionDays = whole("days", { least: 1, most: 3650 });
const holdDays = whole("days", { least: 0, most: 365 });
const clickMonths = whole("months", retentionBounds.clickMonths);
const bodyDays = whole("days", retentionBounds.bodyDays);
const pixelDays = whole("days", retentionBounds.pixelDays);
const traceMonths = whole("months", retentionBounds.traceMonths);

/** Body of PUT /api/v1/shop/info: what is given changes; `null` empties the logo and the contact address. */
export const shopSettingsBody = z
  .strictObject({
    name: name.optional(),
    logo: logo.nullable().optional(),
    contactEmail: contactEmail.nullable().optional(),
    language: language
      .optional()
      .meta({ description: "Language of affiliates who chose none and whose browser asks for none we have" }),
    defaultAttributionDays: attributionDays.optional(),
    defaultHoldDays: holdDays.optional(),
    clickMonths: clickMonths.optional().meta({ description: "For how many months clicks are kept" }),
    bodyDays: bodyDays.optional().meta({ description: "For how many days sealed webhook bodies are kept" }),
    pixelDays: pixelDays.optional().meta({ description: "For how many days the pixel's checkouts are kept" }),
    traceMonths: traceMonths.optional().meta({ description: "For how many months buyers' hashes are kept" }),
  })
  .meta({ id: "UpdateShop" });

export type ShopSettingsBody = z.output<typeof shopSettingsBody>;

/** Removes the uploaded logo. */
export const removeLogoForm = z.object({ intent: z.literal("remove") });

/** GET /api/v1/shop/info. Name and logo are shown to affiliates; currency and time zone are the platform's. */
export const shopInfoWire = z
  .object({
    domain: z.string(),
    name: z.string(),
    logo: z.string().nullable(),
    contactEmail: z.string().nullable(),
    language: z.enum(languages),
    defaultAttributionDays: z.int(),
    defaultHoldDays: z.int(),
    clickMonths: z.int(),
    bodyDays: z.int(),
    pixelDays: z.int(),
    traceMonths: z.int(),
    currencyCode: z.string(),
    timeZone: z.string(),
    storefrontUrl: z.string().nullable(),
    installedAt: z.iso.datetime().nullable(),
    updatedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "Shop" });

export type ShopInfoWire = z.output<typeof shopInfoWire>;

const typed = (of: "days" | "months", inner: typeof holdDays) =>
  z
    .string(`Enter a number of ${of}`)
    .trim()
    .regex(/^\d{1,6}$/, `Must be a whole number of ${of}`)
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
      language,
      defaultAttributionDays: typed("days", attributionDays),
      defaultHoldDays: typed("days", holdDays),
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

/** The forms of Settings ▸ Privacy, told apart by `intent`. */
export const privacyForm = z.discriminatedUnion(
  "intent",
  [
    z.object({
      intent: z.literal("save"),
      clickMonths: typed("months", clickMonths),
      bodyDays: typed("days", bodyDays),
      pixelDays: typed("days", pixelDays),
      traceMonths: typed("months", traceMonths),
    }),
    z.object({ intent: z.literal("hand-over"), id: z.string("Name a request").max(100, "Is not a request") }),
  ],
  "Must be save or hand-over",
);
