import type pg from "pg";
import { scaleId, scalePerson } from "@/lib/tools/testing/scale/scale-ids";
import { generateLoad, postRequest } from "@/verification/benches/load";
import { issueBenchKey } from "@/verification/benches/service";
import { organizationsIn, proportional } from "./many-organizations";
import { type Caller, type Figure, figure } from "./requests";

const CONNECTIONS = 16;
const TOLD = 20;
const EXPORT_MS = 5_000;

/**
 * Decisions per second on pending requests of the large target, each activated and deactivated in
 * turns by its administrator.
 */
export async function measureDecisions(
	url: string,
	pool: pg.Pool,
	{ designs, milliseconds }: { designs: number; milliseconds: number },
): Promise<Figure[]> {
	const administrator = scalePerson(organizationsIn(proportional(designs)), 0);
	const key = await issueBenchKey(pool, administrator, ["manage", "administer"]);
	const { rows } = await pool.query<{ id: string }>(
		`SELECT min(id::text) AS id FROM deployments WHERE status = 'requested' AND target_id = $1 GROUP BY design_id ORDER BY 1 LIMIT $2`,
		[scaleId("target", 0), CONNECTIONS],
	);
	const sequences = rows.map(({ id }) =>
		["activate", "deactivate"].map((action) =>
			postRequest(`/targeting/deployments/${id}/${action}`, new URLSearchParams({ KEY: key })),
		),
	);
	const figures: Figure[] = [];
	for (const connections of [1, sequences.length]) {
		const measured = await generateLoad({ url, requests: [], sequences, connections, milliseconds });
		if (measured.refused > 0) throw new Error(`${measured.refused} of ${measured.requests} decisions were refused`);
		const name = connections === 1 ? "a decision, one at a time" : `a decision, ${CONNECTIONS} at a time`;
		const who = "administrator";
		figures.push(figure("work", name, measured.latencies, { who }));
		figures.push(figure("work", `${name}: rate`, [measured.perSecond], { who, unit: "/s" }));
	}
	return figures;
}

/** From the request that tags a deployment to the event at a listener. */
export async function measureEvents(url: string, caller: Caller, deployment: string, key: string): Promise<Figure> {
	const ending = new AbortController();
	const stream = await fetch(`${url}/api/events`, { headers: { cookie: caller.cookie }, signal: ending.signal });
	if (!stream.ok || stream.body === null) throw new Error(`the events of the ${caller.who}: ${stream.status}`);
	const reader = stream.body.pipeThrough(new TextDecoderStream()).getReader();
	const values: number[] = [];
	const news = new RegExp(`"id":"${deployment}","revision":(\\d+)`, "g");
	let last = 0;
	const told = async () => {
		for (let text = ""; ; ) {
			const { value, done } = await reader.read();
			if (done) throw new Error(`the stream of the ${caller.who} ended`);
			text += value;
			const newest = Math.max(...[...text.matchAll(news)].map(([, revision]) => Number(revision)));
			if (newest <= last) continue;
			last = newest;
			return;
		}
	};
	// The feed begins to listen.
	await reader.read();
	for (let round = 0; round < TOLD; round += 1) {
		const began = performance.now();
		const body = new URLSearchParams({ KEY: key, tags: `round-${round}` });
		const [answer] = await Promise.all([
			fetch(`${url}/targeting/deployments/${deployment}/tag`, { method: "POST", body }),
			told().then(() => values.push(performance.now() - began)),
		]);
		if (!answer.ok) throw new Error(`the tag of a deployment: ${answer.status} ${await answer.text()}`);
	}
	ending.abort();
	return figure("work", "a change to a listener", values, caller);
}

/** Rows per second of an export, in its first five seconds, and the time until its first row. */
export async function measureExport(url: string, caller: Caller, path: string): Promise<Figure[]> {
	const ending = new AbortController();
	const began = performance.now();
	const response = await fetch(`${url}${path}`, { headers: { cookie: caller.cookie }, signal: ending.signal });
	if (!response.ok || response.body === null) throw new Error(`${path}: ${response.status}`);
	let lines = 0;
	let first: number | undefined;
	for await (const chunk of response.body) {
		for (const byte of chunk) if (byte === 10) lines += 1;
		// After the head of the table.
		if (lines > 1) first ??= performance.now() - began;
		if (performance.now() - began > EXPORT_MS) break;
	}
	const seconds = (performance.now() - began) / 1_000;
	ending.abort();
	const name = `export, ${path.split("/").at(-1)}`;
	return [
		figure("work", `${name}: first row`, [first ?? seconds * 1_000], caller),
		figure("work", `${name}: rows`, [lines / seconds], { who: caller.who, unit: "/s" }),
	];
}
