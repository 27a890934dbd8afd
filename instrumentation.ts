import type { Instrumentation } from "next";

/** Next tells here why a page failed. */
export const onRequestError: Instrumentation.onRequestError = async (error, request, context) => {
	// A constant of Next's compiler: it makes this file for its other runtime, too, where nothing of ours runs.
	if (process.env.NEXT_RUNTIME !== "nodejs") return;
	const { logPageError } = await import("@/lib/processes/server/log-page-error");
	logPageError(error, request, context);
};
