import { afterEach, expect, it } from "vitest";
import { parseEnv } from "#app/platform/env.server.ts";
import { loader } from "../../../app/routes/public/privacy.tsx";
import { restoreEnv, setEnv } from "../../support/environment.ts";

afterEach(restoreEnv);

it.each([
  ["", "", { name: null, contact: null }],
  [
    "Mug Works GmbH",
    "privacy@mugworks.example",
    {
      name: "Mug Works GmbH",
      contact: { text: "privacy@mugworks.example", url: "mailto:privacy@mugworks.example" },
    },
  ],
  [
    "",
    "https://mugworks.example/contact",
    {
      name: null,
      contact: { text: "https://mugworks.example/contact", url: "https://mugworks.example/contact" },
    },
  ],
])("names the operator %j and the contact %j as they are set", (name, contact, expected) => {
  setEnv({ OPERATOR_NAME: name, OPERATOR_CONTACT: contact });
  expect(loader()).toEqual(expected);
});

it.each(["nobody", "javascript:alert(1)", "ftp://mugworks.example"])(
  "refuses the contact %s, which is no email or web address",
  (contact) => {
    expect(parseEnv({ ...process.env, OPERATOR_CONTACT: contact })).toEqual({
      problems: ["OPERATOR_CONTACT must be an email or web address"],
    });
  },
);
