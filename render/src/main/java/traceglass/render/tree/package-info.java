/// Track tree as arranged by the user: open, pinned, hidden, moved, renamed and filtered nodes, workspaces, and area
/// selections. Row counts come from loaded frames.
///
/// Works on nodes of the trace's tree; does not use pixels or JavaFX.
package traceglass.render.tree;
