import { z } from "zod";
import type { ApiCall } from "#app/api/define-call.ts";
import type { badValues } from "../../support/bad-values.ts";

export type Kind = keyof typeof badValues;
export type Plain = Record<string, unknown>;
/** The fields of a body by path. */
export type BodyFields = {
  readonly kinds: Record<string, Kind>;
  /** Fields and objects that must be there. */
  readonly required: string[];
  /** Fields that take null. */
  readonly nullable: Set<string>;
};

type Schema = {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly minimum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
};

type Defs = Readonly<Record<string, Schema>>;

/** Kinds of fields whose schema does not tell, by the end of their path. Other texts are free. */
const kindsByName: Readonly<Record<string, Kind>> = {
  account: "reference",
  add: "tags",
  affiliate: "reference",
  affiliateId: "id",
  amount: "signedAmount",
  "amount.amount": "amount",
  apiKey: "reference",
  body: "templateBody",
  channel: "reference",
  code: "name",
  contactEmail: "email",
  country: "reference",
  currency: "currency",
  currencyCode: "currency",
  details: "id",
  email: "email",
  fieldId: "word",
  id: "id",
  label: "questionText",
  landing: "reference",
  link: "reference",
  logo: "address",
  month: "month",
  name: "name",
  newCode: "name",
  order: "orderName",
  parameter: "parameter",
  payment: "reference",
  percent: "percent",
  product: "reference",
  program: "reference",
  productId: "id",
  programId: "id",
  referralCode: "code",
  remove: "tags",
  "query.code": "reference",
  "query.subId": "reference",
  shop: "reference",
  slug: "code",
  subject: "templateSubject",
  tag: "reference",
  tags: "tags",
  target: "storePage",
  template: "name",
  "total.amount": "amount",
  value: "reference",
};

/** Reads the fields of a call's body from its schema, within the objects and lists that a good body has. */
export function derivedFields(call: ApiCall, good: Plain): BodyFields {
  if (!call.body) throw new Error(`${call.id} has no body`);
  const schema = z.toJSONSchema(call.body, { io: "input", unrepresentable: "any" }) as Schema;
  const fields: BodyFields = { kinds: {}, required: [], nullable: new Set() };
  for (const body of optionsOf(schema, schema.$defs ?? {})) addProperties(body, good, "");
  return fields;

  function addProperties(object: Schema, value: Plain, path: string): void {
    for (const [name, property] of Object.entries(object.properties ?? {})) {
      const inner = path ? `${path}.${name}` : name;
      if (object.required?.includes(name)) fields.required.push(inner);
      addField(property, value[name], inner);
    }
  }

  function addField(field: Schema, value: unknown, path: string): void {
    const options = optionsOf(field, schema.$defs ?? {});
    if (options.some((option) => option.type === "null")) fields.nullable.add(path);
    const option = options.find((one) => one.type !== "null" && isFor(one, value, schema.$defs ?? {}));
    const [item] = Array.isArray(value) ? value : [];
    if (option?.properties) {
      if (isPlain(value)) addProperties(option, value, path);
    } else if (option?.items && isPlain(item)) {
      addField(option.items, item, `${path}.0`);
    } else if (option) {
      const kind = kindOf(option, path);
      if (kind) fields.kinds[path] = kind;
    }
  }
}

/** The forms that a value may have. */
function optionsOf(schema: Schema, defs: Defs): readonly Schema[] {
  if (schema.$ref !== undefined) return optionsOf(defs[schema.$ref.split("/").at(-1) ?? ""] ?? {}, defs);
  const options = schema.anyOf ?? schema.oneOf;
  return options ? options.flatMap((option) => optionsOf(option, defs)) : [schema];
}

/** True unless the value is an object of another form, as its constants tell. */
function isFor({ properties }: Schema, value: unknown, defs: Defs): boolean {
  if (!isPlain(value)) return true;
  if (!properties) return false;
  return Object.entries(properties).every(([name, property]) =>
    optionsOf(property, defs).some((one) => one.const === undefined || one.const === value[name]),
  );
}

function isPlain(value: unknown): value is Plain {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function kindOf({ type, format, minimum, ...schema }: Schema, path: string): Kind | null {
  const names = path.split(".");
  const byName = kindsByName[names.slice(-2).join(".")] ?? kindsByName[names.at(-1) ?? ""];
  if (schema.enum ?? schema.const) return "word";
  if (type === "boolean") return "flag";
  if (format === "date") return "day";
  if (type === "array") return byName ?? (isTextList(schema) ? "ids" : null);
  if (byName) return byName;
  if (type === "integer" || Array.isArray(type)) return minimum === 1 ? "revision" : "days";
  return type === "string" ? "text" : null;
}

function isTextList({ items }: Schema): boolean {
  return items?.type === "string";
}
