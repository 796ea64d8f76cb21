/// Endpoints through which other programs use the engine: HTTP and WebSocket for Perfetto's clients, a Unix
/// socket, and standard input and output. All use one [traceglass.engine.rpc.RpcEngine].
@NullMarked
package traceglass.engine.server;

import org.jspecify.annotations.NullMarked;
