/// The tree of tracks as a person has arranged it: what is open, pinned, hidden, moved, renamed, filtered, grafted in
/// from other trees, and what of it an area covers. Pure, but that rows are counted from loaded frames.
///
/// In: nodes of the trace's tree. Not in: pixels and JavaFX.
package traceglass.render.tree;
