import { request as requestPlainly } from "node:http";
import { request as requestByTls } from "node:https";

const TIMEOUT_MS = 4_000;

/**
 * Asks a process on this machine whether it answers; sets the exit code 1 when it does not. Health
 * checks of containers call it, so that the image needs no other program.
 * @param {string} [address] by default the service's own, of the settings of this process
 */
export async function checkHealth(address = addressOfService()) {
	const problem = await problemOfAnswer(address);
	if (problem === null) return;
	console.error(`${address}: ${problem}`);
	process.exitCode = 1;
}

function addressOfService() {
	const { HOST = "", PORT, BASE_PATH = "", TLS_CERT_FILE } = process.env;
	const host = ["", "0.0.0.0", "::"].includes(HOST) ? "127.0.0.1" : HOST;
	return `${TLS_CERT_FILE ? "https" : "http"}://${host}:${PORT || 3000}${BASE_PATH}/api/health`;
}

/** The certificate names the service's host and not this address: it is not looked at. */
function problemOfAnswer(address) {
	const send = address.startsWith("https:") ? requestByTls : requestPlainly;
	return new Promise((resolve) => {
		const request = send(address, { rejectUnauthorized: false, timeout: TIMEOUT_MS }, (answer) => {
			answer.resume();
			resolve(answer.statusCode === 200 ? null : `it answered ${answer.statusCode}`);
		});
		request.on("timeout", () => request.destroy(new Error(`no answer within ${TIMEOUT_MS} ms`)));
		request.on("error", (error) => resolve(error.message));
		request.end();
	});
}
