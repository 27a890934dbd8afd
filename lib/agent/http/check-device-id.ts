import { RequestError } from "@/lib/agent/http/request-error";
import { isDeviceId, isZeroDeviceId } from "@/lib/formats/device-id";

/**
 * Validates a device id: 32 (advertising id, also in braces or after `urn:uuid:`), 40 (SHA-1) or 64
 * (SHA-256) hexadecimal digits, ignoring case and hyphens. Null for the all-zero id of devices with
 * tracking switched off, which matches no set.
 * @throws RequestError (400) naming `label`
 */
export function checkDeviceId(value: unknown, label: string): string | null {
	if (typeof value === "string" && value.length <= 128) {
		const id = value.trim();
		if (isDeviceId(id)) return id;
		if (isZeroDeviceId(id)) return null;
	}
	throw new RequestError(400, `${label} must be a device id of 32, 40 or 64 hexadecimal digits, hyphens allowed`);
}
