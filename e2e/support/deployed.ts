import { z } from "zod";
import { buildDetail } from "@/lib/contract/build";
import { deployment } from "@/lib/contract/deployment";
import { design, designDetail } from "@/lib/contract/design";
import { issuedAgentKey, targetDetail } from "@/lib/contract/target";
import type { RunningAgent } from "./agent";
import { ApiClient } from "./api-client";
import type { RunningService } from "./service";
import { expect } from "./test";

/** A small build takes a second, so polling is frequent. */
const BUILDING = { intervals: [100] };

/** A target for one test, separate from other tests' agents. */
export interface OwnTarget {
	id: string;
	name: string;
	/** The key of its agents. */
	key: string;
}

let made = 0;

/**
 * Creates a target of the administrator that accepts requests of the designer, with a key for
 * agents.
 */
export async function createTarget(
	service: RunningService,
	name: string,
	settings: Record<string, unknown> = {},
): Promise<OwnTarget> {
	const { administrator, designer } = service.seed;
	const api = new ApiClient(service, administrator.key);
	made += 1;
	const body = { name, slug: `own-${process.pid}-${made}`, accepted_organizations: [designer.org_slug], ...settings };
	const { id } = await api.send(targetDetail, "POST", "/api/targets", JSON.stringify(body));
	const label = JSON.stringify({ label: "Agent of the test" });
	const { key } = await api.send(issuedAgentKey, "POST", `/api/targets/${id}/agent-keys`, label);
	if (key === null) throw new Error("The key of an agent is shown once, and this was the time.");
	return { id, name, key };
}

/** A place that no other design covers, and the code of its set. */
export interface Place {
	latitude: number;
	longitude: number;
}

export const CODE = "HERE";

const circleAt = ({ latitude, longitude }: Place) => ({
	type: "FeatureCollection",
	features: [
		{ type: "Feature", properties: { radius: 500 }, geometry: { type: "Point", coordinates: [longitude, latitude] } },
	],
});

let places = 0;

/** Returns a place on the open sea that no other design of the run covers. */
export function ownPlace(): Place {
	places += 1;
	return { latitude: -40 + places * 0.1, longitude: -120 };
}

export interface OwnDesign {
	id: string;
	name: string;
	setId: string;
}

/** Saves a design with one circle as the designer. */
export async function createDesign(service: RunningService, name: string, place: Place): Promise<OwnDesign> {
	const api = new ApiClient(service, service.seed.designer.key);
	const sets = [{ set_name: name, targeting_code: CODE, geofences: circleAt(place) }];
	const body = JSON.stringify({ name, type: "proximity", sets });
	const { id, set_ids } = await api.send(designDetail, "POST", "/api/designs", body);
	return { id, name, setId: set_ids[0] ?? "" };
}

/** Moves the circle of a design, so that its next build matches elsewhere. */
export async function moveDesign(service: RunningService, { id, setId }: OwnDesign, place: Place): Promise<void> {
	const api = new ApiClient(service, service.seed.designer.key);
	const path = `/api/designs/${id}/sets/${setId}/geofences`;
	await api.send(z.unknown(), "PUT", path, JSON.stringify(circleAt(place)), "application/geo+json");
}

/** Requests a build and waits for it; returns its id. */
export async function buildDesign(service: RunningService, { id }: OwnDesign): Promise<string> {
	const api = new ApiClient(service, service.seed.designer.key);
	await api.act(design, `/targeting/designs/${id}/request`, { reason: "A build of the test" });
	const newest = async () => (await api.rows(buildDetail, `/api/designs/${id}/builds`))[0];
	await expect.poll(async () => (await newest())?.status, BUILDING).toBe("done");
	return (await newest())?.id ?? "";
}

export interface OwnDeployment {
	id: string;
	designId: string;
	name: string;
	place: Place;
}

/** Requests the deployment of a build as the designer; returns its id. */
export async function requestDeployment(service: RunningService, buildId: string, target: OwnTarget): Promise<string> {
	const api = new ApiClient(service, service.seed.designer.key);
	const form = { targetId: target.id, message: "For the test" };
	return (await api.act(deployment, `/targeting/builds/${buildId}/request`, form)).id;
}

/** Activates, deactivates or tags a deployment as the administrator, by the API. */
export async function decide(
	service: RunningService,
	id: string,
	action: "activate" | "deactivate" | "tag",
	form: Record<string, string> = {},
): Promise<void> {
	await new ApiClient(service, service.seed.administrator.key).act(
		deployment,
		`/targeting/deployments/${id}/${action}`,
		form,
	);
}

/** Creates a design with one build and a deployment on a target; activated by default. */
export async function deploy(
	service: RunningService,
	name: string,
	target: OwnTarget,
	{ activated = true } = {},
): Promise<OwnDeployment> {
	const place = ownPlace();
	const own = await createDesign(service, name, place);
	const id = await requestDeployment(service, await buildDesign(service, own), target);
	if (activated) await decide(service, id, "activate");
	return { id, designId: own.id, name, place };
}

/** Whether the agent finds a design at a place. */
export const answersAt =
	(agent: RunningAgent, designId: string, { latitude, longitude }: Place) =>
	async (): Promise<string[]> =>
		(await agent.lookup(latitude, longitude))
			.filter((match) => match.designId === designId)
			.map((match) => match.targetingCode);
