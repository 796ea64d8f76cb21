/// Statistical comparison of two sets of traces: which metrics differ, by how much, and with which significance.
@NullMarked
package traceglass.engine.fleet.compare;

import org.jspecify.annotations.NullMarked;
