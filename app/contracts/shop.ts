import { z } from "zod";
import { languages } from "../domain/languages.ts";
import { retentionNames, type ShopNumber, shopNumberNames, shopNumbers } from "../domain/shop-settings.ts";
import { instant, plainName } from "./wire.ts";

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

function numberField(setting: ShopNumber) {
  const { unit, least, most } = shopNumbers[setting];
  return z
    .int(`Must be a whole number of ${unit}`)
    .min(least, `Must be at least ${least}`)
    .max(most, `Must be at most ${most}`);
}

function optionalNumberField(setting: ShopNumber) {
  const { apiDescription } = shopNumbers[setting];
  const field = numberField(setting).optional();
  return apiDescription === null ? field : field.meta({ description: apiDescription });
}

function typedNumberField(setting: ShopNumber) {
  const { unit } = shopNumbers[setting];
  return z
    .string(`Enter a number of ${unit}`)
    .trim()
    .regex(/^\d{1,6}$/, `Must be a whole number of ${unit}`)
    .transform(Number)
    .pipe(numberField(setting));
}

function fieldsOf<Name extends string, Field>(names: readonly Name[], fieldOf: (name: Name) => Field) {
  return Object.fromEntries(names.map((one) => [one, fieldOf(one)])) as Record<Name, Field>;
}

/** Body of PUT /api/v1/shop/info: what is given changes; `null` empties the logo and the contact address. */
export const shopSettingsBody = z
  .strictObject({
    name: name.optional(),
    logo: logo.nullable().optional(),
    contactEmail: contactEmail.nullable().optional(),
    language: language
      .optional()
      .meta({ description: "Language of affiliates who chose none and whose browser asks for none we have" }),
    ...fieldsOf(shopNumberNames, optionalNumberField),
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
    ...fieldsOf(shopNumberNames, () => z.int()),
    currencyCode: z.string(),
    timeZone: z.string(),
    storefrontUrl: z.string().nullable(),
    installedAt: instant.nullable(),
    updatedAt: instant.nullable(),
  })
  .meta({ id: "Shop" });

export type ShopInfoWire = z.input<typeof shopInfoWire>;

const emptyAsNull = (text: unknown) => (typeof text === "string" && text.trim() === "" ? null : text);

/** The form of Settings ▸ General. */
export const settingsForm = z.object({
  intent: z.literal("save", "Must be save"),
  name,
  logo: z.preprocess(emptyAsNull, logo.nullable()),
  contactEmail: z.preprocess(emptyAsNull, contactEmail.nullable()),
  language,
  ...fieldsOf(["defaultWindowDays", "defaultApprovalDays"], typedNumberField),
});

/** The forms of Settings ▸ API, told apart by `intent`. */
export const apiKeysForm = z.discriminatedUnion(
  "intent",
  [
    z.object({
      intent: z.literal("make-key"),
      keyName: plainName(80),
      scope: z.enum(["read", "write"], "Must be read or write"),
    }),
    z.object({ intent: z.literal("revoke-key"), apiKeyId: z.string("Name a key").max(40, "Is not a key") }),
  ],
  "Must be make-key or revoke-key",
);

/** The forms of Settings ▸ Privacy, told apart by `intent`. */
export const privacyForm = z.discriminatedUnion(
  "intent",
  [
    z.object({
      intent: z.literal("save"),
      ...fieldsOf(retentionNames, typedNumberField),
    }),
    z.object({ intent: z.literal("hand-over"), id: z.string("Name a request").max(100, "Is not a request") }),
  ],
  "Must be save or hand-over",
);

/** The form of Settings ▸ Health. */
export const healthForm = z.object({
  intent: z.enum(["test-email", "switch-on-pixel"], "Must be test-email or switch-on-pixel"),
});
