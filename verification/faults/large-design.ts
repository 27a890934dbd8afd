import { importGeofences } from "@/lib/domain/designs/import-geofences";
import type { Build } from "@/lib/generated/prisma/client";
import { createProximityDesign } from "@/lib/tools/testing/world";
import type { FleetGround } from "./fleet-ground";
import { geofencesCsv } from "./geofences-csv";
import { until } from "./until";

const JSON_TYPE = { "content-type": "application/json" };
const FORM = { "content-type": "application/x-www-form-urlencoded" };

/** A design whose build takes a while, with what its people ask of the service. */
export interface LargeDesign {
	readonly id: string;
	readonly setId: string;
	readonly geofences: number;
	/** Requests a build. */
	request(key: string): Promise<void>;
	newest(): Promise<Build>;
	/** Waits until the newest build is settled. */
	settled(): Promise<Build>;
	/** Gives the set another targeting code. */
	rename(key: string, code: string): Promise<void>;
	/** Requests a deployment of a build and activates it. */
	activate(key: string, buildId: string): Promise<void>;
}

/** Creates the design past the processes, which get every later request. */
export async function createLargeDesign(ground: FleetGround, geofences: number): Promise<LargeDesign> {
	const { service, world, cast, fleet } = ground;
	const { id, set_ids: setIds } = await createProximityDesign(service, world.designer, "Large");
	const setId = setIds[0] ?? "";
	const upload = { contentType: "text/csv", body: geofencesCsv(geofences) };
	await importGeofences(service, world.designer, { designId: id, setId }, upload);
	const send = async (method: "POST" | "PATCH", path: string, headers: Record<string, string>, body: string) => {
		const { status, text } = await fleet.balancer.send({ method, path, headers, body });
		if (status !== 200 && status !== 201) throw new Error(`${method} ${path} is answered ${status}: ${text}`);
		return (JSON.parse(text) as { response: { data: { id: string } } }).response.data;
	};
	const form = (person: "designer" | "administrator", key: string, path: string, fields: string) =>
		send("POST", path, { ...FORM, "idempotency-key": key }, `KEY=${cast[person]}&${fields}`);
	const newest = () =>
		service.prisma.build.findFirstOrThrow({ where: { design_id: id }, orderBy: { requested_at: "desc" } });
	return {
		id,
		setId,
		geofences,
		newest,
		request: async (key) => void (await form("designer", key, `/targeting/designs/${id}/request`, "reason=fault")),
		settled: async () => {
			let build = await newest();
			await until("the build is settled", async () => {
				build = await newest();
				return build.status !== "requested" && build.status !== "building";
			});
			return build;
		},
		rename: async (key, code) => {
			const headers = { ...JSON_TYPE, authorization: `Bearer ${cast.designer}`, "idempotency-key": key };
			const body = JSON.stringify({ sets: [{ set_id: setId, set_name: "Berlin", targeting_code: code }] });
			await send("PATCH", `/api/designs/${id}`, headers, body);
		},
		activate: async (key, buildId) => {
			const path = `/targeting/builds/${buildId}/request`;
			const deployment = await form("designer", `${key}-request`, path, `targetId=${cast.targetId}`);
			const decision = `/targeting/deployments/${deployment.id}/activate`;
			await form("administrator", `${key}-activate`, decision, "");
		},
	};
}
