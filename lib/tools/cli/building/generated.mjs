import { ensurePrismaClient, prismaClientIsFresh } from "./prisma-client.mjs";
import { ensureRoutes, routesAreFresh } from "./routes.mjs";

/** Generates sources that are not committed: the Prisma client and the registry of routes. */
export async function ensureGenerated() {
	await ensurePrismaClient();
	await ensureRoutes();
}

/** @returns {Promise<boolean>} whether all generated sources are up to date */
export async function generatedIsFresh() {
	return (await prismaClientIsFresh()) && (await routesAreFresh());
}
