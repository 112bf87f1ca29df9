# One image for all three processes: `npm start` (web), `npm run worker` (jobs), `npm run ingest` (busy doors).
FROM node:24-slim AS build
WORKDIR /srv
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:24-slim AS packages
WORKDIR /srv
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund

FROM node:24-slim
ENV NODE_ENV=production PORT=3000 DATA_DIR=/srv/data
WORKDIR /srv
# Clicks wait here while the database is away; keep it in a volume, so that they outlive the container.
RUN mkdir data && chown node:node data
COPY --from=packages /srv/node_modules ./node_modules
COPY --from=build /srv/build ./build
# Worker and ingest run the TypeScript of app/ unbuilt, as Node 24 reads it.
COPY package.json tsconfig.json shopify.app.toml worker.ts ingest.ts ./
COPY app ./app
COPY scripts ./scripts
COPY bundled-postgres ./bundled-postgres
COPY drizzle ./drizzle
USER node
EXPOSE 3000
# For web and ingest; compose.yaml asks the worker at WORKER_PORT.
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["npm", "start"]
