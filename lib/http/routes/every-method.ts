import type { Method, RouteHandler } from "./declaration";

/** The same answer to every method: for paths that are not there, whatever is done to them. */
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
