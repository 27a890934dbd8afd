/**
 * Values of dynamic segments as Next gives them to route handlers: decoded, lists for catch-alls.
 */
export type RouteParams = Record<string, string | string[]>;

export interface Match<Route> {
	readonly route: Route;
	readonly params: RouteParams;
}

interface Node<Route> {
	route?: Route;
	readonly children: Map<string, Node<Route>>;
	dynamic?: { readonly name: string; readonly node: Node<Route> };
	catchAll?: { readonly name: string; readonly optional: boolean; readonly route: Route };
}

/** A pattern that the matcher does not support, such as one of a newer Next. */
export class UnknownPatternError extends Error {}

/**
 * Compiles route patterns in Next's notation (`/designs/[id]`, `/files/[...path]`,
 * `/api/[[...path]]`; Next's manifest omits groups in parentheses) into a function from decoded
 * path segments to a route. At each depth a fixed name precedes `[x]`, which precedes a catch-all,
 * as in Next.
 * @throws UnknownPatternError for any other notation, and for two routes of the same pattern
 */
export function compileMatcher<Route>(
	patterns: Iterable<readonly [pattern: string, route: Route]>,
): (segments: readonly string[]) => Match<Route> | undefined {
	const root: Node<Route> = { children: new Map() };
	for (const [pattern, route] of patterns) add(root, pattern, route);
	return (segments) => find(root, segments, 0);
}

function add<Route>(root: Node<Route>, pattern: string, route: Route): void {
	const parts = pattern.split("/").filter((part) => part !== "");
	let node = root;
	for (const [index, part] of parts.entries()) {
		const catchAll = /^\[\[\.\.\.(\w+)\]\]$|^\[\.\.\.(\w+)\]$/.exec(part);
		if (catchAll) {
			if (index !== parts.length - 1 || node.catchAll) throw new UnknownPatternError(pattern);
			const [, optionalName, name] = catchAll;
			node.catchAll = { name: optionalName ?? name ?? "", optional: optionalName !== undefined, route };
			return;
		}
		node = child(node, part, pattern);
	}
	if (node.route !== undefined) throw new UnknownPatternError(pattern);
	node.route = route;
}

function child<Route>(node: Node<Route>, part: string, pattern: string): Node<Route> {
	const [, name] = /^\[(\w+)\]$/.exec(part) ?? [];
	if (name !== undefined) {
		node.dynamic ??= { name, node: { children: new Map() } };
		if (node.dynamic.name !== name) throw new UnknownPatternError(pattern);
		return node.dynamic.node;
	}
	// Intercepting, parallel and future kinds of routes.
	if (/[[\]()@]/.test(part)) throw new UnknownPatternError(pattern);
	let next = node.children.get(part);
	if (!next) {
		next = { children: new Map() };
		node.children.set(part, next);
	}
	return next;
}

function find<Route>(node: Node<Route>, segments: readonly string[], depth: number): Match<Route> | undefined {
	const segment = segments[depth];
	if (segment === undefined) {
		if (node.route !== undefined) return { route: node.route, params: {} };
		return node.catchAll?.optional ? { route: node.catchAll.route, params: {} } : undefined;
	}
	const fixed = node.children.get(segment);
	const match = fixed && find(fixed, segments, depth + 1);
	if (match) return match;
	if (node.dynamic) {
		const below = find(node.dynamic.node, segments, depth + 1);
		if (below) {
			below.params[node.dynamic.name] = segment;
			return below;
		}
	}
	if (!node.catchAll) return undefined;
	return { route: node.catchAll.route, params: { [node.catchAll.name]: segments.slice(depth) } };
}
