import { shutdownSignal } from "@/lib/platform/shutdown-signal";

/** The signals that end a long answer: the caller disconnects, or the service stops. */
export function endSignals(request: Request): AbortSignal[] {
	return [request.signal, shutdownSignal()];
}
