export { signInRoute as GET, signInRoute as POST } from "@/lib/http/routes/sign-in-route";
