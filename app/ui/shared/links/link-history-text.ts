type Details = Readonly<Record<string, unknown>>;

const names: Readonly<Record<string, string>> = {
  name: "name",
  target: "page",
  subId: "sub-id",
  utm: "UTM",
  programId: "program",
  discountCode: "discount code",
};

/** History entry of a link as a sentence. An action from a later version is shown by its name. */
export function linkHistoryText(action: string, details: Details): string {
  switch (action) {
    case "created":
      return `Made, leading to ${String(details["target"])}`;
    case "renamed":
      return `Address changed from ${String(details["from"])} to ${String(details["to"])}; the old one goes on working`;
    case "paused":
      return "Paused";
    case "archived":
      return "Archived";
    case "resumed":
      return "Works again";
    case "changed":
      return `Changed: ${fieldsText(details["changed"])}`;
    default:
      return action;
  }
}

function fieldsText(changed: unknown): string {
  if (!Array.isArray(changed)) return "details";
  return changed.map((field) => names[String(field)] ?? String(field)).join(", ");
}
