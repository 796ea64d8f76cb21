/// Panel of Java heap dumps: classes, dominators, objects and differences. Analyses are shared with other panels, are
/// implemented in [traceglass.analysis.heap], and run on the session's query threads.
package traceglass.app.panel.heap;
