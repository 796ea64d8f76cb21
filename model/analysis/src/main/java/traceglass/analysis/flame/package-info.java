/// Flame graphs as data: frames with their values, trees of them, filters and matches. Sources of samples and how a
/// graph is drawn live elsewhere.
package traceglass.analysis.flame;
