import { join } from "node:path";
import { setPageRendering } from "@/lib/contract/page-rendering";
import type { RouteModules } from "@/lib/http/routes/declaration";
import { embedOriginsOf } from "@/lib/http/routes/embed-origins-of";
import { buildDirectory } from "@/lib/platform/base-path.mjs";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { traceProcess } from "@/lib/platform/trace-process";
import { serveAdmin } from "@/lib/processes/admin/serve-admin";
import { answerWhileStarting } from "@/lib/processes/server/answer-while-starting";
import { createApiServer } from "@/lib/processes/server/api-server/api-server";
import { compileTrustedProxies } from "@/lib/processes/server/client-address";
import { loadCompressedScripts } from "@/lib/processes/server/compressed-scripts";
import { createHttpServer, listen } from "@/lib/processes/server/http-server";
import { readInlineHashes } from "@/lib/processes/server/inline-hashes";
import { prepareNext } from "@/lib/processes/server/next-app";
import { answersOfPages } from "@/lib/processes/server/render-page";
import { createRequestListener } from "@/lib/processes/server/request-listener";
import { serveMetrics } from "@/lib/processes/server/serve-metrics";
import { startServices } from "@/lib/processes/server/services";
import { type Stoppable, stopOnSignal } from "@/lib/processes/server/stop";
import { firstSignInLine } from "@/lib/processes/startup/first-sign-in-line";
import { ignoreHangUp } from "@/lib/processes/startup/ignore-hang-up";
import { stopTracing } from "@/lib/tracing/tracing";
import { version } from "@/package.json";

/**
 * Starts the service in this process: environment, port, services, routes, pages; prints the address
 * when it serves. The port comes first, so that a start which gets none changes nothing. When a step
 * fails, ends the process with one sentence on standard error and exit code 1.
 */
export async function startUp({ dev, routes }: { dev: boolean; routes: RouteModules }): Promise<void> {
	const started: Stoppable[] = [];
	try {
		const environment = env();
		log.level = environment.LOG_LEVEL;
		if (!dev) ignoreHangUp();
		const basePath = environment.BASE_PATH;
		const isTrusted = compileTrustedProxies(environment.TRUSTED_PROXIES);

		const build = join(process.cwd(), buildDirectory(basePath));
		const scripts = dev ? undefined : loadCompressedScripts(build);
		const prerendered = dev ? undefined : readInlineHashes(build);

		let happening = "";
		const tell = (what: string) => {
			happening = what;
			log.info(`starting: ${what}`);
		};
		const server = await createHttpServer(environment);
		const serve = answerWhileStarting(server, basePath, () => happening);
		const address = `${await listen(server, environment)}${basePath}`;
		if (environment.METRICS_PORT !== 0) started.push(await serveMetrics(environment.METRICS_PORT));

		await traceProcess(environment, "targeting-service");
		const services = await startServices(environment, tell);
		started.push({ name: "services", refuse: () => services.refuse(), stop: () => services.stop() });
		started.push({ name: "traces", stop: stopTracing });

		// Before Next, so that its modules use the Request and Response of the API server.
		const apiServer = createApiServer(routes);
		setPageRendering(answersOfPages);
		tell("loading the pages");
		const next = await prepareNext({ dev, hostname: "localhost", port: environment.PORT });
		started.unshift({ name: "Next", stop: () => next.close() });

		const allowPlainHttp = environment.ALLOW_PLAIN_HTTP;
		const answering = { isTrusted, allowPlainHttp, basePath, apiServer, scripts, prerendered, next: next.handle };
		serve();
		server.on("request", createRequestListener({ ...answering, embedOrigins: embedOriginsOf }));
		next.attach(server);
		services.work();
		if (environment.DATABASE_URL === undefined) started.unshift(await serveAdmin(environment, address));
		// The development server ends with its terminal, and with the process that restarts it.
		if (dev) process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
		stopOnSignal(server, started, {
			signals: dev ? ["SIGINT", "SIGTERM", "SIGHUP"] : ["SIGINT", "SIGTERM"],
			noticeMs: dev ? 0 : environment.STOP_NOTICE_SECONDS * 1_000,
		});
		if (allowPlainHttp) log.warn("ALLOW_PLAIN_HTTP is set: secrets travel in the clear from other machines");
		const signIn = services.firstSignIn
			? firstSignInLine(`${environment.PUBLIC_URL ?? address}/signin`, services.firstSignIn)
			: "";
		process.stdout.write(`Targeting Service ${version} listening on ${address}\n${signIn}`);
	} catch (error) {
		process.stderr.write(`The service cannot start: ${error instanceof Error ? error.message : String(error)}\n`);
		for (const part of started) await part.stop().catch(() => undefined);
		process.exit(1);
	}
}
