/// The engine for other programs: opens a trace of any supported format and runs SQL queries on it, without a window.
///
/// [traceglass.engine.TraceProcessor] is the entry point. Only types of this package and the JDK appear in its
/// methods.
@NullMarked
package traceglass.engine;

import org.jspecify.annotations.NullMarked;
