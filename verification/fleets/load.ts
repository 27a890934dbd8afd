import { setTimeout as delay } from "node:timers/promises";
import { HANG_MS } from "@/lib/tools/testing/hang.mjs";
import { circle } from "@/lib/tools/testing/world";
import type { Balancer, Call } from "./balancer";

/** Keys of the people who send the load, and the target that they use. */
export interface LoadCast {
	readonly designer: string;
	readonly administrator: string;
	readonly targetId: string;
}

/** What the service has acknowledged, by the name of the design. */
export interface Acknowledged {
	readonly designs: Map<string, string>;
	readonly builds: Set<string>;
	/** Deployments that an administrator activated, or that a schedule was to activate. */
	readonly activated: Set<string>;
}

export interface Load {
	readonly acknowledged: Acknowledged;
	/** Answers that should not have been, each as a sentence. */
	readonly problems: string[];
	/** Ends the lanes after their current work. */
	stop(): Promise<void>;
}

const READS = ["/targeting/designs?limit=20", "/targeting/builds?limit=20", "/targeting/deployments?limit=20"];
const JSON_TYPE = { "content-type": "application/json" };
const FORM = { "content-type": "application/x-www-form-urlencoded" };
const ASK_EVERY_MS = 200;
const ACTIVATE_IN_MS = 1_500;

/**
 * Sends reads, writes with an `Idempotency-Key`, and whole campaigns (design, build, request,
 * activation) to the processes, as many at once as there are lanes. After each lane's request it
 * pauses, so that a small machine is loaded and not swamped.
 */
export function startLoad(
	balancer: Balancer,
	cast: LoadCast,
	{
		mark,
		pauseMs,
		lanes,
	}: { mark: string; pauseMs: number; lanes: { reads: number; writes: number; campaigns: number } },
): Load {
	const acknowledged: Acknowledged = { designs: new Map(), builds: new Set(), activated: new Set() };
	const problems: string[] = [];
	let isOver = false;
	let number = 0;
	const client = new Client(balancer, cast, `${mark}-`);
	const repeat = async (work: (name: string) => Promise<void>) => {
		while (!isOver) {
			number += 1;
			await work(`${mark} ${number}`).catch((error: unknown) =>
				problems.push(String((error as Error).message ?? error)),
			);
			await delay(pauseMs);
		}
	};
	const read = async () => void (await client.get(READS[number % READS.length] as string));
	const write = async (name: string) => {
		const id = await client.createDesign(name);
		acknowledged.designs.set(name, id);
		// By another process, as a browser may ask after a write.
		await client.get(`/targeting/designs/${id}`);
	};
	const campaign = async (name: string) => {
		const designId = await client.createDesign(name);
		acknowledged.designs.set(name, designId);
		const buildId = await client.build(designId);
		acknowledged.builds.add(buildId);
		acknowledged.activated.add(await client.activate(buildId, number % 2 === 0));
	};
	const running = [
		...Array.from({ length: lanes.reads }, () => repeat(read)),
		...Array.from({ length: lanes.writes }, () => repeat(write)),
		...Array.from({ length: lanes.campaigns }, () => repeat(campaign)),
	];
	return {
		acknowledged,
		problems,
		stop: async () => {
			isOver = true;
			await Promise.all(running);
		},
	};
}

interface Row {
	readonly id: string;
	readonly status: string;
}

/** The requests of the load, as their two people send them. */
class Client {
	readonly #balancer: Balancer;
	readonly #cast: LoadCast;
	readonly #keys: string;
	#sent = 0;

	constructor(balancer: Balancer, cast: LoadCast, keys: string) {
		this.#balancer = balancer;
		this.#cast = cast;
		this.#keys = keys;
	}

	get<Answer>(path: string): Promise<Answer> {
		return this.#send(this.#call("GET", path, "designer"));
	}

	async createDesign(name: string): Promise<string> {
		const geofences = { type: "FeatureCollection", features: [circle(13.4, 52.5)] };
		const design = { name, type: "proximity", sets: [{ set_name: "Berlin", targeting_code: "BERLIN", geofences }] };
		const { id } = await this.#write<Row>("POST", "/api/designs", "designer", JSON_TYPE, JSON.stringify(design));
		return id;
	}

	/** Requests a build, and waits for it. */
	async build(designId: string): Promise<string> {
		await this.#write("POST", `/targeting/designs/${designId}/request`, "designer", FORM, "reason=load");
		const build = await this.#until<Row>(
			`/api/designs/${designId}/builds?limit=1`,
			"designer",
			({ status }) => status === "done",
		);
		return build.id;
	}

	/** Requests a deployment, and has it activated: now, or soon by a schedule. */
	async activate(buildId: string, bySchedule: boolean): Promise<string> {
		const { id } = await this.#write<Row>(
			"POST",
			`/targeting/builds/${buildId}/request`,
			"designer",
			FORM,
			`targetId=${this.#cast.targetId}`,
		);
		if (bySchedule) await this.#schedule(id);
		else await this.#write("POST", `/targeting/deployments/${id}/activate`, "administrator", FORM, "");
		await this.#until<Row>(`/api/deployments/${id}`, "administrator", ({ status }) => status === "activated");
		return id;
	}

	/** Chooses another time where the first one passed before the service could take it. */
	async #schedule(id: string): Promise<void> {
		const at = JSON.stringify({ activate_at: new Date(Date.now() + ACTIVATE_IN_MS).toISOString() });
		await this.#write("PUT", `/api/deployments/${id}/schedule`, "administrator", JSON_TYPE, at).catch(
			(error: Error) => {
				if (!error.message.includes("must be in the future")) throw error;
				return this.#schedule(id);
			},
		);
	}

	async #until<Found extends Row>(path: string, as: Person, is: (row: Found) => boolean): Promise<Found> {
		const since = performance.now();
		for (;;) {
			const data = await this.#send<Found | Found[]>(this.#call("GET", path, as));
			const [row] = [data].flat() as Found[];
			if (row !== undefined && is(row)) return row;
			if (performance.now() - since > HANG_MS)
				throw new Error(`${path} has after ${HANG_MS / 60_000} minutes ${JSON.stringify(row)}`);
			await delay(ASK_EVERY_MS);
		}
	}

	#write<Answer>(
		method: "POST" | "PUT",
		path: string,
		as: Person,
		type: Record<string, string>,
		body: string,
	): Promise<Answer> {
		this.#sent += 1;
		const headers = { ...type, "idempotency-key": `${this.#keys}${this.#sent}` };
		return this.#send(this.#call(method, path, as, headers, body));
	}

	/** The management API takes the key as a parameter, the other one as a bearer. */
	#call(method: Call["method"], path: string, as: Person, headers: Record<string, string> = {}, body = ""): Call {
		const key = this.#cast[as];
		if (!path.startsWith("/targeting/")) {
			return { method, path, headers: { ...headers, authorization: `Bearer ${key}` }, body };
		}
		if (method !== "GET") return { method, path, headers, body: `KEY=${key}&${body}` };
		return { method, path: `${path}${path.includes("?") ? "&" : "?"}KEY=${key}`, headers };
	}

	async #send<Answer>(call: Call): Promise<Answer> {
		const { status, text, from } = await this.#balancer.send(call);
		if (status !== 200 && status !== 201) {
			throw new Error(`${call.method} ${call.path.split("?")[0]} is answered ${status} by ${from}: ${text}`);
		}
		return (JSON.parse(text) as { response: { data: Answer } }).response.data;
	}
}

type Person = "designer" | "administrator";
