import { Worker } from "node:worker_threads";
import { logFailure } from "@/lib/platform/metrics/log-failure";
import { threadScript } from "@/lib/platform/threads/thread-script";
import { InvalidArgumentError, TooLargeError, UnavailableError } from "@/lib/rules/errors";
import { ForeignJsonError } from "@/lib/rules/geofences/foreign-json-error";
import type { GeofenceChunk } from "./chunks";
import type { FromIntake, IntakeOutcome, IntakeSource, ToIntake } from "./intake-messages";
import type { GeofenceIntake } from "./take-geofences";

interface Session {
	hear(message: FromIntake): void;
	fail(error: unknown): void;
}

/** The running thread, with its sessions. */
interface IntakeThread {
	readonly worker: Worker;
	readonly sessions: Map<number, Session>;
}

let shared: Promise<IntakeThread> | undefined;
let opened = 0;

async function startThread(): Promise<IntakeThread> {
	const worker = new Worker(/* turbopackIgnore: true */ await threadScript("intake-thread"), { name: "intake-thread" });
	const sessions: IntakeThread["sessions"] = new Map();
	worker.on("message", (message: FromIntake) => sessions.get(message.session)?.hear(message));
	const end = () => {
		shared = undefined;
		for (const { fail } of sessions.values()) {
			fail(new UnavailableError("the thread that reads geofences has ended: try again"));
		}
	};
	// The exit event follows and ends the sessions.
	worker.on("error", (error) => logFailure(error, "the thread that reads geofences failed"));
	worker.on("exit", end);
	worker.unref();
	return { worker, sessions };
}

/**
 * Reads geofences on a separate thread, so that no file blocks other requests. `store` receives one
 * chunk after the other; the body is read at its pace. When this throws, the caller drops the
 * stored chunks.
 * @throws errors of the body and of `store`; InvalidArgumentError or TooLargeError for an
 *   unreadable body; UnavailableError when the thread ends
 */
export async function intakeGeofences(
	source: IntakeSource,
	body: AsyncIterable<Uint8Array>,
	store: (chunk: GeofenceChunk) => Promise<void>,
): Promise<GeofenceIntake> {
	shared ??= startThread().catch((error: unknown) => {
		shared = undefined;
		throw error;
	});
	const { worker, sessions } = await shared;
	opened += 1;
	const session = opened;
	const send = (message: ToIntake) => worker.postMessage(message);
	const reply = (piece: Uint8Array | null) => {
		// Copies, because a message of a view would transfer its whole buffer.
		const own = piece === null ? null : new Uint8Array(piece);
		worker.postMessage({ session, reply: own } satisfies ToIntake, own === null ? [] : [own.buffer]);
	};
	const pieces = body[Symbol.asyncIterator]();
	// An idle thread does not keep the process alive.
	if (sessions.size === 0) worker.ref();
	try {
		const outcome = await new Promise<IntakeOutcome>((resolve, reject) => {
			const answer = async (message: Exclude<FromIntake, { outcome: unknown }>) => {
				if ("chunk" in message) {
					await store(message.chunk);
					return null;
				}
				const { done, value } = await pieces.next();
				return done === true ? null : value;
			};
			const hear = (message: FromIntake) => {
				if ("outcome" in message) return resolve(message.outcome);
				answer(message).then(reply, reject);
			};
			sessions.set(session, { hear, fail: reject });
			send({ session, open: source });
		});
		return intakeOf(outcome);
	} catch (error) {
		send({ session, end: true });
		throw error;
	} finally {
		sessions.delete(session);
		if (sessions.size === 0) worker.unref();
		await pieces.return?.();
	}
}

function intakeOf(outcome: IntakeOutcome): GeofenceIntake {
	if ("intake" in outcome) return outcome.intake;
	if ("failed" in outcome) throw new Error(outcome.failed);
	const { kind, message, detail, format } = outcome.refused;
	if (format !== undefined) throw new ForeignJsonError(message, format);
	if (kind === "TooLarge") throw new TooLargeError(message);
	throw new InvalidArgumentError(message, detail === undefined ? {} : { detail });
}
