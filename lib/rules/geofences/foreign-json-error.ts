import type { JsonFormat } from "@/lib/rules/documents/converted-format";
import { InvalidArgumentError } from "@/lib/rules/errors";

/**
 * JSON of another kind or in another coordinate system as a whole: it can be read once it is
 * converted. The message is for readers without a conversion.
 */
export class ForeignJsonError extends InvalidArgumentError {
	readonly format: JsonFormat;
	constructor(message: string, format: JsonFormat) {
		super(message);
		this.format = format;
	}
}
