/** Abilities of browsers that the pages use: "Copy" buttons and passkeys. */
const USED = ["clipboard-write", "publickey-credentials-create", "publickey-credentials-get"];

/** Those that they do not; only names that browsers know, as they report others. */
const UNUSED = [
	"accelerometer",
	"autoplay",
	"browsing-topics",
	"camera",
	"clipboard-read",
	"display-capture",
	"encrypted-media",
	"fullscreen",
	"gamepad",
	"geolocation",
	"gyroscope",
	"hid",
	"identity-credentials-get",
	"idle-detection",
	"local-fonts",
	"magnetometer",
	"microphone",
	"midi",
	"otp-credentials",
	"payment",
	"picture-in-picture",
	"screen-wake-lock",
	"serial",
	"storage-access",
	"usb",
	"window-management",
	"xr-spatial-tracking",
];

/** The header `Permissions-Policy` of pages: nothing that they do not use, and nothing in frames. */
export const PERMISSIONS_POLICY = [...USED.map((name) => `${name}=(self)`), ...UNUSED.map((name) => `${name}=()`)].join(
	", ",
);
