/// Frames of the display, and whether they were in time.
///
/// A subject: its tables of events, what it says about a range, and what else it offers, see [FramesSubject].
package traceglass.analysis.frames;
