import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { requestItem } from "./fetcher";
import { auditKeys, optOutKeys } from "./query-keys";
import { type Upload, uploadFile } from "./upload";

/** Agents load a change within seconds, which no event tells. */
const INTERVAL = 5_000;

/** The list of opt-outs in counts. */
export const optOutsQuery = () =>
	queryOptions({
		queryKey: optOutKeys.all,
		queryFn: ({ signal }) => requestItem("/api/opt-outs", (schemas) => schemas.optOuts, { signal }),
		refetchInterval: INTERVAL,
	});

const METHODS = { add: "POST", remove: "DELETE", replace: "PUT" } as const;
export type OptOutChange = keyof typeof METHODS;

/** Changes the list by a file of device ids. Rejects with an AbortError when cancelled. */
export function useChangeOptOuts() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: ({ change, ...upload }: Omit<Upload, "contentType" | "method"> & { change: OptOutChange }) =>
			uploadFile("/api/opt-outs", (schemas) => schemas.optOutChangeResult, {
				...upload,
				method: METHODS[change],
				// The service looks at the content.
				contentType: "application/octet-stream",
			}),
		onSettled: () =>
			Promise.all([
				client.invalidateQueries({ queryKey: optOutKeys.all }),
				client.invalidateQueries({ queryKey: auditKeys.all }),
			]),
	});
}
