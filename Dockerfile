# Dependencies exactly as bun.lock names them; no install script runs.
FROM oven/bun:1 AS packages
WORKDIR /all
COPY package.json bun.lock ./
RUN bun install --frozen-lockfile --ignore-scripts
WORKDIR /production
COPY package.json bun.lock ./
RUN bun install --frozen-lockfile --ignore-scripts --production

FROM node:24-slim AS build
WORKDIR /app
COPY . .
COPY --from=packages /all/node_modules node_modules
RUN node scripts/copy-swagger.ts && node scripts/build-browser.ts \
    && node_modules/.bin/tsc -p tsconfig.build.json

FROM node:24-slim
ENV NODE_ENV=production \
    POSTERN_SERVER__HOST=0.0.0.0 \
    POSTERN_DATA_DIR=/data
WORKDIR /app
COPY package.json LICENSE ./
COPY bin bin
COPY --from=packages /production/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/public public
RUN mkdir -m 0700 /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
    CMD ["node", "-e", "fetch('http://127.0.0.1:8080/livez').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "bin/postern.js"]
CMD ["serve"]
