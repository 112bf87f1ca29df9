/** `npm start`. Plain JavaScript, because a Node that cannot read TypeScript shows nothing but a stack for a .ts file. */
if (process.features.typescript) {
  await import("./start.ts");
} else {
  process.stderr.write(
    `Node ${process.versions.node} cannot run this app. Use \`npm start\`, which runs the Node 24 that \`npm ci\` installs, ` +
      "or run this file with Node 22.18 or newer.\n",
  );
  process.exit(1);
}
