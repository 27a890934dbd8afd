import { RequestError } from "@/lib/agent/http/request-error";

const ZERO = /^[0-]+$/;

/**
 * Validates a device id: 32 (advertising id) or 40 (SHA-1) hexadecimal digits, ignoring case and
 * hyphens. Null for the all-zero id of devices with tracking switched off, which matches no set.
 * @throws RequestError (400) naming `label`
 */
export function checkDeviceId(value: unknown, label: string): string | null {
	if (typeof value === "string" && value.length <= 64) {
		const id = value.trim();
		const digits = id.includes("-") ? id.replaceAll("-", "").length : id.length;
		if ((digits === 32 || digits === 40) && /^[0-9a-f-]+$/i.test(id)) return ZERO.test(id) ? null : id;
	}
	throw new RequestError(400, `${label} must be a device id of 32 or 40 hexadecimal digits, hyphens allowed`);
}
