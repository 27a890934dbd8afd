import type { JsonFormat } from "@/lib/rules/documents/converted-format";
import type { ColumnChoice } from "@/lib/rules/geofences/column-choice";
import type { GeofenceChunk } from "./chunks";
import type { GeofenceIntake } from "./take-geofences";

/** A file, with a limit on its unpacked bytes. */
export interface IntakeFile {
	readonly maxBytes: number;
	readonly bufferMeters?: number | undefined;
	/** Columns where the headings of a table do not say it. */
	readonly choices?: readonly ColumnChoice[] | undefined;
	/** Without ids and further properties. */
	readonly bare?: boolean;
	/** Refuses rows by which nothing can be updated. */
	readonly byId?: boolean;
}

/**
 * The input of an intake: a file; inline features, where each piece is a JSON list; or stored chunks
 * of a file and of the set that it updates (update-geofences.ts).
 */
export type IntakeSource = IntakeFile | { readonly features: true } | { readonly update: true };

/**
 * Messages to the thread. A reply answers the session's last pull or chunk: a piece, or null at the
 * end.
 */
export type ToIntake =
	| { readonly session: number; readonly open: IntakeSource }
	| { readonly session: number; readonly reply: Uint8Array | null }
	| { readonly session: number; readonly end: true };

/**
 * Messages of the thread. A session waits for the reply to a pull or a chunk, and ends with an
 * outcome.
 */
export type FromIntake =
	| { readonly session: number; readonly pull: true }
	| { readonly session: number; readonly chunk: GeofenceChunk }
	| { readonly session: number; readonly outcome: IntakeOutcome };

/** `refused` has the fields of a domain error; `format` is that of a ForeignJsonError. */
export type IntakeOutcome =
	| { readonly intake: GeofenceIntake }
	| {
			readonly refused: {
				kind: string;
				message: string;
				detail: Record<string, unknown> | undefined;
				format?: JsonFormat;
			};
	  }
	| { readonly failed: string };
