/// Java heap dumps in memory: objects and references of one dump as arrays, dominators, shortest paths from the roots,
/// and sums by class. Filled from the store by queries; independent of the user interface.
package traceglass.analysis.heap;
