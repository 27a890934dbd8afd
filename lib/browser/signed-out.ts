let tell = (_sentAt: number): void => {};

/**
 * Has `listener` hear of answers that report the end of the session, with the time of their
 * request: of every request, since not all of them go through the query cache.
 */
export function onSignedOut(listener: (sentAt: number) => void): void {
	tell = listener;
}

/** An answer has reported the end of the session. */
export const reportSignedOut = (sentAt: number): void => tell(sentAt);
