import type { Method } from "@/lib/browser/openapi/operations";

const LOOKS: Record<Method, string> = {
	GET: "text-accent",
	POST: "text-ok",
	PUT: "text-warn",
	PATCH: "text-warn",
	DELETE: "text-bad",
};

/** A method of HTTP in its color. */
export function MethodTag({ method }: { method: Method }) {
	return <span className={`font-mono font-medium text-small ${LOOKS[method]}`}>{method}</span>;
}
