import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { read, send } from "./api";
import { refresh } from "./refresh";
import type { Upload } from "./upload";

/** Agents load a change within seconds, without an event. */
const INTERVAL = 5_000;

/** The list of opt-outs in counts. */
export const optOutsQuery = () => queryOptions({ ...read("GET /api/opt-outs"), refetchInterval: INTERVAL });

const OPERATIONS = {
	add: "POST /api/opt-outs",
	remove: "DELETE /api/opt-outs",
	replace: "PUT /api/opt-outs",
	erase: "POST /api/device-erasures",
} as const;
/** Uses of a file of device ids; `erase` also erases the devices from all data. */
export type OptOutChange = keyof typeof OPERATIONS;

/** Changes the list by a file of device ids. Rejects with an AbortError when cancelled. */
export function useChangeOptOuts() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: ({ change, ...upload }: Omit<Upload, "contentType"> & { signal: AbortSignal; change: OptOutChange }) =>
			// The service looks at the content.
			send(OPERATIONS[change], { ...upload, contentType: "application/octet-stream" }),
		onSettled: (_answer, _error, { change }) => refresh(client, OPERATIONS[change]),
	});
}
