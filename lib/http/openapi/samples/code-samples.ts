import type { CodeSample, DocumentOperation, OpenApiDocument } from "@/lib/contract/openapi/document";
import { type ExampleCall, exampleCall } from "./example-call";
import { pythonOf, typescriptOf } from "./program-samples";
import { commandOf, curlOf } from "./shell-samples";

/** One call for each tool and language. */
export const codeSamples = (call: ExampleCall): CodeSample[] => [
	{ lang: "Shell", label: "curl", source: curlOf(call) },
	{ lang: "TypeScript", label: "TypeScript", source: typescriptOf(call) },
	{ lang: "Python", label: "Python", source: pythonOf(call) },
	{ lang: "Shell", label: "Command", source: commandOf(call) },
];

/** Gives the paths of a document, each operation with its examples. */
export function withCodeSamples(document: OpenApiDocument): Record<string, Record<string, Record<string, unknown>>> {
	const sampled = (path: string, method: string, operation: DocumentOperation) => ({
		...operation,
		"x-codeSamples": codeSamples(exampleCall(document, path, method, operation)),
	});
	return Object.fromEntries(
		Object.entries(document.paths).map(([path, methods]) => [
			path,
			Object.fromEntries(
				Object.entries(methods).map(([method, operation]) => [method, sampled(path, method, operation)]),
			),
		]),
	);
}
