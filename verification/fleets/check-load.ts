import type { Service } from "@/lib/platform/service";
import { Findings } from "@/verification/faults/fault";
import type { Acknowledged } from "./load";

/** What the database has of a load, and what of it is missing or too much. */
export interface LoadFindings {
	readonly designs: number;
	readonly builds: number;
	/** Builds that took more than one attempt. */
	readonly repeated: number;
	readonly activated: number;
	readonly lost: number;
	readonly doubled: number;
	readonly problems: readonly string[];
}

/**
 * Compares what the service has acknowledged with the database: everything is there, and no request
 * and no background job has had its effect twice.
 * @param mark with which the names of the load's designs begin
 */
export async function checkLoad(
	{ prisma }: Pick<Service, "prisma">,
	mark: string,
	{ designs, builds, activated }: Acknowledged,
): Promise<LoadFindings> {
	const findings = new Findings();
	const rows = await prisma.design.findMany({
		where: { name: { startsWith: `${mark} ` } },
		select: { id: true, name: true },
	});
	const ids = new Set(rows.map(({ id }) => id));
	for (const [name, id] of designs)
		if (!ids.has(id)) findings.isLost(`the design ${name} was acknowledged and is not there`);
	if (new Set(rows.map(({ name }) => name)).size < rows.length) findings.isDoubled("a design is there twice");

	const built = await prisma.build.findMany({ where: { design_id: { in: [...ids] } } });
	const done = new Set(built.filter(({ status }) => status === "done").map(({ id }) => id));
	for (const id of builds) if (!done.has(id)) findings.isLost(`the build ${id} was done and is not`);
	const events = await eventsOf(prisma, [...ids]);
	for (const { id, design_id: designId, status } of built) {
		if (status !== "done") findings.problems.push(`the build ${id} is ${status}`);
		noteTimes(findings, `the build ${id} was completed`, events.get(`complete_build ${designId}`));
	}

	const live = await prisma.deployment.findMany({ where: { id: { in: [...activated] } } });
	const decisions = await eventsOf(prisma, [...activated]);
	for (const id of activated) {
		const { status } = live.find((row) => row.id === id) ?? {};
		if (status !== "activated") findings.isLost(`the deployment ${id} was activated and is ${status}`);
		noteTimes(findings, `the deployment ${id} was activated`, decisions.get(`activate ${id}`));
	}
	const repeated = built.filter(({ attempts }) => attempts > 1).length;
	const { lost, doubled, problems } = findings;
	return { designs: rows.length, builds: built.length, repeated, activated: live.length, lost, doubled, problems };
}

function noteTimes(findings: Findings, what: string, times = 0): void {
	if (times === 0) findings.isLost(`${what} without an audit event`);
	else if (times > 1) findings.isDoubled(`${what} ${times} times`);
}

/** How often each action was recorded on each object. */
async function eventsOf(prisma: Service["prisma"], objectIds: string[]): Promise<Map<string, number>> {
	const events = await prisma.auditEvent.groupBy({
		by: ["action", "object_id"],
		where: { object_id: { in: objectIds } },
		_count: true,
	});
	return new Map(events.map(({ action, object_id: objectId, _count }) => [`${action} ${objectId}`, _count]));
}
