/// Flame graphs as data: frames with values, trees, filters, matches and exports. Sources of samples and drawing are
/// elsewhere.
package traceglass.analysis.flame;
