import type { Instrumentation } from "next";

/**
 * Opens the service where Next was started by its own command; the server has opened it before it
 * starts Next.
 */
export async function register(): Promise<void> {
	// A constant of Next's compiler: it makes this file for its other runtime, too, where nothing
	// of ours runs.
	if (process.env.NEXT_RUNTIME !== "nodejs") return;
	const { isServiceOpen } = await import("@/lib/platform/service");
	if (isServiceOpen()) return;
	const { openUnderNext } = await import("@/lib/processes/server/open-under-next");
	await openUnderNext();
}

/** Next tells here why a page failed. */
export const onRequestError: Instrumentation.onRequestError = async (error, request, context) => {
	if (process.env.NEXT_RUNTIME !== "nodejs") return;
	const { logPageError } = await import("@/lib/processes/server/log-page-error");
	logPageError(error, request, context);
};
