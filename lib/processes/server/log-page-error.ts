import type { Instrumentation } from "next";
import { ATTRIBUTE_HEADERS } from "@/lib/http/routes/request-attributes";
import { logFailure } from "@/lib/platform/metrics/log-failure";
import { withoutSecrets } from "@/lib/processes/server/without-secrets";

type Told = Parameters<Instrumentation.onRequestError>;

/** A page and its layout await the same promises and fail with the same error. */
const logged = new WeakSet<object>();

/** Logs a page's error once, with the code that the page shows and the request's id. */
export function logPageError(thrown: Told[0], { path, headers }: Told[1], { routePath }: Told[2]): void {
	if (thrown instanceof Error) {
		if (logged.has(thrown)) return;
		logged.add(thrown);
	}
	const digest: unknown = thrown instanceof Error ? Reflect.get(thrown, "digest") : undefined;
	logFailure(thrown, "a page failed", {
		digest,
		path: withoutSecrets(path.split("?", 1)[0] ?? ""),
		route: routePath,
		request_id: headers[ATTRIBUTE_HEADERS.requestId],
	});
}
