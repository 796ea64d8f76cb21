/// Ways to the engine for other programs: HTTP with WebSocket as Perfetto's clients use it, a Unix socket, and standard
/// input and output. All lead to one {@link traceglass.engine.rpc.RpcEngine}.
@NullMarked
package traceglass.engine.server;

import org.jspecify.annotations.NullMarked;
