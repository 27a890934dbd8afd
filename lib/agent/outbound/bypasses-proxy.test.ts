import { expect, test } from "vitest";
import { bypassesProxy } from "@/lib/agent/outbound/bypasses-proxy";

test.each([
	["https://targeting.example.com", "", false],
	["https://targeting.example.com", "*", true],
	["https://targeting.example.com", "example.com", true],
	["https://targeting.example.com", ".example.com", true],
	["https://targeting.example.com", "*.example.com", true],
	["https://Targeting.Example.com.", " other.test,TARGETING.EXAMPLE.COM ", true],
	["https://targeting.example.com", "other.test targeting.example.com.", true],
	["https://targeting.example.com", "ample.com", false],
	["https://targeting.example.com", ".,,*.", false],
	["https://targeting.example.com", "targeting.example.com:443", true],
	["https://targeting.example.com", "targeting.example.com:8443", false],
	["http://targeting.example.com", "example.com:80", true],
	["http://targeting.example.com:8080", "example.com:8080", true],
	["https://10.1.2.3", "10.1.2.3", true],
	["https://10.1.2.3", "10.0.0.0/8", true],
	["https://10.1.2.3:8443", "10.1.2.3:8443", true],
	["https://10.1.2.3", "10.1.2.3:8443", false],
	["https://11.1.2.3", "10.0.0.0/8", false],
	["https://10.1.2.3", "10.0.0.0/33", false],
	["https://10.1.2.3", "0.0.0.0/0", true],
	["https://10.1.2.3", "::/0", false],
	["https://targeting.example.com", "0.0.0.0/0", false],
	["https://[2001:db8::5]", "2001:db8::5", true],
	["https://[2001:db8::5]", "[2001:DB8:0::5]", true],
	["https://[2001:db8::5]:8443", "[2001:db8::5]:8443", true],
	["https://[2001:db8::5]", "[2001:db8::5]:8443", false],
	["https://[2001:db8::5]", "2001:db8::/32", true],
	["https://[2001:db9::5]", "2001:db8::/32", false],
	["http://localhost:3000", "", true],
	["http://127.0.0.1:3000", "", true],
	["http://[::1]:3000", "", true],
])("%s with NO_PROXY=%j: direct is %s", (address, noProxy, isDirect) => {
	expect(bypassesProxy(new URL(address), noProxy)).toBe(isDirect);
});
