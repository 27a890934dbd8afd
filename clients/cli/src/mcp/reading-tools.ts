import { z } from "zod";
import type { TargetingClient } from "@/clients/typescript/src/index";
import { findDeployment, findDesign } from "../names";
import { read } from "../read";
import { defineTool, INPUT, type Tool } from "./tool";

const ofDesign = async (client: TargetingClient, name: string) => ({ design_id: (await findDesign(client, name)).id });
const ofDeployment = async (client: TargetingClient, name: string) => ({
	deployment_id: (await findDeployment(client, name)).id,
});
const defined = <T>(name: string, value: T | undefined) => (value === undefined ? {} : { [name]: value });

/** What a model can look at. */
export const READING_TOOLS: readonly Tool[] = [
	defineTool({
		name: "list_designs",
		title: "List designs",
		description: "The designs that the key's user sees, last edited first, with their status and sets.",
		input: { search: INPUT.search, limit: INPUT.limit },
		run: ({ client, input: { search, limit } }) => client.designs.list(defined("q", search)).first(limit),
	}),
	defineTool({
		name: "get_design",
		title: "Get a design",
		description: "A design with the contents of its sets, why it is locked, and what the user may do with it.",
		input: { design: INPUT.design },
		run: async ({ client, input: { design } }) =>
			read(client, "GET /targeting/designs/{design_id}", {
				path: await ofDesign(client, design),
				query: { detail: true },
			}),
	}),
	defineTool({
		name: "find_places",
		title: "Find places by name",
		description:
			"Cities, districts, airports, stations, postal codes and the operator's own places, best first, with the middle of each.",
		input: { search: z.string().min(1).max(200).describe("A name, and after it its region or country.") },
		run: ({ client, input: { search } }) => read(client, "GET /api/places", { query: { q: search } }),
	}),
	defineTool({
		name: "list_targets",
		title: "List deployment targets",
		description: "The targets that accept requests from the user's organization.",
		input: {},
		run: ({ client }) => client.targets().first(500),
	}),
	defineTool({
		name: "list_builds",
		title: "List builds of a design",
		description: "Builds of a design in every status, newest first, with progress and the reason of a failure.",
		input: { design: INPUT.design, limit: INPUT.limit },
		run: async ({ client, input: { design, limit } }) =>
			client.http.data("GET /api/designs/{design_id}/builds", {
				path: await ofDesign(client, design),
				query: { limit },
			}),
	}),
	defineTool({
		name: "list_deployments",
		title: "List deployments",
		description: "Deployments and requests for them, with their status, target and tags.",
		input: {
			search: INPUT.search,
			status: z.enum(["requested", "activated", "deactivated"]).optional().describe("Those in this status alone."),
			limit: INPUT.limit,
		},
		run: ({ client, input: { search, status, limit } }) => {
			const filters = { ...defined("q", search), ...defined("status", status === undefined ? undefined : [status]) };
			return client.deployments.list(filters).first(limit);
		},
	}),
	defineTool({
		name: "get_deployment",
		title: "Get a deployment",
		description:
			"A deployment in any status, the steps until agents answer with who has to act next, and its newest comments.",
		input: { deployment: INPUT.deployment },
		run: async ({ client, input: { deployment } }) => {
			const path = await ofDeployment(client, deployment);
			const [found, checklist, comments] = await Promise.all([
				client.deployments.get(path.deployment_id),
				client.deployments.checklist(path.deployment_id),
				read(client, "GET /api/deployments/{deployment_id}/comments", { path, query: { limit: 20 } }),
			]);
			return { deployment: found, checklist, comments };
		},
	}),
	defineTool({
		name: "get_checks",
		title: "Get the checks of a deployment",
		description:
			"What activating a request would do: what it replaces, its memory, its warnings, and why it would be refused.",
		input: { deployment: INPUT.deployment },
		run: async ({ client, input: { deployment } }) =>
			read(client, "GET /api/deployments/{deployment_id}/preview", { path: await ofDeployment(client, deployment) }),
	}),
	defineTool({
		name: "get_matches",
		title: "Get matches of a deployment",
		description: "Lookups that an activated deployment matched, by hour (last 48) or day (last 90), in UTC.",
		input: { deployment: INPUT.deployment, by: z.enum(["hour", "day"]).default("day").describe("Hours or days.") },
		run: async ({ client, input: { deployment, by } }) =>
			read(client, "GET /api/deployments/{deployment_id}/matches", {
				path: await ofDeployment(client, deployment),
				query: { by },
			}),
	}),
	defineTool({
		name: "test_point",
		title: "Test a point",
		description: "Which sets and geofences of a design contain a point, by what is saved now.",
		input: { design: INPUT.design, latitude: INPUT.latitude, longitude: INPUT.longitude },
		run: async ({ client, input: { design, latitude, longitude } }) =>
			client.designs.test((await findDesign(client, design)).id, { latitude, longitude }),
	}),
];
