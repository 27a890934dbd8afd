import type { Principal } from "@/lib/access/principal";
import type { Design } from "@/lib/contract/design";
import type { Service } from "@/lib/service";
import { findDesignOrThrow } from "./find-design";

/**
 * Get Design (specification, Management API).
 * @throws NotFoundError when the caller does not see it.
 */
export async function getDesign(service: Service, principal: Principal, designId: string): Promise<Design> {
	const { row } = await findDesignOrThrow(service.prisma, principal, designId);
	return row;
}
