import { request } from "./fetcher";

/** Whether the service answers; never throws. */
export const isServiceReachable = (): Promise<boolean> =>
	request("/api/health", (schemas) => schemas.anything).then(
		() => true,
		() => false,
	);
