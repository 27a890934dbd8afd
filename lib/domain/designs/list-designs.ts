import type { Design } from "@/lib/contract/design";
import type { ListDesigns } from "@/lib/contract/design-bodies";
import type { Principal } from "@/lib/domain/access/principal";
import { type Page, pageOfRows } from "@/lib/domain/lists/page";
import type { Service } from "@/lib/platform/service";
import { designList } from "./design-list";
import { designColumns, designRow, type ReadDesign } from "./load-design-rows";

/** List Designs (docs/contract.md, Lists): visible designs, latest update first. */
export async function listDesigns(service: Service, principal: Principal, filter: ListDesigns): Promise<Page<Design>> {
	const page = designList.page(service, principal, { ...filter, sort: "updated_at" });
	const { rows, total } = await pageOfRows<ReadDesign>(service.prisma, page, designColumns(principal));
	return { rows: rows.map((design) => designRow(principal, design)), total };
}
