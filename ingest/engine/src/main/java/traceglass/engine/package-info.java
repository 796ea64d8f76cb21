/// The engine for other programs: opens a trace of any format and answers SQL about it, without a window.
///
/// {@link traceglass.engine.TraceProcessor} is the entry. Only the types of this package appear in its methods; those
/// of the modules below stay inside.
@NullMarked
package traceglass.engine;

import org.jspecify.annotations.NullMarked;
