/// Remote calls of Perfetto's trace processor, answered by the engine: the messages of a call, the framing of a stream
/// of calls, and results as batches of cells. How bytes travel is the matter of `traceglass.engine.server`.
@NullMarked
package traceglass.engine.rpc;

import org.jspecify.annotations.NullMarked;
