import { unknownTokenPath } from "@/lib/http/routes/unknown-path";

/** Unknown paths of the token API. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = unknownTokenPath;
