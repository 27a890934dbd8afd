import { type OpenDocument, openDocument } from "@/lib/rules/documents/open-document";
import { bytesOf } from "./bytes-of";

/** The file as the import reads it: unpacked, and as UTF-8. */
export const openFile = (file: Blob): Promise<OpenDocument> =>
	openDocument(bytesOf(file), { maxBytes: Number.POSITIVE_INFINITY });
