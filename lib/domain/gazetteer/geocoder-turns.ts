import { setTimeout as wait } from "node:timers/promises";
import type { Service } from "@/lib/platform/service";
import { countCall } from "@/lib/platform/throttling/take-call";

const SECOND_MS = 1_000;
/** A turn comes within a second; a question that newer ones overtake until then is out of date. */
const TIMEOUT_MS = 1_200;
const RETRY_MS = 100;
const SUBJECT = "geocoder";

/**
 * Turns for queries to the geocoder, within the GEOCODER_RATE_LIMIT of all processes together. The
 * newest query goes first: older ones are mostly prefixes of it.
 */
export class GeocoderTurns {
	readonly #service: Service;
	readonly #waiting: object[] = [];
	/** Of lists of addresses, the oldest first. */
	readonly #patient: object[] = [];

	constructor(service: Service) {
		this.#service = service;
	}

	/** Waits for a turn, for a second at most; returns whether it came. */
	async take(): Promise<boolean> {
		const turn = {};
		this.#waiting.push(turn);
		const end = performance.now() + TIMEOUT_MS;
		try {
			do {
				if (this.#waiting.at(-1) === turn && (await this.#count())) return true;
				await wait(RETRY_MS);
			} while (performance.now() < end);
			return false;
		} finally {
			this.#waiting.splice(this.#waiting.indexOf(turn), 1);
		}
	}

	/** Waits for a turn behind all queries of people, so long at most; returns whether it came. */
	async takeBehind(patienceMs: number): Promise<boolean> {
		const turn = {};
		this.#patient.push(turn);
		const end = performance.now() + patienceMs;
		try {
			do {
				if (this.#waiting.length === 0 && this.#patient[0] === turn && (await this.#count())) return true;
				await wait(RETRY_MS);
			} while (performance.now() < end);
			return false;
		} finally {
			this.#patient.splice(this.#patient.indexOf(turn), 1);
		}
	}

	#count(): Promise<boolean> {
		return countCall(this.#service, SUBJECT, this.#service.settings.GEOCODER_RATE_LIMIT, SECOND_MS);
	}
}
