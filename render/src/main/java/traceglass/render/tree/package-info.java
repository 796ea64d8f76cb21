/// Track tree as arranged by the user: open, pinned, hidden, moved, renamed and filtered nodes, workspaces, and area
/// selections. Pure, except that row counts come from loaded frames.
///
/// In: nodes of the trace's tree. Not in: pixels and JavaFX.
package traceglass.render.tree;
