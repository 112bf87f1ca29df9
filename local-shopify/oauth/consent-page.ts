import { html } from "hono/html";
import { renderPlain, type Html } from "../admin/layout.ts";
import type { AppConfig } from "../app-config.ts";
import type { ShopState } from "../state.ts";

/** A scope in the words of the consent page. */
function describeScope(scope: string): string {
  const [verb, ...rest] = scope.split("_");
  const subject = rest.join(" ");
  return `${verb === "write" ? "View and change" : "View"} ${subject}`;
}

/** The page on which a merchant lets the app in, or does not. `fields` come back with the decision. */
export function consentPage(
  app: AppConfig,
  shop: ShopState,
  question: { action: string; scopes: string[]; fields: Record<string, string> },
): Html {
  return renderPlain(
    `Install ${app.name}`,
    html`<section class="card">
      <p>
        <strong>${app.name}</strong> asks for access to <strong>${shop.settings.name}</strong>
        (${shop.domain}).
      </p>
      <h2>This app will be able to</h2>
      <ul>
        ${question.scopes.map(
          (scope) => html`<li>${describeScope(scope)} <code class="quiet">${scope}</code></li>`,
        )}
      </ul>
      <form method="post" action="${question.action}" class="row">
        ${Object.entries(question.fields).map(
          ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
        )}
        <button class="primary" name="decision" value="install">Install</button>
        <button name="decision" value="cancel">Cancel</button>
      </form>
    </section>`,
  );
}

/** Shown in place of the consent page if the app's request is wrong. */
export function oauthErrorPage(error: string, description: string): Html {
  return renderPlain(
    "Oauth error",
    html`<section class="card">
      <p><code>${error}</code>: ${description}</p>
    </section>`,
  );
}
