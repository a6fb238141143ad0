# Dependencies exactly as package-lock.json names them; no install script runs.
FROM node:24.21.0-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run -s assets && npm run -s build && npm run -s docs && npm prune --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:24.21.0-slim
ENV NODE_ENV=production \
    POSTERN_SERVER__HOST=0.0.0.0 \
    POSTERN_DATA_DIR=/data
WORKDIR /app
COPY package.json LICENSE ./
COPY bin bin
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/public public
# A number, since runAsNonRoot of Kubernetes cannot look up a name. A volume at /data takes over owner and mode.
RUN install -d -m 0700 -o 1000 -g 1000 /data
USER 1000:1000
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
    CMD ["node", "bin/postern.js", "health"]
ENTRYPOINT ["node", "bin/postern.js"]
CMD ["serve"]
