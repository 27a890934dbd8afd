import { isDatabaseReadOnly } from "@/lib/platform/database-away";
import { logFailure } from "@/lib/platform/metrics/log-failure";

/**
 * Waits until the use of a credential is recorded; a read-only database must not fail the request.
 */
export async function noted(use: Promise<unknown>): Promise<void> {
	await use.catch((error: unknown) => {
		if (!isDatabaseReadOnly(error)) throw error;
		logFailure(error, "the use of a credential could not be recorded");
	});
}
