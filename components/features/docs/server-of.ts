import type { OpenApiDocument } from "@/lib/contract/openapi/document";

/**
 * The address of the service as this reader reaches it, without a path at its end: the document
 * says where it is from here.
 */
export function serverOf({ servers: [server] }: OpenApiDocument): string {
	return new URL(server?.url ?? "/", window.location.href).href.replace(/\/$/, "");
}
