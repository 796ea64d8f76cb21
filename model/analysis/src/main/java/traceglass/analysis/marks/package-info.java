/// Marks over the tracks of a timeline, as data: flows as arrows, data losses, wakeups, and display frames. Drawing is
/// elsewhere.
package traceglass.analysis.marks;
