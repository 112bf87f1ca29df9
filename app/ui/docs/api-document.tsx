import { AppProvider, Badge, BlockStack, Card, InlineStack, Link, Page, Text } from "@shopify/polaris";
import polarisStyles from "@shopify/polaris/build/esm/styles.css?url";
import translations from "@shopify/polaris/locales/en.json" with { type: "json" };
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { apiDocs } from "#app/i18n/en/admin/api-docs.ts";
import type { ApiCallDescription } from "#app/contracts/api-call.ts";
import ownStyles from "../theme/all.css?url";
import { TaggedText } from "../texts/tagged-text.tsx";
import { merchantText, provideTexts } from "../texts/use-text.ts";
import { themeKey, themeScript } from "../theme/theme.ts";

provideTexts({ apiDocs });
const t = merchantText("apiDocs");

/** The document is the same for everybody, so the browser reads the theme that a person chose. */
const cookieThemeScript = `if(/(?:^|;\\s*)${themeKey}=dark/.test(document.cookie))document.documentElement.className="p-theme-dark-experimental";`;

/** The only script of the page, as its Content-Security-Policy allows it. */
export const apiDocumentScript = cookieThemeScript + themeScript;

/** The API's page as one HTML document. Nothing on it changes, so it runs none of the app's scripts. */
export function renderApiDocument(props: ApiPageProps): string {
  return `<!doctype html>${renderToStaticMarkup(<ApiDocument {...props} />)}`;
}

function ApiDocument(props: ApiPageProps) {
  return (
    <html lang="en" className="p-theme-light">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <script dangerouslySetInnerHTML={{ __html: apiDocumentScript }} />
        <title>{t("title")}</title>
        <link rel="stylesheet" href={polarisStyles} />
        <link rel="stylesheet" href={ownStyles} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      </head>
      <body style={{ backgroundColor: "var(--p-color-bg)", color: "var(--p-color-text)" }}>
        <AppProvider i18n={translations}>
          <main>
            <ApiPage {...props} />
          </main>
        </AppProvider>
      </body>
    </html>
  );
}

type ApiPageProps = {
  server: string;
  calls: readonly DocumentedCall[];
  schemas: readonly NamedSchema[];
};

/** Every call of the API on one page, with an example that can be pasted into a shell. */
function ApiPage({ server, calls, schemas }: ApiPageProps) {
  const tags = [...new Set(calls.map((call) => call.tag))];
  return (
    <Page title={t("heading")} subtitle={t("about")}>
      <BlockStack gap="600">
        <Introduction server={server} />
        {tags.map((tag) => (
          <BlockStack key={tag} gap="400">
            <Text as="h2" variant="headingLg">
              {tag}
            </Text>
            {calls
              .filter((call) => call.tag === tag)
              .map((call) => (
                <CallCard key={call.id} call={call} server={server} />
              ))}
          </BlockStack>
        ))}
        <Schemas schemas={schemas} />
      </BlockStack>
    </Page>
  );
}

/** Each schema once. Repeated at every call, they made the page ten times as long. */
function Schemas({ schemas }: { schemas: readonly NamedSchema[] }) {
  return (
    <BlockStack gap="400">
      <Text as="h2" variant="headingLg">
        {t("schemas")}
      </Text>
      <Card>
        {schemas.map(({ name, text }) => (
          <Schema key={name} label={name} id={schemaId(name)} text={text} />
        ))}
      </Card>
    </BlockStack>
  );
}

function Introduction({ server }: { server: string }) {
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="p">
          <TaggedText
            text={t("start", { shape: "{ message, errors: [{ field, message }] }" })}
            tags={{ code: inCode }}
          />
        </Text>
        <Text as="p">
          <TaggedText text={t("machine")} tags={{ address: asLink }} />
        </Text>
        <Example
          label={t("logIn")}
          text={[
            `curl -s ${server}/api/v1/auth/login -H 'Content-Type: application/json' \\`,
            `  -d '{"shop":"your-shop.myshopify.com","apiKey":"…"}'`,
          ].join("\n")}
        />
      </BlockStack>
    </Card>
  );
}

function CallCard({ call, server }: { call: DocumentedCall; server: string }) {
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack gap="200" blockAlign="center">
          <Badge tone={call.method === "GET" ? "info" : "attention"}>{call.method}</Badge>
          <Text as="h3" variant="headingSm" id={call.id}>
            <code>{call.path}</code>
          </Text>
          {call.open && <Badge>{t("open")}</Badge>}
        </InlineStack>
        <Text as="p">{call.summary}</Text>
        {call.parameters.length > 0 && (
          <ul>
            {call.parameters.map((one) => (
              <li key={`${one.place} ${one.name}`}>
                <TaggedText
                  text={t("parameter", { name: one.name, place: one.place, type: one.schema })}
                  tags={{ name: inCode }}
                />
              </li>
            ))}
          </ul>
        )}
        <Example label={t("example")} text={curlOf(call, server)} />
        {call.body && <Schema label={t("body")} text={call.body} />}
        {call.answer && <Schema label={t("answer", { status: call.status })} text={call.answer} />}
        {call.errors.length > 0 && (
          <Text as="p" tone="subdued">
            {t("errors", { list: call.errors.join(", ") })}
          </Text>
        )}
      </BlockStack>
    </Card>
  );
}

const asLink = (address: string) => <Link url={address}>{address}</Link>;
const inCode = (content: string) => <code>{content}</code>;

function Example({ label, text }: { label: string; text: string }) {
  return (
    <figure className="code-figure">
      <figcaption>{label}</figcaption>
      <pre>{text}</pre>
    </figure>
  );
}

/** Id of a schema's element, for links. */
function Schema({ label, text, id }: { label: string; text: string; id?: string }) {
  return (
    <details className="code-figure">
      <summary>{label}</summary>
      <pre id={id}>{withLinks(text)}</pre>
    </details>
  );
}

const schemaId = (name: string) => `schema-${name}`;

/** JSON Schema in which the references lead to their schemas. */
function withLinks(text: string): ReactNode[] {
  // Split by a pattern with a group: every other part is the name of a schema.
  return text.split(/"#\/components\/schemas\/(\w+)"/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // Parts of a text have no key but their index.
      // oxlint-disable-next-line react/no-array-index-key
      <a key={index} href={`#${schemaId(part)}`}>
        {part}
      </a>
    ),
  );
}

function curlOf(call: DocumentedCall, server: string): string {
  const parts = [`curl -s -X ${call.method} '${server}${call.path}'`];
  if (!call.open) parts.push(`-H "Authorization: Bearer $TOKEN"`);
  if (call.body) parts.push(`-H 'Content-Type: application/json'`, `-d @body.json`);
  return parts.join(" \\\n  ");
}

type Json = Record<string, unknown>;

/** One call as the page shows it. Schemas are JSON text that refers to the document's components by name. */
export type DocumentedCall = {
  readonly id: string;
  readonly tag: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly open: boolean;
  readonly parameters: readonly { readonly name: string; readonly place: string; readonly schema: string }[];
  readonly body: string | null;
  readonly answer: string | null;
  readonly status: number;
  readonly errors: readonly number[];
};

/** A schema that calls refer to by its name. */
export type NamedSchema = { readonly name: string; readonly text: string };

/** The document's components, by name. */
export function schemasOf(document: Json): NamedSchema[] {
  const { schemas } = document["components"] as { schemas: Json };
  const named = Object.entries(schemas).map(([name, schema]) => ({
    name,
    text: JSON.stringify(schema, null, 2),
  }));
  return named.toSorted((one, other) => one.name.localeCompare(other.name, "en"));
}

/** Joins the list of calls with their descriptions in the document. */
export function callsOf(calls: readonly ApiCallDescription[], document: Json): DocumentedCall[] {
  const paths = document["paths"] as Record<string, Record<string, Json>>;
  return calls.map((call) => {
    const operation = paths[call.path]?.[call.method.toLowerCase()] ?? {};
    const status = call.status ?? 200;
    const responses = operation["responses"] as Record<string, Json> | undefined;
    return {
      id: call.id,
      tag: call.tag,
      method: call.method,
      path: call.path,
      summary: call.summary,
      open: call.permission === "none",
      parameters: parametersOf(operation),
      body: contentText(operation["requestBody"] as Json | undefined),
      answer: contentText(responses?.[String(status)]),
      status,
      errors: call.errors,
    };
  });
}

function parametersOf(operation: Json): DocumentedCall["parameters"] {
  const parameters = (operation["parameters"] ?? []) as { name: string; in: string; schema: Json }[];
  return parameters.map((one) => ({ name: one.name, place: one.in, schema: schemaText(one.schema) }));
}

function contentText(holder: Json | undefined): string | null {
  const content = holder?.["content"] as Record<string, { schema: Json }> | undefined;
  const schema = content?.["application/json"]?.schema;
  return schema ? JSON.stringify(schema, null, 2) : null;
}

/** A parameter's schema in a few words. */
function schemaText(schema: Json): string {
  const choices = schema["enum"];
  if (Array.isArray(choices)) return choices.join(" | ");
  const type = typeof schema["type"] === "string" ? schema["type"] : "text";
  return schema["default"] === undefined ? type : `${type}, default ${JSON.stringify(schema["default"])}`;
}
