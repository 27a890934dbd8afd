import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { isHtml } from "@/lib/platform/answered-in-front";
import { answeredPage } from "./answered-page";
import { OutgoingProblem } from "./outgoing-problem";
import { judgeConnection, type Reachable, reachableLookup, requireReachableLiteral } from "./reachable-connection";
import type { FileValidators, RemoteAnswer, RemoteFile } from "./remote-file";

/** Silence after which a connection is given up, also within a file. */
const SILENT_MS = 60_000;

/**
 * A file at an address that a customer chose, by GET. It follows no redirect and keeps no cookie;
 * each address is checked at the connection, as for messages.
 * @param headers sent along, such as credentials
 */
export function webFile(url: URL, headers: Readonly<Record<string, string>>, reachable: Reachable): RemoteFile {
	return {
		ask: async (question, signal) => {
			requireReachableLiteral(url, reachable);
			const isRest = "from" in question;
			const asked = isRest ? restHeaders(question) : conditionHeaders(question.known);
			const response = await get(url, { ...headers, ...asked, "accept-encoding": "identity" }, reachable, signal);
			return answerOf(response, isRest ? question : null);
		},
	};
}

function conditionHeaders({ etag, last_modified }: FileValidators): Record<string, string> {
	if (etag !== null) return { "if-none-match": etag };
	return last_modified === null ? {} : { "if-modified-since": last_modified };
}

/** Another file than the one that was begun is answered whole. */
function restHeaders({ from, of }: { readonly from: number; readonly of: FileValidators }): Record<string, string> {
	return { range: `bytes=${from}-`, ...(of.etag === null ? {} : { "if-range": of.etag }) };
}

function get(
	url: URL,
	headers: Record<string, string>,
	reachable: Reachable,
	signal: AbortSignal,
): Promise<IncomingMessage> {
	return new Promise((resolve, reject) => {
		const { request } = url.protocol === "https:" ? https : http;
		const sent = request(url, {
			headers,
			agent: false,
			lookup: reachableLookup(url.protocol, reachable),
			signal,
			maxHeaderSize: 16_384,
		});
		sent.setTimeout(SILENT_MS, () => sent.destroy(new OutgoingProblem("the host did not answer for a minute")));
		sent.on("error", reject);
		sent.on("response", resolve);
		judgeConnection(sent, url.protocol, reachable);
		sent.end();
	});
}

function answerOf(response: IncomingMessage, rest: { readonly from: number } | null): RemoteAnswer {
	const { statusCode = 0, headers } = response;
	if (statusCode === 304 && rest === null) {
		response.destroy();
		return { outcome: "unchanged" };
	}
	const validators = { etag: headers.etag ?? null, last_modified: headers["last-modified"] ?? null };
	if (statusCode === 200)
		return { outcome: "whole", body: response, size: lengthOf(headers["content-length"]), validators };
	if (statusCode === 206 && rest !== null) {
		const [, from, size] = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers["content-range"] ?? "") ?? [];
		if (Number(from) === rest.from) return { outcome: "rest", body: response, size: Number(size), validators };
	}
	response.destroy();
	if (statusCode >= 400 && isHtml(headers["content-type"])) throw answeredPage("the host", statusCode);
	const redirected = statusCode >= 300 && statusCode < 400 ? ", and redirects are not followed" : "";
	throw new OutgoingProblem(`the host answered ${statusCode}${redirected}`);
}

const lengthOf = (value: string | undefined) => (value === undefined ? null : Number(value));
