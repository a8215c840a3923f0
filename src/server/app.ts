/**
 * The server: registers exactly the routes of the table, each behind the same gate, and the web page beside them.
 *
 * In the order in which a request meets them: our name (Host), how many wrong keys and how many requests came from there,
 * who asks, the route's role, no foreign page's doing, its shape; then one handler, whose answer is held to the route's
 * schema. What is limited is limited before the database is asked who it is.
 */
import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import cookie from "@fastify/cookie";
import helmet from "@fastify/helmet";
import rateLimit from "@fastify/rate-limit";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from "fastify-type-provider-zod";
import { errorReport, ReportedError } from "../api/errors.js";
import { ErrorAnswer, ROUTES, type Route, type RouteName } from "../api/server/routes.js";
import { type Caller, callerOf, type GivenToken, permit, refuseForeign, refuseStrangeHost, tokenOf } from "./access.js";
import { answerFaults, answerUnread, answerUnrouted, BODY_LIMIT } from "./faults.js";
import type { Asked, Handlers } from "./handler.js";
import { networkOf } from "./network.js";
import { describeApi, schemaOf, UPLOADED } from "./openapi.js";
import { refuseEmbedded } from "./refuse-embedded.js";
import { makeMonotonicStore } from "./request-counts.js";
import { accountRoutes } from "./routes/accounts.js";
import { demoRoutes } from "./routes/demo.js";
import { draftRoutes } from "./routes/drafts.js";
import { hookRoutes } from "./routes/hooks.js";
import { keyRoutes } from "./routes/keys.js";
import { machineRoutes } from "./routes/machine.js";
import { recordRoutes } from "./routes/records.js";
import { sourceRoutes } from "./routes/sources.js";
import { warningRoutes } from "./routes/warnings.js";
import { makeTokenWatch, type TokenWatch } from "./token-watch.js";
import type { ServerTools } from "./tools.js";
import { serveWeb } from "./web.js";

export interface AppOptions {
  readonly tools: ServerTools;
  readonly trustProxy: readonly string[];
  readonly webFolder: string | null; // the built page
  readonly log: FastifyBaseLogger | null;
  readonly requestsPerMinute?: { readonly key: number; readonly person: number };
  readonly stallMs?: number;
}

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller;
    now: Date;
    network: string; // where it comes from
    token: GivenToken | null;
  }
}

const UPLOAD_LIMIT = 12_000_000;
const LABELS_LIMIT = 1_000_000;
const STALL_MS = 120_000; // a connection on which nothing moves for so long is cut, unless its answer is still being made
const PER_MINUTE = { key: 300, person: 1200 }; // a page that is looked at asks more often than a program should

export async function makeApp(options: AppOptions): Promise<FastifyInstance> {
  const { tools, trustProxy, log } = options;
  const app = Fastify({
    ...(log ? { loggerInstance: log } : { logger: false }),
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    bodyLimit: BODY_LIMIT,
    requestTimeout: 120_000,
    connectionTimeout: options.stallMs ?? STALL_MS,
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }), // addresses may hold search words
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 2100 },
    frameworkErrors: answerUnrouted,
    clientErrorHandler: answerUnread,
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  answerFaults(app);
  app.decorateRequest("caller");
  app.decorateRequest("now");
  app.decorateRequest("network");
  app.decorateRequest("token");
  app.addContentTypeParser(UPLOADED, { parseAs: "buffer" }, (_, body, done) => done(null, body));
  await app.register(cookie);
  await app.register(helmet, headersOf(tools.publicUrl));
  app.addHook("onRequest", async (request) => {
    refuseStrangeHost(request.headers.host, tools.publicUrl);
    request.now = new Date(tools.door.clock.now());
    request.caller = { kind: "nobody" };
    request.network = networkOf(request.ip);
    request.token = tokenOf(request);
  });
  const watch = makeTokenWatch();
  await app.register(rateLimit, limitOf(options.requestsPerMinute ?? PER_MINUTE, watch));
  await describeApi(app, tools);
  await app.register(async (scope) => {
    const handlers: Handlers = {
      ...accountRoutes(tools, watch),
      ...keyRoutes(tools),
      ...draftRoutes(tools),
      ...sourceRoutes(tools),
      ...recordRoutes(tools),
      ...warningRoutes(tools),
      ...hookRoutes(tools),
      ...demoRoutes(tools),
      ...machineRoutes(tools),
    };
    for (const [name, route] of Object.entries<Route>(ROUTES))
      addRoute(scope, name as RouteName, route, { handlers, tools, watch });
  });
  await serveWeb(app, options.webFolder);
  return app;
}

function addRoute(
  app: FastifyInstance,
  name: RouteName,
  route: Route,
  { handlers, tools, watch }: { handlers: Handlers; tools: ServerTools; watch: TokenWatch },
): void {
  const handler = handlers[name] as (asked: Asked<RouteName>) => Promise<unknown>;
  app.withTypeProvider<ZodTypeProvider>().route({
    method: route.method,
    url: route.path,
    schema: schemaOf(name, route, ErrorAnswer),
    bodyLimit: route.upload ? UPLOAD_LIMIT : name === "setLabels" ? LABELS_LIMIT : BODY_LIMIT,
    onRequest: async (request) => {
      refuseEmbedded(request, route);
      const { network, token, now } = request;
      if (token) watch.refuseGuess(network, token.hash, now);
    },
    preParsing: async (request) => {
      request.caller = await callerOf(tools.pool, watch, request);
      permit(request.caller, route);
      refuseForeign(request, request.caller, tools.publicUrl);
    },
    handler: (request: FastifyRequest, reply: FastifyReply) => {
      reply.raw.on("timeout", (socket: Socket) => {
        if (reply.raw.headersSent) socket.destroy(); // else it is our work that takes long, which has deadlines of its own
      });
      const { params, query, body, caller, now } = request;
      return handler({ params, query, body, caller, now, request, reply } as never); // the route's schemas have made them fit
    },
  });
}

/** What a browser may do with our pages: no script but our files, nothing from elsewhere, no frame around us. */
function headersOf(publicUrl: string | null): object {
  const isSecure = publicUrl?.startsWith("https:") === true;
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"], // the still copy of a foreign page keeps its own styles
        imgSrc: ["'self'", "data:", "blob:"],
        fontSrc: ["'self'", "data:"],
        connectSrc: ["'self'"],
        frameSrc: ["'none'"], // a srcdoc frame opens all the same; the foreign page's own frames do not
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        ...(isSecure && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: isSecure ? { maxAge: 15_552_000 } : false,
    referrerPolicy: { policy: "no-referrer" },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: "deny" },
  };
}

/** Who has proved who it is has a limit of its own; whatever else comes is counted by where it comes from. */
function limitOf(perMinute: { key: number; person: number }, watch: TokenWatch) {
  const proved = ({ token }: FastifyRequest): GivenToken | null => (token && watch.isProved(token.hash) ? token : null);
  return {
    hook: "onRequest" as const,
    timeWindow: 60_000,
    store: makeMonotonicStore(),
    max: (request: FastifyRequest) => (proved(request)?.kind === "session" ? perMinute.person : perMinute.key),
    keyGenerator: (request: FastifyRequest) => {
      const token = proved(request);
      return token ? `${token.kind} ${token.hash.toString("base64")}` : `network ${request.network}`;
    },
    errorResponseBuilder: (_: FastifyRequest, { ttl }: { ttl: number }) => {
      return new ReportedError(errorReport("too-many-requests", Math.ceil(ttl / 1000)));
    },
  };
}
