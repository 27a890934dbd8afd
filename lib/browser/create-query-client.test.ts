import { MutationObserver, onlineManager } from "@tanstack/react-query";
import { afterEach, expect, test } from "vitest";
import { NetworkError } from "./api-error";
import { createQueryClient } from "./create-query-client";

afterEach(() => onlineManager.setOnline(true));

const cut = () => Promise.reject(new NetworkError());

test("a mutation without a connection fails at once, and is not sent later", async () => {
	onlineManager.setOnline(false);
	let sent = 0;
	const mutationFn = () => {
		sent += 1;
		return cut();
	};
	const client = createQueryClient();
	const decide = new MutationObserver(client, { mutationFn });
	await expect(decide.mutate()).rejects.toThrow(NetworkError);
	onlineManager.setOnline(true);
	await new Promise((resolve) => setTimeout(resolve));
	expect(sent).toBe(1);
});

test("a query without a connection fails and does not wait forever", async () => {
	onlineManager.setOnline(false);
	const client = createQueryClient();
	await expect(client.fetchQuery({ queryKey: ["cut"], queryFn: cut, retry: 0 })).rejects.toThrow(NetworkError);
});
