/** A login page of one's own, with the SDK. */
import { createLogin, LoginError } from "postern/sdk";

export async function signIn(username: string, password: string): Promise<string> {
  const login = createLogin({ base: "/login" });
  const { provider } = await login.methods();
  const [link] = provider.password ?? [];
  if (!link) return "no password login";
  try {
    await login.password(link, { username, password, rememberMe: true });
    login.finish();
    return "signed in";
  } catch (error) {
    return error instanceof LoginError ? error.message : "failed";
  }
}
