import { setTimeout as delay } from "node:timers/promises";
import type { Service } from "@/lib/platform/service";
import { IdempotencyMismatchError, InvalidStateError } from "@/lib/rules/errors";
import { type Claim, type KeyedRequest, LEASE_MS } from "./record";
import { sweepNowAndThen } from "./sweep-records";

export interface KeptAnswer {
	readonly status: number;
	readonly text: string;
}

export type Claimed = { readonly claim: Claim } | { readonly kept: KeptAnswer };

/** How long a repeated request waits for the first one. */
const WAIT_MS = 10_000;
const POLL_MS = 50;

/**
 * Claims an idempotency key, or finds its stored response. One of several concurrent requests gets
 * the claim; the others wait for its response.
 * @param hash gives the SHA-256 of the request, or null while the body is unread; called again, and
 * allowed to read the body, once there is a response to compare
 * @throws IdempotencyMismatchError when the key was used with another request
 * @throws InvalidStateError when the first request with the key still runs after `waitMs`
 */
export async function claimKey(
	service: Service,
	request: KeyedRequest,
	hash: { readonly known: Uint8Array<ArrayBuffer> | null; read(): Promise<Uint8Array> },
	waitMs = WAIT_MS,
): Promise<Claimed> {
	await sweepNowAndThen(service);
	const { prisma } = service;
	const where = { callerId_method_path_key: { ...request } };
	for (let waited = 0; ; waited += POLL_MS) {
		const now = service.now();
		const fresh = {
			requestHash: hash.known ?? new Uint8Array(),
			createdAt: now,
			expiresAt: new Date(now.getTime() + LEASE_MS),
			status: null,
			body: null,
		};
		const inserted = await prisma.idempotencyRecord.createMany({
			data: [{ ...request, ...fresh }],
			skipDuplicates: true,
		});
		if (inserted.count === 1) return { claim: { request, claimedAt: now } };
		const found = await prisma.idempotencyRecord.findUnique({ where });
		if (found === null) continue;
		if (found.expiresAt <= now) {
			// Conditional, so that one of several requests takes the expired claim over.
			const unchanged = { ...request, createdAt: found.createdAt, expiresAt: found.expiresAt };
			const taken = await prisma.idempotencyRecord.updateMany({ where: unchanged, data: fresh });
			if (taken.count === 1) return { claim: { request, claimedAt: now } };
			continue;
		}
		if (hash.known !== null && !sameBytes(hash.known, found.requestHash)) throw mismatch();
		if (found.status !== null) {
			if (hash.known === null && !sameBytes(await hash.read(), found.requestHash)) throw mismatch();
			return { kept: { status: found.status, text: found.body ?? "" } };
		}
		if (waited >= waitMs) {
			throw new InvalidStateError("the first request with this Idempotency-Key is still running: try again later");
		}
		await delay(POLL_MS);
	}
}

function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
	return Buffer.compare(one, other) === 0;
}

function mismatch(): IdempotencyMismatchError {
	return new IdempotencyMismatchError("this Idempotency-Key was used before with another request");
}
