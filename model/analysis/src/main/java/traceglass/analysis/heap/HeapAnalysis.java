package traceglass.analysis.heap;

import java.util.List;

/// Heap dump with everything derived from it. Immutable.
///
/// @param dump objects and references
/// @param dominators dominator tree
/// @param paths shortest paths from the roots
/// @param classes sums by class
public record HeapAnalysis(HeapDump dump, HeapDominators dominators, HeapPaths paths, List<HeapClass> classes) {}
