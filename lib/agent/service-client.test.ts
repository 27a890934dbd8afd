import { createServer } from "node:http";
import { expect, test } from "vitest";
import { closeServer, listen } from "@/lib/agent/http/listen";
import { ServiceClient } from "@/lib/agent/service-client";

test("an address that leads elsewhere is named", async () => {
	const server = createServer((asked, answer) => {
		answer.writeHead(308, { Location: `https://targeting.example.com${asked.url}` }).end();
	});
	const url = await listen(server, "127.0.0.1", 0);
	try {
		const client = new ServiceClient(url, "tsa_1");
		const answer = client.fetchDeployments(null, 0, 600_000, new AbortController().signal);
		await expect(answer).rejects.toThrow(
			"the service is at another address (308): --server must be that of https://targeting.example.com",
		);
	} finally {
		await closeServer(server, 0);
	}
});
