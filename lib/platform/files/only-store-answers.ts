import type { Readable } from "node:stream";
import type { S3Client } from "@aws-sdk/client-s3";
import { answeredInFront, isHtml } from "@/lib/platform/answered-in-front";

/** Something in front of the object store answered for it. */
export class ForeignAnswerError extends Error {
	override name = "ForeignAnswerError";
}

interface RawAnswer {
	readonly statusCode: number;
	readonly headers: Readonly<Record<string, string | undefined>>;
	readonly body?: Readable;
}

/**
 * Has a client take nothing for an answer of its object store that something in front of it sends:
 * to the SDK any 2xx is a success, so that a page would remove objects, and any 404 a missing object.
 */
export function onlyStoreAnswers(client: S3Client): S3Client {
	client.middlewareStack.add(
		(next) => async (args) => {
			const result = await next(args);
			const answer = result.response as RawAnswer;
			if (isOfStore(answer)) return result;
			answer.body?.destroy();
			const { statusCode: status, headers } = answer;
			const problem = new ForeignAnswerError(`${answeredInFront("the store", headers["content-type"])} (${status})`);
			// The status makes the SDK retry a store that is briefly unavailable.
			throw status < 500 ? problem : Object.assign(problem, { $metadata: { httpStatusCode: status } });
		},
		{ step: "deserialize", priority: "low", name: "onlyStoreAnswers" },
	);
	return client;
}

/** A store answers in XML or without a body; objects come in any type, with their tag. */
function isOfStore({ statusCode, headers }: RawAnswer): boolean {
	const type = headers["content-type"];
	if (isHtml(type)) return false;
	return type === undefined || /\bxml\b/i.test(type) || (statusCode < 300 && headers.etag !== undefined);
}
