/// Implements the remote calls of Perfetto's trace processor with the engine: the messages of a call, the framing of a
/// stream of calls, and results as batches of cells. `traceglass.engine.server` transports the bytes.
@NullMarked
package traceglass.engine.rpc;

import org.jspecify.annotations.NullMarked;
