import { messageOf } from "#app/i18n/fault-words.ts";
import type { z } from "zod";
import { signalsQuery, type SignalsQuery } from "#app/contracts/signals.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { offsetRefusal } from "./list-position.ts";
import { parse } from "./parse.ts";

type Paged = { page: number; limit: number };

/**
 * The query of a list page. People type and bookmark addresses, so an invalid parameter falls back to its
 * default. The API answers 400 instead.
 */
export function listQueryOf<Schema extends z.ZodType<Paged>>(
  request: Request,
  schema: Schema,
): z.output<Schema> {
  const given = Object.fromEntries(new URL(request.url).searchParams);
  const first = parse(schema, given);
  if (!isRefusal(first)) return offsetRefusal(first) ? without(schema, given, ["page"]) : first;
  return without(
    schema,
    given,
    first.errors.map((error) => error.field),
  );
}

/** The first parameter that the page ignores, and why; null if it shows the whole address. Empty form fields are left out. */
export function addressFaultOf(request: Request, schema: z.ZodType<Paged>): string | null {
  const given = [...new URL(request.url).searchParams].filter(([, value]) => value !== "");
  const query = parse(schema, Object.fromEntries(given));
  const fault = isRefusal(query) ? query : offsetRefusal(query);
  const [first] = fault?.errors ?? [];
  return first === undefined ? null : `${first.field}: ${messageOf(first.reason)}`;
}

function without<Schema extends z.ZodType>(schema: Schema, given: Record<string, string>, names: string[]) {
  const rest = Object.fromEntries(Object.entries(given).filter(([name]) => !names.includes(name)));
  const second = parse(schema, rest);
  return isRefusal(second) ? schema.parse({}) : second;
}

/** Query of the page. People bookmark addresses, so an invalid one shows the default days with the error. */
export function signalsQueryOf(request: Request): { query: SignalsQuery; fault: string | null } {
  const given = Object.fromEntries(
    [...new URL(request.url).searchParams].filter(([, value]) => value !== ""),
  );
  const query = parse(signalsQuery, given);
  return isRefusal(query)
    ? { query: signalsQuery.parse({}), fault: messageOf(query.reason) }
    : { query, fault: null };
}
