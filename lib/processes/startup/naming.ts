import { EnvironmentError } from "@/lib/platform/env";

/**
 * Runs work that depends on a setting; a system error is reported with the variable, its value and
 * purpose.
 * @throws EnvironmentError for system errors; other errors pass through
 */
export async function naming<T>(variable: string, value: string, work: () => Promise<T>, purpose?: string): Promise<T> {
	try {
		return await work();
	} catch (cause) {
		if (!(cause instanceof Error) || !("syscall" in cause)) throw cause;
		const words = `${variable} is ${value}, which is not usable (${cause.message})`;
		throw new EnvironmentError(purpose === undefined ? words : `${words}: ${purpose}`, { cause });
	}
}
