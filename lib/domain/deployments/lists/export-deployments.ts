import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { ExportDeployments } from "@/lib/contract/deployment-list";
import type { Principal } from "@/lib/domain/access/principal";
import { loadDeployments } from "@/lib/domain/deployments/load-deployments";
import { describeDeployments } from "@/lib/domain/deployments/reads/describe-deployments";
import type { Service } from "@/lib/platform/service";
import type { CsvValue } from "@/lib/rules/text/csv-row";
import { chunksOfDeployments } from "./chunks-of-deployments";

/** The columns of the file. */
const COLUMNS: Readonly<Record<string, (row: DeploymentDetail) => CsvValue>> = {
	id: (row) => row.id,
	status: (row) => row.status,
	actual: (row) => row.actual,
	agents_loaded: (row) => row.agents_loaded,
	agents_failed: (row) => row.agents_failed,
	agents_expected: (row) => row.agents_expected,
	type: (row) => row.type,
	design_id: (row) => row.design_id,
	design_name: (row) => row.design_name,
	build_id: (row) => row.build_id,
	build_name: (row) => row.build_name,
	build_date: (row) => row.build_date,
	filesize: (row) => row.filesize,
	price_cpm: (row) => row.price_cpm?.base ?? null,
	target_id: (row) => row.target_id,
	target: (row) => row.target,
	tags: (row) => row.tags,
	requester: (row) => row.requester,
	requester_org: (row) => row.requester_org,
	requested_at: (row) => row.requested_at,
	message: (row) => row.message,
	deployer: (row) => row.deployer,
	approved_at: (row) => row.approved_at,
	activated_at: (row) => row.activated_at,
	deactivated_at: (row) => row.deactivated_at,
	updated_at: (row) => row.updated_at,
	status_reason: (row) => row.status_reason,
	scheduled_activation: (row) => row.schedule?.activate_at ?? null,
	scheduled_deactivation: (row) => row.schedule?.deactivate_at ?? null,
	digest: (row) => row.digest,
	proposed_activation: (row) => row.proposed?.activate_at ?? null,
	proposed_deactivation: (row) => row.proposed?.deactivate_at ?? null,
	last_match_at: (row) => row.last_match_at,
};

/**
 * `GET /api/exports/deployments`: the whole filtered list as a stream. Rows that change during the
 * export are exported as they are when read.
 */
export function exportDeployments(
	service: Service,
	principal: Principal,
	filter: ExportDeployments,
): { columns: string[]; rows: AsyncGenerator<CsvValue[]> } {
	return { columns: Object.keys(COLUMNS), rows: rowsOf(service, principal, filter) };
}

async function* rowsOf(service: Service, principal: Principal, filter: ExportDeployments): AsyncGenerator<CsvValue[]> {
	for await (const ids of chunksOfDeployments(service, principal, filter)) {
		const records = await loadDeployments(service.prisma, ids);
		const details = await describeDeployments(service, principal, records);
		yield* details.map((row) => Object.values(COLUMNS).map((cell) => cell(row)));
	}
}
