/// Java heap dumps: the panel with classes, dominators, objects and differences, and the analysis of a dump that other
/// panels share. The work itself is in [traceglass.analysis.heap]; queries and analysis run on the session's query
/// threads.
package traceglass.app.panel.heap;
