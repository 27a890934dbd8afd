import {
	type CodeSample,
	type DocumentAnswer,
	type DocumentOperation,
	type Media,
	nameOfReference,
	type OpenApiDocument,
	type Parameter,
	referred,
} from "@/lib/contract/openapi/document";

export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof METHODS)[number];

/** The kinds of credentials: the parameter `KEY`, a bearer token, the page's session, or none. */
export type CredentialKind = "session" | "key" | "bearer" | "none";

export interface Credential {
	kind: CredentialKind;
	/** The document's security schemes of this kind. */
	schemes: string[];
}

export interface Content extends Media {
	/** Media type. */
	type: string;
}

export interface Answer {
	status: number;
	/** `error_type` of an error of the management and product APIs. */
	errorType: string | null;
	description: string;
	content: Content[];
}

/** An operation for the reference pages, with resolved references and credentials. */
export interface Operation {
	id: string;
	method: Method;
	path: string;
	summary: string;
	description: string;
	api: string;
	group: string;
	changesData: boolean;
	/** Accepted credentials, the most convenient first; empty for a public operation. */
	credentials: Credential[];
	parameters: Parameter[];
	body: Content[];
	answers: Answer[];
	/** Its call in several languages. */
	samples: readonly CodeSample[];
}

/** The group of the specification's operations, which stand in no other. */
export const CONTRACT = "Contract";

export interface OperationGroup {
	api: string;
	name: string;
	description: string;
	operations: Operation[];
}

const contents = (content: Record<string, Media> = {}): Content[] =>
	Object.entries(content).map(([type, media]) => ({ type, ...media }));

const KIND_OF_SCHEME: Record<string, CredentialKind> = { key: "key", session: "session" };

function credentialsOf({ security }: DocumentOperation): Credential[] {
	const found = new Map<CredentialKind, string[]>();
	const add = (kind: CredentialKind, scheme: string) => found.set(kind, [...(found.get(kind) ?? []), scheme]);
	for (const requirement of security) {
		for (const scheme of Object.keys(requirement)) add(KIND_OF_SCHEME[scheme] ?? "bearer", scheme);
	}
	const order: CredentialKind[] = ["session", "key", "bearer"];
	return order.flatMap((kind) => (found.has(kind) ? [{ kind, schemes: found.get(kind) ?? [] }] : []));
}

function answersOf(document: OpenApiDocument, responses: Record<string, DocumentAnswer>): Answer[] {
	return Object.entries(responses)
		.map(([status, answer]) => {
			const named = answer.$ref === undefined ? undefined : referred<DocumentAnswer>(document, answer.$ref);
			return {
				status: Number(status),
				errorType: answer.$ref === undefined ? null : nameOfReference(answer.$ref),
				// A description beside a reference takes precedence.
				description: answer.description ?? named?.description ?? "",
				content: contents(answer.content ?? named?.content),
			};
		})
		.sort((one, other) => one.status - other.status);
}

function operationOf(
	document: OpenApiDocument,
	where: { api: string; path: string; method: Method },
	said: DocumentOperation,
): Operation {
	const parameters = (said.parameters ?? []).flatMap((parameter) => {
		const found = "$ref" in parameter ? referred<Parameter>(document, parameter.$ref) : parameter;
		return found === undefined ? [] : [found];
	});
	return {
		...where,
		id: said.operationId,
		summary: said.summary,
		description: said.description ?? "",
		group: groupTagOf(said),
		changesData: said["x-changes-data"] ?? where.method !== "GET",
		credentials: credentialsOf(said),
		parameters,
		body: contents(said.requestBody?.content),
		answers: answersOf(document, said.responses),
		samples: said["x-codeSamples"] ?? [],
	};
}

/** The last tag is that of the group; the specification's operations have another one before. */
const groupTagOf = ({ tags }: DocumentOperation): string => tags.at(-1) ?? "";

/**
 * Groups all operations of the document, the contract's first. Within a group they go in the order
 * of tags and paths: collections before their members.
 */
export function groupsOf(document: OpenApiDocument): OperationGroup[] {
	const byGroup = new Map<string, { path: string; method: Method; said: DocumentOperation }[]>();
	for (const [path, methods] of Object.entries(document.paths)) {
		for (const method of METHODS) {
			const said = methods[method.toLowerCase()];
			if (said === undefined) continue;
			const [group = ""] = said.tags;
			byGroup.set(group, [...(byGroup.get(group) ?? []), { path, method, said }]);
		}
	}
	const descriptions = new Map(document.tags.map(({ name, description }) => [name, description]));
	const order = [...descriptions.keys()];
	const placeOf = ({ said }: { said: DocumentOperation }) => order.indexOf(groupTagOf(said));
	return document["x-tagGroups"].flatMap(({ name: api, tags }) =>
		tags
			.filter((name) => byGroup.has(name))
			.map((name) => ({
				api,
				name: name === CONTRACT.toLowerCase() ? CONTRACT : name,
				description: descriptions.get(name) ?? "",
				operations: (byGroup.get(name) ?? [])
					.sort((one, other) => placeOf(one) - placeOf(other) || compare(one.path, other.path))
					.map(({ path, method, said }) => operationOf(document, { api, path, method }, said)),
			})),
	);
}

const compare = (one: string, other: string): number => (one === other ? 0 : one < other ? -1 : 1);

/** The text in which a search must find each word. */
const wordsOf = ({ id, method, path, summary, description, group, parameters }: Operation): string =>
	[method, path, summary, id, description, group, ...parameters.map(({ name }) => name)].join(" ").toLowerCase();

/** Gives the groups with the operations that contain every word of `text`, without empty groups. */
export function matchingGroups(groups: readonly OperationGroup[], text: string): OperationGroup[] {
	const words = text
		.toLowerCase()
		.split(/\s+/)
		.filter((word) => word !== "");
	if (words.length === 0) return [...groups];
	return groups
		.map((group) => ({
			...group,
			operations: group.operations.filter((operation) => words.every((word) => wordsOf(operation).includes(word))),
		}))
		.filter(({ operations }) => operations.length > 0);
}
