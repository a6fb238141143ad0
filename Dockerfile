# Program and pages are the same on every architecture: they are built on that of the builder, without emulation.
FROM --platform=$BUILDPLATFORM node:24.21.0-slim AS build
WORKDIR /app
# Dependencies exactly as package-lock.json names them; no install script runs.
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run -s assets && npm run -s build && npm run -s docs && npm run -s sbom > postern.cdx.json
RUN install -d -m 0700 /data

# The two packages that the bundle does not hold. The native bcrypt is of the architecture that the image is for.
FROM --platform=$BUILDPLATFORM node:24.21.0-slim AS packages
ARG TARGETARCH
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund --os=linux --libc=glibc --cpu="$(echo "$TARGETARCH" | sed s/amd64/x64/)" \
    && mkdir kept \
    && mv node_modules/@electric-sql node_modules/@node-rs kept \
    && find kept \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.cts' \) -delete

FROM node:24.21.0-slim
ENV NODE_ENV=production \
    POSTERN_SERVER__HOST=0.0.0.0 \
    POSTERN_DATA_DIR=/data
WORKDIR /app
# A number, since runAsNonRoot of Kubernetes cannot look up a name. A volume at /data takes over the owner.
COPY --from=build --chown=1000:1000 /data /data
COPY package.json LICENSE ./
COPY bin bin
COPY --from=packages /app/kept node_modules
COPY --from=build /app/public public
# Scanners read in it what the bundle is made of.
COPY --from=build /app/postern.cdx.json ./
COPY --from=build /app/dist/cluster.br dist/
COPY --from=build /app/dist/bundle dist/bundle
USER 1000:1000
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
    CMD ["node", "bin/postern.js", "health"]
ENTRYPOINT ["node", "bin/postern.js"]
CMD ["serve"]
