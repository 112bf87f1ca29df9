/**
 * Checks what the app says to Shopify against Shopify's own description of the Admin API: every document
 * in app/, the scopes its fields need, and the webhook topics of shopify.app.toml. Fails when the types
 * generated from the documents are stale.
 */
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
} from "graphql";
import { readAdminSchema, readAppToml } from "./admin-schema.ts";
import { expand, findDocuments, type Found } from "./graphql-documents.ts";
import { scopesNeeded, unmetScopes, type Access } from "./graphql-scopes.ts";
import { staleTypes } from "./graphql-types.ts";

const toml = readAppToml();
const version = toml.webhooks.api_version;
const data = readAdminSchema(version);
const schema = buildClientSchema(data);
const documents = findDocuments();
const granted = [...toml.access_scopes.scopes.split(","), ...toml.access_scopes.optional_scopes].map(
  (scope) => scope.trim(),
);

const problems = [...topicProblems(), ...documentProblems()];
// Types can be generated only from documents that are valid.
if (problems.length === 0) problems.push(...(await staleTypes(data, documents.marked)));
for (const problem of problems) console.log(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

function topicProblems(): string[] {
  const topics = schema.getType("WebhookSubscriptionTopic");
  if (!topics || !("getValue" in topics)) return ["The schema has no WebhookSubscriptionTopic."];
  return toml.webhooks.subscriptions
    .flatMap((subscription) => subscription.topics)
    .filter((topic) => !topics.getValue(topic.replace("/", "_").toUpperCase()))
    .map((topic) => `shopify.app.toml: ${topic} is no webhook topic of ${version}.`);
}

function documentProblems(): string[] {
  const { marked, unmarked } = documents;
  if (marked.length === 0) return ["No GraphQL document was found in app/: this check would prove nothing."];
  const access = scopesNeeded(data);
  return [
    ...unmarked.map((each) => `${each.file}:${each.line} looks like GraphQL and lacks the #graphql mark.`),
    ...marked.flatMap((each) => problemsOf(each, marked, access)),
  ];
}

function problemsOf(found: Found, all: readonly Found[], access: Access): string[] {
  const at = (message: string) => `${found.file}:${found.line} ${message}`;
  try {
    const document = parseGraphql(expand(found, all));
    if (document.definitions.every((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)) {
      const isEmbedded = found.name && all.some((each) => each.text.includes(`\${${found.name}}`));
      return isEmbedded ? [] : [at("holds fragments that no document embeds.")];
    }
    const errors = validate(schema, document, [...specifiedRules, NoDeprecatedCustomRule]);
    if (errors.length > 0) return errors.map((error) => at(error.message));
    return [...unmetIn(document, access)].map(at);
  } catch (error) {
    return [at(error instanceof Error ? error.message : String(error))];
  }
}

function unmetIn(document: DocumentNode, access: Access): Set<string> {
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
