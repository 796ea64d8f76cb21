/// Flame graphs: the tree of what was going on in a selected range, from slices or from samples of callstacks.
/// [FlameTree] and [FlameLayout] are plain Java; what needs the toolkit is beside them. Nothing outside this package
/// draws frames.
package traceglass.app.panel.flame;
