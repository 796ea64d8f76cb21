/// Statistics over two sets of traces: which metrics differ, by how much, and how sure that is.
@NullMarked
package traceglass.engine.fleet.compare;

import org.jspecify.annotations.NullMarked;
