import NextAuth from "next-auth";
import { ForbiddenError } from "@/lib/errors";
import { errorResponse } from "@/lib/http/error-response";
import { requestFacts } from "@/lib/http/request-facts";
import type { RouteContext } from "@/lib/http/route";
import { signInOptions } from "@/lib/http/sign-in-options";
import { service } from "@/lib/service";

/** Sign-in, sign-out and session, by next-auth. */
async function handler(request: Request, context: RouteContext): Promise<Response> {
	const facts = requestFacts(request);
	if (!facts.secure && !service().settings.ALLOW_PLAIN_HTTP) {
		return errorResponse(new ForbiddenError("HTTPS required"), facts.requestId);
	}
	return NextAuth(request, context, signInOptions(service(), facts.secure && facts.https));
}

export { handler as GET, handler as POST };
