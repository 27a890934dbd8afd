import { setTimeout as delay } from "node:timers/promises";
import type { BuildDetail } from "@/lib/contract/build";
import { PERSONAS } from "@/lib/tools/seed/cast";
import type { DemoWorld } from "@/lib/tools/seed/demo-world";
import { featureOf } from "@/lib/tools/seed/landmarks/feature-of";
import type { Landmark, Place } from "@/lib/tools/seed/landmarks/landmark";

const POLL_MS = 100;
const INSIDE = { name: "Café Central", kind: "sight", at: [48.2104, 16.3655], radius: 120 } as const;
const CAFES: readonly Landmark[] = [
	INSIDE,
	{ name: "Café Landtmann", kind: "sight", at: [48.2119, 16.3615], radius: 120 },
	{ name: "Café Sacher", kind: "sight", at: [48.2038, 16.3694], radius: 120 },
];
const OUTSIDE = { name: "the airport", at: [48.1103, 16.5697] } as const;
const NAME = "Coffee houses of Vienna";
const geofences = { type: "FeatureCollection", features: CAFES.map(featureOf) };
const DESIGN = {
	name: NAME,
	type: "proximity",
	sets: [{ set_name: NAME, targeting_code: "COFFEE-VIENNA", geofences }],
};

interface Stage {
	/** Addresses. */
	readonly service: string;
	readonly agent: string;
	readonly world: DemoWorld;
	/** Tells a step, with the address that shows it. */
	say(step: string, address: string): void;
}

interface AgentStatus {
	readonly proximity: Readonly<Record<string, { readonly state: string; readonly error?: string }>>;
}

/** Carries a design from its geofences to the agent's answer, by the calls of a customer and a partner. */
export async function tellStory({ service, agent, world, say }: Stage): Promise<void> {
	const [target] = world.targets;
	if (target === undefined) throw new Error("The demo world has no target.");
	const [designer, administrator] = [world.designer.key, world.administrator.key];
	const [dana, amir] = [PERSONAS.designer.first_name, PERSONAS.administrator.first_name];
	const read = <T>(key: string, path: string) => call<T>(`${service}${path}`, { headers: bearer(key) });
	const act = (key: string, path: string, form: Record<string, string> = {}) =>
		call<{ id: string }>(`${service}${path}`, { method: "POST", body: new URLSearchParams({ ...form, KEY: key }) });

	const headers = { ...bearer(designer), "Content-Type": "application/json" };
	const saving = { method: "POST", headers, body: JSON.stringify(DESIGN) };
	const design = await call<{ id: string }>(`${service}/api/designs`, saving);
	say(`${dana}, a designer, draws ${CAFES.length} coffee houses in Vienna`, `${service}/designs/${design.id}`);
	await act(designer, `/targeting/designs/${design.id}/request`, { reason: "The demo" });
	say(`${dana} requests a build`, `${service}/designs/${design.id}`);
	const build = await until(async () => {
		const [newest] = await read<BuildDetail[]>(designer, `/api/designs/${design.id}/builds`);
		if (newest?.status === "failed") throw new Error(`The build has failed: ${newest.status_reason}`);
		return newest?.status === "done" && newest;
	});
	say(`The service has built a targeting file of ${build.size} bytes`, `${service}/builds?q=vienna`);

	const form = { targetId: target.id, message: "The demo" };
	const { id } = await act(designer, `/targeting/builds/${build.id}/request`, form);
	say(`${dana} requests it for ${amir}'s target, ${target.name}`, `${service}/deployments/${id}`);
	await act(administrator, `/targeting/deployments/${id}/activate`);
	say(`${amir} finds it in the queue, and activates it`, `${service}/approvals`);
	await until(async () => {
		const { proximity } = await ask<AgentStatus>(`${agent}/zz/status`);
		const { state, error } = proximity[id] ?? {};
		if (error !== undefined) throw new Error(`The agent cannot load the file: ${error}`);
		return state === "OK";
	});
	say(`The agent of ${target.name} has loaded the file`, `${service}/targets/${target.id}`);
	for (const { name, at } of [INSIDE, OUTSIDE]) {
		const address = lookupAddress(agent, at);
		const codes = (await ask<{ targetingCode: string }[]>(address)).map(({ targetingCode }) => targetingCode);
		say(`The agent's answer at ${name}: ${codes.join(", ") || "nothing"}`, address);
	}
}

/** The agent's address for a lookup, inside of a geofence unless a place is given. */
export function lookupAddress(agent: string, [latitude, longitude]: Place = INSIDE.at): string {
	return `${agent}/geopulse/proximity/indices?latitude=${latitude}&longitude=${longitude}`;
}

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });

/** The data of the service's answer. */
async function call<T>(address: string, request: RequestInit): Promise<T> {
	return (await ask<{ response: { data: T } }>(address, request)).response.data;
}

async function ask<T>(address: string, request: RequestInit = {}): Promise<T> {
	const answer = await fetch(address, request);
	const text = await answer.text();
	if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${text}`);
	return JSON.parse(text) as T;
}

/** Asks until there is an answer; the end of a program ends this process. */
async function until<T>(question: () => Promise<T | false>): Promise<T> {
	for (;;) {
		const answer = await question();
		if (answer !== false) return answer;
		await delay(POLL_MS);
	}
}
