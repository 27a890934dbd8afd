import { parentPort } from "node:worker_threads";
import { isDomainError } from "@/lib/rules/errors";
import { ForeignJsonError } from "@/lib/rules/geofences/foreign-json-error";
import type { GeofenceRow } from "@/lib/rules/geofences/geofence";
import { normalizeFeatures, parseGeofences } from "@/lib/rules/geofences/parse";
import type { UpdateCounts } from "@/lib/rules/geofences/update-by-id";
import type { GeofenceChunk } from "./chunks";
import { inTurns } from "./in-turns";
import type { FromIntake, IntakeOutcome, IntakeSource, ToIntake } from "./intake-messages";
import { type GeofenceIntake, takeGeofences } from "./take-geofences";
import { updatedRows } from "./update-geofences";

// The thread that reads geofences for intake.ts. Sessions share it, and none waits for another's
// slow upload.

const port = parentPort;
if (port === null) throw new Error("geofences are read on a worker thread");

/** The pending reply of each session; at most one. */
const waiting = new Map<number, { resolve(reply: Uint8Array | null): void; reject(reason: unknown): void }>();

const send = (message: FromIntake) => port.postMessage(message);

function ask(message: Exclude<FromIntake, { outcome: unknown }>): Promise<Uint8Array | null> {
	return new Promise((resolve, reject) => {
		waiting.set(message.session, { resolve, reject });
		send(message);
	});
}

async function* piecesOf(session: number): AsyncGenerator<Uint8Array> {
	for (;;) {
		const piece = await ask({ session, pull: true });
		if (piece === null) return;
		yield piece;
	}
}

/** Rows of features in JSON lists; `line` counts features from 1. */
async function* rowsOfFeatures(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<GeofenceRow> {
	let before = 0;
	for await (const piece of pieces) {
		const features = JSON.parse(new TextDecoder().decode(piece)) as unknown[];
		yield* normalizeFeatures(features, before);
		before += features.length;
	}
}

const storeIn = (session: number) => async (chunk: GeofenceChunk) => {
	await ask({ session, chunk });
};

async function takeUpdate(session: number): Promise<GeofenceIntake> {
	let update: UpdateCounts | undefined;
	const rows = updatedRows(piecesOf(session), (counts) => {
		update = counts;
	});
	const intake = await takeGeofences(rows, storeIn(session), { judged: true });
	return update === undefined ? intake : { ...intake, update };
}

async function outcomeOf(session: number, source: IntakeSource): Promise<IntakeOutcome> {
	try {
		const pieces = piecesOf(session);
		if ("update" in source) return { intake: await takeUpdate(session) };
		const rows = "features" in source ? rowsOfFeatures(pieces) : parseGeofences(pieces, { ...source, inTurns });
		const intake = await takeGeofences(rows, storeIn(session), "features" in source ? {} : source);
		return { intake };
	} catch (error) {
		if (!isDomainError(error)) return { failed: error instanceof Error ? error.message : String(error) };
		const detail = "detail" in error ? (error.detail as Record<string, unknown> | undefined) : undefined;
		const { kind, message } = error;
		const foreign = error instanceof ForeignJsonError ? { format: error.format } : {};
		return { refused: { kind, message, detail, ...foreign } };
	}
}

port.on("message", (message: ToIntake) => {
	const { session } = message;
	if ("open" in message) {
		void outcomeOf(session, message.open).then((outcome) => send({ session, outcome }));
		return;
	}
	const waiter = waiting.get(session);
	waiting.delete(session);
	if ("reply" in message) waiter?.resolve(message.reply);
	else waiter?.reject(new Error("the intake was ended"));
});
