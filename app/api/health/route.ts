import { noParameters } from "@/lib/contract/deployment";
import { emptyEnvelope } from "@/lib/http/envelopes";
import { publicQuery } from "@/lib/http/route";

/** Liveness: the process answers. */
export const GET = publicQuery({ parameters: noParameters, run: async () => ({ body: emptyEnvelope() }) });
