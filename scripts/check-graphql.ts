/**
 * Checks what the app says to Shopify against Shopify's own description of the Admin API: every document
 * in app/, the scopes its fields need, and the webhook topics of shopify.app.toml.
 */
import { globSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import {
  buildClientSchema,
  Kind,
  NoDeprecatedCustomRule,
  parse as parseGraphql,
  specifiedRules,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
  getNamedType,
  type DocumentNode,
  type GraphQLSchema,
  type IntrospectionQuery,
} from "graphql";
import { parse as parseToml } from "smol-toml";
import { z } from "zod";
import { documentsIn, expand, type Found } from "./graphql-documents.ts";
import { scopesNeeded, unmetScopes, type Access } from "./graphql-scopes.ts";

const tomlShape = z.object({
  access_scopes: z.object({ scopes: z.string(), optional_scopes: z.array(z.string()).default([]) }),
  webhooks: z.object({
    api_version: z.string(),
    subscriptions: z.array(z.object({ topics: z.array(z.string()).default([]) })),
  }),
});

const toml = tomlShape.parse(parseToml(readFileSync("shopify.app.toml", "utf8")));
const version = toml.webhooks.api_version;
const official = readOfficialSchema(version);
const granted = [...toml.access_scopes.scopes.split(","), ...toml.access_scopes.optional_scopes].map(
  (scope) => scope.trim(),
);

const problems = [...topicProblems(official.schema), ...documentProblems(official.schema, official.access)];
for (const problem of problems) console.log(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

function readOfficialSchema(apiVersion: string): { schema: GraphQLSchema; access: Access } {
  const file = `node_modules/@shopify/dev-mcp/dist/data/admin_${apiVersion}.json.gz`;
  // The file is Shopify's own and comes pinned by the lockfile; its shape is what graphql-js checks next.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { data } = JSON.parse(gunzipSync(readFileSync(file)).toString("utf8")) as {
    data: IntrospectionQuery;
  };
  return { schema: buildClientSchema(data), access: scopesNeeded(data) };
}

function topicProblems(schema: GraphQLSchema): string[] {
  const topics = schema.getType("WebhookSubscriptionTopic");
  if (!topics || !("getValue" in topics)) return ["The schema has no WebhookSubscriptionTopic."];
  return toml.webhooks.subscriptions
    .flatMap((subscription) => subscription.topics)
    .filter((topic) => !topics.getValue(topic.replace("/", "_").toUpperCase()))
    .map((topic) => `shopify.app.toml: ${topic} is no webhook topic of ${version}.`);
}

function documentProblems(schema: GraphQLSchema, access: Access): string[] {
  const files = globSync("app/**/*.{ts,tsx}");
  const found = files.map((file) => documentsIn(file));
  const marked = found.flatMap((each) => each.marked);
  if (marked.length === 0) return ["No GraphQL document was found in app/: this check would prove nothing."];
  const unmarked = found.flatMap((each) => each.unmarked);
  return [
    ...unmarked.map((each) => `${each.file}:${each.line} looks like GraphQL and lacks the #graphql mark.`),
    ...marked.flatMap((each) => problemsOf(each, { all: marked, schema, access })),
  ];
}

type Context = { all: Found[]; schema: GraphQLSchema; access: Access };

function problemsOf(found: Found, { all, schema, access }: Context): string[] {
  const at = (message: string) => `${found.file}:${found.line} ${message}`;
  try {
    const document = parseGraphql(expand(found, all));
    if (document.definitions.every((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)) {
      const isEmbedded = found.name && all.some((each) => each.text.includes(`\${${found.name}}`));
      return isEmbedded ? [] : [at("holds fragments that no document embeds.")];
    }
    const errors = validate(schema, document, [...specifiedRules, NoDeprecatedCustomRule]);
    if (errors.length > 0) return errors.map((error) => at(error.message));
    return [...unmetIn(document, schema, access)].map(at);
  } catch (error) {
    return [at(error instanceof Error ? error.message : String(error))];
  }
}

function unmetIn(document: DocumentNode, schema: GraphQLSchema, access: Access): Set<string> {
  const unmet = new Set<string>();
  const types = new TypeInfo(schema);
  const take = (key: string) => {
    for (const group of unmetScopes(access, key, granted)) {
      unmet.add(`${key} needs the scope ${group.join(" or ")}, which shopify.app.toml does not ask for.`);
    }
  };
  visit(
    document,
    visitWithTypeInfo(types, {
      Field() {
        const [parent, field, type] = [types.getParentType(), types.getFieldDef(), types.getType()];
        if (parent && field) take(`${parent.name}.${field.name}`);
        if (type) take(getNamedType(type).name);
      },
    }),
  );
  return unmet;
}
