import type { GeofenceChunk } from "./chunks";
import type { GeofenceIntake } from "./take-geofences";

/**
 * What an intake reads: a file, of so many bytes at most once it is unpacked, or features that a
 * request holds, a JSON list of some in each piece.
 */
export type IntakeSource = { readonly maxBytes: number } | { readonly features: true };

/** Messages to the thread. A reply answers the session's last pull or chunk: a piece, or null at the end. */
export type ToIntake =
	| { readonly session: number; readonly open: IntakeSource }
	| { readonly session: number; readonly reply: Uint8Array | null }
	| { readonly session: number; readonly end: true };

/** Messages of the thread. A session waits for the reply to a pull or a chunk, and ends with an outcome. */
export type FromIntake =
	| { readonly session: number; readonly pull: true }
	| { readonly session: number; readonly chunk: GeofenceChunk }
	| { readonly session: number; readonly outcome: IntakeOutcome };

/** `refused` with what a domain error has. */
export type IntakeOutcome =
	| { readonly intake: GeofenceIntake }
	| { readonly refused: { kind: string; message: string; detail: Record<string, unknown> | undefined } }
	| { readonly failed: string };
