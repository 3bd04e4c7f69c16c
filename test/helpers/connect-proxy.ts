import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, connect, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { repositoryRoot } from "./paths";

/** The host name in {@link certificateFile}. No DNS server knows the name, so only a proxy can reach it. */
export const serviceName = "service.example.test";

/** The certificate of {@link tlsServer}, which no authority has signed. */
export const certificateFile = join(repositoryRoot, "test", "fixtures", "tls", "cert.pem");

/** A server on a loopback port, with the requests that it received. */
export interface Listening {
  port: number;
  asked: string[];
  close(): Promise<void>;
}

/** Lets a server listen on a loopback port until it is closed, with all its connections. */
async function listening(server: Server, asked: string[] = []): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Starts a proxy that tunnels to the port asked for, on this machine; it may ask for a password. */
export function connectProxy(password?: string): Promise<Listening> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(400).end();
  });
  server.on("connect", (request: IncomingMessage, client: Socket, head: Buffer) => {
    asked.push(`CONNECT ${request.url}`);
    const given = Buffer.from((request.headers["proxy-authorization"] ?? "").slice(6), "base64").toString();
    if (password !== undefined && given !== `user:${password}`) {
      client.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
      return;
    }
    const upstream = connect(Number(request.url?.split(":")[1]), "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      upstream.write(head);
      upstream.pipe(client).pipe(upstream);
    });
    for (const socket of [upstream, client]) socket.on("error", () => client.destroy());
    client.on("close", () => upstream.destroy());
  });
  return listening(server, asked);
}

/** Starts a proxy that accepts connections and never answers. */
export const silentProxy = (): Promise<Listening> =>
  listening(createTcpServer((socket) => socket.on("error", () => {}).resume()));

/** Starts an HTTPS server that answers every request with the same JSON. */
export function tlsServer(json: unknown): Promise<Listening> {
  const asked: string[] = [];
  const key = readFileSync(join(certificateFile, "..", "key.pem"));
  const server = createTlsServer({ key, cert: readFileSync(certificateFile) }, (request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(json));
  });
  return listening(server, asked);
}
