import { request } from "./fetcher";

/** A service that takes longer than this to say that it is well is away (milliseconds). */
const TIMEOUT = 5_000;
/** Between two looks whether the service is back (milliseconds). */
const PAUSE = 2_000;

/** Whether the service answers; never throws. */
export const isServiceReachable = (): Promise<boolean> =>
	request("/api/health", { signal: AbortSignal.timeout(TIMEOUT) }).then(
		() => true,
		() => false,
	);

/** The one series of looks that all who wait share. */
let recovery: Promise<void> | null = null;
let endPause: () => void = () => {};

const pause = () =>
	new Promise<void>((resolve) => {
		const timer = setTimeout(resolve, PAUSE);
		endPause = () => {
			clearTimeout(timer);
			resolve();
		};
	});

async function look(): Promise<void> {
	do await pause();
	while (!(await isServiceReachable()));
}

/** Waits, by a look every two seconds, until the service answers. */
export function serviceRecovery(): Promise<void> {
	recovery ??= look().finally(() => {
		recovery = null;
	});
	return recovery;
}

/** Looks at once whether the service is back. */
export const lookForService = (): void => endPause();
