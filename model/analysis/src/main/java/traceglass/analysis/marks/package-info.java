/// What a timeline marks over its tracks, as data: flows as arrows, stretches in which data was lost, who woke a
/// thread, and the frames of the display. Asked of a trace; how it is drawn is no matter here.
package traceglass.analysis.marks;
