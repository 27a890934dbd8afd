import type { Slots } from "@/lib/platform/throttling/slots";

interface Caller {
	readonly userId: string;
	readonly organizationId: string;
}

/**
 * Answers with a stream that clients read at their own pace. It occupies one of the caller's slots
 * until its end.
 * @throws ThrottledError when too many are open; the errors of `open`
 */
export async function responseInSlot(
	slots: Slots,
	caller: Caller,
	open: () => Response | Promise<Response>,
): Promise<Response> {
	const release = slots.take(caller);
	try {
		const { body, status, headers } = await open();
		if (body === null) release();
		return new Response(body && endingWith(body, release), { status, headers });
	} catch (error) {
		release();
		throw error;
	}
}

/** The same pieces; calls back once they have come to an end, however they do. */
function endingWith(body: ReadableStream<Uint8Array>, onEnd: () => void): ReadableStream<Uint8Array> {
	const reader = body.getReader();
	return new ReadableStream<Uint8Array>(
		{
			async pull(controller) {
				try {
					const { done, value } = await reader.read();
					if (!done) return controller.enqueue(value);
					onEnd();
					controller.close();
				} catch (error) {
					onEnd();
					throw error;
				}
			},
			async cancel(reason) {
				onEnd();
				await reader.cancel(reason);
			},
		},
		{ highWaterMark: 0 },
	);
}
