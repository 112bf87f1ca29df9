import type { Call } from "./call.ts";

const question = {
  id: "audience",
  kind: "choice",
  label: "Audience",
  required: true,
  choices: ["1K", "10K"],
};
const rule = { name: "Big ones", conditions: [{ kind: "answer", fieldId: "audience", values: ["10K"] }] };

/** Calls about applications and how people join a program. */
export const applicationCalls: readonly Call[] = [
  {
    id: "updateApplication",
    good: 404,
    method: "PUT",
    path: () => "/api/v1/applications/apl_0",
    body: { note: "Asked a friend" },
    fields: { note: "text" },
    required: ["note"],
  },
  {
    id: "decideApplication",
    good: 404,
    method: "POST",
    path: () => "/api/v1/applications/apl_0/decision",
    body: { decision: "decline", message: "Not now", note: "Spam" },
    fields: { decision: "word", message: "text", note: "text" },
    required: ["decision"],
  },
  {
    id: "updateJoining",
    good: 200,
    method: "PUT",
    path: ({ programId }) => `/api/v1/programs/${programId}/joining`,
    body: {
      mode: "open",
      slug: "creators",
      fields: [question],
      rules: [rule],
      indexable: true,
      reapplyDays: 90,
      revision: 0,
    },
    fields: {
      mode: "word",
      "fields.0.kind": "word",
      "fields.0.label": "questionText",
      "rules.0.name": "name",
      "rules.0.conditions.0.kind": "word",
      "rules.0.conditions.0.fieldId": "word",
      reapplyDays: "days",
    },
    required: ["mode", "slug", "fields", "rules", "indexable", "reapplyDays"],
  },
];
