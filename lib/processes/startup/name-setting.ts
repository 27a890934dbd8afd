import { EnvironmentError } from "@/lib/platform/env";

/**
 * Does what a setting decides about; what the system refuses then is told with the variable, its value and
 * what it is for.
 * @throws EnvironmentError in place of an error of the system, any other as it is
 */
export async function naming<T>(variable: string, value: string, work: () => Promise<T>, purpose?: string): Promise<T> {
	try {
		return await work();
	} catch (cause) {
		if (!(cause instanceof Error) || !("syscall" in cause)) throw cause;
		const words = `${variable} is ${value}, which cannot be used (${cause.message}).`;
		throw new EnvironmentError(purpose === undefined ? words : `${words} ${purpose}`, { cause });
	}
}
