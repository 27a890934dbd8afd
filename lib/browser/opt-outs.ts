import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { DeviceErasure, OptOutChangeResult } from "@/lib/contract/opt-outs";
import { requestItem, sendJson } from "./fetcher";
import { auditKeys, inventoryKeys, optOutKeys } from "./query-keys";
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

/** Ends the time after a restore in which agents keep the list that they had. */
export function useConfirmOptOuts() {
	const forget = useForgetOptOuts();
	return useMutation({
		mutationFn: () => sendJson("POST", "/api/opt-outs/confirmation", (schemas) => schemas.optOuts, {}),
		onSettled: forget,
	});
}

function useForgetOptOuts() {
	const client = useQueryClient();
	return () =>
		Promise.all([optOutKeys, auditKeys, inventoryKeys].map(({ all }) => client.invalidateQueries({ queryKey: all })));
}

const METHODS = { add: "POST", remove: "DELETE", replace: "PUT" } as const;
/** What a file of device ids is for; `erase` also erases the devices from all data. */
export type OptOutChange = keyof typeof METHODS | "erase";

/** The service looks at the content. */
const ANY = { contentType: "application/octet-stream" };

/** Changes the list by a file of device ids. Rejects with an AbortError when cancelled. */
export function useChangeOptOuts() {
	const forget = useForgetOptOuts();
	return useMutation({
		mutationFn: ({
			change,
			...upload
		}: Omit<Upload, "contentType" | "method"> & { change: OptOutChange }): Promise<
			OptOutChangeResult | DeviceErasure
		> =>
			change === "erase"
				? uploadFile("/api/device-erasures", (schemas) => schemas.deviceErasure, { ...upload, ...ANY, method: "POST" })
				: uploadFile("/api/opt-outs", (schemas) => schemas.optOutChangeResult, {
						...upload,
						...ANY,
						method: METHODS[change],
					}),
		onSettled: forget,
	});
}
