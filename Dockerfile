# One image for service, worker and agent: docs/operations.md, With containers. It has an artifact as
# `npm run package` makes it, and builds nothing.
FROM node:24.21.0-trixie-slim AS artifact
ARG VERSION=1.0.0
# As BuildKit says it: amd64 or arm64.
ARG TARGETARCH=amd64
WORKDIR /artifact
COPY dist/targeting-service-${VERSION}-linux-*.tgz dist/targeting-service-${VERSION}-linux-*.tgz.sha256 ./
RUN name="targeting-service-${VERSION}-linux-$(echo "${TARGETARCH}" | sed s/amd64/x64/).tgz" \
	&& sha256sum --check "${name}.sha256" \
	&& mkdir unpacked \
	&& tar --extract --file "${name}" --directory unpacked --strip-components 1

FROM node:24.21.0-trixie-slim
ENV NODE_ENV=production DATA_DIR=/data AGENT_CACHE=/data/agent AGENT_HOST=0.0.0.0
COPY --from=artifact /artifact/unpacked /app
RUN mkdir --mode 0700 /data && chown node:node /data
WORKDIR /app
# `node` of the base image, as a number: Kubernetes sees that it is not root.
USER 1000:1000
# Everything else may be read-only; /tmp is a tmpfs then.
VOLUME /data
# The service, and the agent.
EXPOSE 3000 7070
# Of the service; a worker has none, and the agent's is `node run.mjs health http://127.0.0.1:7070/zz/status`.
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s --retries=3 CMD ["node", "run.mjs", "health"]
ENTRYPOINT ["node", "run.mjs"]
CMD ["service"]
