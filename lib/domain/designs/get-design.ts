import type { Design } from "@/lib/contract/design";
import type { Principal } from "@/lib/domain/access/principal";
import type { Service } from "@/lib/platform/service";
import { NotFoundError } from "@/lib/rules/errors";
import { findDesignRow } from "./load-design-rows";

/**
 * Get Design (docs/contract.md, Management API).
 * @throws NotFoundError when the caller does not see it
 */
export async function getDesign(service: Service, principal: Principal, designId: string): Promise<Design> {
	const row = await findDesignRow(service.prisma, principal, designId);
	if (row === null) throw new NotFoundError("design not found");
	return row;
}
