import type { TestProject } from "vitest/node";
import { testDatabaseKinds } from "@/lib/tools/testing/database-kinds";
import {
	type DatabaseTemplates,
	preparePostgresTemplate,
	prepareSnapshot,
} from "@/lib/tools/testing/database-templates";

declare module "vitest" {
	interface ProvidedContext {
		databaseTemplates: DatabaseTemplates;
	}
}

/** Migrates once per run what every test database is cloned from. */
export default async function setup(project: TestProject): Promise<void> {
	const url = process.env.TEST_POSTGRES_URL;
	project.provide("databaseTemplates", {
		snapshot: await prepareSnapshot(),
		postgres: testDatabaseKinds().includes("postgres") && url ? await preparePostgresTemplate(url) : null,
	});
}
