import { ensurePrismaClient, prismaClientIsFresh } from "./prisma-client.mjs";
import { ensureRoutes, routesAreFresh } from "./routes.mjs";

/** Makes what the sources import and no commit holds: the Prisma client and the registry of routes. */
export async function ensureGenerated() {
	await ensurePrismaClient();
	await ensureRoutes();
}

/** @returns {Promise<boolean>} whether it is all there, and made of the sources of now */
export async function generatedIsFresh() {
	return (await prismaClientIsFresh()) && (await routesAreFresh());
}
