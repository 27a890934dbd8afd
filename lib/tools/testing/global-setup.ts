import type { TestProject } from "vitest/node";
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

/** Migrates the databases once per project; its tests clone them. */
export default async function setup(project: TestProject): Promise<void> {
	const url = process.env.TEST_POSTGRES_URL;
	project.provide("databaseTemplates", {
		snapshot: await prepareSnapshot(),
		postgres: project.name === "postgres" && url ? await preparePostgresTemplate(url) : null,
	});
}
