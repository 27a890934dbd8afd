import type { FetchRegion, MapRegion } from "@/lib/contract/basemap";
import type { Principal } from "@/lib/domain/access/principal";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { SERVICE_ID } from "@/lib/domain/audit/service-event";
import { pullAddress } from "@/lib/domain/pulls/pull-address";
import { transact } from "@/lib/platform/db/transact";
import { seal } from "@/lib/platform/seal";
import type { Service } from "@/lib/platform/service";
import { describeRegion, requireMapKeeper } from "./regions";

/** The whole address is sealed: its query may be a signature. */
export const REGION_ADDRESS = "address of a map region";

/**
 * `POST /api/basemap/regions/fetch`: a region whose file a background job fetches
 * (docs/contract.md, Streets).
 * @throws ForbiddenError unless the caller is an operator
 * @throws InvalidArgumentError for an address from which nothing can be fetched
 */
export async function fetchRegion(
	service: Service,
	principal: Principal,
	{ name, url }: FetchRegion,
): Promise<MapRegion> {
	requireMapKeeper(principal);
	const address = pullAddress(service, url);
	const host = address.kind === "web" ? address.url.host : `s3://${address.object.bucket}`;
	return transact(service.prisma, async (tx) => {
		const record = await tx.mapRegion.create({
			data: {
				...{ name: name.trim(), host, sealed_url: seal(service, REGION_ADDRESS, url.trim()) },
				...{ added_by_id: principal.userId, added_at: service.now() },
			},
		});
		await recordEvent(service, tx, principal, {
			action: "add_map_region",
			object_type: "service",
			object_id: SERVICE_ID,
			detail: { name: record.name, host },
		});
		return describeRegion(record);
	});
}
