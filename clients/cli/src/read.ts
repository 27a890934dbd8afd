import type { TargetingClient } from "@/clients/typescript/src/index";

type Http = TargetingClient["http"];

/** The object or rows that any operation answers with; its type is the caller's knowledge of the contract. */
export async function read<T>(
	{ http }: TargetingClient,
	key: string,
	request: Parameters<Http["send"]>[1] = {},
): Promise<T> {
	const answer = (await (await http.send(key, request)).json()) as { response: { data: T } };
	return answer.response.data;
}
