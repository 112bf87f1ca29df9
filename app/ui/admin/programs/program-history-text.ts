type Details = Readonly<Record<string, unknown>>;

/** History entry of a program as a sentence. An action from a later version is shown by its name. */
export function programHistoryText(action: string, details: Details): string {
  if (action === "created") return details["status"] === "active" ? "Created, active" : "Created as a draft";
  if (action === "deleted") return "Deleted";
  if (action === "changed") return changedText(details);
  if (action === "joining-changed") {
    return details["mode"] === "open" ? "Joining: anyone can apply" : "Joining: invitation only";
  }
  const version = String(details["version"]);
  if (action === "scheduled new terms") return `Scheduled new terms (version ${version})`;
  if (action === "withdrew scheduled terms") return `Withdrew new terms (version ${version})`;
  return action.charAt(0).toUpperCase() + action.slice(1);
}

function changedText({ changed, version, to }: Details): string {
  const fields = Array.isArray(changed) ? changed.filter((name) => typeof name === "string") : [];
  const parts = fields.map((name) => {
    if (name === "terms") return `terms (version ${String(version)})`;
    if (name === "noticeDays") return "notice period";
    return name === "status" ? `status (${String(to)})` : name;
  });
  return parts.length === 0 ? "Changed" : `Changed ${parts.join(", ")}`;
}
