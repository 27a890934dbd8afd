import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import pg from "pg";
import { expect, test } from "vitest";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { activateDeployment } from "@/lib/domain/deployments/transitions/activate-deployment";
import { eraseUser } from "@/lib/domain/erasure/erase-user";
import { openDatabase } from "@/lib/platform/db/client";
import { migrate } from "@/lib/platform/db/migrate";
import { transact } from "@/lib/platform/db/transact";
import { projectPath } from "@/lib/platform/project-path";
import { createEmptyDatabase, testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService } from "@/lib/tools/testing/service";
import { createRequest, createWorld } from "@/lib/tools/testing/world";
import { chainEvents } from "./chain-events";
import { removeOldEvents } from "./remove-old-events";
import { verifyAudit } from "./verify-audit";

/** The statements of docs/operations.md, The audit log for a role of the service's own. */
async function roleStatements(role: string): Promise<string> {
	const text = await readFile(projectPath("docs", "operations", "safety.md"), "utf8");
	const [, part = ""] = /\n## The audit log\n(.*?)\n## /s.exec(text) ?? [];
	const blocks = [...part.matchAll(/```sql\n([^`]+)```/g)].map(([, sql]) => sql);
	return blocks.join("").replaceAll("targeting_service", role);
}

test.runIf(testDatabaseKinds()[0] === "postgres")(
	"the service works under a role that can neither change nor delete audit events",
	async () => {
		const { pool, url, drop } = await createEmptyDatabase("postgres");
		const role = `service_${randomBytes(4).toString("hex")}`;
		const owner = await createTestService();
		try {
			await migrate(pool);
			await pool.query(await roleStatements(role));
			const databaseUrl = Object.assign(new URL(url ?? ""), { username: role, password: "a-long-password" }).href;
			const database = await openDatabase({ databaseUrl });
			try {
				expect(await migrate(database.pool)).toEqual([]);
				const service = { ...owner, prisma: database.prisma };
				const world = await createWorld(service);
				const { deployment, design } = await createRequest(service, world);
				await activateDeployment(service, world.administrator, deployment.id);
				await service.prisma.design.update({
					where: { id: design.id },
					data: { owner_org_id: world.outsider.organizationId },
				});
				await chainEvents(service);
				await eraseUser(service, world.operator, { email: world.designer.email });
				await transact(service.prisma, (tx) =>
					recordEvent(service, tx, world.operator, {
						...{ action: "edit", object_type: "target", object_id: world.target.id },
					}),
				);
				await chainEvents(service);
				const { problem, rewritten } = await verifyAudit(service);
				expect(problem).toBeNull();
				expect(rewritten).toBeGreaterThan(0);
				owner.advance(40 * 86_400_000);
				const settings = { ...service.settings, AUDIT_RETENTION_DAYS: 30 };
				expect(await removeOldEvents({ ...service, settings })).toBeGreaterThan(0);
				expect((await verifyAudit(service)).problem).toBeNull();
				for (const statement of [
					"UPDATE audit_events SET reason = 'x'",
					"UPDATE audit_events SET design_org_id = NULL",
					"DELETE FROM audit_events",
					"TRUNCATE audit_events",
					"UPDATE audit_chain SET hash = ''",
					"DELETE FROM audit_chain",
					"CREATE FUNCTION of_the_service() RETURNS int LANGUAGE sql AS 'SELECT 1'",
					`CREATE TEMP TABLE own (id bigint);
					CREATE TRIGGER forge BEFORE UPDATE ON own FOR EACH ROW EXECUTE FUNCTION keep_audit_event()`,
					"INSERT INTO audit_rewrites (event_id, erasure, text_digest) VALUES (1, gen_random_uuid(), '')",
					"ALTER TABLE audit_events DISABLE TRIGGER ALL",
					"SET session_replication_role = replica",
				]) {
					await expect(database.pool.query(statement)).rejects.toThrow(/permission denied|must be owner/);
				}
			} finally {
				await database.close();
			}
			await pool.query(`DROP OWNED BY ${role}`);
		} finally {
			await drop();
			await owner.drop();
			await dropRole(url ?? "", role);
		}
	},
);

async function dropRole(url: string, role: string): Promise<void> {
	const server = new pg.Client({ connectionString: Object.assign(new URL(url), { pathname: "/postgres" }).href });
	await server.connect();
	await server.query(`DROP ROLE IF EXISTS ${role}`);
	await server.end();
}
