import type { Method, RouteHandler } from "./declaration";

/** Gives handlers that answer every method alike, for unknown paths. */
export function everyMethod(answer: (request: Request) => Response): Record<Method, RouteHandler> {
	const handler: RouteHandler = async (request) => answer(request);
	return {
		GET: handler,
		HEAD: handler,
		POST: handler,
		PUT: handler,
		PATCH: handler,
		DELETE: handler,
		OPTIONS: handler,
	};
}
