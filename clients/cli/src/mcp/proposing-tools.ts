import { z } from "zod";
import type { TargetingClient } from "@/clients/typescript/src/index";
import { UsageError } from "../exit";
import { findBuild, findDeployment, findDesign } from "../names";
import { read } from "../read";
import { defineTool, INPUT, type Tool } from "./tool";

/** Clients give a tool a minute. */
const BUILD_WAIT_MS = 45_000;
const RADIUS = z.number().min(1).max(1_000_000).describe("Radius in meters.");

const geofence = z.union([
	z.object({
		name: z.string().max(200).optional(),
		latitude: INPUT.latitude,
		longitude: INPUT.longitude,
		radius: RADIUS,
	}),
	z.object({
		place: z.string().min(1).max(200).describe("A place by its name, with its region or country."),
		radius: RADIUS,
	}),
	z.object({
		name: z.string().max(200).optional(),
		polygon: z.array(z.array(z.number()).length(2)).min(3).describe("Corners as [longitude, latitude]."),
	}),
]);

interface Place {
	readonly name: string;
	readonly region: string | null;
	readonly country: string | null;
	readonly latitude: number;
	readonly longitude: number;
}

/** What a model can propose; it has no effect until a target's administrator, or a rule of theirs, decides. */
export const PROPOSING_TOOLS: readonly Tool[] = [
	defineTool({
		name: "create_design",
		title: "Create a design",
		description:
			"Makes a design of geofences: circles around points or named places, and polygons. Answers what each named place was taken for: check it.",
		input: {
			name: z.string().min(1).max(200).describe("Name of the design."),
			sets: z
				.array(
					z.object({
						name: z.string().min(1).max(200).describe("Name of the set."),
						targeting_code: z
							.string()
							.min(1)
							.max(64)
							.optional()
							.describe("What lookups answer; made of the name without it."),
						geofences: z.array(geofence).min(1).max(1_000),
					}),
				)
				.min(1)
				.max(50),
		},
		run: async ({ client, input: { name, sets } }) => {
			const taken: Record<string, string> = {};
			const newSets = [];
			for (const { name: set_name, targeting_code, geofences } of sets) {
				const features = [];
				for (const one of geofences) features.push(await featureOf(client, one, taken));
				const code = targeting_code === undefined ? {} : { targeting_code };
				newSets.push({ set_name, ...code, geofences: { type: "FeatureCollection" as const, features } });
			}
			const design = await client.designs.create({ name, type: "proximity", sets: newSets });
			return { design, places: taken };
		},
	}),
	defineTool({
		name: "request_build",
		title: "Request a build",
		description:
			"Requests a build of a design, and waits up to 45 seconds for it. list_builds says how far a longer one is.",
		input: { design: INPUT.design, reason: z.string().min(1).max(2_000).describe("Why, as people read it.") },
		run: async ({ client, input: { design, reason }, signal }) => {
			const { id } = await findDesign(client, design);
			const requested = await client.designs.requestBuild(id, reason);
			const late = AbortSignal.timeout(BUILD_WAIT_MS);
			return requested.wait(AbortSignal.any([signal, late])).catch((error: unknown) => {
				if (!late.aborted) throw error;
				return { design_id: id, status: "building" };
			});
		},
	}),
	defineTool({
		name: "request_deployment",
		title: "Request a deployment",
		description:
			"Asks the administrators of a target to load a build. It has no effect until one of them approves it, or a rule of theirs.",
		input: {
			build: z.string().min(1).describe("A build's id, or a design's name or id for its newest build."),
			target: z.string().min(1).describe("The target's slug, name or id."),
			message: z.string().max(2_000).optional().describe("What the administrators read."),
		},
		run: async ({ client, input: { build, target, message } }) => {
			const [{ id }, { id: targetId }] = [await findBuild(client, build), await client.target(target)];
			return client.builds.requestDeployment(id, { targetId, ...(message === undefined ? {} : { message }) });
		},
	}),
	defineTool({
		name: "comment",
		title: "Comment on a deployment",
		description: "Says something to the people of a deployment. It answers an open question of the administrators.",
		input: { deployment: INPUT.deployment, text: z.string().min(1).max(2_000).describe("What is said.") },
		run: async ({ client, input: { deployment, text } }) => {
			const { id } = await findDeployment(client, deployment);
			return read(client, "POST /api/deployments/{deployment_id}/comments", {
				path: { deployment_id: id },
				json: { text },
			});
		},
	}),
];

async function featureOf(client: TargetingClient, one: z.infer<typeof geofence>, taken: Record<string, string>) {
	if ("polygon" in one) {
		const ring = [...one.polygon, ...(samePoint(one.polygon[0], one.polygon.at(-1)) ? [] : one.polygon.slice(0, 1))];
		return { type: "Feature", geometry: { type: "Polygon", coordinates: [ring] }, properties: { name: one.name } };
	}
	const { name, latitude, longitude } = "place" in one ? await placeOf(client, one.place, taken) : one;
	const geometry = { type: "Point", coordinates: [longitude, latitude] };
	return { type: "Feature", geometry, properties: { name, radius: one.radius } };
}

const samePoint = (one: readonly number[] = [], other: readonly number[] = []) =>
	one[0] === other[0] && one[1] === other[1];

async function placeOf(client: TargetingClient, name: string, taken: Record<string, string>): Promise<Place> {
	const { places } = await read<{ places: Place[] }>(client, "GET /api/places", { query: { q: name, limit: 1 } });
	const [place] = places;
	if (place === undefined)
		throw new UsageError(`no place is called '${name}': look with find_places, or give latitude and longitude`);
	taken[name] = [place.name, place.region, place.country, `${place.latitude}, ${place.longitude}`]
		.filter((part) => part !== null)
		.join(", ");
	return place;
}
