/// Java heap dumps in memory: objects and references of one dump as arrays, what dominates what, shortest ways from the
/// roots, and sums by class. Filled from the store by queries; knows nothing of how it is shown.
package traceglass.analysis.heap;
