import { z } from "zod";
import { languages } from "../domain/languages.ts";
import { retentionNames, type ShopNumber, shopNumberNames, shopNumbers } from "../domain/shop-settings.ts";
import { instant, plainName } from "./wire.ts";
import { choose, enter, ofType, wrong } from "./reasons.ts";

const name = plainName(120);
const logo = z
  .string()
  .trim()
  .max(2000)
  .refine((text) => text.startsWith("https://") && URL.canParse(text), wrong("https"));
const contactEmail = z.string().trim().max(254).pipe(z.email());
const language = z.enum(languages, choose("language"));

function numberField(setting: ShopNumber) {
  const { least, most } = shopNumbers[setting];
  return z
    .int(ofType(wrong("whole_number")))
    .min(least)
    .max(most);
}

function optionalNumberField(setting: ShopNumber) {
  const { apiDescription } = shopNumbers[setting];
  const field = numberField(setting).optional();
  return apiDescription === null ? field : field.meta({ description: apiDescription });
}

function typedNumberField(setting: ShopNumber) {
  return z
    .string(ofType(enter("number")))
    .trim()
    .regex(/^\d{1,6}$/, wrong("whole_number"))
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
  intent: z.literal("save"),
  name,
  logo: z.preprocess(emptyAsNull, logo.nullable()),
  contactEmail: z.preprocess(emptyAsNull, contactEmail.nullable()),
  language,
  ...fieldsOf(["defaultWindowDays", "defaultApprovalDays"], typedNumberField),
});

/** The forms of Settings ▸ API, told apart by `intent`. */
export const apiKeysForm = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("make-key"),
    keyName: plainName(80),
    scope: z.enum(["read", "write"]),
  }),
  z.object({ intent: z.literal("revoke-key"), apiKeyId: z.string().max(40) }),
]);

/** The forms of Settings ▸ Privacy, told apart by `intent`. */
export const privacyForm = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("save"),
    ...fieldsOf(retentionNames, typedNumberField),
  }),
  z.object({ intent: z.literal("hand-over"), id: z.string().max(100) }),
]);

/** The form of Settings ▸ Health. */
export const healthForm = z.object({
  intent: z.enum(["test-email", "switch-on-pixel"]),
});
