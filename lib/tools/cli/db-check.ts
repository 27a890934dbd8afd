/** `npm run db:check`: fails with the difference when schema.prisma and the migrations disagree. */
import { findSchemaDifference } from "@/lib/platform/db/schema-difference";

const difference = await findSchemaDifference();
if (difference) {
	console.error(`The schema and the migrations disagree; "npm run db:diff -- <name>" writes the migration.\n`);
	console.error(`${difference.summary}\n\n${difference.sql}`);
	process.exitCode = 1;
} else {
	console.log("The schema and the migrations agree.");
}
