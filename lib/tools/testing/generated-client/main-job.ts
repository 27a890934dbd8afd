import createClient from "openapi-fetch";
// types.test.ts generates it from the document, so only that test's compiler finds it.
import type { paths } from "./paths";

/** What the job needs: the service's address, and the keys of both sides. */
export interface JobInput {
	readonly baseUrl: string;
	readonly designerKey: string;
	readonly administratorKey: string;
	readonly targetId: string;
	/** Called between two looks at the build. */
	wait(): Promise<void>;
}

const bearer = (key: string) => ({ headers: { Authorization: `Bearer ${key}` } });
/** Makes openapi-fetch write the body as a form. */
const AS_FORM = { "Content-Type": "application/x-www-form-urlencoded" };

/**
 * The main job in the words of a client's author: a design, its build, the request for a target,
 * and the activation.
 * @returns the deployment at its end
 */
export async function runMainJob({ baseUrl, designerKey, administratorKey, targetId, wait }: JobInput) {
	const designer = createClient<paths>({ baseUrl, ...bearer(designerKey) });
	const administrator = createClient<paths>({ baseUrl, ...bearer(administratorKey) });
	// The management API takes keys as KEY alone.
	const management = createClient<paths>({ baseUrl });

	const created = await designer.POST("/api/designs", {
		body: {
			name: "Coffee shops",
			type: "proximity",
			sets: [
				{
					set_name: "Center",
					geofences: {
						type: "FeatureCollection",
						features: [
							{ type: "Feature", geometry: { type: "Point", coordinates: [13.4, 52.5] }, properties: { radius: 150 } },
						],
					},
				},
			],
		},
	});
	const design_id = answered(created).response.data.id;
	const requested = await management.POST("/targeting/designs/{design_id}/request", {
		params: { path: { design_id } },
		body: { reason: "Spring campaign", KEY: designerKey },
		headers: AS_FORM,
	});
	answered(requested);

	const build_id = await builtOf();
	const wanted = await management.POST("/targeting/builds/{build_id}/request", {
		params: { path: { build_id } },
		body: { targetId, message: "Please by Monday.", KEY: designerKey },
		headers: AS_FORM,
	});
	const deployment_id = answered(wanted).response.data.id;
	const { revision } = await deploymentOf();
	const activated = await management.POST("/targeting/deployments/{deployment_id}/activate", {
		params: { path: { deployment_id }, header: { "If-Match": `"${revision}"` } },
		body: { KEY: administratorKey },
		headers: AS_FORM,
	});
	answered(activated);
	return deploymentOf();

	async function builtOf(): Promise<string> {
		for (;;) {
			const read = await designer.GET("/api/designs/{design_id}/builds", { params: { path: { design_id } } });
			const [build] = answered(read).response.data;
			if (build?.status === "done") return build.id;
			await wait();
		}
	}

	async function deploymentOf() {
		const read = await administrator.GET("/api/deployments/{deployment_id}", { params: { path: { deployment_id } } });
		return answered(read).response.data;
	}
}

/** @throws Error with the service's message */
function answered<T>({ data, error }: { data?: T; error?: { message: string } }): T {
	if (data === undefined) throw new Error(error?.message ?? "no answer");
	return data;
}
