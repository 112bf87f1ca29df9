/** The app's view of itself and its shop: installation, subscriptions, pixel. */
import { GraphQLError } from "graphql";
import { revokeScopes as revokeGranted, uninstallApp } from "../installation.ts";
import type { WebhookSubscription } from "../app-config.ts";
import { readWebPixels, settingsFault } from "../storefront/web-pixels.ts";
import { connectParts } from "./line-item.ts";
import { adminApiVersion } from "./schema.ts";
import { gid, moment, type Answer, type Args, type Asking } from "./resolver.ts";

/** The Shop. */
export function answerShop({ ctx, shop }: Asking): Answer {
  const { settings } = shop;
  const root = `${ctx.url}/shops/${shop.domain}/`;
  const owner = shop.staff.find((member) => member.accountOwner);
  return {
    __typename: "Shop",
    id: gid("Shop", shop.id),
    name: settings.name,
    email: settings.email,
    contactEmail: settings.email,
    shopOwnerName: owner === undefined ? settings.name : `${owner.firstName} ${owner.lastName}`,
    myshopifyDomain: shop.domain,
    url: root,
    primaryDomain: { id: gid("Domain", shop.id), url: root, host: new URL(ctx.url).host, sslEnabled: false },
    currencyCode: settings.currency,
    enabledPresentmentCurrencies: [settings.currency, ...settings.presentment.map((other) => other.currency)],
    taxesIncluded: settings.taxesIncluded,
    taxShipping: settings.taxShipping,
    ianaTimezone: settings.ianaTimezone,
    setupRequired: false,
    plan: {
      displayName: "Development",
      publicDisplayName: "Development",
      partnerDevelopment: true,
      shopifyPlus: false,
    },
  };
}

/** The AppInstallation that the token belongs to. */
export function answerInstallation(asking: Asking): Answer {
  const { ctx, shop } = asking;
  return {
    __typename: "AppInstallation",
    id: gid("AppInstallation", shop.installation?.id ?? 0),
    // Those of the installation: a token that was issued before a scope was granted does not hold it.
    accessScopes: (shop.installation?.scopes ?? []).map(answerScope),
    app: () => answerApp(asking),
    launchUrl: `https://admin.shopify.com/store/${shop.domain.split(".")[0]}/apps/${ctx.app.apiKey}`,
    uninstallUrl: null,
    activeSubscriptions: [],
  };
}

function answerApp({ ctx }: Asking): Answer {
  return {
    __typename: "App",
    id: gid("App", 1),
    apiKey: ctx.app.apiKey,
    handle: ctx.app.handle,
    title: ctx.app.name,
    embedded: true,
    webhookApiVersion: ctx.app.webhookApiVersion,
  };
}

/** `appUninstall`: the token that asked for it is dead when the answer arrives. */
export function answerUninstall(asking: Asking): Answer {
  const app = answerApp(asking);
  uninstallApp(asking.ctx, asking.shop);
  return { app, userErrors: [] };
}

/** `appRevokeAccessScopes`: optional scopes only, and only what there is. */
export function revokeScopes(asking: Asking, asked: unknown): Answer {
  const { app } = asking.ctx;
  const scopes = Array.isArray(asked) ? asked.map(String) : [];
  if (scopes.some((scope) => app.scopes.includes(scope))) {
    const message = "Scopes that are declared as required cannot be revoked.";
    return refuseRevoking(message, "CANNOT_REVOKE_REQUIRED_SCOPES");
  }
  if (scopes.some((scope) => !app.optionalScopes.includes(scope))) {
    const message = "The requested list of scopes to revoke includes invalid handles.";
    return refuseRevoking(message, "UNKNOWN_SCOPES");
  }
  return { revoked: revokeGranted(asking.ctx, asking.shop, scopes).map(answerScope), userErrors: [] };
}

function refuseRevoking(message: string, code: string): Answer {
  return { revoked: null, userErrors: [{ field: ["scopes"], message, code }] };
}

function answerScope(handle: string): Answer {
  return { handle, description: handle.replaceAll("_", " ") };
}

/** `webhookSubscriptions(…)`: one per topic, as the app's configuration declares them. */
export function connectSubscriptions(asking: Asking, args: Args): Answer {
  const since = asking.shop.installation?.installedAt ?? null;
  const rows = asking.ctx.app.subscriptions.flatMap((subscription) =>
    subscription.topics.map((topic) => ({ subscription, topic: topic.replace("/", "_").toUpperCase() })),
  );
  const wanted = Array.isArray(args["topics"]) ? args["topics"] : null;
  const found = rows.filter((row) => wanted === null || wanted.includes(row.topic));
  const answer = (row: { subscription: WebhookSubscription; topic: string }): Answer => {
    const { address, includeFields, name } = row.subscription;
    return {
      id: gid("WebhookSubscription", rows.findIndex((other) => other === row) + 1),
      topic: row.topic,
      uri: address,
      endpoint: { __typename: "WebhookHttpEndpoint", callbackUrl: address },
      format: "JSON",
      includeFields: includeFields ?? [],
      metafieldNamespaces: [],
      filter: null,
      name,
      apiVersion: { handle: adminApiVersion, displayName: adminApiVersion, supported: true },
      createdAt: moment(since),
      updatedAt: moment(since),
    };
  };
  return connectParts(found, args, { answer, obeyed: ["topics", "sortKey"] });
}

/** `webPixel`: answers the platform's error where the app has not switched its pixel on. */
export function answerPixel({ shop }: Asking): Answer {
  const pixel = shop.installation?.webPixel;
  if (!pixel) {
    throw new GraphQLError("No web pixel was found for this app.", {
      extensions: { code: "RESOURCE_NOT_FOUND" },
    });
  }
  return { __typename: "WebPixel", id: gid("WebPixel", pixel.id), settings: pixel.settings };
}

/** `webPixelCreate`, `webPixelUpdate` and `webPixelDelete`. Settings have to be what the extension's toml declares. */
export function pixelMutations(asking: Asking): Answer {
  const { ctx, shop } = asking;
  const keep = (id: number, args: Args): Answer => {
    const [extension] = readWebPixels(ctx.extensionsDir);
    if (!extension) return refusePixel("No extension found.", "NO_EXTENSION");
    const settings = readSettings(args);
    if (settings === undefined) {
      return refusePixel("Settings is not valid JSON.", "INVALID_CONFIGURATION_JSON");
    }
    const fault = settingsFault(extension, settings);
    if (fault !== null) return refusePixel(fault, "INVALID_SETTINGS");
    ctx.mutate(() => {
      if (shop.installation !== null) shop.installation.webPixel = { id, settings: JSON.stringify(settings) };
    });
    return { webPixel: answerPixel(asking), userErrors: [] };
  };
  return {
    webPixelCreate: (args: Args) =>
      shop.installation?.webPixel ? refusePixel("Web pixel is taken.", "TAKEN") : keep(ctx.nextId(), args),
    webPixelUpdate: (args: Args) => {
      const id = findPixel(asking, args);
      return id === null ? refusePixel("Web pixel not found.", "NOT_FOUND") : keep(id, args);
    },
    webPixelDelete: (args: Args) => {
      const id = findPixel(asking, args);
      if (id === null) return { deletedWebPixelId: null, userErrors: notFound };
      ctx.mutate(() => {
        if (shop.installation !== null) shop.installation.webPixel = null;
      });
      return { deletedWebPixelId: gid("WebPixel", id), userErrors: [] };
    },
  };
}

const notFound = [
  {
    __typename: "ErrorsWebPixelUserError",
    field: ["id"],
    message: "Web pixel not found.",
    code: "NOT_FOUND",
  },
];

function refusePixel(message: string, code: string): Answer {
  return { webPixel: null, userErrors: [{ field: ["webPixel"], message, code }] };
}

function findPixel({ shop }: Asking, args: Args): number | null {
  const pixel = shop.installation?.webPixel;
  return pixel && gid("WebPixel", pixel.id) === args["id"] ? pixel.id : null;
}

/** The settings as they were given, as JSON or as its text; undefined for text that is none. */
function readSettings(args: Args): unknown {
  const pixel = args["webPixel"];
  const settings: unknown =
    typeof pixel === "object" && pixel !== null && "settings" in pixel ? pixel.settings : {};
  if (typeof settings !== "string") return settings;
  try {
    return JSON.parse(settings) as unknown;
  } catch {
    return undefined;
  }
}
