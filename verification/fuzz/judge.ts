import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { OpenApiDocument } from "@/lib/contract/openapi/document";
import { isUnusable, parseRequestTarget } from "@/lib/processes/server/request-target";
import type { Step } from "./draft";
import type { Operation, Operations } from "./operations";
import type { Received } from "./send";

/** Formats beside those of JSON Schema that the document has; their patterns say what they are. */
const OTHER_FORMATS = ["cidrv4", "cidrv6", "json"];

/** Says what the document does not promise about an answer; undefined where all is as it should be. */
export type Judge = (step: Step, answer: Received) => string | undefined;

/** Judges answers by the document. */
export function judgeBy(document: OpenApiDocument, operations: Operations): Judge {
	const ajv = new Ajv2020({ strict: false, code: { optimize: false } });
	formats.default(ajv);
	for (const name of OTHER_FORMATS) ajv.addFormat(name, true);
	ajv.addSchema(document, "document");
	const compiled = new Map<string, ValidateFunction>();
	const validatorOf = (pointer: string) => {
		const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `document${pointer}` });
		compiled.set(pointer, validate);
		return validate;
	};
	const problemOfJson = (pointer: string, answer: Received) => {
		const validate = validatorOf(pointer);
		const value = parsed(answer.body);
		if (value === undefined) return "is answered with a body that is no JSON";
		return validate(value)
			? undefined
			: `is answered ${answer.status} ${excerpt(answer)}, but ${ajv.errorsText(validate.errors)}`;
	};

	return (step, answer) => {
		const target = parseRequestTarget(step.target);
		const type = (answer.headers["content-type"] as string | undefined)?.split(";")[0]?.trim();
		if (answer.status >= 500) return `is answered ${answer.status} ${excerpt(answer)}`;
		// Other addresses are pages.
		if (target.family === undefined && !isUnusable(target)) return undefined;
		if (type === "text/html") return `is answered with a page: ${excerpt(answer)}`;
		const operation = operations.find(step.method, step.target);
		const envelope = target.family === "token" ? "TokenError" : "Error";
		if (operation === undefined) return problemElsewhere(step.method, answer, envelope, problemOfJson);
		const promised = operation.answers[answer.status];
		if (promised === undefined)
			return `is answered ${answer.status} ${excerpt(answer)}, which ${nameOf(operation)} does not list`;
		if (step.method === "HEAD") return answer.body.length === 0 ? undefined : "is a HEAD with a body in its answer";
		const media = Object.keys(promised.content ?? {});
		if (media.length === 0) return answer.body.length === 0 ? undefined : `is answered ${answer.status} with a body`;
		if (type === undefined || !media.includes(type)) return `is answered ${answer.status} as ${type}, not as ${media}`;
		const pointer = `${promised.pointer}/content/${type.replaceAll("/", "~1")}/schema`;
		return type === "application/json" ? problemOfJson(encoded(pointer), answer) : undefined;
	};
}

/** No operation: an address of no resource, or a method that its resource lacks. */
function problemElsewhere(
	method: string,
	answer: Received,
	envelope: "Error" | "TokenError",
	problemOfJson: (pointer: string, answer: Received) => string | undefined,
): string | undefined {
	if (method === "OPTIONS" && answer.status === 204) return undefined;
	if (answer.status < 400) return `is answered ${answer.status}, and is no operation of the document`;
	return method === "HEAD" ? undefined : problemOfJson(`#/components/schemas/${envelope}`, answer);
}

const nameOf = ({ method, path }: Operation): string => `${method} ${path}`;
const excerpt = ({ body }: Received): string => body.toString().slice(0, 300);
/** Braces of a path have to be encoded in a reference. */
const encoded = (pointer: string): string => pointer.replaceAll("{", "%7B").replaceAll("}", "%7D");

function parsed(body: Buffer): unknown {
	try {
		return JSON.parse(body.toString());
	} catch {
		return undefined;
	}
}
