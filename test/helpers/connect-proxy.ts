import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from "node:net";
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

/**
 * Starts a proxy. It tunnels to the port that a client asks for, but always on this machine. With a password, the proxy
 * asks its clients for this password.
 */
export async function connectProxy(password?: string): Promise<Listening> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(400).end();
  });
  server.on("connection", (socket) => sockets.add(socket));
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
    sockets.add(upstream);
    for (const socket of [upstream, client]) socket.on("error", () => client.destroy());
  });
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

/** Starts a proxy that accepts connections and never answers. */
export async function silentProxy(): Promise<Listening> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => sockets.add(socket.on("error", () => {}).resume()));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    asked: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Starts an HTTPS server that answers every request with the same JSON. */
export async function tlsServer(json: unknown): Promise<Listening> {
  const asked: string[] = [];
  const key = readFileSync(join(certificateFile, "..", "key.pem"));
  const server = createTlsServer({ key, cert: readFileSync(certificateFile) }, (request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(json));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
