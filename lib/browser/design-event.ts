import type { EmbedEvent } from "@/lib/contract/embedding";

const CHANGES = /^(?:PATCH|PUT|POST|DELETE) \/api\/designs\/\[design_id\]/;
/** Writes about a design that leave it as it is. */
const KEEPS = /\/(?:estimate|test|run)$/;

/** What the page around hears of an operation that has succeeded; null: nothing. */
export function designEvent(
	operation: string,
	{ design_id, build_id }: Readonly<Record<string, unknown>>,
	answer: unknown,
): EmbedEvent | null {
	const answered = String((answer as { id?: unknown } | null)?.id);
	switch (operation) {
		case "POST /api/designs":
		case "POST /api/designs/[design_id]/duplicate":
			return { type: "saved", design_id: answered };
		case "POST /targeting/designs/[design_id]/request":
			return { type: "requested", what: "build", design_id: String(design_id) };
		case "POST /targeting/builds/[build_id]/request":
			return { type: "requested", what: "deployment", build_id: String(build_id), deployment_id: answered };
		case "DELETE /api/designs/[design_id]":
			return null;
		default:
			return CHANGES.test(operation) && !KEEPS.test(operation) ? { type: "saved", design_id: String(design_id) } : null;
	}
}
