import { InlineStack, TextField } from "@shopify/polaris";
import { useListParams } from "./use-list-params.ts";
import { useTypedParam } from "./use-typed-param.ts";

/** The first and the last day of what is listed, both counted in; `what` happened on them: "Made", "Placed". */
export function DayFilter({ what }: { what: string }) {
  const { params } = useListParams();
  const isTurned = params.from !== "" && params.to !== "" && params.to < params.from;
  return (
    <InlineStack gap="200" blockAlign="start">
      <Day label={what} name="from" />
      <Day label={what} name="to" error={isTurned ? "Must not be before the first day" : undefined} />
    </InlineStack>
  );
}

type DayProps = { label: string; name: "from" | "to"; error?: string | undefined };

function Day({ label, name, error }: DayProps) {
  const [text, setText] = useTypedParam(name, isWholeDay);
  return (
    <TextField
      label={label}
      labelHidden
      // It belongs to what the field is called.
      prefix={name}
      type="date"
      autoComplete="off"
      value={text}
      onChange={setText}
      {...(error !== undefined && { error })}
    />
  );
}

/** While the digits of a year are typed, browsers tell of days in the first centuries. */
function isWholeDay(text: string): boolean {
  return text === "" || text >= "1970";
}
