import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { z } from "zod";

const attribute = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) });
const span = z.object({
	traceId: z.string().regex(/^[\da-f]{32}$/),
	spanId: z.string().regex(/^[\da-f]{16}$/),
	parentSpanId: z.string().optional(),
	name: z.string(),
	kind: z.int(),
	attributes: z.array(attribute),
	status: z.object({ code: z.int().optional() }),
});
const payload = z.object({
	resourceSpans: z.array(
		z.object({
			resource: z.object({ attributes: z.array(attribute) }),
			scopeSpans: z.array(z.object({ spans: z.array(span) })),
		}),
	),
});

/** A span as the collector received it. */
export interface ReceivedSpan extends Omit<z.infer<typeof span>, "attributes"> {
	readonly service: unknown;
	readonly attributes: Readonly<Record<string, unknown>>;
}

/** A collector of OpenTelemetry's spans on this machine: OTLP over HTTP, in JSON. */
export interface Collector {
	readonly endpoint: string;
	readonly spans: ReceivedSpan[];
	stop(): Promise<void>;
}

const record = (attributes: readonly z.infer<typeof attribute>[]) =>
	Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

export async function startCollector(): Promise<Collector> {
	const spans: ReceivedSpan[] = [];
	const server = createServer(async (request, response) => {
		const { resourceSpans } = payload.parse(await json(request));
		for (const { resource, scopeSpans } of resourceSpans) {
			const service = record(resource.attributes)["service.name"];
			for (const each of scopeSpans.flatMap((scope) => scope.spans))
				spans.push({ ...each, service, attributes: record(each.attributes) });
		}
		response.writeHead(request.url === "/v1/traces" ? 200 : 404, { "content-type": "application/json" }).end("{}");
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	return {
		endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		spans,
		stop: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
