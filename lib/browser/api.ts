import { queryOptions, type UseMutationOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Answer, Input, Operation } from "./api-types";
import { contentOf, type QueryParameters, request } from "./fetcher";
import { keyOf, refresh } from "./refresh";
import { type Upload, uploadFile } from "./upload";

type None = Record<never, never>;
type Arguments<O extends Operation> = None extends Input<O> ? [input?: Input<O>] : [input: Input<O>];

/** Any input, as the client takes it apart. */
interface AnyInput extends Partial<Upload> {
	body?: Readonly<Record<string, unknown>>;
	revision?: number;
	digest?: string;
	signal?: AbortSignal;
}

/** The management API takes forms. */
function encoded(path: string, body: object): { body: BodyInit; headers: Record<string, string> } {
	if (!path.startsWith("/targeting/")) {
		return { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
	}
	const fields = Object.entries(body).filter(([, value]) => value !== undefined);
	return { body: new URLSearchParams(fields), headers: {} };
}

let tell = (_operation: Operation, _input: Readonly<Record<string, unknown>>, _answer: unknown): void => {};

/** Has `listener` hear of every operation that has succeeded, with its parameters and its answer. */
export function onSent(listener: typeof tell): void {
	tell = listener;
}

/**
 * Calls an operation of the API with its parameters of path and query, its body or its file; gives
 * the answer outside of its envelope. Throws as `request` does.
 */
export async function send<O extends Operation>(operation: O, ...[input]: Arguments<O>): Promise<Answer<O>> {
	const {
		body,
		revision,
		digest,
		signal,
		file,
		contentType = "",
		onProgress,
		...parameters
	} = (input ?? {}) as AnyInput;
	const [method = "", pattern = ""] = operation.split(" ");
	const query: Record<string, string | number | boolean | undefined> = { ...(parameters as QueryParameters) };
	const path = pattern.replaceAll(/\[(\w+)\]/g, (_, name: string) => {
		const value = String(query[name]);
		delete query[name];
		return encodeURIComponent(value);
	});
	const headers = {
		...(revision === undefined ? {} : { "If-Match": `"${revision}"` }),
		...(digest === undefined ? {} : { "X-Build-Digest": digest }),
	};
	const sent = body === undefined ? { headers: {} } : encoded(path, body);
	const options = { method, query, ...sent, headers: { ...sent.headers, ...headers }, ...(signal && { signal }) };
	const answer =
		file === undefined ? request(path, options) : uploadFile(path, { ...options, file, contentType, onProgress });
	const content = contentOf(await answer);
	tell(operation, parameters, content);
	return content as Answer<O>;
}

/**
 * The query of an operation that reads. Its key is the operation and its input; `version` is part
 * of the key alone, for answers that change with it.
 */
export const read = <O extends Operation>(operation: O, ...[input, version]: [...Arguments<O>, version?: unknown]) =>
	queryOptions({
		queryKey: [...keyOf(operation), input ?? {}, ...(version === undefined ? [] : [version])],
		queryFn: ({ signal }) => send(operation, ...([{ ...(input as object), signal }] as Arguments<O>)),
	});

interface SendOptions<O extends Operation>
	extends Pick<UseMutationOptions<Answer<O>, Error, Input<O>>, "gcTime" | "onSuccess"> {
	/** Resolves with the answer, and does not wait until pages show what it changed. */
	quick?: boolean;
}

/**
 * Calls an operation that changes something, and refetches the queries that `refresh.ts` lists for
 * it.
 */
export function useSend<O extends Operation>(operation: O, { quick = false, ...options }: SendOptions<O> = {}) {
	const client = useQueryClient();
	return useMutation<Answer<O>, Error, Input<O>>({
		...options,
		mutationFn: (input) => send(operation, ...([input] as Arguments<O>)),
		onSettled: (_answer, error) => {
			const refreshed = refresh(client, operation, error);
			return quick ? undefined : refreshed;
		},
	});
}
