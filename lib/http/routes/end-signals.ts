import { shutdownSignal } from "@/lib/platform/shutdown-signal";

/** What ends a long answer: the caller went away, or the service stops. */
export function endSignals(request: Request): AbortSignal[] {
	return [request.signal, shutdownSignal()];
}
