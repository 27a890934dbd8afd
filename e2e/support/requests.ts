import { buildListRow } from "@/lib/contract/build";
import { deployment } from "@/lib/contract/deployment";
import { design, designDetail } from "@/lib/contract/design";
import type { ApiClient } from "./api-client";
import { expect } from "./test";

/** A small build takes a second, so polling is frequent. */
const BUILDING = { intervals: [100] };

/** A pending request for the only build of a small design. */
export interface WaitingRequest {
	id: string;
	name: string;
	designId: string;
	buildId: string;
}

/**
 * Builds a small design for each name and requests its deployment; the first request is the oldest.
 */
export async function makeRequests(
	customer: ApiClient,
	targetId: string,
	names: readonly string[],
	message = "Please",
): Promise<WaitingRequest[]> {
	const made: { id: string; name: string }[] = [];
	for (const [place, name] of names.entries()) {
		const point = { type: "Point", coordinates: [13 + place / 100, 52] };
		const features = [{ type: "Feature", properties: { radius: 100 }, geometry: point }];
		const sets = [
			{
				set_name: `${name} shops`,
				targeting_code: `SHOP-${place}`,
				geofences: { type: "FeatureCollection", features },
			},
		];
		const body = JSON.stringify({ name, type: "proximity", sets });
		const { id } = await customer.send(designDetail, "POST", "/api/designs", body);
		await customer.act(design, `/targeting/designs/${id}/request`, { reason: `Campaign ${name}` });
		made.push({ id, name });
	}
	const requests: WaitingRequest[] = [];
	for (const { id, name } of made) {
		let buildId = "";
		const built = async () => {
			const rows = await customer.list(buildListRow, "/targeting/builds", { q: id });
			buildId = rows[0]?.last_build_id ?? "";
			return buildId;
		};
		await expect.poll(built, BUILDING).not.toBe("");
		const asked = await customer.act(deployment, `/targeting/builds/${buildId}/request`, { targetId, message });
		requests.push({ id: asked.id, name, designId: id, buildId });
	}
	return requests;
}
