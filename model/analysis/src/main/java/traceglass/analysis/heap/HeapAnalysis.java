package traceglass.analysis.heap;

import java.util.List;

/// A dump with all that is worked out of it. Immutable.
///
/// @param dump objects and references
/// @param dominators what retains what
/// @param paths shortest ways from the roots
/// @param classes sums by class
public record HeapAnalysis(HeapDump dump, HeapDominators dominators, HeapPaths paths, List<HeapClass> classes) {}
