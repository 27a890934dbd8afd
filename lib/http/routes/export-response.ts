import type { Principal } from "@/lib/domain/access/principal";
import { Slots } from "@/lib/platform/throttling/slots";

export const EXPORT_LIMITS = { what: "exports", ofUser: 4, ofOrganization: 16, inAll: 64 } as const;

const slots = new Slots(EXPORT_LIMITS);

/**
 * Answers an export, which reads as long as its client does: each caller has a few at a time.
 * @throws ThrottledError when too many are open; the errors of `open`
 */
export async function exportResponse(
	principal: Principal,
	open: () => Response | Promise<Response>,
): Promise<Response> {
	const release = slots.take(principal);
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
