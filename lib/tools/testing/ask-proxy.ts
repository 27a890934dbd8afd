import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { connect } from "node:http2";
import { Agent, request } from "node:https";
import { connect as connectByTcp } from "node:net";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { connect as connectByTls } from "node:tls";
import { projectPath } from "@/lib/platform/project-path";

/** What a test sends to a proxy's HTTPS. */
export interface ProxyRequest {
	readonly path: string;
	/** 1 by default. */
	readonly version?: 1 | 2;
	readonly method?: string;
	readonly headers?: Readonly<Record<string, string>>;
	/** Begins the body, and may end it. */
	readonly send?: (body: Writable) => void;
	/** The client's address, one of this machine's. */
	readonly from?: string;
}

/** An answer whose body may still come. */
export interface ProxyAnswer {
	readonly status: number;
	readonly headers: IncomingHttpHeaders;
	readonly body: Readable;
	/** Its whole body. */
	text(): Promise<string>;
	/** Leaves, without reading on. */
	leave(): void;
}

const ca = readFileSync(join(projectPath("lib", "processes", "server", "testing"), "localhost-cert.pem"));
const agent = new Agent({ ca, keepAlive: true, servername: "localhost", rejectUnauthorized: true });

/** Sends a request to a proxy, whose certificate is verified. */
export function askProxy(port: number, asked: ProxyRequest): Promise<ProxyAnswer> {
	const complete = { method: "GET", headers: {}, send: (body: Writable) => void body.end(), ...asked };
	return asked.version === 2 ? askByHttp2(port, complete) : askByHttp1(port, complete);
}

type Complete = ProxyRequest & Required<Pick<ProxyRequest, "method" | "headers" | "send">>;

async function askByHttp1(port: number, { path, method, headers, send, from }: Complete): Promise<ProxyAnswer> {
	const sent = request({
		...{ host: "127.0.0.1", port, path, method, agent, localAddress: from },
		headers: { host: `localhost:${port}`, ...headers },
	});
	send(sent);
	const [answer] = (await once(sent, "response")) as [IncomingMessage];
	// The rest of a body that was refused goes nowhere.
	sent.on("error", () => undefined);
	const { statusCode: status = 0 } = answer;
	return { status, headers: answer.headers, body: answer, text: () => text(answer), leave: () => void sent.destroy() };
}

async function askByHttp2(port: number, { path, method, headers, send, from }: Complete): Promise<ProxyAnswer> {
	const socket = connectByTcp({ host: "127.0.0.1", port, localAddress: from });
	const session = connect(`https://127.0.0.1:${port}`, {
		createConnection: () => connectByTls({ socket, ca, servername: "localhost", ALPNProtocols: ["h2"] }),
	});
	const stream = session.request(
		{ ":authority": `localhost:${port}`, ":path": path, ":method": method, ...headers },
		{ endStream: false },
	);
	stream.once("close", () => session.destroy());
	send(stream);
	const [answered] = await once(stream, "response");
	stream.on("error", () => undefined);
	const { ":status": status, ...fields } = answered;
	return {
		...{ status: Number(status), headers: fields, body: stream },
		text: () => text(stream),
		leave: () => void stream.destroy(),
	};
}
