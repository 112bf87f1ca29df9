import { expect, test } from "vitest";
import { decrypt, encrypt, encryptDocument } from "#app/platform/crypto.server.ts";

const lines = Array.from({ length: 200 }, (_, number) => ({ title: `Mug ${number}`, tags: "größe, 🙂" }));
const text = JSON.stringify({ lines });
/** The cipher's error if the bytes, the context or the key differ from those of the seal. */
const refused = "unable to authenticate";
const document = Buffer.from(text);

test("a document opens to what it was, and takes a part of its room", () => {
  const sealed = encryptDocument(document, "shp_one");
  expect(decrypt(sealed, "shp_one")).toBe(text);
  expect(sealed.length).toBeLessThan(text.length / 2);
  expect(decrypt(encryptDocument(Buffer.alloc(0), "shp_one"), "shp_one")).toBe("");
});

test("no two seals of one document are alike", () => {
  expect(encryptDocument(document, "shp_one")).not.toBe(encryptDocument(document, "shp_one"));
});

test("a seal opens for its own context only, and not when it was changed", () => {
  const sealed = encryptDocument(document, "shp_one");
  expect(() => decrypt(sealed, "shp_two")).toThrow(refused);
  const middle = Math.floor(sealed.length / 2);
  const other = sealed.charAt(middle) === "A" ? "B" : "A";
  expect(() => decrypt(`${sealed.slice(0, middle)}${other}${sealed.slice(middle + 1)}`, "shp_one")).toThrow(
    refused,
  );
});

test("a document never passes for a text, nor a text for a document", () => {
  const sealed = encryptDocument(document, "shp_one");
  expect(() => decrypt(sealed.replace("v2.", "v1."), "shp_one")).toThrow(refused);
  expect(() => decrypt(encrypt(text, "shp_one").replace("v1.", "v2."), "shp_one")).toThrow(refused);
  expect(() => decrypt(sealed.replace("v2.", "v3."), "shp_one")).toThrow("Not a sealed value");
});
