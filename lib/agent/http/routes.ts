/** A route about the whole agent. */
export type MonitoringRoute = "status" | "metrics" | "ready";

/** A route of the agent; `batch` allows POST of an array (docs/contract.md, Lookups). */
export type Route =
	| { name: "proximity" | "audience"; batch: true }
	| { name: "audience-set"; batch: false; setId: string }
	| { name: MonitoringRoute; batch: false };

const PROXIMITY: Route = { name: "proximity", batch: true };
const AUDIENCE: Route = { name: "audience", batch: true };
const STATUS: Route = { name: "status", batch: false };
const METRICS: Route = { name: "metrics", batch: false };
const READY: Route = { name: "ready", batch: false };

const AUDIENCE_SETS = "/geopulse/audience/sets/";

/** The route of a raw path, or null. Accepts trailing slashes, percent-encoding and full URLs. */
export function findRoute(path: string): Route | null {
	return findPlainRoute(path) ?? findPlainRoute(normalize(path));
}

function findPlainRoute(path: string | null): Route | null {
	switch (path) {
		case null:
			return null;
		case "/geopulse/proximity/indices":
			return PROXIMITY;
		case "/geopulse/audience/sets":
			return AUDIENCE;
		case "/zz/status":
			return STATUS;
		case "/metrics":
			return METRICS;
		case "/ready":
			return READY;
	}
	const setId = path.startsWith(AUDIENCE_SETS) ? path.slice(AUDIENCE_SETS.length) : "";
	if (setId === "" || /[/%]/.test(setId)) return null;
	return { name: "audience-set", batch: false, setId };
}

function normalize(path: string): string | null {
	try {
		const decoded = decodeURIComponent(path.replace(/^https?:\/\/[^/]*/i, ""));
		return decoded.length > 1 && decoded.endsWith("/") ? decoded.slice(0, -1) : decoded;
	} catch {
		return null;
	}
}
