import { merchantTexts } from "#app/i18n/texts.ts";
import { adminGraphql, digitsOf } from "./admin-client.server.ts";
import type {
  OwnWebPixelQuery,
  WebPixelCreateMutation,
  WebPixelUpdateMutation,
} from "./admin-types.generated.ts";
import { PlatformError } from "./platform-error.ts";

/** Settings of the pixel, declared in `extensions/affiliate-pixel/shopify.extension.toml`. */
export type PixelSettings = { readonly accountID: string; readonly appUrl: string };

/** The store's web pixel: its id and settings. The settings are null if they can't be read. */
export type WebPixel = { readonly pixelId: string; readonly settings: PixelSettings | null };

/** Shopify's error. `code` is '' if there is none. */
export type PixelRefusal = { readonly code: string; readonly message: string };

const createDocument = `#graphql
  mutation WebPixelCreate($webPixel: WebPixelInput!) {
    webPixelCreate(webPixel: $webPixel) {
      webPixel { id settings }
      userErrors { code message }
    }
  }
`;

const updateDocument = `#graphql
  mutation WebPixelUpdate($id: ID!, $webPixel: WebPixelInput!) {
    webPixelUpdate(id: $id, webPixel: $webPixel) {
      webPixel { id settings }
      userErrors { code message }
    }
  }
`;

const pixelDocument = `#graphql
  query OwnWebPixel {
    webPixel { id settings }
  }
`;

type PixelAnswer = NonNullable<OwnWebPixelQuery["webPixel"]>;
type Payload = WebPixelCreateMutation["webPixelCreate"] | WebPixelUpdateMutation["webPixelUpdate"];

/**
 * The app's web pixel in a store. Null if there is none, which Shopify may report as an error.
 * @throws PlatformError. Source: Admin API, `webPixel` (read_pixels).
 */
export async function readWebPixel(shopDomain: string): Promise<WebPixel | null> {
  try {
    const { webPixel } = await adminGraphql(shopDomain, pixelDocument, {});
    return webPixel && pixelOf(webPixel);
  } catch (error) {
    if (error instanceof PlatformError && error.kind === "refused" && /no web pixel/i.test(error.message)) {
      return null;
    }
    throw error;
  }
}

/**
 * Turns the pixel on. `TAKEN` means that it is on already. Source: Admin API, `webPixelCreate`
 * (write_pixels).
 */
export async function createWebPixel(
  shopDomain: string,
  settings: PixelSettings,
): Promise<WebPixel | PixelRefusal> {
  const webPixel = { settings: JSON.stringify(settings) };
  const answer = await adminGraphql(shopDomain, createDocument, { webPixel });
  return pixelOrRefusal(answer.webPixelCreate);
}

/** Changes the pixel's settings. Source: Admin API, `webPixelUpdate` (write_pixels). */
export async function updateWebPixel(
  shopDomain: string,
  pixelId: string,
  settings: PixelSettings,
): Promise<WebPixel | PixelRefusal> {
  const answer = await adminGraphql(shopDomain, updateDocument, {
    id: `gid://shopify/WebPixel/${pixelId}`,
    webPixel: { settings: JSON.stringify(settings) },
  });
  return pixelOrRefusal(answer.webPixelUpdate);
}

function pixelOrRefusal(payload: Payload): WebPixel | PixelRefusal {
  if (payload?.webPixel && payload.userErrors.length === 0) return pixelOf(payload.webPixel);
  const [first] = payload?.userErrors ?? [];
  return {
    code: first?.code ?? "",
    message: first?.message ?? merchantTexts("providers")("shopify.noPixel"),
  };
}

function pixelOf({ id, settings }: PixelAnswer): WebPixel {
  return { pixelId: digitsOf(id), settings: settingsOf(settings) };
}

/** Shopify returns settings as an object or as JSON text. */
function settingsOf(value: unknown): PixelSettings | null {
  const settings = typeof value === "string" ? parseJson(value) : value;
  if (typeof settings !== "object" || settings === null) return null;
  if (!("accountID" in settings) || !("appUrl" in settings)) return null;
  const { accountID, appUrl } = settings;
  return typeof accountID === "string" && typeof appUrl === "string" ? { accountID, appUrl } : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
